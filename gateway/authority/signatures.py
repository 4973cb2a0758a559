"""Signatures of what leaves the hall: by its authority's key, or by one made for the purpose. PEM in, bytes out."""

from __future__ import annotations

import hashlib

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519

from .certificates import AuthorityError

__all__ = ["is_signed", "key_fingerprint", "new_signing_key", "public_half", "sign_bytes"]

_PEM = serialization.Encoding.PEM
_PUBLIC = serialization.PublicFormat.SubjectPublicKeyInfo
_Public = ec.EllipticCurvePublicKey | ed25519.Ed25519PublicKey


def new_signing_key() -> bytes:
    """A new key, Ed25519."""
    key = ed25519.Ed25519PrivateKey.generate()
    return key.private_bytes(_PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())


def public_half(key: bytes) -> bytes:
    """The public key of a key."""
    return _private(key).public_key().public_bytes(_PEM, _PUBLIC)


def sign_bytes(key: bytes, data: bytes) -> bytes:
    """The signature; the same every time, where the computer's library can do that."""
    private = _private(key)
    if isinstance(private, ed25519.Ed25519PrivateKey):
        return private.sign(data)
    try:
        return private.sign(data, ec.ECDSA(hashes.SHA256(), deterministic_signing=True))
    except UnsupportedAlgorithm:
        return private.sign(data, ec.ECDSA(hashes.SHA256()))


def is_signed(signer: bytes, data: bytes, signature: bytes) -> bool:
    """Whether the signature is by the holder of this public key, or of the key of this certificate."""
    public = _public(signer)
    try:
        if isinstance(public, ed25519.Ed25519PublicKey):
            public.verify(signature, data)
        else:
            public.verify(signature, data, ec.ECDSA(hashes.SHA256()))
    except InvalidSignature:
        return False
    return True


def key_fingerprint(signer: bytes) -> str:
    """What tells a public key, or that of a certificate, from all others: SHA-256 in groups of four."""
    der = _public(signer).public_bytes(serialization.Encoding.DER, _PUBLIC)
    digest = hashlib.sha256(der).hexdigest()
    return " ".join(digest[at : at + 4] for at in range(0, 32, 4))


def _private(key: bytes) -> ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey:
    try:
        found = serialization.load_pem_private_key(key, None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise AuthorityError(f"The key to sign with cannot be read: {error}.") from error
    if not isinstance(found, ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey):
        raise AuthorityError("The key to sign with is of a kind that is not used here.")
    return found


def _public(signer: bytes) -> _Public:
    try:
        if b"BEGIN CERTIFICATE" in signer:
            found = x509.load_pem_x509_certificate(signer).public_key()
        else:
            found = serialization.load_pem_public_key(signer)  # type: ignore[assignment]
    except (ValueError, UnsupportedAlgorithm) as error:
        raise AuthorityError(f"The signer's key cannot be read: {error}.") from error
    if not isinstance(found, ec.EllipticCurvePublicKey | ed25519.Ed25519PublicKey):
        raise AuthorityError("The signer's key is of a kind that is not used here.")
    return found
