"""What real boards sent, and what other programs take for it, decodes to what was played."""

from __future__ import annotations

import itertools
import json
from dataclasses import replace

import pytest

from drivers import registry
from drivers.boards.squareoff import neo
from drivers.readings import Battery, Identity, Noise, Snapshot, SquareChanged
from drivers.transport.capture import decode
from tests.drivers.shown import ShownBoard

from .boards import TRACES, capture, cell, cells, hear, splits

pytestmark = pytest.mark.skipif(not TRACES.exists(), reason="the captures are not at hand")


def lines(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (TRACES / f"{name}.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("driver", ["chessnut", "ichessone"])
def test_positions_are_the_fens_given(driver: str) -> None:
    seen = 0
    for line in lines(f"{driver}-positions")[1:]:
        data = bytes.fromhex(str(line["hex"]))
        fens = line["fens"]
        assert isinstance(fens, list)
        for pieces in splits(data):
            readings = hear(registry.find(driver).codec(), *pieces)
            told = [reading.cells for reading in readings if isinstance(reading, Snapshot)]
            # A board that lies the other way round counts from its own corner; whoever tracks the game turns it.
            assert [
                min(told_cells, told_cells[::-1], key=lambda way: way != cells(fen))
                for told_cells, fen in zip(told, fens, strict=True)
            ] == [cells(fen) for fen in fens]
        seen += len(fens)
    assert seen == 6


@pytest.mark.parametrize("driver", ["chessnut", "ichessone"])
def test_batteries_and_noise(driver: str) -> None:
    readings = [
        reading
        for line in lines(f"{driver}-positions")[1:]
        for reading in hear(registry.find(driver).codec(), bytes.fromhex(str(line["hex"])))
    ]
    batteries = [reading for reading in readings if isinstance(reading, Battery)]
    expected = [Battery(100, charging=True), Battery(9), Battery(100, charging=True), Battery(9), Battery(4)]
    assert batteries == (expected if driver == "chessnut" else expected[2:])
    assert [reading for reading in readings if isinstance(reading, Noise)] == [Noise(5)] * 3


def test_goban_placements_in_any_split() -> None:
    expected = [line["expected"] for line in lines("yihu-goban") if "expected" in line]
    points = [point["y0_top"] * 19 + point["x0_left"] for point in expected if isinstance(point, dict)]
    assert len(points) == 7
    wanted = [Identity("Yihu goban"), *(SquareChanged(point, "?") for point in points)]
    trace = capture("yihu-goban")
    spec = registry.find("yihu")
    assert [stamped.reading for stamped in decode(trace, spec.codec())] == wanted
    stream = b"".join(transfer.data for transfer in trace.transfers if transfer.way == "in")
    for pieces in splits(stream):
        assert hear(spec.codec(), *pieces) == wanted


GAME = "d2d4 c1f4 e2e3 g1f3 b1d2 f3e5 f1e2 c2c3 d1a4 e5d7 d7f6 a4e8"
"""What White played by hand; Black's pieces were moved by the board's motor."""


def test_neo_lifts_and_puts_and_bitmaps() -> None:
    trace = capture("squareoff-neo-game")
    readings = [stamped.reading for stamped in decode(trace, neo.NeoCodec())]
    assert {type(reading) for reading in readings} == {SquareChanged, Snapshot, Battery, Identity}
    touched = [transfer.data for transfer in trace.transfers if transfer.way == "in" and transfer.channel == neo.EVENTS]
    events = [
        SquareChanged(cell(data[:2].decode()), "." if data[2:] == b"u" else "?") for data in touched if data != b"OK"
    ]
    assert [reading for reading in readings if isinstance(reading, SquareChanged)] == events
    assert len(events) == 38  # chatter included
    assert [reading for reading in readings if isinstance(reading, Battery)] == [
        Battery(73),  # from the voltage, which comes first, and the same by the standard characteristic
        Battery(76),
    ]
    for move in GAME.split():  # every move of the hand is there, in order
        place = events.index(SquareChanged(cell(move[:2]), "."))
        assert SquareChanged(cell(move[2:]), "?") in events[place:]


def test_neo_readings_hold_all_bitmaps() -> None:
    """After every bitmap, what the readings told is what the bitmap shows."""
    codec = neo.NeoCodec()
    shown = ShownBoard()
    bitmaps = 0
    for transfer in capture("squareoff-neo-game").transfers:
        if transfer.way == "out":
            continue
        told = decode(replace(capture("squareoff-neo-game"), transfers=(transfer,)), codec)
        shown.take(stamped.reading for stamped in told)
        if transfer.channel == neo.BITMAP:
            bitmaps += 1
            bits = transfer.data.decode()
            assert shown.cells == "".join(
                "?" if bits["abcdefgh".index(file) * 8 + int(rank) - 1] == "1" else "."
                for rank, file in itertools.product("87654321", "abcdefgh")
            )
    assert bitmaps == 113


def test_neo_without_channels_in_any_split() -> None:
    """A capture whose channels were not kept still decodes, but for the standard battery characteristic."""
    kept = [t for t in capture("squareoff-neo-game").transfers if t.way == "in" and t.channel != neo.BATTERY_LEVEL]
    with_channels = [
        stamped.reading
        for stamped in decode(replace(capture("squareoff-neo-game"), transfers=tuple(kept)), neo.NeoCodec())
    ]
    stream = b"".join(transfer.data for transfer in kept)
    for pieces in splits(stream):
        assert hear(neo.NeoCodec(), *pieces) == with_channels
