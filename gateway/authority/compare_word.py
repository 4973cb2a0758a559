"""The word to compare when a device joins without a claim: alike on both sides, or somebody stands between them.

The device first commits itself to a secret number, then hears the relay's, then tells its own. Whoever stands between
the two must choose before he knows what the word will be, so he meets the right one of 65,536 by chance only.
"""

from __future__ import annotations

import hashlib
import secrets

__all__ = ["NONCE_BYTES", "commitment_to", "compare_word", "new_nonce"]

NONCE_BYTES = 16
_CONSONANTS, _VOWELS = "bdfghjklmnprstvz", "aiou"


def new_nonce() -> bytes:
    """A number that nobody can guess."""
    return secrets.token_bytes(NONCE_BYTES)


def commitment_to(nonce: bytes, request: bytes) -> str:
    """What the device tells first: it fixes number and request, and tells nothing of the number."""
    return hashlib.sha256(b"flagfall join 1\n" + nonce + request).hexdigest()


def compare_word(authority: bytes, request: bytes, relays: bytes, devices: bytes) -> str:
    """The word of this meeting: five letters that can be said aloud."""
    parts = (authority, request, relays, devices)
    number = int.from_bytes(
        hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).digest()[:2], "big"
    )
    letters = ""
    for row in (_CONSONANTS, _VOWELS, _CONSONANTS, _VOWELS, _CONSONANTS):
        number, at = divmod(number, len(row))
        letters += row[at]
    return letters
