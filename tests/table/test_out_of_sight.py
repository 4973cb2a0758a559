"""Every board driver, lost for ten seconds of fast and lawful play: what is not known is told, nobody is charged."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from drivers import registry
from drivers.readings import LeverPressed, LinkDown, LinkUp, Seat
from drivers.requests import ReadBoard
from drivers.spec import Capability
from firmware_sim.devices.dgt_clock import SuddenDeathMode
from firmware_sim.doubles import DOUBLES, make_double
from firmware_sim.habits import PROFILES
from firmware_sim.scenes import DeviceScene, ScenePress
from firmware_sim.stroke import Stroke
from gateway.clock.face import Source
from gateway.games.game import Game, Move
from gateway.games.registry import find
from gateway.lab.rehearsal.strokes import stroke_of
from gateway.model.instants import Millis
from gateway.model.sides import Side
from gateway.record.raw import FromClock
from gateway.referee.rulings import AlertKind, CaseKind, CaseOpened
from gateway.tracking.layout import Layout
from gateway.tracking.vision import Vision
from tests.drivers.lines import Cable, Caller

from .virtual import START, VirtualTable, setup

OUTAGE_MS = 10_000
PLIES = 33
CUT_AT = 12
"""The stroke in which the line is cut."""
PLAYED = {
    "chess": ("chess", "chess-blitz"),
    "draughts": ("draughts-international", "draughts-blitz"),
    "draughts-64": ("draughts-russian", "draughts64-blitz"),
    "renju": ("gomoku", "gomoku-blitz"),
    "go": ("gomoku", "gomoku-blitz"),
}
"""What is played on each kind of board, and by which book."""
SETS = [(name, board) for name in registry.BUILT_IN for board in DOUBLES[name].boards]
CHARGES = {CaseKind.OFFENCE, CaseKind.IRREGULARITY}


def lawful(game: Game, seed: int) -> list[Move]:
    """Moves of a whole game that nobody would object to, as far as the rules go."""
    rng, position, moves = random.Random(f"{game.name} {seed}"), game.start(), list[Move]()
    while len(moves) < PLIES and position.outcome() is None and (legal := [m for m in position.moves() if m.path]):
        moves.append(rng.choice(legal))
        position = position.play(moves[-1])
    return moves


class WatchedTable(VirtualTable):
    """A table that hears a board through its real driver, with the clock in it or buttons beside it."""

    def __init__(self, name: str, board: str, hand: str, seed: int) -> None:
        rules, book = PLAYED[board]
        spec, game = registry.find(name), find(rules)
        self.double = make_double(name, board, control=SuddenDeathMode(9 * 3_600_000) if name == "dgt" else None)
        rows = self.double.surface.rows
        super().__init__(
            setup(
                rules=rules,
                rulebook=book,
                control="9h" if name == "dgt" else "10m",
                vision=Vision.PIECES if Capability.PIECES in spec.capabilities else Vision.OCCUPANCY,
                clock=Source.HARDWARE if self.double.clock is not None else Source.AGENT,
                apart=self.double.clock is None,
                sizes=spec.geometries,
                scan_ms=Millis(spec.scan_ms),
            )
        )
        self.layout = Layout(game.rows, game.cols, rows, rows)
        self.cable = Cable(self.double.device, baud=self.double.baud)
        self.caller = Caller(spec, self.cable, outage_ms=OUTAGE_MS)
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
        self.moves = lawful(game, seed)
        self.hear(LinkUp("cable"))
        if self.double.clock is None:
            self.hear(FromClock(LinkUp("buttons")))
        self.talk([], rest_ms=6000)
        if self.double.clock is not None:
            self.double.clock.run_stop(self.scene.now_ms)
        else:
            self.hear(FromClock(LeverPressed(first.other)))

    def talk(self, strokes: Sequence[Stroke], rest_ms: int = 0) -> None:
        for said in self.scene.talk(strokes, rest_ms):
            self._pass(said.at_ms)
            if isinstance(said, ScenePress):
                self._step(FromClock(LeverPressed(said.seat)))
            else:
                self._step(said.reading)  # type: ignore[arg-type]  # what a driver says is a reading
            self._ask()
        self._pass(self.scene.now_ms)

    def _pass(self, at_ms: int) -> None:
        self.wait(max(0, START + at_ms - self.at))

    def _ask(self) -> None:
        """Requests of the table go to the board, as far as it is there."""
        asked, self.effects = self.effects, []
        if self.caller.answers and any(isinstance(request, ReadBoard) for request in asked):
            for answer in self.caller.codec.request(ReadBoard(), self.scene.now_ms):
                self._step(answer)

    def play(self) -> None:
        """All moves, with the line cut in one of them and mended while they go on."""
        position = self.game.start()
        for number, move in enumerate(self.moves):
            stroke = stroke_of(position, move)
            position = position.play(move)
            if number == CUT_AT:
                self.cable.plugged = False
                self.caller.hang_up(self.scene.now_ms)
                self._step(LinkDown("cut"))
            self.talk([self._on_device(stroke)])
        self.talk([], rest_ms=30_000)
        self.played = position

    def _on_device(self, stroke: Stroke) -> Stroke:
        """The same on a board that may be larger than the game's."""

        def there(cells: Sequence[int]) -> tuple[int, ...]:
            return tuple(map(self.layout.device_cell, cells))

        path, taken, second, instead = map(there, (stroke.path, stroke.taken, stroke.second, stroke.instead))
        return replace(stroke, path=path, taken=taken, second=second, instead=instead)

    @property
    def charges(self) -> list[CaseOpened]:
        opened = [entry.what for entry in self.entries if isinstance(entry.what, CaseOpened)]
        return [what for what in opened if what.case.kind in CHARGES]

    @property
    def told_missing(self) -> bool:
        referee = self.table.referee
        return referee.raised(AlertKind.BOARD_DIFFERS) or referee.raised(AlertKind.MOVE_INFERRED)


@pytest.mark.parametrize("hand", ["blitz", "bullet"])
@pytest.mark.parametrize(("name", "board"), SETS)
def test_nobody_is_charged_with_what_was_not_seen(name: str, board: str, hand: str) -> None:
    table = WatchedTable(name, board, hand, seed=1)
    table.play()
    assert not table.charges
    assert table.table.referee.play is not None
    line = table.table.referee.play.line
    known = [position for position in line.positions if position.board() == table.played.board()]
    assert table.told_missing or (line.is_unbroken and len(line.moves) == len(table.moves) and known)


@pytest.mark.parametrize("lost", ["agent", "board", "nothing"])
def test_a_press_is_charged_only_if_the_board_was_in_sight_all_the_time(lost: str) -> None:
    table = VirtualTable(setup("15m", rules="chess", rulebook="chess-rapid"))
    table.connect()
    table.start_clock()
    table.wait(2000)
    table.press(increment=0)
    if lost == "agent":
        table.restart()
        table.connect()
    elif lost == "board":
        table.hear(LinkDown("cut"))
        table.wait(100)
        table.connect()
    table.wait(10_000)
    articles = [what.article for what in table.whats(CaseOpened) if isinstance(what, CaseOpened)]
    assert articles == (["FIDE A.5.2"] if lost == "nothing" else [])


@pytest.mark.parametrize("seed", range(3))
def test_a_slow_board_is_followed_again_at_any_pace(seed: int) -> None:
    """Radio tags are read so slowly that nothing ever stands still between the moves of fast hands."""
    table = WatchedTable("certabo", "chess", "bullet", seed)
    table.play()
    assert table.position.board() == table.played.board()
    assert table.told_missing
    assert not table.charges
