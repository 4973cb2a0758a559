"""A table that hears a board through its real driver while people play on it, and what may happen to it meanwhile.

Time is virtual. The hands play legal moves at the pace of their habits, whatever the table sees of it.
"""

from __future__ import annotations

import enum
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from drivers import registry
from drivers.readings import LeverPressed, LinkDown, LinkUp, Reading, Seat
from drivers.requests import ReadBoard
from drivers.spec import Capability, DriverSpec
from firmware_sim.devices import SimulatedDevice
from firmware_sim.devices.dgt_clock import SuddenDeathMode
from firmware_sim.doubles import DOUBLES, make_double
from firmware_sim.habits import PROFILES
from firmware_sim.scenes import DeviceScene, ScenePress
from firmware_sim.stroke import Stroke
from gateway.clock.face import Source
from gateway.games.game import Game, Line, Move
from gateway.games.registry import find
from gateway.lab.chaos.verdict import ChaosVerdict, judge_entries
from gateway.lab.demo.players import PlayedByHand
from gateway.lab.rehearsal.strokes import stroke_of
from gateway.model.instants import Instant, Millis
from gateway.model.sides import Side
from gateway.record.raw import FromClock, Stalled, Unobserved
from gateway.tracking.layout import Layout
from gateway.tracking.vision import Vision
from tests.drivers.lines import Cable, Caller

from .virtual import START, VirtualTable, setup

__all__ = ["SETS", "TableFault", "WatchedTable", "Weakness", "lawful"]

PLAYED = {
    "chess": ("chess", "chess-blitz"),
    "draughts": ("draughts-international", "draughts-blitz"),
    "draughts-64": ("draughts-russian", "draughts64-blitz"),
    "renju": ("gomoku", "gomoku-blitz"),
    "go": ("gomoku", "gomoku-blitz"),
}
"""What is played on each kind of board, and by which book."""
SETS = [(name, board) for name in registry.BUILT_IN for board in DOUBLES[name].boards]


def lawful(game: Game, seed: int, plies: int, shuffles: float = 0.0) -> list[Move]:
    """Moves of a game that nobody would object to, as far as the rules go."""
    rng, line = random.Random(f"{game.name} {seed}"), Line((game.start(),))
    while len(line.moves) < plies and game.outcome(line) is None:
        legal = [move for move in line.last.moves() if move.path]
        if not legal:
            break
        back = [move for move in legal if len(line.moves) > 1 and move.path == line.moves[-2].path[::-1]]
        line = line.play(back[0] if back and rng.random() < shuffles else rng.choice(legal))
    return list(line.moves)


class Weakness(enum.Enum):
    """What fails for a while."""

    BOARD = "board"
    """Its cable is out, and with it the clock that is plugged into it."""
    BUTTONS = "buttons"
    """The clock beside the board is out."""
    BOTH = "both"
    KILLED = "killed"
    """The agent is; a new one begins with the record."""
    FROZEN = "frozen"
    """The agent does not look; all that was said meanwhile reaches it at once."""


@dataclass(frozen=True)
class TableFault:
    """One fault."""

    at_ms: int
    kind: Weakness
    lasts_ms: int
    kept: bool = False
    """Presses that were made meanwhile are heard afterwards, all at once."""


@dataclass(frozen=True)
class _Restarted:
    """A new agent takes up the record."""

    killed_at: int


@dataclass(frozen=True)
class _Thawed:
    """The agent looks again."""


class WeakCable(Cable):
    """A line whose other end may not be listening."""

    def __init__(self, device: SimulatedDevice, *, baud: int | None) -> None:
        super().__init__(device, baud=baud)
        self.held = False
        """What is said waits."""
        self._waiting: list[bytes] = []

    def plug(self, at: int) -> None:
        if not self.plugged:
            super().plug(at)

    def data_to_send(self) -> Sequence[bytes]:
        came = [*self._waiting, *super().data_to_send()]
        self._waiting = came if self.held else []
        return [] if self.held else came


