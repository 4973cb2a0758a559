"""Certificates of a hall: its authority's own, and those that it issues. Values in, PEM out; no files, no clock.

The subject of a certificate is `CN=name,OU=enrolment`. The name is the broker's user; the enrolment changes whenever
the name is given to another device, so that a certificate that was revoked stays so when its name is used again.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from gateway.model.errors import GatewayError

__all__ = [
    "BROWSERS_EARLIER",
    "EARLIER",
    "AuthorityError",
    "Issued",
    "PublicKey",
    "Subject",
    "fingerprint",
    "issue",
    "make_authority",
    "make_key",
    "make_request",
    "public_key_of",
    "revocation_list",
    "serial_of",
    "sign",
    "signed_by",
    "subject_of",
    "valid_until",
    "verified",
]

PublicKey = ec.EllipticCurvePublicKey
"""The public half of a key."""
_AUTHORITY_DAYS = 3650
EARLIER = timedelta(days=3650)
"""A Pi without a battery clock, in a hall without internet, lives in the year of its card: what is valid from today
on is not valid for it."""
BROWSERS_EARLIER = timedelta(days=365)
"""For what browsers look at: some of them take no certificate that is valid for more than 825 days in all."""
_CURVE = ec.SECP256R1()
_DIGEST = hashes.SHA256()


class AuthorityError(GatewayError):
    """A certificate, a request or a claim that the authority does not take."""


@dataclass(frozen=True, slots=True)
class Issued:
    """A certificate and the key that belongs to it, both as PEM."""

    certificate: bytes
    key: bytes


@dataclass(frozen=True, slots=True)
class Subject:
    """The party that a certificate is for."""

    name: str
    """The common name, which is the broker's user."""
    enrolment: str
    """Which device has the name."""

    @property
    def distinguished_name(self) -> str:
        """The subject as brokers write it."""
        return f"CN={self.name},OU={self.enrolment}"


def make_key() -> bytes:
    """A new private key, as PEM."""
    return _key_pem(ec.generate_private_key(_CURVE))


def make_authority(hall: str, now: datetime) -> Issued:
    """A new authority for a hall: it signs itself, and may sign certificates of parties but no other authority."""
    key = ec.generate_private_key(_CURVE)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Flagfall authority of {hall}"[:64])])
    certificate = (
        _begin(name, name, key.public_key(), now, _AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(authority=True), critical=True)
        .sign(key, _DIGEST)
    )
    return Issued(_pem(certificate), _key_pem(key))


def issue(
    authority: Issued,
    subject: Subject,
    public_key: PublicKey,
    hosts: Sequence[str],
    now: datetime,
    days: int,
    earlier: timedelta = EARLIER,
) -> bytes:
    """A certificate for a party. One with `hosts` may serve under these names and addresses, too.

    It is valid from as much as `earlier` than now.
    """
    issuer, key = _certificate(authority.certificate), _key(authority.key)
    uses = [ExtendedKeyUsageOID.CLIENT_AUTH]
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.ORGANIZATIONAL_UNIT_NAME, subject.enrolment),
            x509.NameAttribute(NameOID.COMMON_NAME, subject.name),
        ]
    )
    # It must not outlive its authority.
    days = min(days, (issuer.not_valid_after_utc - now).days)
    if days < 1:
        raise AuthorityError("The hall's authority has expired: make a new one with 'flagfall authority create'.")
    builder = _begin(name, issuer.subject, public_key, now, days, earlier)
    if hosts:
        uses.append(ExtendedKeyUsageOID.SERVER_AUTH)
        builder = builder.add_extension(x509.SubjectAlternativeName([_host(host) for host in hosts]), critical=False)
    certificate = (
        builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(authority=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage(uses), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
        .sign(key, _DIGEST)
    )
    return _pem(certificate)


def make_request(key: bytes, name: str) -> bytes:
    """A request for a certificate, by whoever has made the key; PEM."""
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)] if name else [])
    request = x509.CertificateSigningRequestBuilder().subject_name(subject).sign(_key(key), _DIGEST)
    return request.public_bytes(serialization.Encoding.PEM)


