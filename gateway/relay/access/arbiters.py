"""Arbiters and their sign-in. Nothing is kept on the server: the cookie carries the name and proves it with the key.

So a restarted relay still knows its arbiters, and whoever's key is changed or removed is signed out at once.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import re
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from gateway.model.errors import SettingsError

__all__ = ["COOKIE", "COOKIE_DAYS", "Arbiter", "Arbiters", "new_key"]

COOKIE = "flagfall_arbiter"
COOKIE_DAYS = 14
_KEY = re.compile(r"[A-Za-z0-9_-]{16,}")


class Arbiter(NamedTuple):
    """A person who may act; the key is the secret part of the sign-in link."""

    name: str
    role: str
    """As it is written into the record: `arbiter`, `chief arbiter`, ..."""
    key: str


def new_key() -> str:
    """A key that cannot be guessed."""
    return secrets.token_urlsafe(18)


class Arbiters:
    """All arbiters who may sign in."""

    def __init__(self, arbiters: Sequence[Arbiter]) -> None:
        for arbiter in arbiters:
            if not arbiter.name.strip() or not _KEY.fullmatch(arbiter.key):
                why = (
                    f"Arbiter {arbiter.name!r} needs a name and a key of at least 16 letters, digits, '-' or '_': "
                    f"take {new_key()!r}, for example."
                )
                raise SettingsError(why)
        if len({arbiter.name for arbiter in arbiters}) < len(arbiters):
            raise SettingsError("Two arbiters have the same name: the record must tell them apart.")
        if len({arbiter.key for arbiter in arbiters}) < len(arbiters):
            raise SettingsError("Two arbiters have the same key: give each one of their own.")
        self._all = tuple(arbiters)

    def by_key(self, key: str) -> Arbiter | None:
        """Whose key this is. Compares with all of them in constant time each."""
        found = None
        for arbiter in self._all:
            if hmac.compare_digest(arbiter.key.encode(), key.encode()):
                found = arbiter
        return found

    def cookie(self, arbiter: Arbiter, now: int) -> str:
        """What the browser is given to show again; good until `COOKIE_DAYS` after `now` (ms)."""
        name = base64.urlsafe_b64encode(arbiter.name.encode()).decode()
        until = now // 1000 + COOKIE_DAYS * 86_400
        return f"{name}.{until}.{_proof(arbiter, until)}"

    def by_cookie(self, cookie: str | None, now: int) -> Arbiter | None:
        """Who shows this cookie; None for a missing, forged, outdated or outlived one."""
        match (cookie or "").split("."):
            case [encoded, until, proof] if until.isascii() and until.isdigit() and len(until) < 16:
                pass
            case _:
                return None
        try:
            name = base64.urlsafe_b64decode(encoded).decode()
        except (binascii.Error, ValueError):
            return None
        for arbiter in self._all:
            if arbiter.name == name:
                good = hmac.compare_digest(_proof(arbiter, int(until)).encode(), proof.encode())
                return arbiter if good and now // 1000 < int(until) else None
        return None


def _proof(arbiter: Arbiter, until: int) -> str:
    text = f"flagfall cookie 1\n{arbiter.name}\n{arbiter.role}\n{until}"
    return hmac.new(arbiter.key.encode(), text.encode(), hashlib.sha256).hexdigest()
