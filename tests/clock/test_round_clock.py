"""The round clock: time is conserved, everything is called once, and the timetable ends when the clock does."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.clock.round_clock import RoundCall, RoundClock, plan_for_finish
from gateway.clock.round_plan import BOOK_BOARD_MS, MINUTE, PhaseKind, RoundPlan, RoundWarning
from gateway.model.errors import TournamentError
from gateway.model.instants import Instant, Millis
from tests.examples import examples

PLAN = RoundPlan(rounds=3, boards=2, board_ms=8 * MINUTE, first_extra_ms=3 * MINUTE, breaks={2: 15 * MINUTE})


def minutes(number: float) -> Instant:
    return Instant(round(number * MINUTE))


def run_out(clock: RoundClock, at: Instant) -> tuple[RoundClock, list[RoundCall]]:
    """Let it run to its end, from deadline to deadline."""
    calls: list[RoundCall] = []
    clock = clock.start(at)
    while (due := clock.next_deadline()) is not None:
        clock, more = clock.advance(due)
        calls += more
    return clock, calls


def test_an_evening() -> None:
    clock, calls = run_out(RoundClock.of(PLAN), minutes(0))
    assert [(call.at / MINUTE, call.round, call.call) for call in calls] == [
        (11, 1, RoundWarning.LAST_BOARD),
        (15, 1, RoundWarning.NO_NEW_BOARD),
        (19, 1, PhaseKind.MOVE),
        (21, 2, PhaseKind.PLAY),
        (29, 2, RoundWarning.LAST_BOARD),
        (33, 2, RoundWarning.NO_NEW_BOARD),
        (37, 2, PhaseKind.BREAK),
        (52, 3, PhaseKind.PLAY),
        (60, 3, RoundWarning.LAST_BOARD),
        (64, 3, RoundWarning.NO_NEW_BOARD),
        (68, 3, PhaseKind.OVER),
    ]
    assert clock.is_over
    assert RoundClock.of(PLAN).finish(minutes(0)) == minutes(68)


def test_a_pause_a_minute_more_and_a_round_that_is_ended() -> None:
    clock = RoundClock.of(PLAN).start(minutes(0))
    clock, _ = clock.advance(minutes(5))
    clock = clock.pause(minutes(5))
    assert clock.remaining(minutes(50)) == 14 * MINUTE
    assert clock.next_deadline() is None
    clock = clock.start(minutes(10)).add(MINUTE, minutes(10))
    assert clock.finish(minutes(10)) == minutes(68 + 5 + 1)
    clock, call = clock.skip(minutes(12))
    assert (call.call, clock.phase.kind) == (PhaseKind.MOVE, PhaseKind.MOVE)
    assert clock.finish(minutes(12)) == minutes(12 + 2 + 16 + 15 + 16)
    assert [line.phase.kind for line in clock.timetable(minutes(12))] == [
        PhaseKind.MOVE,
        PhaseKind.PLAY,
        PhaseKind.BREAK,
        PhaseKind.PLAY,
    ]


def test_what_is_called_is_not_called_again() -> None:
    clock, calls = RoundClock.of(PLAN).start(minutes(0)).advance(minutes(12))
    assert [call.call for call in calls] == [RoundWarning.LAST_BOARD]
    clock, calls = clock.add(Millis(10 * MINUTE), minutes(12)).advance(minutes(24))
    assert calls == ()
    clock, calls = clock.advance(minutes(29))
    assert [call.call for call in calls] == [RoundWarning.NO_NEW_BOARD, PhaseKind.MOVE]


def test_what_is_over_is_over() -> None:
    clock, _ = run_out(RoundClock.of(PLAN), minutes(0))
    assert clock.start(minutes(100)) == clock
    assert clock.finish(minutes(100)) == minutes(100)
    for change in (lambda: clock.add(MINUTE, minutes(100)), lambda: clock.skip(minutes(100))):
        with pytest.raises(TournamentError, match=r"round_clock\.over"):
            change()


def test_a_break_that_is_after_the_last_round_is_refused() -> None:
    with pytest.raises(TournamentError, match=r"round_clock\.break_outside"):
        RoundPlan(rounds=2, boards=4, breaks={2: MINUTE})


def test_the_plan_for_a_wished_finish() -> None:
    clock = RoundClock.of(PLAN)
    assert plan_for_finish(clock, PLAN, minutes(0), minutes(68)) == PLAN
    later = plan_for_finish(clock, PLAN, minutes(0), minutes(71))
    assert later.board_ms == 8.5 * MINUTE == BOOK_BOARD_MS[1]
    with pytest.raises(TournamentError, match=r"round_clock\.too_short\(minutes=26\)"):
        plan_for_finish(clock, PLAN, minutes(0), minutes(25))


def test_a_wished_finish_in_the_middle_of_an_evening() -> None:
    """Half of the first round is played: the other five boards and a half have what is left, the break has its own."""
    clock, _ = RoundClock.of(PLAN).start(minutes(0)).advance(minutes(11))
    plan = plan_for_finish(clock, PLAN, minutes(11), minutes(74))
    assert plan.board_ms == 9 * MINUTE
    assert clock.replan(plan, minutes(11)).finish(minutes(11)) == minutes(74)
    over, _ = run_out(clock, minutes(11))
    with pytest.raises(TournamentError, match=r"round_clock\.over"):
        plan_for_finish(over, PLAN, minutes(80), minutes(90))


def test_another_plan_in_the_middle_of_a_round() -> None:
    clock, _ = RoundClock.of(PLAN).start(minutes(0)).advance(minutes(12))
    clock = clock.add(MINUTE, minutes(12))
    quicker = RoundPlan(rounds=4, boards=2, board_ms=7 * MINUTE, first_extra_ms=3 * MINUTE)
    changed = clock.replan(quicker, minutes(12))
    assert changed.remaining(minutes(12)) == (19 - 12 + 1 - 2) * MINUTE
    assert changed.called == {RoundWarning.LAST_BOARD}
    assert changed.finish(minutes(12)) == minutes(18 + 3 * (2 + 14))
    moving, _ = clock.advance(minutes(21))
    assert moving.phase.kind is PhaseKind.MOVE
    assert (
        moving.replan(RoundPlan(rounds=2, boards=2, breaks={1: 10 * MINUTE}), minutes(21)).phase.kind is PhaseKind.BREAK
    )
    with pytest.raises(TournamentError, match=r"round_clock\.rounds_played\(rounds=2\)"):
        moving.replan(RoundPlan(rounds=1, boards=2), minutes(21))


def test_rounds_that_are_added_when_all_is_over() -> None:
    over, _ = run_out(RoundClock.of(PLAN), minutes(0))
    assert over.replan(PLAN, minutes(70)) == over
    more = over.replan(RoundPlan(rounds=4, boards=2), minutes(70))
    assert (more.phase.kind, more.phase.round, more.since) == (PhaseKind.MOVE, 3, None)


def test_a_start_that_is_still_to_come() -> None:
    clock = RoundClock.of(PLAN).start(minutes(30))
    assert clock.remaining(minutes(10)) == 19 * MINUTE
    assert clock.finish(minutes(10)) == minutes(30 + 68)
    assert clock.add(MINUTE, minutes(10)).since == minutes(30)
    assert clock.advance(minutes(29)) == (clock, ())


def test_a_hall_that_plays_one_game_a_round() -> None:
    plan = RoundPlan(rounds=2, board_ms=50 * MINUTE, move_ms=10 * MINUTE, time_left_ms=5 * MINUTE)
    _, calls = run_out(RoundClock.of(plan), minutes(0))
    assert [(call.at / MINUTE, call.call) for call in calls] == [
        (45, RoundWarning.TIME_LEFT),
        (50, PhaseKind.MOVE),
        (60, PhaseKind.PLAY),
        (105, RoundWarning.TIME_LEFT),
        (110, PhaseKind.OVER),
    ]


def test_the_board_that_should_be_in_play() -> None:
    plan = RoundPlan(rounds=1, boards=3, board_ms=8 * MINUTE, first_extra_ms=2 * MINUTE)
    due = [plan.board_due(Millis(round(left * MINUTE))) for left in (26, 24, 16.1, 16, 8.1, 8, 0)]
    assert due == [1, 1, 1, 2, 2, 3, 3]


plans = st.builds(
    lambda rounds, boards, board_s, extra, move, breaks, last, none, left: RoundPlan(
        rounds=rounds,
        boards=boards,
        board_ms=board_s * 1000,
        first_extra_ms=extra,
        move_ms=move,
        breaks={after: length for after, length in breaks.items() if after < rounds},
        last_board_ms=last,
        no_new_board_ms=none,
        time_left_ms=left,
    ),
    st.integers(1, 5),
    st.integers(1, 4),
    st.integers(60, 600),
    st.integers(0, 600_000),
    st.integers(0, 200_000),
    st.dictionaries(st.integers(1, 4), st.integers(0, 900_000), max_size=2),
    st.none() | st.integers(0, 3_000_000),
    st.none() | st.integers(0, 3_000_000),
    st.none() | st.integers(0, 3_000_000),
)
acts = st.lists(
    st.tuples(
        st.sampled_from(["wait", "wait", "pause", "start", "add", "skip", "plan"]), st.integers(-400_000, 900_000)
    ),
    max_size=25,
)


@given(plans, acts)
@examples(120)
def test_time_is_conserved_and_everything_is_called_once(plan: RoundPlan, done: list[tuple[str, int]]) -> None:
    clock, at = RoundClock.of(plan).start(Instant(0)), Instant(0)
    calls: list[RoundCall] = []
    ran = stood = changed = 0
    for act, number in done:
        if act == "wait":
            waited = max(0, number)
            before = clock
            at = Instant(at + waited)
            clock, more = clock.advance(at)
            calls += more
            if before.since is None:
                stood += waited if not before.is_over else 0
            else:
                over = next((call.at for call in more if call.call is PhaseKind.OVER), at)
                ran += over - (at - waited)
            continue
        if clock.is_over:
            break
        left = clock.remaining(at)
        if act == "pause":
            clock = clock.pause(at)
        elif act == "start":
            clock = clock.start(at)
        elif act == "add":
            clock = clock.add(Millis(number), at)
            changed += clock.remaining(at) - left
        elif act == "plan":
            slower = msgspec.structs.replace(clock.plan, board_ms=max(60_000, clock.plan.board_ms + number))
            due = clock.finish(at)
            clock = clock.replan(slower, at)
            changed += clock.finish(at) - due
        else:
            clock, call = clock.skip(at)
            calls.append(call)
            changed -= left
    due_at = clock.finish(at)
    rest = 0 if clock.is_over else due_at - at
    end, more_calls = run_out(clock, at)
    calls += more_calls
    assert end.is_over
    if more_calls:
        assert more_calls[-1].at == due_at
    assert ran + rest == sum(phase.length for phase in plan.phases) + changed
    assert max(Counter((call.round, call.call) for call in calls).values()) == 1
    assert all(one.at <= other.at for one, other in pairwise(calls))
    entered = [call.call for call in calls if isinstance(call.call, PhaseKind)]
    assert entered == [*(phase.kind for phase in plan.phases[1:]), PhaseKind.OVER]


@given(plans, st.lists(st.integers(0, 2_000_000), max_size=20))
@examples(60)
def test_it_does_not_matter_how_often_one_looks(plan: RoundPlan, looks: list[int]) -> None:
    _, once = RoundClock.of(plan).start(Instant(0)).advance(Instant(10**9))
    clock, often = RoundClock.of(plan).start(Instant(0)), list[RoundCall]()
    for at in [*sorted(looks), 10**9]:
        clock, more = clock.advance(Instant(at))
        often += more
    assert tuple(often) == once


@given(plans, st.integers(0, 5_000_000), st.integers(0, 40_000_000))
@examples(60)
def test_a_wished_finish_is_reached_to_the_second_a_board(plan: RoundPlan, gone: int, wish: int) -> None:
    at = Instant(gone)
    clock, _ = RoundClock.of(plan).start(Instant(0)).advance(at)
    finish = Instant(at + wish)
    try:
        fitted = plan_for_finish(clock, plan, at, finish)
    except TournamentError:
        shortest = msgspec.structs.replace(plan, board_ms=60_000)
        assert clock.is_over or clock.replan(shortest, at).finish(at) > finish
        return
    assert clock.replan(fitted, at).finish(at) <= finish
    slower = msgspec.structs.replace(fitted, board_ms=fitted.board_ms + 1000)
    if fitted.board_ms < 360 * MINUTE and clock.replan(slower, at).finish(at) > clock.replan(fitted, at).finish(at):
        assert clock.replan(slower, at).finish(at) > finish
    end, calls = run_out(clock.replan(fitted, at), at)
    assert end.is_over
    assert calls[-1].at == clock.replan(fitted, at).finish(at), "and back: the timetable's end is the clock's"