class WeakCaller(Caller):
    """A computer to which faults happen, one after another."""

    def __init__(self, spec: DriverSpec, cable: WeakCable) -> None:
        super().__init__(spec, cable)
        self._line = cable
        self._faults: list[TableFault] = []
        self._now: TableFault | None = None
        self._began = 0
        self._presses: list[Seat] = []
        self._deaf = False
        """The buttons are not heard."""

    @property
    def away(self) -> bool:
        """Nobody looks: the agent is frozen or dead."""
        return self._now is not None and self._now.kind in {Weakness.FROZEN, Weakness.KILLED}

    @property
    def answers(self) -> bool:
        return super().answers and not self._line.held

    def suffer(self, faults: Sequence[TableFault], at: int) -> None:
        """These faults are to come; their times count from now."""
        self._faults = sorted((replace(fault, at_ms=fault.at_ms + at) for fault in faults), key=lambda one: one.at_ms)

    def press(self, seat: Seat) -> bool:
        """Whether a press is heard now."""
        if self._deaf and self._now is not None and (self._now.kept or self._now.kind is Weakness.FROZEN):
            self._presses.append(seat)
        return not self._deaf

    def next_deadline(self) -> int | None:
        moments = [None if self._line.held else super().next_deadline()]
        if self._now is not None:
            moments.append(self._began + self._now.lasts_ms)
        elif self._presses:
            moments.append(self._began)
        elif self._faults:
            moments.append(self._faults[0].at_ms)
        return min((moment for moment in moments if moment is not None), default=None)

    def wake(self, at: int) -> Sequence[Reading]:
        said: list[object] = []
        if self._now is not None and at >= self._began + self._now.lasts_ms:
            said += self._over(self._now)
            self._now = None
        elif self._now is None and self._presses:
            said += self._late_presses()
        elif self._now is None and self._faults and self._faults[0].at_ms <= at:
            self._now, self._began = self._faults.pop(0), at
            said += self._begun(self._now, at)
        if not self._line.held:
            said += super().wake(at)
        return said  # type: ignore[return-value]  # what a clock beside the board says is no reading of the board's

    def data_to_send(self) -> Sequence[bytes]:
        return [] if self._line.held else super().data_to_send()

    def _begun(self, fault: TableFault, at: int) -> list[object]:
        said: list[object] = []
        if fault.kind in {Weakness.BOARD, Weakness.BOTH}:
            self._line.plugged = False
            said.append(LinkDown("pulled"))
        if fault.kind in {Weakness.BUTTONS, Weakness.BOTH}:
            said.append(FromClock(LinkDown("pulled")))
        if fault.kind in {Weakness.BOARD, Weakness.BOTH, Weakness.KILLED}:
            self._codec, self._call_at = None, at + fault.lasts_ms
        self._line.held = fault.kind is Weakness.FROZEN
        self._deaf = fault.kind is not Weakness.BOARD
        return said

    def _over(self, fault: TableFault) -> list[object]:
        self._line.held = self._deaf = False
        said: list[object] = []
        if fault.kind is Weakness.KILLED:
            said.append(_Restarted(self._began))
        if fault.kind is Weakness.FROZEN:
            # Which of the two lines is read first is anybody's guess.
            return [_Thawed(), *(self._late_presses() if fault.kept else ())]
        if fault.kind is not Weakness.BOARD:
            said.append(FromClock(LinkUp("buttons")))
        return [*said, *self._late_presses()]

    def _late_presses(self) -> list[object]:
        presses, self._presses = self._presses, []
        return [FromClock(LeverPressed(seat)) for seat in presses]


