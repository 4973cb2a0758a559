"""Certificates and keys: are they there, do they fit each other, whose are they, and until when?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key

from gateway.authority import certificates
from gateway.authority.certificates import AuthorityError
from gateway.bus.addresses import Credentials
from gateway.model.messages import message

from .diagnoses import Diagnosis, Surroundings
from .file_checks import check_secret, may

__all__ = ["check_credentials"]

_SOON_DAYS = 14
_READ = 4
_RENEW = "flagfall enrol --renew"


def check_credentials(around: Surroundings, files: Credentials, name: str) -> Iterator[Diagnosis]:
    """What a table or a relay shows to the broker; `name` is who it should be."""
    missing = [path for path in files if path is not None and not path.exists()]
    for path in missing:
        yield Diagnosis.trouble(
            message("doctor.certificate_missing", path=str(path)),
            message("doctor.certificate_missing.do", command="flagfall enrol"),
        )
    if files.key is not None and files.key not in missing:
        yield from check_secret(files.key)
        if not may(files.key, around.user, _READ):
            yield Diagnosis.trouble(
                message("doctor.key_closed", path=str(files.key), user=around.user),
                message("doctor.key_closed.do", command=f"sudo chown {around.user} {files.key}"),
            )
    if missing or files.certificate is None or files.key is None:
        return
    try:
        found = x509.load_pem_x509_certificate(files.certificate.read_bytes())
        key = load_pem_private_key(files.key.read_bytes(), None)
    except (OSError, ValueError, TypeError):
        yield Diagnosis.trouble(
            message("doctor.certificate_damaged", path=str(files.certificate)),
            message("doctor.certificate_damaged.do", command="flagfall enrol"),
        )
        return
    if _public(found.public_key()) != _public(key.public_key()):
        yield Diagnosis.trouble(
            message("doctor.key_of_another", path=str(files.certificate), key=str(files.key)),
            message("doctor.key_of_another.do", command="flagfall enrol"),
        )
    yield from _dates(around, files.certificate, found)
    yield from _names(files, files.certificate, found, name)


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
