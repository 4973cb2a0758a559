"""Certificates: what the authority issues holds in a real TLS handshake, and nothing else does."""

from __future__ import annotations

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from gateway.authority import certificates
from gateway.authority.certificates import AuthorityError, Issued, Subject

NOW = datetime.now(UTC)
HALL = certificates.make_authority("spring-open", NOW)
OTHER = certificates.make_authority("spring-open", NOW)


def issued(name: str, *hosts: str, authority: Issued = HALL, now: datetime = NOW, days: int = 30) -> Issued:
    key = certificates.make_key()
    public = certificates.public_key_of(certificates.make_request(key, "whatever"))
    return Issued(certificates.issue(authority, Subject(name, "e1"), public, hosts, now, days), key)


def shake_hands(folder: Path, server: Issued, client: Issued | None, host: str, trusted: Issued = HALL) -> None:
    """A TLS handshake in memory, both sides checking; raises what the side that objects says."""
    contexts: list[ssl.SSLContext] = []
    for purpose, side, ca in ((ssl.Purpose.CLIENT_AUTH, server, HALL), (ssl.Purpose.SERVER_AUTH, client, trusted)):
        context = ssl.create_default_context(purpose, cadata=ca.certificate.decode())
        if side is not None:
            (folder / "c").write_bytes(side.certificate)
            (folder / "k").write_bytes(side.key)
            context.load_cert_chain(folder / "c", folder / "k")
        contexts.append(context)
    contexts[0].verify_mode = ssl.CERT_REQUIRED
    up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
    theirs = contexts[0].wrap_bio(up, down, server_side=True)
    ours = contexts[1].wrap_bio(down, up, server_hostname=host)
    for _ in range(4):
        for end in (ours, theirs):
            try:
                end.do_handshake()
            except ssl.SSLWantReadError:
                continue
    ours.do_handshake()
    theirs.do_handshake()


def test_parties_of_one_authority_trust_each_other(tmp_path: Path) -> None:
    server = issued("broker", "desk.local", "192.168.7.1")
    shake_hands(tmp_path, server, issued("t1"), "desk.local")
    shake_hands(tmp_path, server, issued("t1"), "192.168.7.1")


@pytest.mark.parametrize(
    ("client", "host", "why"),
    [
        (None, "desk.local", "peer did not return a certificate"),
        (issued("t1", authority=OTHER), "desk.local", "certificate verify failed"),
        (issued("t1", now=NOW - timedelta(days=40)), "desk.local", "certificate has expired"),
        (issued("t1"), "other.local", "Hostname mismatch"),
    ],
)
def test_nobody_else_is_trusted(tmp_path: Path, client: Issued | None, host: str, why: str) -> None:
    with pytest.raises(ssl.SSLError, match=why):
        shake_hands(tmp_path, issued("broker", "desk.local"), client, host)


def test_a_table_cannot_serve_as_the_broker(tmp_path: Path) -> None:
    with pytest.raises(ssl.SSLError, match=r"unsuitable certificate purpose|unsupported certificate"):
        shake_hands(tmp_path, issued("t1"), issued("t2"), "desk.local")


def test_a_table_cannot_issue_certificates(tmp_path: Path) -> None:
    forged = issued("relay", authority=issued("t1"))
    with pytest.raises(ssl.SSLError, match="certificate verify failed"):
        shake_hands(tmp_path, issued("broker", "desk.local"), forged, "desk.local")
    with pytest.raises(AuthorityError, match="another authority"):
        certificates.verified(forged.certificate, HALL.certificate, NOW)


def test_the_authority_says_who_is_called_what_not_the_request() -> None:
    assert certificates.subject_of(issued("t1").certificate) == Subject("t1", "e1")


def test_a_certificate_is_verified_by_authority_and_time() -> None:
    assert certificates.verified(issued("t1").certificate, HALL.certificate, NOW) == Subject("t1", "e1")
    with pytest.raises(AuthorityError, match="another authority"):
        certificates.verified(issued("t1", authority=OTHER).certificate, HALL.certificate, NOW)
    with pytest.raises(AuthorityError, match="expired"):
        certificates.verified(issued("t1").certificate, HALL.certificate, NOW + timedelta(days=31))


def test_no_certificate_outlives_its_authority() -> None:
    late = NOW + timedelta(days=3640)
    assert certificates.valid_until(issued("t1", now=late).certificate) <= certificates.valid_until(HALL.certificate)
    with pytest.raises(AuthorityError, match="authority has expired"):
        issued("t1", now=NOW + timedelta(days=3650))


def test_a_signature_is_of_one_key_and_one_content() -> None:
    party = issued("t1")
    signature = certificates.sign(party.key, b"renew")
    assert certificates.signed_by(party.certificate, b"renew", signature)
    assert not certificates.signed_by(party.certificate, b"other", signature)
    assert not certificates.signed_by(issued("t1").certificate, b"renew", signature)


def csr(key: ec.EllipticCurvePrivateKey | rsa.RSAPrivateKey) -> bytes:
    builder = x509.CertificateSigningRequestBuilder().subject_name(x509.Name([]))
    return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


@pytest.mark.parametrize(
    ("request_pem", "why"),
    [
        (b"", "not a request"),
        (b"-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n", "not a request"),
        (csr(rsa.generate_private_key(65537, 2048)), "another kind"),
        (csr(ec.generate_private_key(ec.SECP384R1())), "another kind"),
    ],
)
def test_a_request_that_is_none_is_refused_in_a_sentence(request_pem: bytes, why: str) -> None:
    with pytest.raises(AuthorityError, match=why):
        certificates.public_key_of(request_pem)


def test_a_request_whose_signature_is_another_keys_is_refused() -> None:
    mine = x509.load_pem_x509_csr(csr(ec.generate_private_key(ec.SECP256R1())))
    theirs = x509.load_pem_x509_csr(csr(ec.generate_private_key(ec.SECP256R1())))
    der = mine.public_bytes(serialization.Encoding.DER)
    spki = (serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    forged = der.replace(mine.public_key().public_bytes(*spki), theirs.public_key().public_bytes(*spki))
    pem = x509.load_der_x509_csr(forged).public_bytes(serialization.Encoding.PEM)
    with pytest.raises(AuthorityError, match="not signed by the key"):
        certificates.public_key_of(pem)
