"""Claims as people carry them: the relay's address, a secret word, and the beginning of the authority's fingerprint.

    https://desk.local:8443/enrol#5jtr-ywqm-h3zc-ae2k.7f6p-x2ra-nmbd-4wqe

The part behind `#` is never sent by a browser that opens the link.
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from .certificates import AuthorityError

__all__ = ["ClaimText", "digest_of", "new_word", "short_fingerprint"]

_BYTES = 10
"""80 bits: sixteen letters, more than anybody can try within the hour that a claim lives."""


@dataclass(frozen=True, slots=True)
class ClaimText:
    """A claim with all that a device must know to use it."""

    relay: str
    """The relay's address, `https://host:port`."""
    word: str
    fingerprint: str

    def __str__(self) -> str:
        return f"{self.relay}/enrol#{_grouped(self.word)}.{_grouped(self.fingerprint)}"

    @classmethod
    def parse(cls, text: str) -> ClaimText:
        """Read what somebody has typed or scanned."""
        wrong = AuthorityError(
            "This is not a claim: it looks like https://desk.local:8443/enrol#xxxx-xxxx-xxxx-xxxx.yyyy-yyyy-yyyy-yyyy."
        )
        try:
            parts = urlsplit(text.strip())
        except ValueError as error:
            raise wrong from error
        word, _, fingerprint = parts.fragment.lower().replace("-", "").partition(".")
        if parts.scheme != "https" or not parts.netloc or len(word) != 16 or len(fingerprint) != 16:
            raise wrong
        return cls(f"https://{parts.netloc}", word, fingerprint)


def new_word() -> str:
    """A secret word that cannot be guessed."""
    return _letters(secrets.token_bytes(_BYTES))


def digest_of(word: str) -> str:
    """What the register keeps of a word."""
    return hashlib.sha256(word.encode()).hexdigest()


def short_fingerprint(fingerprint: bytes) -> str:
    """The beginning of a fingerprint, as a claim has it."""
    return _letters(fingerprint[:_BYTES])


def _letters(content: bytes) -> str:
    return base64.b32encode(content).decode().lower()


def _grouped(letters: str) -> str:
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))
