"""The folder of an authority: its certificate and key, its register, the certificates and keys that were made here.

| file | what | who may read it |
|---|---|---|
| `authority.crt` | the authority's certificate | everybody |
| `authority.key` | its key: whoever has it can make himself chief arbiter | its owner |
| `register.json` | who has a certificate, what is revoked, which claims are open | its owner |
| `revoked.crl` | the revoked certificates, for brokers that read such a list | everybody |
| `parties/NAME.crt`, `parties/NAME.key` | of the parties whose keys were made here | everybody; its owner |

Several processes change the register: the relay enrols while somebody types a command. Each change reads it, writes it
anew beside the old one and swaps the two, under a lock.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import secrets
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import msgspec

from . import certificates
from .certificates import AuthorityError, Issued
from .claim_text import digest_of, new_word
from .register import EnrolmentClaim, Party, PartyKind, Register, check_name

__all__ = ["AuthorityFolder", "read_or_explain", "write_private"]

_READER = msgspec.json.Decoder(Register)


class AuthorityFolder:
    """An authority that is on disk."""

    def __init__(self, path: Path) -> None:
        """Raises `AuthorityError` if there is none. A copy without its key will do for whoever issues nothing."""
        self.path = path
        if not self.register_file.exists():
            raise AuthorityError(f"There is no authority in {path}: make one with 'flagfall authority create'.")

    @classmethod
    def create(cls, path: Path, event: str, days: int, now: datetime) -> AuthorityFolder:
        """Make a new authority, where there is none yet."""
        check_name(event)
        if (path / "authority.key").exists():
            raise AuthorityError(
                f"There is an authority in {path} already: use it, or move the folder away to begin anew."
            )
        made = certificates.make_authority(event, now)
        try:
            (path / "parties").mkdir(parents=True, exist_ok=True)
            path.chmod(0o711)
            _write(path / "authority.crt", made.certificate, 0o644)
            register = Register(event=event, days=days, cluster_key=secrets.token_hex(16))
            _write(path / "register.json", _written(register), 0o600)
            _write(path / "revoked.crl", certificates.revocation_list(made, (), now), 0o644)
            _write(path / "authority.key", made.key, 0o600)  # the last: now it is one
        except OSError as error:
            raise AuthorityError(f"{path} cannot be written: {error.strerror}.") from error
        return cls(path)

    # What is there --------------------------------------------------------------------------------------------------

    @property
    def certificate(self) -> Path:
        """The file with the authority's certificate."""
        return self.path / "authority.crt"

    @property
    def revoked(self) -> Path:
        """The file with the list of revoked certificates."""
        return self.path / "revoked.crl"

    @property
    def register_file(self) -> Path:
        """The file that changes when a party comes or goes."""
        return self.path / "register.json"

    def signature(self) -> tuple[int, int]:
        """What is another one after each change of the register."""
        try:
            status = self.register_file.stat()
        except OSError as error:
            raise AuthorityError(f"{self.register_file} cannot be read: {error.strerror}.") from error
        return status.st_ino, status.st_mtime_ns

    def certificate_of(self, name: str) -> Path:
        """The file with the certificate of a party whose key was made here."""
        return self.path / "parties" / f"{name}.crt"

    def key_of(self, name: str) -> Path:
        """The file with the key of such a party."""
        return self.path / "parties" / f"{name}.key"

    def register(self) -> Register:
        """The register as it is now."""
        try:
            return _READER.decode(read_or_explain(self.register_file))
        except msgspec.MsgspecError as error:
            raise AuthorityError(f"{self.register_file} is damaged ({error}): bring back a copy of it.") from error

    def authority(self) -> Issued:
        """The authority's own certificate and key."""
        return Issued(read_or_explain(self.certificate), read_or_explain(self._key))

    # What changes ---------------------------------------------------------------------------------------------------

    def make_party(self, name: str, kind: PartyKind, hosts: Sequence[str], now: datetime, event: str = "") -> Party:
        """Make a key here, and the certificate for it; whoever had the name before has it no more."""
        with self._changing() as changes:
            party = self._new_party(changes.register, name, kind, hosts, event)
            return self._equip(changes, party, now)

    def renew_party(self, name: str, now: datetime) -> Party:
        """Make a new key and certificate for a party whose key was made here."""
        with self._changing() as changes:
            party = changes.register.find(name)
            if not self.key_of(name).exists():
                raise AuthorityError(f"The key of {name} was made elsewhere: run 'flagfall enrol --renew' there.")
            return self._equip(changes, party, now)

    def renew_due(self, now: datetime) -> list[str]:
        """Renew whatever was made here and has lived more than half of its life; returns the names."""
        register = self.register()
        due = int((now + timedelta(days=register.days / 2)).timestamp())
        names = [name for name, party in register.parties.items() if party.until < due and self.key_of(name).exists()]
        for name in names:
            self.renew_party(name, now)
        return names

    def revoke(self, name: str, now: datetime) -> None:
        """Take a party's certificates back; brokers hear of it at once."""
        with self._changing() as changes:
            changes.register = changes.register.revoke(name)
            self._list_revoked(changes.register, now)
        for file in (self.key_of(name), self.certificate_of(name)):
            file.unlink(missing_ok=True)

    def offer(self, name: str, kind: PartyKind, seconds: int, now: datetime) -> str:
        """Open a claim; returns its word, which is kept nowhere."""
        word, at = new_word(), int(now.timestamp())
        with self._changing() as changes:
            claim = EnrolmentClaim(digest=digest_of(word), name=name, kind=kind, until=at + seconds)
            changes.register = changes.register.offer(claim, at)
        return word

    def redeem(self, word: str, request: bytes, now: datetime) -> tuple[Party, bytes]:
        """Give a certificate for a claim, once; returns the party and the certificate."""
        public_key = certificates.public_key_of(request)  # before the claim is spent
        with self._changing() as changes:
            changes.register, claim = changes.register.redeem(digest_of(word), int(now.timestamp()))
            party = self._new_party(changes.register, claim.name, claim.kind, (), "")
            return self._issue(changes, party, public_key, now)

    def admit(self, name: str, request: bytes, now: datetime) -> tuple[Party, bytes]:
        """Give a table a certificate because somebody in charge says so."""
        public_key = certificates.public_key_of(request)
        with self._changing() as changes:
            party = self._new_party(changes.register, name, PartyKind.TABLE, (), "")
            return self._issue(changes, party, public_key, now)

    def renew(self, certificate: bytes, request: bytes, signature: bytes, now: datetime) -> tuple[Party, bytes]:
        """Give another certificate to whoever has one, and proves with its key that he asks."""
        public_key = certificates.public_key_of(request)
        subject = certificates.verified(certificate, read_or_explain(self.certificate), now)
        if not certificates.signed_by(certificate, request, signature):
            raise AuthorityError("The request is not signed with the key of the certificate that it renews.")
        with self._changing() as changes:
            party = changes.register.parties.get(subject.name)
            if party is None or party.subject != subject:
                raise AuthorityError("The certificate is revoked: ask for a claim and enrol again.")
            return self._issue(changes, party, public_key, now)

    # ----------------------------------------------------------------------------------------------------------------

    @property
    def _key(self) -> Path:
        return self.path / "authority.key"

    def _new_party(self, register: Register, name: str, kind: PartyKind, hosts: Sequence[str], event: str) -> Party:
        check_name(name)
        before = register.parties.get(name)
        if before is not None and before.kind is not kind:
            raise AuthorityError(f"{name} is a {before.kind} already: choose another name, or revoke it first.")
        return Party(
            name=name, kind=kind, event=event or register.event, enrolment=secrets.token_hex(6), hosts=tuple(hosts)
        )

    def _equip(self, changes: _Changes, party: Party, now: datetime) -> Party:
        key = certificates.make_key()
        public_key = certificates.public_key_of(certificates.make_request(key, party.name))
        party, certificate = self._issue(changes, party, public_key, now)
        _write(self.key_of(party.name), key, 0o600)
        _write(self.certificate_of(party.name), certificate, 0o644)
        return party

    def _issue(
        self, changes: _Changes, party: Party, public_key: certificates.PublicKey, now: datetime
    ) -> tuple[Party, bytes]:
        days = changes.register.days
        earlier = certificates.BROWSERS_EARLIER if party.kind is PartyKind.RELAY else certificates.EARLIER
        certificate = certificates.issue(self.authority(), party.subject, public_key, party.hosts, now, days, earlier)
        party = msgspec.structs.replace(
            party,
            serials=(*party.serials, f"{certificates.serial_of(certificate):x}"),
            until=int(certificates.valid_until(certificate).timestamp()),
        )
        before = len(changes.register.revoked)
        changes.register = changes.register.enrol(party)
        if len(changes.register.revoked) > before:
            self._list_revoked(changes.register, now)
        return party, certificate

    def _list_revoked(self, register: Register, now: datetime) -> None:
        serials = [int(serial, 16) for serial in register.revoked]
        _write(self.revoked, certificates.revocation_list(self.authority(), serials, now), 0o644)

    @contextlib.contextmanager
    def _changing(self) -> Iterator[_Changes]:
        try:
            with (self.path / "lock").open("a") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                changes = _Changes(self.register())
                yield changes
                _write(self.register_file, _written(changes.register), 0o600)
        except OSError as error:
            raise AuthorityError(f"{self.path} cannot be written: {error.strerror}.") from error


class _Changes:
    """A register that is being changed."""

    def __init__(self, register: Register) -> None:
        self.register = register


def read_or_explain(path: Path) -> bytes:
    """The content of a file; raises `AuthorityError` with the reason if it cannot be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise AuthorityError(f"{path} cannot be read: {error.strerror}.") from error


def write_private(path: Path, content: bytes) -> None:
    """Write a file that only its owner may read, or leave the old one as it is."""
    _write(path, content, 0o600)


def _written(register: Register) -> bytes:
    return msgspec.json.format(msgspec.json.encode(register), indent=1)


def _write(path: Path, content: bytes, mode: int) -> None:
    beside = path.with_name(f".{path.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as file:
        os.fchmod(file.fileno(), mode)
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