def public_key_of(request: bytes) -> PublicKey:
    """The key that a request is made for; whoever made the request has its other half."""
    try:
        read = x509.load_pem_x509_csr(request)
        key, proven = read.public_key(), read.is_signature_valid
    except (ValueError, TypeError) as error:
        raise AuthorityError("This is not a request for a certificate: run 'flagfall enrol' to make one.") from error
    if not proven:
        raise AuthorityError("The request is not signed by the key that it names.")
    if not isinstance(key, ec.EllipticCurvePublicKey) or not isinstance(key.curve, ec.SECP256R1):
        raise AuthorityError("The request has a key of another kind: P-256 is taken.")
    return key


def subject_of(certificate: bytes) -> Subject:
    """The party that a certificate is for."""
    subject = _certificate(certificate).subject
    names = subject.get_attributes_for_oid(NameOID.COMMON_NAME)
    enrolments = subject.get_attributes_for_oid(NameOID.ORGANIZATIONAL_UNIT_NAME)
    if len(names) != 1 or len(enrolments) != 1:
        raise AuthorityError("The certificate is not one of a hall's authority.")
    return Subject(str(names[0].value), str(enrolments[0].value))


def verified(certificate: bytes, authority: bytes, now: datetime) -> Subject:
    """The party of a certificate that this authority has issued and that is valid now; raises for any other."""
    read = _certificate(certificate)
    try:
        read.verify_directly_issued_by(_certificate(authority))
    except (ValueError, TypeError, InvalidSignature) as error:
        raise AuthorityError("The certificate is of another authority: enrol with this one.") from error
    if not read.not_valid_before_utc <= now <= read.not_valid_after_utc:
        raise AuthorityError("The certificate has expired, or the computer's clock is wrong: enrol again.")
    return subject_of(certificate)


def sign(key: bytes, content: bytes) -> bytes:
    """The proof that whoever has the key says this."""
    return _key(key).sign(content, ec.ECDSA(_DIGEST))


def signed_by(certificate: bytes, content: bytes, signature: bytes) -> bool:
    """Whether whoever has the certificate's key says this."""
    key = _certificate(certificate).public_key()
    if not isinstance(key, ec.EllipticCurvePublicKey):
        return False
    try:
        key.verify(signature, content, ec.ECDSA(_DIGEST))
    except InvalidSignature:
        return False
    return True


def fingerprint(certificate: bytes) -> bytes:
    """The SHA-256 of a certificate."""
    return _certificate(certificate).fingerprint(_DIGEST)


def valid_until(certificate: bytes) -> datetime:
    """The instant at which a certificate expires."""
    return _certificate(certificate).not_valid_after_utc


def serial_of(certificate: bytes) -> int:
    """The number of a certificate."""
    return _certificate(certificate).serial_number


def revocation_list(authority: Issued, serials: Sequence[int], now: datetime) -> bytes:
    """The list of revoked certificates, for brokers that read one; PEM."""
    issuer = _certificate(authority.certificate)
    builder = (
        x509.CertificateRevocationListBuilder()
        .issuer_name(issuer.subject)
        .last_update(now - EARLIER)
        .next_update(issuer.not_valid_after_utc)
    )
    for serial in serials:
        revoked = x509.RevokedCertificateBuilder().serial_number(serial).revocation_date(now - EARLIER).build()
        builder = builder.add_revoked_certificate(revoked)
    return builder.sign(_key(authority.key), _DIGEST).public_bytes(serialization.Encoding.PEM)


def _begin(
    subject: x509.Name, issuer: x509.Name, public_key: PublicKey, now: datetime, days: int, earlier: timedelta = EARLIER
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(public_key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - earlier)
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public_key), critical=False)
    )


def _usage(*, authority: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not authority,
        key_cert_sign=authority,
        crl_sign=authority,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _host(text: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(text))
    except ValueError:
        return x509.DNSName(text)


def _certificate(pem: bytes) -> x509.Certificate:
    try:
        return x509.load_pem_x509_certificate(pem)
    except ValueError as error:
        raise AuthorityError("This is not a certificate (PEM).") from error


def _key(pem: bytes) -> ec.EllipticCurvePrivateKey:
    try:
        key = serialization.load_pem_private_key(pem, None)
    except (ValueError, TypeError) as error:
        raise AuthorityError("This is not a private key (PEM, without a password).") from error
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise AuthorityError("The private key is of another kind: P-256 is taken.")
    return key


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
