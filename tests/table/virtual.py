"""A table without hardware: readings made by hand, time made up."""

from __future__ import annotations

import msgspec

from drivers.readings import ClockTimes, FlagSign, LinkUp, Reading, Seat, Snapshot, SquareChanged
from gateway.games.game import Move, Position
from gateway.model.instants import Instant
from gateway.model.persons import named
from gateway.model.sides import BySide, Side
from gateway.record.commands import ActCommand, Command, Reply
from gateway.record.entries import Entry
from gateway.record.fold import Folded, fold
from gateway.referee.acts import Act
from gateway.referee.assignment import Assignment
from gateway.referee.options import Mode
from gateway.table.game_start import resume
from gateway.table.setup import TableSetup
from gateway.table.state import Event, Table
from gateway.table.table import next_deadline, step

START = Instant(1_700_000_000_000)


def setup(control: str = "10m+5s", **changes: object) -> TableSetup:
    """A table that stands alone; `changes` are to its place and hardware, or to what is played."""
    played: dict[str, object] = {
        "rules": "draughts-international",
        "rulebook": "draughts-rapid",
        "control": control,
        "players": named("Ada", "Bob"),
        "draws": Mode.AUTOMATIC,
    }
    place: dict[str, object] = {"event": "open", "table": "t1"}
    for name, value in changes.items():
        (played if name in Assignment.__struct_fields__ else place)[name] = value
    alone = msgspec.convert(msgspec.to_builtins(played), Assignment)
    return TableSetup(alone=alone, **place)  # type: ignore[arg-type]  # a test's own mapping


class VirtualTable:
    """The table, a board and a clock; `hear` and `wait` move time on and collect what came of it."""

    def __init__(self, settings: TableSetup | None = None, *, turned: bool = False) -> None:
        self.settings = settings or setup()
        self.turned = turned
        self.at = START
        self.table: Table = resume(self.settings, fold([]), self.at)
        self.entries: list[Entry] = []
        self.effects: list[object] = []
        self.replies: list[Reply] = []
        self.events: list[tuple[Instant, Event]] = []
        self.game = self.table.tracker.game
        self.cells = self._device(self.game.start().board())
        self.seconds = BySide(605, 605)
        self.running: Side | None = None

    # Time and events --------------------------------------------------------------------------------------------------

    def hear(self, event: Event, wait_ms: int = 0) -> None:
        self.wait(wait_ms)
        self._step(event)

    def wait(self, ms: int) -> None:
        """Let time pass, waking the table at each of its deadlines."""
        until = Instant(self.at + ms)
        while (due := next_deadline(self.table, self.at)) is not None and due <= until:
            self.at = max(self.at, due)
            self._step(None)
        self.at = until

    def _step(self, event: Event) -> None:
        self.events.append((self.at, event))
        done = step(self.table, event, self.at)
        self.table = done.table
        self.entries += done.entries
        self.effects += done.effects
        self.replies += done.replies

    # The board --------------------------------------------------------------------------------------------------------

    def _device(self, board: str) -> str:
        return board[::-1] if self.turned else board

    def _cell(self, cell: int) -> int:
        return len(self.cells) - 1 - cell if self.turned else cell

    def connect(self) -> None:
        self.hear(LinkUp("virtual:"))
        self.snapshot()
        self.clock()

    def snapshot(self) -> None:
        self.hear(Snapshot(self.game.rows, self.game.cols, self.cells))

    def put(self, cell: int, piece: str, wait_ms: int = 60) -> None:
        cell = self._cell(cell)
        self.cells = self.cells[:cell] + piece + self.cells[cell + 1 :]
        self.hear(SquareChanged(cell, piece), wait_ms)

    def hand(self, position: Position, move: Move, wait_ms: int = 60) -> None:
        """Play a move as a hand does: along its path, then the captured pieces off, then the crown."""
        piece = position.board()[move.path[0]]
        after = position.play(move).board()
        for here, there in zip(move.path, move.path[1:], strict=False):
            self.put(here, ".", wait_ms)
            self.put(there, piece, wait_ms)
        for cell in move.taken:
            self.put(cell, ".", wait_ms)
        if after[move.path[-1]] != piece:
            self.put(move.path[-1], after[move.path[-1]], wait_ms)

    # The clock --------------------------------------------------------------------------------------------------------

    def clock(self, flag: Side | None = None, wait_ms: int = 0, *, battery_low: bool = False) -> None:
        left, right = (Side.BLACK, Side.WHITE) if self.turned else (Side.WHITE, Side.BLACK)
        signs = {side: FlagSign.BLOCKED if side is flag else FlagSign.NONE for side in Side}
        up = self.running or Side.WHITE
        reading: Reading = ClockTimes(
            self.seconds[left] * 1000,
            self.seconds[right] * 1000,
            self.running is not None,
            Seat.LEFT if up is left else Seat.RIGHT,
            signs[left],
            signs[right],
            battery_low=battery_low,
        )
        self.hear(reading, wait_ms)

    def start_clock(self, side: Side = Side.WHITE) -> None:
        self.running = side
        self.clock()

    def second(self) -> None:
        assert self.running is not None
        self.seconds = self.seconds.replace(self.running, self.seconds[self.running] - 1)
        self.clock(wait_ms=1000)

    def press(self, increment: int = 5) -> None:
        assert self.running is not None
        self.seconds = self.seconds.replace(self.running, self.seconds[self.running] + increment)
        self.running = self.running.other
        self.clock()

    # The arbiter, and looking -----------------------------------------------------------------------------------------

    def act(self, act: Act, command: str = "c1") -> Reply:
        self.hear(Command(command, ActCommand("Chief", "chief", act)))
        return self.replies[-1]

    def whats(self, kind: type | None = None) -> list[object]:
        return [entry.what for entry in self.entries if kind is None or isinstance(entry.what, kind)]

    def folded(self) -> Folded:
        return fold(self.entries)

    def restart(self) -> None:
        """The process dies and comes back with nothing but its record."""
        self.table = resume(self.settings, self.folded(), self.at)

    def put_back(self, table: Table) -> None:
        """Everything stands as it once did; the entries go on in number."""
        self.table = msgspec.structs.replace(table, last=self.table.last)

    @property
    def position(self) -> Position:
        assert self.table.referee.play is not None
        return self.table.referee.play.line.last
