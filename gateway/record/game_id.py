"""The id of a game of an event: which table, and the number of the game there. It stays when the table plays another.

`t7.3` is the third game of table t7. A table that has lost its journal counts its games from 1 again; those of its
second journal are `t7.2.1`, `t7.2.2`, ... One id has one spelling.
"""

from __future__ import annotations

import re
from typing import Self

import msgspec

from gateway.model.errors import GatewayError
from gateway.model.messages import message
from gateway.model.natural_order import natural_order

__all__ = ["GAME_ID_PATTERN", "GameId", "NotAGameId"]

_LARGEST = 999_999_999
GAME_ID_PATTERN = r"^[a-z0-9_-]{1,64}(\.([2-9]|[1-9][0-9]{1,8}))?\.[1-9][0-9]{0,8}$"
"""What an id looks like, as a regular expression."""
_ID = re.compile(GAME_ID_PATTERN.strip("^$"))
_TABLE = re.compile("[a-z0-9_-]{1,64}")


class NotAGameId(GatewayError, ValueError):
    """A text that is no id of a game."""


class GameId(msgspec.Struct, frozen=True):
    """A game: its table, which journal of the table it is in, and its number there."""

    table: str
    game: int
    journal: int = 1

    def __post_init__(self) -> None:
        if not (_TABLE.fullmatch(self.table) and 1 <= self.game <= _LARGEST and 1 <= self.journal <= _LARGEST):
            raise NotAGameId(message("problem.not_a_game", id=str(self)))

    @classmethod
    def parse(cls, text: str) -> Self:
        """The id that the text is; raises `NotAGameId`."""
        if _ID.fullmatch(text) is None:
            raise NotAGameId(message("problem.not_a_game", id=text))
        table, *journal, game = text.split(".")
        return cls(table, int(game), int(journal[0]) if journal else 1)

    def __str__(self) -> str:
        return f"{self.table}.{self.game}" if self.journal == 1 else f"{self.table}.{self.journal}.{self.game}"

    @property
    def order(self) -> tuple[object, ...]:
        """A key to sort by: tables in their natural order, games as they were played."""
        return natural_order(self.table), self.journal, self.game
