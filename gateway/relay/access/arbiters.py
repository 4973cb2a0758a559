"""Arbiters, each with the key of his sign-in link."""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Sequence
from typing import NamedTuple

from gateway.model.errors import SettingsError

from .officials import Official, same_name

__all__ = ["Arbiter", "Arbiters", "new_key"]

_KEY = re.compile(r"[A-Za-z0-9_-]{16,}")


class Arbiter(NamedTuple):
    """A person who may act; the key is the secret part of the sign-in link."""

    name: str
    role: str
    """As it is written into the record: `arbiter`, `chief arbiter`, ..."""
    key: str

    @property
    def official(self) -> Official:
        """As sessions know him."""
        return Official(self.name, self.role, self.key)


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
        if len({same_name(arbiter.name) for arbiter in arbiters}) < len(arbiters):
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

    @property
    def all(self) -> tuple[Arbiter, ...]:
        """All of them, as the settings list them."""
        return self._all

    def named(self, name: str) -> Official | None:
        """The arbiter of this name."""
        return next((arbiter.official for arbiter in self._all if arbiter.name == name), None)