class WatchedTable(VirtualTable):
    """A table that hears a board through its real driver, with the clock in it or buttons beside it."""

    def __init__(
        self,
        name: str,
        board: str,
        hand: str,
        seed: int,
        faults: Sequence[TableFault],
        plies: int,
        *,
        shuffles: float = 0.0,
        timed: bool = True,
    ) -> None:
        """`shuffles` is how often a piece goes back where it came from: moves then leave everything as it was. Where it
        is not `timed`, there is no clock."""
        rules, book = PLAYED[board]
        spec, game = registry.find(name), find(rules)
        control = SuddenDeathMode(9 * 3_600_000) if name == "dgt" else None
        self.double = make_double(name, board, control=control, clock="3000" if timed else "none")
        self.buttons = timed and self.double.clock is None
        rows = self.double.surface.rows
        super().__init__(
            setup(
                rules=rules,
                rulebook=book,
                control="9h",
                vision=Vision.PIECES if Capability.PIECES in spec.capabilities else Vision.OCCUPANCY,
                clock=Source.HARDWARE if self.double.clock is not None else Source.AGENT,
                apart=self.buttons,
                sizes=spec.geometries,
                scan_ms=Millis(spec.scan_ms),
            )
        )
        self.layout = Layout(game.rows, game.cols, rows, rows)
        self.cable = WeakCable(self.double.device, baud=self.double.baud)
        if not self.buttons:
            alike = {Weakness.BUTTONS: Weakness.BOARD, Weakness.BOTH: Weakness.BOARD}
            faults = [replace(fault, kind=alike.get(fault.kind, fault.kind)) for fault in faults]
        self.caller = WeakCaller(spec, self.cable)
        first = Seat.LEFT if game.first is Side.WHITE else Seat.RIGHT
        self.scene: DeviceScene[object] = DeviceScene(
            self.double.surface,
            self.cable,
            self.caller,
            replace(PROFILES[hand], slides=0, hovers=0, bounces=0, changes_mind=0, adjusts=0, knocks=0)
            if name == "yihu"  # tells each stone once, wherever it touches the board
            else PROFILES[hand],
            random.Random(f"{name} {seed}"),
            lever=self.double.press,
            first=first,
        )
        self.moves = lawful(game, seed, plies, shuffles)
        self.hear(LinkUp("cable"))
        if self.buttons:
            self.hear(FromClock(LinkUp("buttons")))
        self.talk([], rest_ms=6000)
        if self.double.clock is not None:
            self.double.clock.run_stop(self.scene.now_ms)
        elif self.buttons:
            self.hear(FromClock(LeverPressed(first.other)))
        self.caller.suffer(faults, self.scene.now_ms)

    def talk(self, strokes: Sequence[Stroke], rest_ms: int = 0) -> None:
        for said in self.scene.talk(strokes, rest_ms):
            if isinstance(said, ScenePress):
                if self.buttons and self.caller.press(said.seat):
                    self._heard(said.at_ms, FromClock(LeverPressed(said.seat)))
            else:
                self._heard(said.at_ms, said.reading)
        if not self.caller.away:
            self._pass(self.scene.now_ms)

    def _heard(self, at_ms: int, said: object) -> None:
        at = Instant(START + at_ms)
        match said:
            case _Restarted():
                self.at = Instant(START + said.killed_at)
                self.restart()
                away, self.at = Millis(at - self.at), at
                if self.buttons:
                    self._step(Unobserved(Instant(at - away), away, away))
            case _Thawed():
                since, self.at = self.at, at
                self._step(Stalled(since, at))
            case FromClock() if not self.buttons:
                pass
            case _:
                self._pass(at_ms)
                self._step(said)  # type: ignore[arg-type]  # what a driver says is a reading
                self._ask()

    def _pass(self, at_ms: int) -> None:
        self.wait(max(0, START + at_ms - self.at))

    def _ask(self) -> None:
        """Requests of the table go to the board, as far as it is there."""
        asked, self.effects = self.effects, []
        if self.caller.answers and any(isinstance(request, ReadBoard) for request in asked):
            for answer in self.caller.codec.request(ReadBoard(), self.scene.now_ms):
                self._step(answer)

    def play(self, rest_ms: int = 30_000) -> None:
        """All moves, whatever happens meanwhile."""
        position = self.game.start()
        self.by_hand = PlayedByHand(1)
        for move in self.moves:
            stroke = stroke_of(position, move)
            self.by_hand.moves.append(position.write(move))
            position = position.play(move)
            self.talk([self._on_device(stroke)])
            self.by_hand.made += 1
        self.talk([], rest_ms=rest_ms)
        self.played = position

    def _on_device(self, stroke: Stroke) -> Stroke:
        """The same on a board that may be larger than the game's."""

        def there(cells: Sequence[int]) -> tuple[int, ...]:
            return tuple(map(self.layout.device_cell, cells))

        path, taken, second, instead = map(there, (stroke.path, stroke.taken, stroke.second, stroke.instead))
        return replace(stroke, path=path, taken=taken, second=second, instead=instead)

    def verdict(self) -> ChaosVerdict:
        """What was charged, and how the record compares with the hands."""
        return judge_entries("t1", self.entries, [self.by_hand])
