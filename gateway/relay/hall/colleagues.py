"""Colleagues: who is signed in and has, or lately had, a page of the hall open; a matter can be handed to them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import msgspec

__all__ = ["LATELY_MS", "Colleague", "Colleagues"]

LATELY_MS: Final = 4 * 3_600_000
"""How long somebody whose telephone sleeps is still taken to be about."""


class Colleague(msgspec.Struct, frozen=True):
    """Somebody who sees to matters."""

    name: str
    role: str
    here: bool
    """Whether a page of his is open now."""


class _Presence(msgspec.Struct):
    role: str
    pages: int = 0
    left: int = 0


class Colleagues:
    """Everybody who is about."""

    def __init__(self, now: Callable[[], int]) -> None:
        self._now = now
        self._all: dict[str, _Presence] = {}

    def came(self, name: str, role: str) -> None:
        """Somebody has opened a page."""
        presence = self._all.setdefault(name, _Presence(role))
        presence.role = role
        presence.pages += 1

    def went(self, name: str, *, signed_out: bool) -> None:
        """Somebody's page was closed; who has signed out is about no longer."""
        presence = self._all.get(name)
        if presence is None:
            return
        presence.pages -= 1
        presence.left = self._now()
        if signed_out and presence.pages <= 0:
            del self._all[name]

    def about(self) -> list[Colleague]:
        """Those who are about, by name."""
        since = self._now() - LATELY_MS
        return [
            Colleague(name, presence.role, presence.pages > 0)
            for name, presence in sorted(self._all.items())
            if presence.pages > 0 or presence.left > since
        ]
