"""A whole table on virtual time: hands on a sensor board, a clock that runs, people who speak and act.

The only module of the table scenarios that knows the classes of the gateway.
"""

from __future__ import annotations

from math import inf
from typing import Any

import msgspec

from drivers.readings import ClockMissing, ClockTimes, FlagSign, LeverPressed, LinkDown, LinkUp, Reading, Seat
from gateway.clock.control import Fischer, Period, Shared
from gateway.clock.control_notation import parse_control
from gateway.clock.face import Source
from gateway.clock.orders import OpenOrder
from gateway.model.instants import Instant
from gateway.model.persons import named
from gateway.model.sides import Side
from gateway.record.commands import ActCommand, Command
from gateway.record.raw import FromClock
from gateway.record.table_state import TableState
from gateway.referee import rulebooks
from gateway.referee.acts import Act
from gateway.referee.options import Options
from gateway.referee.rulings import Ruling
from gateway.table.reporting import table_state
from gateway.table.table import next_deadline
from gateway.tracking.vision import Vision
from tests.referee.scenario import in_words

from .virtual import VirtualTable, setup

__all__ = ["Act", "Options", "WholeTable"]

TOUCH_MS = 250
"""From one touch of a hand to the next."""
SETTLED_MS = 3000
"""Until a board that shows the start position is believed."""
LEFT_PLAYER = "Ada"
"""Sits on the left of the clock, and has White until colours are swapped."""


