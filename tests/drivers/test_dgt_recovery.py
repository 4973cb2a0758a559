"""A game that went on while the connection was lost is read from the board's own memory, move by move."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from drivers.boards.dgt import recovery
from drivers.boards.dgt.catchup import WAIT_MS
from drivers.boards.dgt.codec import DgtCodec
from drivers.boards.dgt.memory import Remembered
from drivers.boards.dgt.recovery import LastKnown
from drivers.boards.dgt.spec import SPEC
from drivers.errors import BadOptionError
from drivers.link import Backoff, Link
from drivers.readings import (
    LinkDown,
    LinkUp,
    Milestone,
    Past,
    PastMark,
    PastTime,
    Reading,
    Seat,
    Snapshot,
    SquareChanged,
    Stamped,
)
from firmware_sim.devices.dgt import DgtBoard
from firmware_sim.devices.dgt_clock import DgtClock, SuddenDeathMode
from firmware_sim.habits import CLUB, Habits
from firmware_sim.ports import PtyPort
from firmware_sim.scenes import DeviceScene, SceneReading
from firmware_sim.stroke import Stroke
from firmware_sim.surface import CHESS_START, DRAUGHTS_START, Surface
from firmware_sim.timebase import VirtualTime
from tests.drivers.lines import Cable, Caller
from tests.drivers.shown import ShownBoard
from tests.drivers.test_dgt_codec import CHESS, DUMP, E4, SERIAL, VERSION, Talk, greeted

GAME = [
    Stroke((63, 54)),
    Stroke((36, 45)),
    Stroke((54, 36), taken=(45,)),
    Stroke((27, 45), taken=(36,)),
    Stroke((61, 52)),
    Stroke((16, 27)),
    Stroke((72, 63)),
]
ON_THE_BOARD = Habits(slides=0, think_ms=(1500, 2500))


def change(text: str) -> SquareChanged:
    return SquareChanged(int(text[:-1]), text[-1])


def changes(text: str) -> tuple[SquareChanged, ...]:
    return tuple(map(change, text.split()))


def missed(memory: Sequence[Remembered], known: LastKnown, now: str) -> tuple[Remembered, ...] | None:
    found = recovery.missed(memory, known, now)
    assert found is None or found.cells == now
    return None if found is None else found.events


# -- the place in the memory -------------------------------------------------------------------------------------------


def test_the_place_is_where_the_changes_told_last_end() -> None:
    memory = changes("0. 1P 8. 9p 1. 2P 9. 10p")
    known = LastKnown(".P" + "." * 7 + "p" + "." * 6, changes("0. 1P 8. 9p"))
    assert missed(memory, known, "..P" + "." * 7 + "p" + "." * 5) == changes("1. 2P 9. 10p")


def test_a_piece_that_went_there_and_back_is_found_by_what_was_told_before() -> None:
    memory = changes("5. 6N 6. 5N 5. 6N 6. 5N 1. 2P")
    known = LastKnown(".P...N..", changes("5. 6N 6. 5N"))
    assert missed(memory, known, "..P..N..") == changes("1. 2P")  # the last place that fits
    once = changes("3. 4K 5. 6N 6. 5N 5. 6N 6. 5N 1. 2P")
    known = LastKnown(".P..KN..", changes("3. 4K 5. 6N 6. 5N"))
    assert missed(once, known, "..P.KN..") == changes("5. 6N 6. 5N 1. 2P")


def test_a_change_that_was_lost_on_the_line_is_among_the_missed() -> None:
    memory = changes("0. 1P 8. 9p 1. 2P")
    known = LastKnown(".P......p.......", changes("0. 1P"))
    assert missed(memory, known, "..P......p......") == changes("8. 9p 1. 2P")
    # 8 was told empty, 9 was not told, then 1 was: the shown proves that 9 is missing
    known = LastKnown("." * 16, changes("0. 1P 8. 1."))
    assert missed(memory, known, "..P......p......") == changes("9p 1. 2P")


def test_from_the_start_position_the_game_begins_at_its_mark() -> None:
    marks = (PastMark(Milestone.POWER), PastMark(Milestone.START))
    memory: Sequence[Remembered] = (marks[0], *changes("7. 7R"), marks[1], *changes("1. 2N 2. 1N 3. 4P"))
    assert missed(memory, LastKnown(".N.P...R", ()), ".N..P..R") == changes("1. 2N 2. 1N 3. 4P")


def test_somebody_moved_after_the_board_was_read() -> None:
    memory = changes("0. 1P 8. 9p 1. 2P")
    found = recovery.missed(memory, LastKnown(".P......p.......", changes("0. 1P")), ".P.......p......")
    assert found is not None
    assert found.events == changes("8. 9p 1. 2P")
    assert found.cells == "..P......p......"


def test_a_memory_that_does_not_lead_here_says_nothing() -> None:
    known = LastKnown("P.......", changes("1. 0P"))
    assert missed(changes("0. 1P 1. 0P"), known, "..P.....") is None
    assert missed(changes("0. 1P"), known, "..P.....") is None
    assert missed([], known, ".P......") is None
    assert missed([], known, "P" * 100) is None


# -- the codec ---------------------------------------------------------------------------------------------------------


def again(before: Talk) -> Talk:
    """The connection was lost; the board has answered the greeting of the next one."""
    talk = Talk()
    talk.codec = DgtCodec()
    talk.codec.follows(before.codec)
    talk.codec.connected(talk.at)
    talk.hear(VERSION)
    talk.sent()
    return talk


AFTER_E5 = bytearray(DUMP)
AFTER_E5[3 + 52], AFTER_E5[3 + 36], AFTER_E5[3 + 12], AFTER_E5[3 + 28] = 0, 1, 0, 7
MEMORY = bytes.fromhex("6a6f 4034 4124 400c 471c")


def told_e4() -> Talk:
    talk = greeted()
    talk.hear(E4)
    return talk


def frame(memory: bytes) -> bytes:
    return bytes.fromhex("8f3e03") + memory.ljust(0x1F00, b"\x00")


def test_what_was_missed_is_told_before_the_board() -> None:
    talk = again(told_e4())
    assert talk.hear(bytes(AFTER_E5)) == []
    assert talk.sent() == "49"
    whole = frame(MEMORY + b"\x6b")
    past, board = talk.hear(whole[:40])  # the end mark is in it: what follows is empty
    assert past == Past((SquareChanged(12, "."), SquareChanged(28, "p")))
    assert isinstance(board, Snapshot)
    assert board.cells[12:13] + board.cells[28:29] == ".p"
    assert talk.hear(whole[40:]) == []
    assert talk.sent() == "45 55 4c 2b03030900"  # now the board has room for the clock's greeting


def test_a_board_that_is_as_it_was_is_told_at_once() -> None:
    talk = again(greeted())
    assert talk.hear(DUMP) == [Snapshot(8, 8, CHESS)]
    assert "49" not in talk.sent().split()


def test_the_board_waits_for_a_slow_memory_no_longer_than_agreed() -> None:
    talk = again(told_e4())
    at = talk.at
    assert talk.hear(bytes(AFTER_E5), after=0) == []
    data = frame(MEMORY * 200)
    readings: list[Reading] = []
    for start in range(0, len(data), 16):
        readings += talk.hear(data[start : start + 16], after=17)
        while (deadline := talk.codec.next_deadline()) is not None and deadline <= talk.at:
            readings += talk.codec.wake(talk.at)
        if readings:
            break
    assert isinstance(readings[0], Snapshot)
    assert WAIT_MS <= talk.at - at < WAIT_MS + 100


def test_a_board_that_does_not_send_its_memory_is_not_asked_twice() -> None:
    talk = again(told_e4())
    assert talk.hear(bytes(AFTER_E5)) == []
    assert talk.sent() == "49"
    readings = talk.wait()
    while not readings:
        talk.hear(SERIAL, after=0)
        readings = talk.wait()
    assert [type(reading) for reading in readings] == [Snapshot]
    third = again(talk)
    assert [type(reading) for reading in third.hear(DUMP)] == [Snapshot]
    assert "49" not in third.sent().split()


def test_a_memory_that_is_a_ring() -> None:
    talk = again(told_e4())
    talk.hear(bytes(AFTER_E5))
    ring = bytes.fromhex("471c 6b").ljust(0x1F00 - 8, b"\x00") + bytes.fromhex("1f 6f 4034 4124 400c")
    whole = bytes.fromhex("8f3e03") + ring
    assert talk.hear(whole[:1000]) == []  # what lies before the end mark does not lead to this board
    past, board = talk.hear(whole[1000:])
    assert past == Past((SquareChanged(12, "."), SquareChanged(28, "p")))
    assert isinstance(board, Snapshot)


def test_moves_made_without_power_are_seen_on_the_board_only() -> None:
    talk = again(told_e4())
    talk.hear(bytes(AFTER_E5))
    readings = talk.hear(frame(bytes.fromhex("6a6f 4034 4124 6a 6b")))
    assert [type(reading) for reading in readings] == [Snapshot]


def test_lost_again_before_anything_was_told() -> None:
    second = again(told_e4())
    assert second.hear(bytes(AFTER_E5)) == []
    third = again(second)
    assert third.hear(bytes(AFTER_E5)) == []
    past, _ = third.hear(frame(MEMORY + b"\x6b"))
    assert past == Past((SquareChanged(12, "."), SquareChanged(28, "p")))


# -- with the double ---------------------------------------------------------------------------------------------------


def settled(start: str, readings: Sequence[Reading]) -> set[str]:
    """Every board that the readings lead through."""
    shown = ShownBoard(start)
    seen = {start}
    for reading in readings:
        for step in reading.events if isinstance(reading, Past) else [reading]:
            if isinstance(step, SquareChanged | Snapshot):
                shown.take([step])
                seen.add(shown.cells)
    return seen


@pytest.mark.parametrize("only_dark", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_every_position_of_a_game_is_known_though_the_line_was_cut_for_three_moves(seed: int, only_dark: bool) -> None:
    surface = Surface(10, 10, DRAUGHTS_START)
    clock = DgtClock(SuddenDeathMode(3600_000))
    board = DgtBoard(surface, clock, only_dark=only_dark)
    clock.run_stop(0)
    cable = Cable(board, baud=9600)
    caller = Caller(SPEC, cable, outage_ms=12_000)
    scene = DeviceScene(
        surface, cable, caller, CLUB if seed % 2 else ON_THE_BOARD, random.Random(seed), lever=clock.press
    )
    readings: list[Reading] = []
    positions = []
    for number, stroke in enumerate(GAME):
        if number == 2:
            cable.cut_after(7 + 3 * seed)
        readings += [heard.reading for heard in scene.talk([stroke], rest_ms=1500) if isinstance(heard, SceneReading)]
        positions.append(surface.cells)
    readings += [heard.reading for heard in scene.talk([], rest_ms=15_000) if isinstance(heard, SceneReading)]
    assert caller.calls == 2
    (past,) = [reading for reading in readings if isinstance(reading, Past)]
    up = readings.index(LinkUp("cable"))
    first = next(place for place in range(up, len(readings)) if isinstance(readings[place], Snapshot))
    assert readings.index(past) == first - 1
    assert set(positions) <= settled(DRAUGHTS_START, readings)
    assert any(isinstance(event, PastTime) for event in past.events)


@pytest.mark.parametrize(("memory", "told"), [("3", False), ("10", True), ("0", False)])
def test_a_full_memory_on_a_serial_line_takes_longer_than_the_board_waits(memory: str, told: bool) -> None:
    surface = Surface(10, 10, DRAUGHTS_START)
    board = DgtBoard(surface)
    at = 0
    for _ in range(2100):  # somebody taps on a piece all day long
        for piece in (".", "M"):
            surface.put(99 - 9, piece, at)
            at += 400
            board.wake(at)
    cable = Cable(board, baud=9600)
    caller = Caller(SPEC.configured({"memory": memory}), cable, outage_ms=12_000)
    scene = DeviceScene(surface, cable, caller, ON_THE_BOARD, random.Random(1), begins_ms=at)
    readings: list[SceneReading[Reading]] = []
    for number, stroke in enumerate(GAME):
        if number == 2:
            cable.cut_after(7)
        readings += [heard for heard in scene.talk([stroke], rest_ms=1500) if isinstance(heard, SceneReading)]
    readings += [heard for heard in scene.talk([], rest_ms=20_000) if isinstance(heard, SceneReading)]
    assert any(isinstance(heard.reading, Past) for heard in readings) is told
    (up,) = [heard.at_ms for heard in readings if isinstance(heard.reading, LinkUp)]
    first = next(heard for heard in readings if heard.at_ms > up and isinstance(heard.reading, Snapshot))
    assert first.at_ms - up < {"0": 500, "3": 3500, "10": 9500}[memory]
    shown = ShownBoard(DRAUGHTS_START)
    shown.take(heard.reading for heard in readings)
    assert shown.cells == surface.cells


@pytest.mark.parametrize("value", ["-1", "16", "long"])
def test_a_wait_that_is_none(value: str) -> None:
    with pytest.raises(BadOptionError, match="whole number of seconds"):
        SPEC.configured({"memory": value})


async def test_over_a_real_link(tmp_path: Path) -> None:
    surface = Surface(8, 8, CHESS_START)
    virtual = VirtualTime()
    port = PtyPort(DgtBoard(surface), tmp_path / "board", virtual)
    heard: list[Reading] = []
    news = asyncio.Event()

    def hear(stamped: Stamped) -> None:
        heard.append(stamped.reading)
        news.set()

    async def until(kind: type[Reading], count: int) -> None:
        async with asyncio.timeout(30):
            while sum(isinstance(reading, kind) for reading in heard) < count:
                news.clear()
                await news.wait()

    async def move(start: int, end: int) -> None:
        piece = surface.lift(start, virtual.now())
        await virtual.advance(300)
        surface.put(end, piece, virtual.now())
        await virtual.advance(300)

    link = Link(SPEC, port.url, lambda: time.monotonic_ns() // 1_000_000, backoff=Backoff(first_s=0.01, longest_s=0.02))
    async with port:
        task = asyncio.create_task(link.run(hear))
        await until(Snapshot, 1)
        await move(52, 36)
        await until(SquareChanged, 2)
        port.unplug()
        await until(LinkDown, 1)
        await move(12, 28)
        await move(62, 45)
        await port.plug()
        await until(Past, 1)
        await until(Snapshot, 2)
        task.cancel()
        await asyncio.wait([task])
    (past,) = [reading for reading in heard if isinstance(reading, Past)]
    told = [event for event in past.events if isinstance(event, SquareChanged)]
    assert told == [*changes("12. 28p 62. 45N")]
    assert heard[heard.index(past) + 1] == Snapshot(8, 8, surface.cells)


def test_the_seats_of_presses_are_those_of_the_clock() -> None:
    talk = again(told_e4())
    talk.hear(bytes(AFTER_E5))
    past, _ = talk.hear(frame(bytes.fromhex("6f 4034 4124 400c 471c 60 04 58 6b")))
    assert isinstance(past, Past)
    assert past.events[-1] == PastTime(Seat.RIGHT, 298_000)
