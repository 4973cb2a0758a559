"""Enrolling a device: its key is made here and stays here; the relay gives the certificate for it.

The first word of the relay cannot be trusted yet: a claim carries the beginning of the authority's fingerprint, and
without a claim two people compare a word. Only then anything is kept.
"""

from __future__ import annotations

import json
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from gateway.authority import certificates
from gateway.authority.authority_folder import read_or_explain, write_private
from gateway.authority.certificates import AuthorityError
from gateway.authority.claim_text import ClaimText, short_fingerprint
from gateway.authority.compare_word import commitment_to, compare_word, new_nonce

__all__ = ["NewCertificate", "enrol_by_claim", "join", "keep", "renew"]

_PATIENCE_S = 15.0
_ASK_S = 1.0
_EARLY = timedelta(days=30)

T = TypeVar("T")


class _Enrolled(msgspec.Struct):
    name: str
    event: str
    certificate: str
    authority: str
    brokers: list[str]


class _Ticket(msgspec.Struct):
    ticket: str
    nonce: str
    authority: str


class _Admission(msgspec.Struct):
    state: str
    enrolled: _Enrolled | None = None


class NewCertificate(msgspec.Struct, frozen=True):
    """The certificate and the rest that a device has after it was enrolled."""

    relay: str
    name: str
    event: str
    key: bytes
    certificate: bytes
    authority: bytes
    brokers: tuple[str, ...]


class _Kept(msgspec.Struct, frozen=True):
    """The particulars that are kept beside a certificate to renew it."""

    relay: str


def enrol_by_claim(claim: ClaimText) -> NewCertificate:
    """Buy a certificate with a claim."""
    found = _Relay(claim.relay, None).get("/enrol/authority")
    if short_fingerprint(certificates.fingerprint(found)) != claim.fingerprint:
        raise AuthorityError(
            "The relay has another authority than the claim: somebody stands between, or the claim is of another hall."
        )
    key = certificates.make_key()
    body = {"word": claim.word, "request": certificates.make_request(key, "").decode()}
    return _checked(_Relay(claim.relay, found).post("/enrol", body, _Enrolled), claim.relay, key, found)


def join(
    relay: str, name: str, show: Callable[[str], None], confirm: Callable[[str], bool], patience_s: float = 900.0
) -> NewCertificate:
    """Ask to be let in without a claim: `show` the word, wait for the desk, then `confirm` that the words are alike."""
    home = _home(relay)
    key, nonce = certificates.make_key(), new_nonce()
    request = certificates.make_request(key, name)
    door = _Relay(home, None)  # whom we talk to is known by the word
    body = {"name": name, "request": request.decode(), "commitment": commitment_to(nonce, request)}
    ticket = door.post("/enrol/applications", body, _Ticket)
    authority = ticket.authority.encode()
    word = compare_word(authority, request, bytes.fromhex(ticket.nonce), nonce)
    show(word)
    until = time.monotonic() + patience_s
    while True:
        found = door.post(f"/enrol/applications/{ticket.ticket}", {"nonce": nonce.hex()}, _Admission)
        if found.state == "refused":
            raise AuthorityError("The desk did not let us in, or its door was closed.")
        if found.enrolled is not None:
            break
        if time.monotonic() > until:
            raise AuthorityError("The desk has not answered: begin again when somebody is there.")
        time.sleep(_ASK_S)
    if not confirm(word):
        raise AuthorityError(
            "The words were not alike: somebody stands between this device and the desk. Nothing is kept."
        )
    return _checked(found.enrolled, home, key, authority)


def renew(certificate: Path, *, at_once: bool = False) -> NewCertificate | None:
    """Get another certificate with the old one; None if that one is good for a month yet."""
    old, key = read_or_explain(certificate), read_or_explain(certificate.with_suffix(".key"))
    if not at_once and certificates.valid_until(old) - datetime.now(UTC) > _EARLY:
        return None
    authority = read_or_explain(certificate.with_name("authority.crt"))
    try:
        relay = msgspec.json.decode(read_or_explain(certificate.with_suffix(".json")), type=_Kept).relay
    except msgspec.MsgspecError as error:
        raise AuthorityError(f"{certificate.with_suffix('.json')} is damaged: enrol again.") from error
    new_key = certificates.make_key()
    request = certificates.make_request(new_key, "")
    body = {
        "certificate": old.decode(),
        "request": request.decode(),
        "signature": certificates.sign(key, request).hex(),
    }
    return _checked(_Relay(relay, authority).post("/enrol/renewals", body, _Enrolled), relay, new_key, authority)


