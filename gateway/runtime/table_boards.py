"""The board of a table agent, as LiveChess's API shows it: with every piece that is in the air, and without delay.

It is for whoever sits at the table and plays on another site from this board; what it shows, everybody there can see.
"""

from __future__ import annotations

from collections.abc import Callable

from gateway.feeds.eboards.eboard import (
    SOURCE,
    EBoard,
    battery_of,
    chess_rules,
    comment_of,
    eboard_clock,
    is_chess960,
    named_pieces,
    placement,
    refusal_of,
    state_of,
)
from gateway.feeds.eboards.game_line import GameLine
from gateway.model.instants import Instant
from gateway.table.reporting import public_clock
from gateway.table.state import Table

__all__ = ["TableBoards"]


class TableBoards:
    """The one board of a table, made anew when somebody looks and the table has changed."""

    def __init__(self, table: Callable[[], Table], now: Callable[[], Instant]) -> None:
        self._table = table
        self._now = now
        self._line = GameLine()
        self._made: tuple[Table, EBoard | str] | None = None

    def all(self) -> list[EBoard]:
        """The board; none while another game than chess is on it."""
        found = self._look()
        return [found] if isinstance(found, EBoard) else []

    def find(self, serialnr: str) -> EBoard | str:
        """The board of this number, or why there is none."""
        found, name = self._look(), self._table().setup.table
        return found if serialnr == name else f"There is no board {serialnr!r} here: this is {name!r}."

    def _look(self) -> EBoard | str:
        table = self._table()
        if self._made is None or self._made[0] is not table:
            self._made = table, self._eboard(table)
        return self._made[1]

    def _eboard(self, table: Table) -> EBoard | str:
        play, tracker = table.referee.play, table.tracker
        rules = play.game.name if play is not None else tracker.game.name
        if not chess_rules(rules):
            return refusal_of(table.setup.table, rules)
        position = play.line.last if play is not None else tracker.game.start()
        chess960, shown = is_chess960(rules), tracker.shown
        game = str(table.game) if play is not None else ""
        start = play.line.positions[0].fen() if play is not None else ""
        self._line.follow(game, play.texts if play is not None else (), position.fen(), start, chess960=chess960)
        return EBoard(
            serialnr=table.setup.table,
            source=SOURCE,
            state=state_of(table.devices.board),
            battery=battery_of(table.devices.board),
            comment=None if play is None else comment_of(play.players),
            board=None if shown is None else placement(named_pieces(shown, position.board())),
            flipped=tracker.layout.turned,
            clock=eboard_clock(public_clock(table, self._now())),
            chess960=chess960,
            game=game,
            fen=position.fen(),
            start=self._line.start,
            moves=self._line.moves,
            over=play is not None and play.result is not None,
            since=tracker.sensors.since,
        )
