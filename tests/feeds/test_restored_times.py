"""Both times after an earlier move, out of the record: what the clock showed then, and what cannot be known."""

from __future__ import annotations

from typing import Any

import pytest

from gateway.feeds.played_game import PlayedGame, games_of
from gateway.feeds.restored_times import RestoredTimes, TimeSource, times_after
from gateway.model.sides import Side
from tests.table.scenario import Scenario, Step, happen, lay_out
from tests.table.whole import WholeTable

MOVES = ["32-28", "19-23", "28x19", "14x23", "37-32", "10-14"]


def table(control: str, clock: str, book: str = "draughts-rapid") -> WholeTable:
    found = lay_out(Scenario("restored", book, [], control=control), clock)
    found.open()
    return found


def played(found: WholeTable) -> PlayedGame:
    return list(games_of(found.entries))[-1]


def after(found: WholeTable, ply: int) -> RestoredTimes:
    times = times_after(played(found), ply)
    assert times is not None
    return times


def seconds(times: RestoredTimes) -> list[int | None]:
    return [None if side.ms is None else round(side.ms / 1000) for side in (times.white, times.black)]


def shown(found: WholeTable) -> list[int | None]:
    face = found.table.clock.face(found.at)
    return [round(face.shown_ms(side, found.at) / 1000) for side in Side]


def press_after(found: WholeTable, text: str, thinking: int) -> list[int | None]:
    """A move is thought about, made and pressed for; what the clock shows then."""
    found.wait(thinking * 1000)
    mover = found.make(text)
    found.wait(300)
    found.press(mover)
    told = shown(found)
    found.wait(1500)  # until the board is believed
    return told


@pytest.mark.parametrize("clock", ["buttons", "mirror"])
@pytest.mark.parametrize("control", ["5m", "5m+5s"])
def test_what_the_clock_showed_after_each_move(control: str, clock: str) -> None:
    found = table(control, clock)
    found.run(Side.WHITE)
    told = [shown(found)]
    told += [press_after(found, text, 3 + 4 * number) for number, text in enumerate(MOVES)]
    found.wait(10_000)
    assert told[0] != told[-1]
    for ply, times in enumerate(told):
        restored = after(found, ply)
        assert seconds(restored) == times, ply
        assert restored.move == ("" if ply == 0 else played(found).texts[ply - 1])
        assert not restored.shared
    assert after(found, 3).white.source is TimeSource.PRESS
    assert after(found, 0).white.source is TimeSource.START
    assert times_after(played(found), len(MOVES) + 1) is None
    assert times_after(played(found), -1) is None


def test_a_new_stage_and_byo_yomi_are_as_they_were_then() -> None:
    found = table("1m, 3x30s", "buttons")
    found.run(Side.WHITE)
    press_after(found, MOVES[0], 5)
    press_after(found, MOVES[1], 5)
    press_after(found, MOVES[2], 100)  # into byo-yomi, with one period gone
    assert (after(found, 1).white.stage, after(found, 1).white.to_go) == (0, 0)
    late = after(found, 3).white
    assert (late.stage, late.to_go, late.ms) == (1, 2, 30_000)
    found = table("2/5m, 3m", "buttons")
    found.run(Side.WHITE)
    told = [press_after(found, text, 10) for text in MOVES]
    assert [after(found, ply).white.stage for ply in range(1, 7)] == [0, 0, 1, 1, 1, 1]
    assert [seconds(after(found, ply)) for ply in range(1, 7)] == told


def test_shared_time_is_one_time() -> None:
    found = lay_out(Scenario("shared", "gomoku-standard", [], control="shared 60m, 5m+3s", game="gomoku"), "buttons")
    found.open()
    happen(found, Step(made="h8", wait=60))
    happen(found, Step(made="h9", wait=60))
    restored = after(found, 1)
    assert restored.shared
    assert restored.white == restored.black
    assert restored.white.source is TimeSource.MOVE, "nobody presses in shared time"
    assert seconds(restored)[0] in {3597, 3598, 3599, 3600}
    assert restored.white.ms is not None
    then = after(found, 2).white.ms
    assert then is not None
    assert 55 <= round((restored.white.ms - then) / 1000) <= 65
    assert after(found, 0).white.ms == after(found, 0).black.ms == 3_600_000


def test_rulings_since_are_told_apart() -> None:
    found = table("5m", "buttons")
    found.run(Side.WHITE)
    told = [press_after(found, text, 5) for text in MOVES]
    adjust: dict[str, Any] = {"type": "adjust_time", "side": "black", "change": "add", "ms": 120_000}
    found.command("Iris", "chief", adjust)
    found.command("Iris", "chief", {"type": "adjust_time", "side": "white", "change": "take", "ms": 30_000})
    restored = after(found, 4)
    assert seconds(restored) == told[3]
    assert (restored.white.changed_ms, restored.black.changed_ms) == (-30_000, 120_000)
    assert not restored.black.set_since
    found.command("Iris", "chief", {**adjust, "change": "set"})
    assert after(found, 4).black.set_since
    # Taken back, the list is shorter, and what is left of it keeps its times.
    found.command("Iris", "chief", {"type": "retract_moves", "count": 2})
    assert seconds(after(found, 4)) == told[3]
    assert times_after(played(found), 5) is None


def test_what_the_clock_did_not_tell_is_not_known() -> None:
    found = table("5m", "mirror")
    found.run(Side.WHITE)
    told = [press_after(found, text, 5) for text in MOVES[:2]]
    found.lose("clock")
    for text in MOVES[2:4]:
        found.wait(4000)
        found.make(text)
        found.wait(3000)
    found.find("clock")
    found.wait(3000)
    assert seconds(after(found, 2)) == told[1]
    assert after(found, 4).white.source is TimeSource.UNKNOWN
    assert after(found, 4).white.ms is None
    stood = after(found, 3)
    assert stood.black.source is TimeSource.STOOD, "Black's time had not run since his own press"
    assert stood.black.ms is not None
    assert round(stood.black.ms / 1000) == told[1][1]
    assert stood.white.source is TimeSource.UNKNOWN