def keep(new: NewCertificate, folder: Path) -> str:
    """Write key and certificates; returns the section of the settings that names them."""
    files = {
        f"{new.name}.key": new.key,
        f"{new.name}.crt": new.certificate,
        "authority.crt": new.authority,
        f"{new.name}.json": msgspec.json.encode(_Kept(new.relay)),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            write_private(folder / name, content)
    except OSError as error:
        raise AuthorityError(f"{folder} cannot be written: {error.strerror}.") from error
    urls = json.dumps(new.brokers[0] if len(new.brokers) == 1 else list(new.brokers))
    place = folder.absolute()
    return (
        f'[broker]\nurl = {urls}\nca = "{place}/authority.crt"\n'
        f'certificate = "{place}/{new.name}.crt"\nkey = "{place}/{new.name}.key"\n'
    )


def _checked(got: _Enrolled, relay: str, key: bytes, authority: bytes) -> NewCertificate:
    """What the relay has given, if it is what was asked for."""
    certificate = got.certificate.encode()
    certificates.verified(certificate, authority, datetime.now(UTC))
    if not certificates.signed_by(certificate, b"ours", certificates.sign(key, b"ours")):
        raise AuthorityError("The relay gave a certificate for another key than ours.")
    return NewCertificate(relay, got.name, got.event, key, certificate, authority, tuple(got.brokers))


def _home(address: str) -> str:
    wrong = AuthorityError(f"{address!r} is not a relay's address: write https://desk.local:8443.")
    try:
        parts = urlsplit(address)
    except ValueError as error:
        raise wrong from error
    if parts.scheme != "https" or not parts.netloc:
        raise wrong
    return f"https://{parts.netloc}"


class _Relay:
    """A relay over https, known by the hall's authority; or, without one, not known yet."""

    def __init__(self, home: str, authority: bytes | None) -> None:
        self._home = home
        if authority is None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE  # nothing secret is said, and nothing kept, before it is known
        else:
            context = ssl.create_default_context()
            context.load_verify_locations(cadata=authority.decode())
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context)
        )

    def get(self, path: str) -> bytes:
        return self._call(urllib.request.Request(self._home + path))  # noqa: S310 - https only, see above

    def post(self, path: str, body: object, kind: type[T]) -> T:
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(self._home + path, json.dumps(body).encode(), headers)  # noqa: S310 - as above
        try:
            return msgspec.json.decode(self._call(request), type=kind)
        except msgspec.MsgspecError as error:
            raise AuthorityError(f"{self._home} does not answer as a relay does: is the address right?") from error

    def _call(self, request: urllib.request.Request) -> bytes:
        try:
            with self._opener.open(request, timeout=_PATIENCE_S) as answer:
                content: bytes = answer.read(65_536)
                return content
        except urllib.error.HTTPError as error:
            raise AuthorityError(_why(error)) from error
        except urllib.error.URLError as error:
            if isinstance(error.reason, ssl.SSLCertVerificationError):
                raise AuthorityError(
                    f"The relay at {self._home} does not prove that it is of this hall: {error.reason.verify_message}."
                ) from error
            raise AuthorityError(f"The relay at {self._home} cannot be reached: {error.reason}.") from error
        except OSError as error:
            raise AuthorityError(f"The relay at {self._home} cannot be reached: {error}.") from error


def _why(error: urllib.error.HTTPError) -> str:
    try:
        answer: Any = json.loads(error.read(65_536))
        return str(answer["why"])
    except (ValueError, KeyError, TypeError):
        return f"The relay answered {error.code} {error.reason}: has it an authority?"
