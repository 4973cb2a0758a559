"""A real game on a real DGT clock, mirrored from start to end. The capture belongs to its source and stays there.

It has no instants of its own, so several are made up: as the clock itself lost time, evenly, and with late readings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import msgspec
import pytest

from drivers.boards.dgt.codec import DgtCodec
from drivers.readings import ClockTimes, Reading, Seat
from drivers.transport.capture import parse_capture
from gateway.clock.control_notation import parse_control
from gateway.clock.facts import ClockFact, ClockPressed, ClockStarted, ClockStopped, FlagFell
from gateway.clock.mirror import Mirror
from gateway.model.instants import Instant
from gateway.model.sides import Side

TRACE = Path(__file__).parents[2].parent / "shared" / "traces" / "dgt-chess-game-1.jsonl"
W, B = Side.WHITE, Side.BLACK
INCREMENT = 2_000

captured = pytest.mark.skipif(not TRACE.exists(), reason=f"the capture {TRACE.name} is not at hand")


def decoded(data: bytes) -> list[ClockTimes]:
    codec = DgtCodec()
    codec.connected(0)
    readings: list[Reading] = list(codec.receive(data, 0))
    return [reading for reading in readings if isinstance(reading, ClockTimes)]


def game() -> list[ClockTimes]:
    return decoded(b"".join(transfer.data for transfer in parse_capture(TRACE.read_bytes().splitlines()).transfers))


def as_lost(readings: list[ClockTimes]) -> Iterator[tuple[int, ClockTimes]]:
    """Time goes by as much as the clocks lose."""
    at = 1_000_000
    for before, now in zip([readings[0], *readings], readings, strict=False):
        earned = INCREMENT if before.running and before.up is not now.up else 0
        at += before.left_ms + before.right_ms + earned - now.left_ms - now.right_ms
        yield at, now


def evenly(readings: list[ClockTimes]) -> Iterator[tuple[int, ClockTimes]]:
    """A second for each message, whatever it says."""
    for number, now in enumerate(readings):
        yield 1_000_000 + 1_000 * number, now


def late(readings: list[ClockTimes]) -> Iterator[tuple[int, ClockTimes]]:
    """As lost, and each message up to four tenths of a second late."""
    rng = Random(7)
    last = 0
    for at, now in as_lost(readings):
        last = max(last + 1, at + rng.randrange(400))
        yield last, now


def at_once(readings: list[ClockTimes]) -> Iterator[tuple[int, ClockTimes]]:
    """A whole game in an instant, as when a record is read back."""
    for now in readings:
        yield 1_000_000, now


Timeline = Callable[[list[ClockTimes]], Iterator[tuple[int, ClockTimes]]]


@captured
@pytest.mark.parametrize("timeline", [as_lost, evenly, late, at_once])
@pytest.mark.parametrize("white", [Seat.LEFT, Seat.RIGHT])
def test_a_real_game_from_start_to_end(timeline: Timeline, white: Seat) -> None:
    mirror = Mirror.set_up(parse_control("3m+2s"), Instant(0), first=W, white=white)
    told: list[ClockFact] = []
    faces = 0
    # On a turned board the clock stays where it is, so White sits on its other side.
    readings = [turned(reading) for reading in game()] if white is Seat.RIGHT else game()
    at = Instant(0)
    for at_ms, reading in timeline(readings):
        at = Instant(at_ms)
        before = mirror.face(at)
        mirror, facts = mirror.take(reading, at)
        told += facts
        face = mirror.face(at)
        faces += face != before
        shown = {white: reading.left_ms, white.other: reading.right_ms}
        for side, ms in ((W, shown[Seat.LEFT]), (B, shown[Seat.RIGHT])):
            assert abs(face.shown_ms(side, at) - ms) <= reading.resolution_ms
            explained = INCREMENT if ClockPressed(side) in facts else 0
            assert abs(face.shown_ms(side, at) - before.shown_ms(side, at) - explained) <= 1_000
        assert not face.stale
    assert told[0] == ClockStarted(W)
    assert told[-1] == ClockStopped()
    assert told[1:-1] == [ClockPressed(W), ClockPressed(B)] * 28 + [ClockPressed(W)]
    assert faces < len(readings) / 2 or timeline is at_once
    face = mirror.face(at)
    assert (face.white_ms, face.black_ms, face.running) == (109_000, 106_000, None)


def turned(reading: ClockTimes) -> ClockTimes:
    return msgspec.structs.replace(
        reading,
        left_ms=reading.right_ms,
        right_ms=reading.left_ms,
        left_flag=reading.right_flag,
        right_flag=reading.left_flag,
        up=reading.up.other,
    )


@pytest.mark.parametrize(("white", "loser"), [(Seat.LEFT, B), (Seat.RIGHT, W)])
def test_a_flag_as_a_dgt_clock_sends_it(white: Seat, loser: Side) -> None:
    """The right side runs out of its Fischer time and the clock freezes; nothing follows."""
    lines = ("20000320001613", "20000220001613", "20000120001613", "30000020001612")
    mirror = Mirror.set_up(parse_control("3m+2s"), Instant(0), white=white)
    told: list[ClockFact] = []
    for number, line in enumerate(lines):
        (reading,) = decoded(bytes.fromhex(f"8d000a{line}"))
        mirror, facts = mirror.take(reading, Instant(1_000 * number))
        told += facts
    assert told[0] == ClockStarted(loser)
    assert [type(fact) for fact in told[1:]] == [FlagFell]
    fell = told[1]
    assert isinstance(fell, FlagFell)
    assert (fell.side, fell.fell_at) == (loser, 3_000)
    face = mirror.face(Instant(9_000))
    assert (face.first_flag, face.running, face.shown_ms(loser, Instant(9_000))) == (loser, None, 0)
    assert mirror.next_deadline() is None
