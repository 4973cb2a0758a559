"""Passwords: what is asked of one, and its hash (argon2id). Hashing waits on another thread, one at a time."""

from __future__ import annotations

import asyncio
import unicodedata
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from gateway.model.errors import GatewayError
from gateway.model.messages import message

__all__ = ["PASSWORD_MAX", "PASSWORD_MIN", "BadPassword", "Passwords", "check_password"]

PASSWORD_MIN: Final = 10
PASSWORD_MAX: Final = 200
_DIFFERENT_MIN: Final = 4
"""Letters that differ: `aaaaaaaaaa` is ten long and no secret."""


class BadPassword(GatewayError):
    """A password that is not taken."""


def check_password(password: str, *known: str) -> None:
    """Raise `BadPassword` with what to do about a password that anybody could guess; `known` holds what all know."""
    text = _plain(password)
    if not PASSWORD_MIN <= len(text) <= PASSWORD_MAX:
        raise BadPassword(message("problem.password_length", least=PASSWORD_MIN, most=PASSWORD_MAX))
    if len(set(text)) < _DIFFERENT_MIN or text.casefold() in {_plain(each).casefold() for each in known}:
        raise BadPassword(message("problem.password_known"))


class Passwords:
    """The hasher. One hash takes 64 MiB and a good part of a second on a small computer, so they queue."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._one_at_a_time = asyncio.Lock()
        self._nobodys = ""

    async def hash(self, password: str) -> str:
        """What is kept of a password."""
        async with self._one_at_a_time:
            return await asyncio.to_thread(self._hasher.hash, _plain(password))

    async def fits(self, password: str, kept: str) -> bool:
        """Whether it is the password that this was kept of; takes as long where nothing was kept."""
        if not self._nobodys:
            self._nobodys = await self.hash("the password of nobody")
        if len(password) > PASSWORD_MAX:
            return False
        async with self._one_at_a_time:
            fitting = await asyncio.to_thread(self._verify, _plain(password), kept or self._nobodys)
        return fitting and bool(kept)

    def _verify(self, password: str, kept: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False


def _plain(password: str) -> str:
    """The same text, however a keyboard composes its letters."""
    return unicodedata.normalize("NFC", password)