class Timer(msgspec.Struct):
    """The times of a clock that keeps time itself, by seat."""

    ms: dict[Seat, int]
    bonus: int = 0
    running: Seat | None = None
    up: Seat = Seat.LEFT

    @classmethod
    def set_to(cls, control: str) -> Timer:
        """A clock as people set it before a game; the first increment is on it."""
        stage = parse_control(control).white[0]
        assert isinstance(stage, Period | Shared)
        bonus = stage.bonus.ms if isinstance(stage, Period) and isinstance(stage.bonus, Fischer) else 0
        return cls(dict.fromkeys(Seat, stage.time_ms + bonus), bonus)

    def next_tick(self) -> int | None:
        """How long until the display changes."""
        return None if self.running is None else (self.ms[self.running] - 1) % 1000 + 1

    def passes(self, ms: int) -> None:
        """Time goes by; at zero the clock stands."""
        if self.running is not None:
            self.ms[self.running] -= ms
            if self.ms[self.running] == 0:
                self.running = None

    def start(self, seat: Seat) -> None:
        self.running = self.up = seat

    def press(self, seat: Seat) -> None:
        """The lever goes down on this side; nothing happens if it is down already."""
        if self.running is seat:
            self.ms[seat] += self.bonus
            self.start(seat.other)

    def reading(self) -> ClockTimes:
        shown = {seat: -(-left // 1000) * 1000 for seat, left in self.ms.items()}
        signs = {seat: FlagSign.NONE if left else FlagSign.BLOCKED for seat, left in self.ms.items()}
        left, right = Seat
        return ClockTimes(shown[left], shown[right], self.running is not None, self.up, signs[left], signs[right])


class WholeTable(VirtualTable):
    """What happens at a table, in the words of a scenario. Each method lets the time pass that people need for it."""

    def __init__(self, *, buttons: bool, book: str, game: str, control: str, sees_pieces: bool, **settled: Any) -> None:
        self.sees_pieces = sees_pieces
        super().__init__(
            setup(
                rules=game or rulebooks.load(book).games[0],
                rulebook=book,
                control=control,
                players=named(LEFT_PLAYER, "Bob"),
                vision=Vision.PIECES if sees_pieces else Vision.OCCUPANCY,
                clock=Source.AGENT if buttons else Source.HARDWARE,
                apart=buttons,
                **settled,
            )
        )
        self.timer = None if buttons else Timer.set_to(control)
        self.away: set[str] = set()
        self.told = 0
        self.commands = 0
        self.by_name = {self.game.square(cell): cell for cell in range(self.game.rows * self.game.cols)}

    def open(self) -> list[str]:
        """Both devices are plugged in and the pieces stand at the start."""
        self.hear(LinkUp("board:"))
        if self.timer is None:
            self.hear(FromClock(LinkUp("buttons:")))
        self.snapshot()
        self._show_times()
        self.wait(SETTLED_MS)
        return self.ruled()

    def ruled(self) -> list[str]:
        """What has been ruled since the last time this was asked, in words."""
        new = self.entries[self.told :]
        self.told = len(self.entries)
        return [in_words(entry.what) for entry in new if isinstance(entry.what, Ruling)]

    @property
    def state(self) -> TableState:
        return table_state(self.table, self.at)

    # Time -------------------------------------------------------------------------------------------------------------

    def wait(self, ms: int) -> None:
        """Let time pass: the table wakes at its deadlines, and the clock tells its times whenever they change."""
        until = Instant(self.at + ms)
        while (moment := min(self._next_tick(), self._next_deadline())) <= until:
            ticks = moment == self._next_tick()
            self._pass(moment)
            if ticks:
                self._show_times()
            else:
                self._step(None)
        self._pass(until)

    def _pass(self, until: float) -> None:
        if self.timer is not None:
            self.timer.passes(int(until) - self.at)
        self.at = Instant(int(until))

    def _next_deadline(self) -> float:
        due = next_deadline(self.table, self.at)
        return inf if due is None else max(due, self.at)

    def _next_tick(self) -> float:
        tick = self.timer.next_tick() if self.timer is not None else None
        return inf if tick is None else self.at + tick

    # The clock --------------------------------------------------------------------------------------------------------

    def _seat(self, side: Side) -> Seat:
        return Seat.LEFT if self.state.players[side].name == LEFT_PLAYER else Seat.RIGHT

    def _show_times(self) -> None:
        if self.timer is not None and "clock" not in self.away and "board" not in self.away:
            self._step(self.timer.reading())

    def run(self, side: Side) -> None:
        """The arbiter or the opponent sets a side's clock going, unless it runs already."""
        if self.timer is not None:
            self.timer.start(self._seat(side))
            self._show_times()
        elif self.table.clock.face(self.at).running is not side:
            self.press(side.other)

    def press(self, side: Side | None = None) -> None:  # type: ignore[override]  # who presses is said here
        assert side is not None
        if self.timer is not None:
            self.timer.press(self._seat(side))
            self._show_times()
        elif "clock" not in self.away:
            self._step(FromClock(LeverPressed(self._seat(side))))

    def stop(self) -> None:
        """Both times are stopped by hand; buttons stop nothing."""
        if self.timer is not None:
            self.timer.running = None
            self._show_times()

    def set_times(self, seconds: dict[Side, int]) -> None:
        """Hands set the clock; buttons have nothing to set."""
        if self.timer is not None:
            self.timer.ms |= {self._seat(side): value * 1000 for side, value in seconds.items()}
            self._show_times()

    def orders(self) -> list[str]:
        """What is asked of the clock and does not show yet."""
        return [_order_in_words(order) for order in self.table.clock.face(self.at).orders]

    def seconds_left(self, side: Side) -> int:
        """What a side's clock shows, rounded up as displays do."""
        return -(-self.table.clock.face(self.at).shown_ms(side, self.at) // 1000)

    def both_flags(self) -> None:
        """The clock shows both flags, and nobody saw which came first."""
        assert self.timer is not None
        self.timer.ms = dict.fromkeys(Seat, 0)
        self.timer.running = None
        self._show_times()

    # The board --------------------------------------------------------------------------------------------------------

    def put(self, cell: int, piece: str, wait_ms: int = TOUCH_MS) -> None:
        shown = piece if self.sees_pieces or piece == "." else "?"
        if "board" in self.away:
            self.wait(wait_ms)
            self.cells = self.cells[:cell] + shown + self.cells[cell + 1 :]
        else:
            super().put(cell, shown, wait_ms)

    def _device(self, board: str) -> str:
        return board if self.sees_pieces else "".join("." if p == "." else "?" for p in board)

    def stand(self, board: str) -> None:
        """The pieces are put so, all at once."""
        self.cells = self._device(board)
        self.snapshot()

    def make(self, text: str) -> Side:
        """A hand makes a legal move of the position that stands by the rules; who made it."""
        position = self.position
        move = position.read(text)
        before, after = position.board(), position.play(move).board()
        if len(move.path) > 1:
            piece = before[move.path[0]]
            self.put(move.path[0], ".")
            if move.path[-1] in move.taken:  # taken by moving onto it
                self.put(move.path[-1], ".")
            for cell in move.path[1:-1]:
                self.put(cell, piece)
                self.put(cell, ".")
            last = after[move.path[-1]]
            self.put(move.path[-1], piece if piece.upper() == "M" else last)
            for cell in (*move.taken, move.path[-1]):
                self._put_right(cell, after)
        for cell in sorted(range(len(after)), key=lambda each: after[each] != "."):
            self._put_right(cell, after)
        return position.turn

    def _put_right(self, cell: int, board: str) -> None:
        if self.cells[cell] != self._device(board)[cell]:
            self.put(cell, board[cell])

    def stroke(self, text: str) -> None:
        """A hand does `e2-e5`, takes off `e2-` or puts `Q@e8`, whatever the rules say."""
        if "@" in text:
            piece, name = text.split("@")
            self.put(self.by_name[name], piece)
            return
        start, end = (name.strip() for name in text.split("-"))
        piece = self.cells[self.by_name[start]]
        self.put(self.by_name[start], ".")
        if end:
            if self.cells[self.by_name[end]] != ".":
                self.put(self.by_name[end], ".")
            self.put(self.by_name[end], piece)

    # Devices ----------------------------------------------------------------------------------------------------------

    def lose(self, device: str) -> None:
        self.away.add(device)
        reading: Reading = LinkDown("unplugged")
        if device == "clock":
            self._step(FromClock(reading) if self.timer is None else ClockMissing())
        else:
            self._step(reading)

    def find(self, device: str) -> None:
        self.away.discard(device)
        if device == "clock":
            if self.timer is None:
                self._step(FromClock(LinkUp("buttons:")))
        else:
            self._step(LinkUp("board:"))
            self.snapshot()
        self._show_times()

    def restart(self) -> None:
        """The agent dies; when it is back, the devices speak again."""
        super().restart()
        if self.timer is None and "clock" not in self.away:
            self._step(FromClock(LinkUp("buttons:")))
        if "board" not in self.away:
            self._step(LinkUp("board:"))
            self.snapshot()
            self._show_times()

    # People -----------------------------------------------------------------------------------------------------------

    def command(self, who: str, role: str, act: dict[str, Any]) -> None:
        """Somebody does something through a page."""
        self.commands += 1
        order = ActCommand(who, role, msgspec.convert(act, Act))
        self._step(Command(f"c{self.commands}", order))

    def say(self, side: Side, what: dict[str, Any]) -> None:
        """A player says something; his page is that of the colour he had at the start."""
        who = self.state.players[side].name
        role = Side.WHITE if who == LEFT_PLAYER else Side.BLACK
        self.command(who, role.value, {"type": "enter_request", "side": side.value, "request": what})

    def place(self, fen: str) -> None:
        """The chief arbiter has the game begin from a position, and the pieces stand so."""
        self.command("Iris", "chief", {"type": "set_position", "fen": fen, "why": "a prescribed position"})
        self.stand(self.position.board())
        self.wait(SETTLED_MS)
        self.ruled()


def _order_in_words(order: OpenOrder) -> str:
    if order.to_ms is None:
        return order.name
    minutes, seconds = divmod(order.to_ms // 1000, 60)
    return f"{order.name} {minutes}:{seconds:02}"
