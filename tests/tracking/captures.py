"""Captures made of simulated boards: what a recorder beside the board would have written down."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from typer.testing import CliRunner

from drivers import registry as drivers
from drivers.codec import channel_of
from drivers.readings import Reading, Seat
from drivers.transport.capture import Transfer, format_header, format_transfer
from firmware_sim.devices.dgt_clock import SuddenDeathMode
from firmware_sim.doubles import make_double
from firmware_sim.habits import PROFILES
from firmware_sim.scenes import DeviceScene
from firmware_sim.stroke import Stroke
from gateway.cli.app import app
from gateway.games import registry
from gateway.games.game import Position
from gateway.lab.rehearsal.strokes import stroke_of

__all__ = ["OPERA", "Recorder", "tracked"]

_OPERA = """e2e4 e7e5 g1f3 d7d6 d2d4 c8g4 d4e5 g4f3 d1f3 d6e5 f1c4 g8f6 f3b3 d8e7 b1c3 c7c6 c1g5 b7b5 c3b5 c6b5 c4b5
b8d7 e1c1 a8d8 d1d7 d8d7 h1d1 e7e6 b5d7 f6d7 b3b8 d7b8 d1d8"""
OPERA = _OPERA.split()
"""Morphy's game at the opera."""
_HOURS = 9


class Recorder:
    """A simulated board, two people at it, and a recorder on its line."""

    def __init__(
        self,
        driver: str = "dgt",
        *,
        board: str = "chess",
        start: str = "",
        turned: bool = False,
        clock: bool = True,
        black: bool = False,
        hand: str = "club",
        seed: int = 1,
    ) -> None:
        """`start` is what stands on the board at first, as White sees it; `black` is to move then."""
        self.driver = driver
        self.transfers: list[Transfer] = []
        self._turned = turned
        self._double = make_double(driver, board, control=SuddenDeathMode(_HOURS * 3_600_000))
        self._size = len(self._double.start)
        pieces = start or self._double.start
        for cell, piece in enumerate(pieces[::-1] if turned else pieces):
            self._double.surface.put(cell, piece, 0)
        self._double.device.power_on(0)
        for at in range(0, 1000, 20):  # until the sensors have seen it
            self._double.device.wake(at)
            self._double.device.data_to_send()
        first = Seat.RIGHT if turned is not black else Seat.LEFT
        if self._double.clock is not None:
            if first is Seat.RIGHT:
                self._double.clock.press(Seat.LEFT, 0)
            if clock:
                self._double.clock.run_stop(0)
        self.scene: DeviceScene[Reading] = DeviceScene(
            self._double.surface,
            self._double.device,
            drivers.find(driver).codec(),
            dataclasses.replace(PROFILES[hand], slides=0) if driver == "yihu" else PROFILES[hand],
            random.Random(seed),
            lever=(self._double.press if clock else lambda _seat, _at: None) if self._double.press else None,
            first=first,
            begins_ms=1000,
            tap=self._keep,
        )
        self.rest(3000)

    def _keep(self, at: int, way: str, data: bytes) -> None:
        self.transfers.append(Transfer(at, way, bytes(data), channel_of(data)))

    @property
    def pieces(self) -> str:
        """What stands there, as White sees it."""
        pieces = self._double.surface.cells
        return pieces[::-1] if self._turned else pieces

    def rest(self, length_ms: int) -> None:
        """Nobody touches anything."""
        self._talk((), length_ms)

    def play(self, position: Position, texts: Iterable[str], *, rest_ms: int = 4000) -> Position:
        """These moves by practised hands."""
        strokes = []
        for text in texts:
            move = position.read(text)
            strokes.append(stroke_of(position, move))
            position = position.play(move)
        self._talk([self._around(stroke) for stroke in strokes], rest_ms)
        return position

    def put(self, cell: int, piece: str, rest_ms: int = 400) -> None:
        """Somebody puts a piece there, or takes what stands there away."""
        self._double.surface.put(self._cell(cell), piece, self.scene.now_ms)
        self.rest(rest_ms)

    def lose(self, cell: int) -> None:
        """A piece stands askew, and its sensor does not see it any more; nobody has lifted it."""
        self._double.surface.put(self._cell(cell), ".", self.scene.now_ms)

    def set_up(self, pieces: str, seed: int = 1) -> None:
        """Hands bring the pieces there, in any order."""
        rng = random.Random(seed)
        while wrong := [cell for cell, piece in enumerate(self.pieces) if piece != pieces[cell]]:
            now = self.pieces
            if bare := [cell for cell in wrong if now[cell] == "."]:
                cell = rng.choice(bare)
                if astray := [other for other in wrong if now[other] == pieces[cell]]:
                    self.put(rng.choice(astray), ".", 200)
                self.put(cell, pieces[cell], rng.randint(250, 900))
            else:
                self.put(rng.choice(wrong), ".", rng.randint(250, 900))

    def stop_clock(self) -> None:
        """Stop the clock, or set it going again."""
        assert self._double.clock is not None
        self._double.clock.run_stop(self.scene.now_ms)
        self.rest(500)

    def new_game(self) -> None:
        """White's clock is set going for the next game."""
        white = Seat.RIGHT if self._turned else Seat.LEFT
        if self._double.clock is not None:
            if self._double.clock.up is not white:
                self._double.clock.press(white.other, self.scene.now_ms)
            self.stop_clock()
        self.scene._hands.turn = white

    def write(self, path: Path, change: Callable[[list[Transfer]], Sequence[Transfer]] = list) -> Path:
        """The file, with something changed about its transfers."""
        lines = map(format_transfer, change(self.transfers))
        path.write_bytes(b"".join([format_header(self.driver), *lines]))
        return path

    def _talk(self, strokes: Sequence[Stroke], rest_ms: int) -> None:
        for _ in self.scene.talk(strokes, rest_ms):
            pass

    def _cell(self, cell: int) -> int:
        return self._size - 1 - cell if self._turned else cell

    def _around(self, stroke: Stroke) -> Stroke:
        def way(cells: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(map(self._cell, cells))

        return dataclasses.replace(
            stroke,
            path=way(stroke.path),
            taken=way(stroke.taken),
            second=way(stroke.second),
            instead=way(stroke.instead),
        )


def tracked(path: Path, game: str = "chess", *words: str) -> tuple[list[str], list[str], str]:
    """What `flagfall track` says: the moves, what follows them, and what it says on standard error."""
    registry.find(game)
    done = CliRunner().invoke(app, ["track", str(path), "--game", game, *words])
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    after = [line for line in lines if line.startswith(("irregular ", "new game "))]
    moves = lines[: len(lines) - len(after)]
    assert lines == moves + after, "the moves come first"
    return moves, after, done.stderr
