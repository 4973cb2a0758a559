"""Certificates and keys: are they there, do they fit each other, whose are they, and until when?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from msgspec.structs import replace

from gateway.authority import certificates
from gateway.authority.certificates import AuthorityError
from gateway.bus.addresses import Credentials
from gateway.model.messages import message

from .diagnoses import Diagnosis, Surroundings
from .file_checks import check_readable, check_secret, is_there, may, user_of

__all__ = ["check_credentials", "check_pages"]

_SOON_DAYS = 14
_READ = 4
_RENEW = "flagfall enrol --renew"


def check_credentials(around: Surroundings, files: Credentials, name: str) -> Iterator[Diagnosis]:
    """What a table or a relay shows to the broker; `name` is who it should be."""
    wrong = list(_unusable(around, files))
    yield from wrong
    if any(each.kind != "secret_open" for each in wrong) or files.certificate is None or files.key is None:
        return
    found, wrong = _fitting(files.certificate, files.key)
    yield from wrong
    if found is not None:
        yield from _dates(around, files.certificate, found)
        yield from _names(files, files.certificate, found, name)


def check_pages(around: Surroundings, certificate: Path, key: Path) -> Iterator[Diagnosis]:
    """What the relay shows to browsers; the hall's own, or one that somebody else has given."""
    wrong = list(_unusable(around, Credentials(None, certificate, key)))
    if not any(each.kind != "secret_open" for each in wrong):
        found, misfits = _fitting(certificate, key)
        wrong += misfits
        if found is not None:
            wrong += _dates(around, certificate, found)
    for each in wrong:  # nobody enrols a web server
        if each.kind.startswith("certificate") and each.kind != "certificate_early":
            yield replace(each, do=message("doctor.pages_certificate", section="[listen]"))
        else:
            yield each


def _unusable(around: Surroundings, files: Credentials) -> Iterator[Diagnosis]:
    """Files that are not there, or may not be read by those who must, or may by those who must not."""
    for path in files:
        if path is None:
            continue
        if not is_there(path):
            yield Diagnosis.trouble(
                message("doctor.certificate_missing", path=str(path)),
                message("doctor.certificate_missing.do", command="flagfall enrol"),
            )
        elif path != files.key:
            yield from check_readable(around, path)
        else:
            yield from check_secret(path)
            if not may(path, around.user, _READ):
                who = user_of(around)
                yield Diagnosis.trouble(
                    message("doctor.key_closed", path=str(path), user=who),
                    message("doctor.key_closed.do", command=f"sudo chown {who} {path}"),
                )


def _fitting(certificate: Path, key: Path) -> tuple[x509.Certificate | None, list[Diagnosis]]:
    """The certificate, if it can be read, and whether the key is its own."""
    try:
        found = x509.load_pem_x509_certificate(certificate.read_bytes())
        secret = load_pem_private_key(key.read_bytes(), None)
    except (OSError, ValueError, TypeError):
        damaged = message("doctor.certificate_damaged", path=str(certificate))
        return None, [Diagnosis.trouble(damaged, message("doctor.certificate_damaged.do", command="flagfall enrol"))]
    if _public(found.public_key()) == _public(secret.public_key()):
        return found, []
    strange = message("doctor.key_of_another", path=str(certificate), key=str(key))
    return found, [Diagnosis.trouble(strange, message("doctor.key_of_another.do", command="flagfall enrol"))]


def _dates(around: Surroundings, path: Path, found: x509.Certificate) -> Iterator[Diagnosis]:
    until = found.not_valid_after_utc
    days = (until - around.now).days
    if around.now >= until:
        yield Diagnosis.trouble(
            message("doctor.certificate_expired", path=str(path), day=until.strftime("%Y-%m-%d")),
            message("doctor.certificate_expired.do", command="flagfall enrol"),
        )
    elif around.now < found.not_valid_before_utc:
        yield Diagnosis.trouble(
            message("doctor.certificate_early", path=str(path), day=found.not_valid_before_utc.strftime("%Y-%m-%d")),
            message("doctor.certificate_early.do", command="timedatectl"),
        )
    elif days < _SOON_DAYS:
        yield Diagnosis.warning(
            message("doctor.certificate_ends", path=str(path), days=days),
            message("doctor.certificate_ends.do", command=f"{_RENEW} {path}"),
        )


def _names(files: Credentials, path: Path, found: x509.Certificate, name: str) -> Iterator[Diagnosis]:
    try:
        subject = certificates.subject_of(path.read_bytes())
    except (AuthorityError, OSError):
        return  # of no authority of ours: a broker of somebody else's may want such a one
    if subject.name != name:
        yield Diagnosis.trouble(
            message("doctor.certificate_of_another", path=str(path), name=subject.name, wanted=name),
            message("doctor.certificate_of_another.do", wanted=name, command=f"flagfall enrol {name}"),
        )
    if files.authority is not None:
        try:
            found.verify_directly_issued_by(x509.load_pem_x509_certificate(files.authority.read_bytes()))
        except (OSError, ValueError, TypeError, InvalidSignature):
            yield _stranger(files)


def _stranger(files: Credentials) -> Diagnosis:
    return Diagnosis.trouble(
        message("doctor.authority_of_another", path=str(files.certificate), authority=str(files.authority)),
        message("doctor.authority_of_another.do", command="flagfall enrol"),
    )


def _public(key: object) -> bytes:
    return key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)  # type: ignore[attr-defined, no-any-return]
