"""Players' cards: one for each side of each table, with a link (a QR code) that opens the player's page.

A card belongs to a seat: to whoever holds that side at the start of the game there, `Role.WHITE` or `Role.BLACK`. Who
that is, the assignment says, from game to game; after a swap of colours the card goes with the player, not with the
colour. A card that was lost or photographed is replaced: the old link then opens nothing.

A link holds the table, the side and a code that only this relay can make. What is kept is one secret, and how often
each card was replaced: a fold over lines of their own.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import secrets
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from gateway.model.sides import Side
from gateway.referee.roles import Role
from gateway.store import LineStore, StoredLine

__all__ = ["PlayerCard", "PlayerCards"]

log = logging.getLogger(__name__)

_STREAM = "cards"
_LETTERS = {Side.WHITE: "w", Side.BLACK: "b"}
_LINK_MAX = 120


class CardsBegan(msgspec.Struct, frozen=True, tag_field="type", tag="began"):
    """The secret by which links are made."""

    secret: str


class CardReplaced(msgspec.Struct, frozen=True, tag_field="type", tag="replaced"):
    """A card was replaced by a new one."""

    table: str
    side: Side


_LINE = msgspec.json.Decoder(CardsBegan | CardReplaced)


class PlayerCard(NamedTuple):
    """The card of one seat."""

    table: str
    side: Side
    """The side at the start of the game."""
    issue: int
    """How often it was replaced."""

    @property
    def role(self) -> Role:
        """In which role whoever has it asks for something."""
        return Role.WHITE if self.side is Side.WHITE else Role.BLACK


class PlayerCards:
    """All cards of an event."""

    def __init__(self, event: str, store: LineStore | None = None) -> None:
        self._event = event
        self._store = store
        self._secret = secrets.token_hex(32)
        self._issues: dict[tuple[str, Side], int] = {}
        self._written = 0
        self._one_at_a_time = asyncio.Lock()
        self.replaced: Callable[[str, Side], None] = lambda _table, _side: None
        """Called when a card does not open anything any more."""

    async def load(self) -> None:
        """Take up what the store holds; the first time, make the secret."""
        if self._store is None:
            return
        for line in await self._store.read(_STREAM):
            self._written += 1
            try:
                self._fold(_LINE.decode(line))
            except msgspec.DecodeError as error:
                log.warning("A line of the players' cards cannot be read and is left out: %s.", error)
        if not self._written:
            await self._write(CardsBegan(self._secret))

    def card(self, table: str, side: Side) -> PlayerCard:
        """The card that is good now."""
        return PlayerCard(table, side, self._issues.get((table, side), 0))

    def link(self, card: PlayerCard) -> str:
        """The last part of its address: `t1.w.CODE`."""
        seat = f"{self._event}\n{card.table}\n{card.side}\n{card.issue}"
        return f"{card.table}.{_LETTERS[card.side]}.{self.code(seat)[:32]}"

    def code(self, signed: str) -> str:
        """A code for a text that nobody can make who has not the secret."""
        return hmac.new(self._secret.encode(), signed.encode(), hashlib.sha256).hexdigest()

    def find(self, link: str) -> PlayerCard | None:
        """The card that has this link, if it was not replaced."""
        parts = link.split(".") if len(link) <= _LINK_MAX and link.isascii() else []
        side = next((side for side, letter in _LETTERS.items() if parts[1:2] == [letter]), None)
        if len(parts) != 3 or side is None:
            return None
        card = self.card(parts[0], side)
        return card if hmac.compare_digest(self.link(card), link) else None

    async def replace(self, table: str, side: Side) -> PlayerCard:
        """A new card; the old one opens nothing any more. Raises `JournalError` if that cannot be kept."""
        async with self._one_at_a_time:
            await self._write(CardReplaced(table, side))
        self.replaced(table, side)
        return self.card(table, side)

    async def _write(self, line: CardsBegan | CardReplaced) -> None:
        if self._store is not None:
            await self._store.append_many([StoredLine(_STREAM, self._written + 1, msgspec.json.encode(line))])
        self._written += 1
        self._fold(line)

    def _fold(self, line: CardsBegan | CardReplaced) -> None:
        if isinstance(line, CardsBegan):
            self._secret = line.secret
        else:
            seat = (line.table, line.side)
            self._issues[seat] = self._issues.get(seat, 0) + 1
