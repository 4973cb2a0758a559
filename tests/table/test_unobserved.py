"""A table whose agent keeps the time and was away: what nobody saw pass is put to the arbiter."""

from __future__ import annotations

import pytest

from drivers.readings import LeverPressed, Seat
from gateway.clock.face import Source
from gateway.clock.facts import TimeUnobserved
from gateway.model.instants import Instant, Millis
from gateway.model.sides import Side
from gateway.record.fold import fold
from gateway.record.raw import RAW, RawEvent, Unobserved
from gateway.referee.inputs import Clocked
from gateway.referee.rulings import AlertKind
from gateway.referee.state import Phase
from gateway.table.game_start import resume
from gateway.table.reporting import table_state
from gateway.table.state import Step, Table
from gateway.table.table import step

from .virtual import VirtualTable, setup

MINUTE = 60_000


def playing(thought_ms: int) -> VirtualTable:
    """A game on buttons, in which White has thought for so long."""
    table = VirtualTable(setup("5m", clock=Source.AGENT))
    table.connect()
    table.hear(LeverPressed(Seat.RIGHT), 1000)
    table.wait(thought_ms)
    return table


def restarted(table: VirtualTable, away_ms: int, most_ms: int | None) -> tuple[Table, Step]:
    """The table after its agent has died, and another has taken up the record so much later."""
    taken = resume(table.settings, fold(table.entries), table.at)
    gap = Unobserved(
        table.at, Millis(away_ms if most_ms is not None else 0), None if most_ms is None else Millis(most_ms)
    )
    kept = RAW.decode(RAW.encode(RawEvent.of(table.at, gap)))
    assert kept.event == gap
    done = step(taken, gap, Instant(table.at + away_ms))
    return taken, done


def told(done: Step) -> list[TimeUnobserved]:
    facts = [entry.what.fact for entry in done.entries if isinstance(entry.what, Clocked)]
    return [fact for fact in facts if isinstance(fact, TimeUnobserved)]


def shown(done: Step, at: Instant, side: Side = Side.WHITE) -> int:
    face = table_state(done.table, at).clock
    assert face is not None
    return face.shown_ms(side, at)


def test_time_that_is_known_to_have_passed_is_counted_and_told() -> None:
    table = playing(MINUTE)
    _, done = restarted(table, 30_000, 30_000)
    assert told(done) == [TimeUnobserved(Side.WHITE, Millis(4 * MINUTE), Millis(30_000), Millis(30_000), True)]
    assert shown(done, Instant(table.at + 30_000)) == 3 * MINUTE + 30_000
    assert done.table.referee.raised(AlertKind.CLOCK, "unobserved white")


@pytest.mark.parametrize("away", [5 * MINUTE, 24 * 60 * MINUTE, 50 * 365 * 24 * 60 * MINUTE])
def test_nobody_loses_by_time_that_nobody_saw_pass(away: int) -> None:
    table = playing(MINUTE)
    _, done = restarted(table, away, away)
    at = Instant(table.at + away)
    assert [fact.charged for fact in told(done)] == [False]
    assert shown(done, at) == 4 * MINUTE
    assert done.table.referee.phase is Phase.PLAYING
    later = step(done.table, None, Instant(at + MINUTE))
    assert shown(later, Instant(at + MINUTE)) == 3 * MINUTE
    ended = step(later.table, None, Instant(at + 4 * MINUTE))
    assert ended.table.clock.face(Instant(at + 4 * MINUTE)).has_flag(Side.WHITE)


def test_time_of_unknown_length_is_not_counted() -> None:
    table = playing(MINUTE)
    _, done = restarted(table, 20_000, None)
    assert told(done) == [TimeUnobserved(Side.WHITE, Millis(4 * MINUTE), Millis(0))]
    assert shown(done, Instant(table.at + 20_000)) == 4 * MINUTE


def test_an_absence_of_which_nothing_is_known_is_told_however_short_it_may_have_been() -> None:
    table = playing(MINUTE)
    _, done = restarted(table, 0, None)
    assert told(done) == [TimeUnobserved(Side.WHITE, Millis(4 * MINUTE), Millis(0))]


def test_a_restart_as_short_as_a_breath_is_not_worth_a_word() -> None:
    table = playing(MINUTE)
    _, done = restarted(table, 400, 400)
    assert done.entries == ()


def test_a_clock_that_stands_or_keeps_its_own_time_has_lost_nothing() -> None:
    table = VirtualTable(setup("5m", clock=Source.AGENT))
    table.connect()
    assert restarted(table, 10 * MINUTE, None)[1].entries == ()
    mirrored = VirtualTable()
    mirrored.connect()
    mirrored.start_clock()
    mirrored.second()
    assert restarted(mirrored, 10 * MINUTE, None)[1].entries == ()


def test_the_record_with_the_absence_judges_the_same() -> None:
    table = playing(MINUTE)
    _, done = restarted(table, 30_000, None)
    record = fold([*table.entries, *done.entries])
    assert not record.differences
    assert record.state.face == done.table.referee.face
