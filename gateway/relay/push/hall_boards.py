"""The boards of a hall for clients of LiveChess's API: positions as the public sees them, and when."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from gateway.feeds.eboards.eboard import is_chess960
from gateway.feeds.eboards.shown_boards import ShownBoards, ShownTable
from gateway.record.visibility import public_state
from gateway.record.wire import ENTRY, WireError
from gateway.referee.inputs import SetUp
from gateway.relay.hall.hall import Hall, UnknownTable
from gateway.relay.hall.hall_table import HallTable

__all__ = ["HallBoards"]


class HallBoards(ShownBoards):
    """Every chess table of a hall."""

    def __init__(self, hall: Hall) -> None:
        super().__init__()
        self._hall = hall
        self._starts: dict[str, tuple[int, int, str]] = {}

    async def run(self, changed: Callable[[], None]) -> None:
        """Follow the hall for ever, and tell whoever shows the boards."""
        with self._hall.followers.following_all() as changes:
            names = {table.name for table in self._hall.tables}
            while True:
                for name in names:
                    with contextlib.suppress(UnknownTable):  # it has not been shown yet
                        await self._show(self._hall.find(name))
                changed()
                names = await changes.next()

    async def _show(self, table: HallTable) -> None:
        state = table.state
        if state is None:
            return
        self.show(
            ShownTable(
                public_state(state),
                table.journal,
                table.offset.value,
                table.online is not False,
                None if table.clock is None else table.clock.face,
                await self._start(table) if is_chess960(state.rules) else "",
            )
        )

    async def _start(self, table: HallTable) -> str:
        """Where the pieces stood at first, as the line says that set up the game."""
        journal, first, fen = self._starts.get(table.name, (0, 0, ""))
        if (journal, first) != (table.journal, table.first):
            lines = await self._hall.journal_lines(table.name, table.journal, table.first - 1, table.first)
            try:
                what = ENTRY.decode(lines[0]).what if lines else None
            except WireError:  # of a later version
                what = None
            if not isinstance(what, SetUp):
                return ""
            fen = what.fen
            self._starts[table.name] = table.journal, table.first, fen
        return fen
