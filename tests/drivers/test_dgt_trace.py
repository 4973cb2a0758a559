"""A real game as a real board sent it. The capture belongs to its source and lies outside the project."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest

from drivers.boards.dgt.codec import DgtCodec
from drivers.readings import ClockTimes, Reading, Seat, Snapshot, SquareChanged
from drivers.transport.capture import Capture, parse_capture
from drivers.transport.capture import decode as decode_capture

TRACE = Path(__file__).parents[2].parent / "shared" / "traces" / "dgt-chess-game-1.jsonl"

pytestmark = pytest.mark.skipif(not TRACE.exists(), reason=f"the capture {TRACE.name} is not at hand")


def capture() -> Capture:
    return parse_capture(TRACE.read_bytes().splitlines())


def stream() -> bytes:
    return b"".join(transfer.data for transfer in capture().transfers)


def decode(pieces: list[bytes]) -> list[Reading]:
    codec = DgtCodec()
    codec.connected(0)
    return [reading for piece in pieces for reading in codec.receive(piece, 0)]


def moves() -> list[str]:
    """The moves of the game as pairs of squares, in the order played."""
    expected = capture().about["expected"]
    assert isinstance(expected, list)
    return [word for pair in expected for word in str(pair).split()[1:] if word != "*"]


def cell(square: str) -> int:
    return (8 - int(square[1])) * 8 + "abcdefgh".index(square[0])


def played(shown: str, move: str) -> str:
    """Move the piece, and the rook when a king castles; that is all this game needs."""
    cells = list(shown)
    start, end = cell(move[:2]), cell(move[2:4])
    if cells[start] in "Kk" and abs(start - end) == 2:
        rook, beside = (end + 1, end - 1) if end > start else (end - 2, end + 1)
        cells[beside], cells[rook] = cells[rook], "."
    cells[end], cells[start] = cells[start], "."
    return "".join(cells)


def test_every_split_gives_the_same_readings() -> None:
    data = stream()
    whole = decode([data])
    assert decode([bytes([byte]) for byte in data]) == whole
    rng = random.Random(1)
    for _ in range(20):
        cuts = sorted(rng.sample(range(len(data)), 200))
        assert decode([data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)]) == whole


def test_decoding_the_file_gives_them_too() -> None:
    assert [stamped.reading for stamped in decode_capture(capture(), DgtCodec())] == decode([stream()])


def test_only_known_messages_and_no_noise() -> None:
    assert {type(reading) for reading in decode([stream()])} == {Snapshot, SquareChanged, ClockTimes}


def test_what_is_shown_passes_through_every_position_of_the_game() -> None:
    boards: list[str] = []
    for reading in decode([stream()]):
        match reading:
            case Snapshot(cells=cells):
                boards.append(cells)
            case SquareChanged(cell=at, piece=piece):
                boards.append(boards[-1][:at] + piece + boards[-1][at + 1 :])
    position = boards[0]
    place = 0
    for move in moves():
        position = played(position, move)
        assert position in boards[place:], f"the board never showed the position after {move}"
        place = boards.index(position, place)
    assert len(moves()) == 57


def test_the_clock_counts_in_steps_of_one_second() -> None:
    clocks = [reading for reading in decode([stream()]) if isinstance(reading, ClockTimes)]
    assert (clocks[0].left_ms, clocks[0].right_ms, clocks[0].running) == (182_000, 182_000, False)
    presses = 0
    for before, after in itertools.pairwise(clocks):
        steps = {Seat.LEFT: after.left_ms - before.left_ms, Seat.RIGHT: after.right_ms - before.right_ms}
        if after.up is before.up:
            assert steps[after.up] in ((-1000,) if before.running and after.running else (0, -1000))
            assert steps[after.up.other] == 0
        else:  # the side that pressed got its two seconds; one of them may have run out since
            presses += 1
            assert steps[before.up] in (1000, 2000)
            assert steps[after.up] == 0
    assert presses == len(moves())
