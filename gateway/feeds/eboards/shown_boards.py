"""The boards of tables as somebody is shown them: the public's, or what a relay sends to another computer."""

from __future__ import annotations

import msgspec

from gateway.clock.face import ClockFace
from gateway.model.natural_order import natural_order
from gateway.record.table_state import TableState

from .eboard import EBoard, chess_rules, eboard_of, refusal_of
from .game_line import GameLine

__all__ = ["ShownBoards", "ShownTable"]


class ShownTable(msgspec.Struct, frozen=True):
    """One table as it is shown."""

    state: TableState
    journal: int = 1
    offset: int = 0
    """What makes its instants the reader's."""
    online: bool = True
    clock: ClockFace | None = None
    start: str = ""
    """The position that its game began from; empty: the usual one."""


class ShownBoards:
    """The chess tables that are shown, in the order of their names."""

    def __init__(self) -> None:
        self._tables: dict[str, ShownTable] = {}
        self._lines: dict[str, GameLine] = {}
        self._made: dict[str, EBoard] = {}

    def show(self, table: ShownTable) -> None:
        """A table looks like this now."""
        name = table.state.table
        if self._tables.get(name) != table:
            self._tables[name] = table
            self._made.pop(name, None)

    def all(self) -> list[EBoard]:
        """Every chess board."""
        found = (self.find(name) for name in sorted(self._tables, key=natural_order))
        return [board for board in found if isinstance(board, EBoard)]

    def find(self, serialnr: str) -> EBoard | str:
        """The board of this number, or why there is none."""
        table = self._tables.get(serialnr)
        if table is None:
            return f"There is no board {serialnr!r} here."
        if not chess_rules(table.state.rules):
            return refusal_of(serialnr, table.state.rules)
        if serialnr not in self._made:
            self._made[serialnr] = eboard_of(
                table.state,
                self._lines.setdefault(serialnr, GameLine()),
                journal=table.journal,
                offset=table.offset,
                online=table.online,
                clock=table.clock,
                start=table.start,
            )
        return self._made[serialnr]
