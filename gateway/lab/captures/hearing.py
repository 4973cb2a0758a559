"""The readings of a whole capture, also where that does not begin with the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from drivers.codec import Codec
from drivers.readings import EMPTY, Calibrated, Snapshot, SquareChanged, Stamped
from drivers.spec import DriverSpec
from drivers.transport.capture import Capture, decode
from firmware_sim.doubles import BOARDS, DOUBLES, make_double
from firmware_sim.scenes import DeviceScene
from gateway.games.game import Game
from gateway.tracking.cells import update

from .capture_times import STEPS_MS, by_the_clock, in_order, is_timed

__all__ = ["geometry", "hear"]

_GREETING_MS = 5000
"""The time that a board needs to introduce itself."""
_SOON_MS = 2000
"""Changes within so short a time before the board is shown are of no account."""


def geometry(spec: DriverSpec, game: Game) -> tuple[int, int]:
    """Rows and columns of the board that the game is played on."""
    wanted = (game.rows, game.cols)
    return wanted if wanted in spec.geometries else max(spec.geometries, default=wanted)


def hear(capture: Capture, spec: DriverSpec, game: Game) -> Iterator[list[Stamped]]:
    """The readings of a capture, beginning with a board; several versions, the likeliest first, where it leaves open
    how the board stood, or when what came.

    What a codec learns of its board on the way, it knows from the beginning. If there are changes before the board is
    shown, or it never is, it is taken to have stood in the start position, provided that what is shown later agrees.
    """
    timed = in_order(capture)
    plain = list(decode(timed, spec.codec()))
    learned = [each.reading for each in plain if isinstance(each.reading, Calibrated)]
    if learned:
        spec = spec.configured({each.option: each.value for each in learned})
        plain = list(decode(timed, spec.codec()))
    versions = _assumed(list(decode(timed, _introduced(spec, game))), plain, spec, game) or [plain]
    if is_timed(capture):
        yield from versions
        return
    for step_ms in STEPS_MS:
        yield from (by_the_clock(version, step_ms) for version in versions)


def _assumed(
    readings: Sequence[Stamped], plain: Sequence[Stamped], spec: DriverSpec, game: Game
) -> list[list[Stamped]]:
    """The readings after a board that was not shown; none if there is no need of that."""
    before = _before_board(readings)
    changes = [each.at for each in before if isinstance(each.reading, SquareChanged)]
    shown = next((each.reading for each in plain if isinstance(each.reading, Snapshot)), None)
    if not changes or (shown is not None and changes[-1] - changes[0] < _SOON_MS):
        return []
    rows, cols = geometry(spec, game)
    start = game.start().board() if (rows, cols) == (game.rows, game.cols) else EMPTY * (rows * cols)
    versions = []
    for assumed in dict.fromkeys((start, start[::-1])):
        cells: str | None = assumed
        for each in before:
            cells = update(cells, each.reading, len(start))
        if shown is None or cells == shown.cells or set(start) == {EMPTY}:
            versions.append([Stamped(readings[0].at, Snapshot(rows, cols, assumed)), *readings])
    return versions


def _before_board(readings: Sequence[Stamped]) -> Sequence[Stamped]:
    """The readings before the whole board is shown."""
    ends = (number for number, each in enumerate(readings) if isinstance(each.reading, Snapshot))
    return readings[: next(ends, len(readings))]


def _introduced(spec: DriverSpec, game: Game) -> Codec:
    """A codec to which a board has introduced itself: the double of such a board, with nothing moved on it."""
    codec = spec.codec()
    side = geometry(spec, game)[0]
    boards = DOUBLES[spec.name].boards if spec.name in DOUBLES else ()
    board = next((name for name in boards if BOARDS[name][0] == side), None)
    if board is not None:
        double = make_double(spec.name, board)
        for _ in DeviceScene(double.surface, double.device, codec).talk((), _GREETING_MS):
            pass
    return codec
