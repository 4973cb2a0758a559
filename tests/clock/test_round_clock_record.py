"""The record of a round clock: the clock is a fold, an act can be undone, and the time that it ran is known."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.clock.round_clock_record import (
    AddRoundTime,
    ChangeRoundPlan,
    PauseRoundClock,
    RemoveRoundClock,
    RoundClockAct,
    RoundClockEntry,
    RoundClockFold,
    RunSpan,
    SetRoundClock,
    SkipPhase,
    StartRoundClock,
    UndoClockAct,
)
from gateway.clock.round_plan import MINUTE, PhaseKind, RoundPlan
from gateway.model.errors import TournamentError
from gateway.model.instants import Instant
from tests.examples import examples

PLAN = RoundPlan(rounds=3, boards=2, board_ms=8 * MINUTE)


def minutes(number: float) -> Instant:
    return Instant(round(number * MINUTE))


def done(*acts: tuple[float, RoundClockAct]) -> RoundClockFold:
    fold = RoundClockFold()
    for at, act in acts:
        fold = fold.after(fold.decide(act, "Ines", minutes(at)))
    return fold


def test_an_evening_of_acts() -> None:
    fold = done(
        (0, SetRoundClock(plan=PLAN)),
        (1, StartRoundClock(why="all are seated")),
        (5, PauseRoundClock(why="fire alarm")),
        (9, StartRoundClock()),
        (10, AddRoundTime(ms=MINUTE)),
        (20, SkipPhase()),
    )
    assert fold.clock is not None
    assert (fold.clock.phase.kind, fold.clock.phase.round) == (PhaseKind.MOVE, 1)
    assert fold.played(1, minutes(20)) == (
        RunSpan(PhaseKind.PLAY, 1, minutes(1), minutes(5)),
        RunSpan(PhaseKind.PLAY, 1, minutes(9), minutes(10)),
        RunSpan(PhaseKind.PLAY, 1, minutes(10), minutes(20)),
    )
    assert fold.played(2, minutes(23)) == (RunSpan(PhaseKind.PLAY, 2, minutes(22), minutes(23)),)
    assert [(call.at, call.call) for call in fold.calls][-1] == (minutes(20), PhaseKind.MOVE)


def test_what_is_undone_has_not_been_done() -> None:
    fold = done((0, SetRoundClock(plan=PLAN)), (0, StartRoundClock()), (3, SkipPhase()))
    back = fold.after(fold.decide(UndoClockAct(), "Ines", minutes(5)))
    assert back.clock == done((0, SetRoundClock(plan=PLAN)), (0, StartRoundClock())).advanced(minutes(5)).clock
    assert back.clock is not None
    assert back.clock.remaining(minutes(5)) == 11 * MINUTE
    assert [type(entry.act) for entry in back.entries][-2:] == [SkipPhase, UndoClockAct]
    further = back.after(back.decide(UndoClockAct(), "Ines", minutes(6)))
    assert further.clock is not None
    assert further.clock.since is None, "and the one before it: the clock has not been started"
    gone = further.after(further.decide(UndoClockAct(), "Ines", minutes(7)))
    assert gone.clock is None
    with pytest.raises(TournamentError, match=r"round_clock\.nothing_to_undo"):
        gone.decide(UndoClockAct(), "Ines", minutes(8))


@pytest.mark.parametrize(
    ("acts", "refused"),
    [
        ([StartRoundClock()], "none"),
        ([SetRoundClock(plan=PLAN), PauseRoundClock()], "stands"),
        ([SetRoundClock(plan=PLAN), StartRoundClock(), StartRoundClock()], "runs"),
        ([SetRoundClock(plan=PLAN), StartRoundClock(start=minutes(10**6))], "start_far"),
        ([SetRoundClock(plan=PLAN), RemoveRoundClock(), SkipPhase()], "none"),
        ([SetRoundClock(plan=PLAN), ChangeRoundPlan(plan=PLAN, finish=minutes(3))], "too_short"),
        ([SetRoundClock(plan=RoundPlan(rounds=1)), SkipPhase(), AddRoundTime(ms=1)], "over"),
    ],
)
def test_what_cannot_be_done_is_refused(acts: list[RoundClockAct], refused: str) -> None:
    with pytest.raises(TournamentError, match=rf"round_clock\.{refused}"):
        done(*((1, act) for act in acts))


def test_the_plan_of_a_wished_finish_is_written_down() -> None:
    fold = done((0, SetRoundClock(plan=PLAN)), (0, ChangeRoundPlan(plan=PLAN, finish=minutes(3 * 14 + 4))))
    act = fold.entries[-1].act
    assert isinstance(act, ChangeRoundPlan)
    assert act.plan.board_ms == 7 * MINUTE
    assert fold.clock is not None
    assert fold.clock.finish(minutes(0)) == minutes(46)


def test_a_start_can_be_set_for_later_and_brought_forward() -> None:
    fold = done((0, SetRoundClock(plan=PLAN)), (0, StartRoundClock(start=minutes(30))))
    assert fold.played(1, minutes(20)) == ()
    sooner = fold.after(fold.decide(StartRoundClock(), "Ines", minutes(12)))
    assert sooner.clock is not None
    assert sooner.clock.since == minutes(12)


any_act = st.one_of(
    st.builds(StartRoundClock),
    st.builds(PauseRoundClock),
    st.builds(AddRoundTime, ms=st.integers(-900_000, 900_000)),
    st.builds(SkipPhase),
    st.builds(UndoClockAct),
    st.just(ChangeRoundPlan(plan=RoundPlan(rounds=4, boards=3, board_ms=7 * MINUTE))),
    st.just(SetRoundClock(plan=PLAN)),
    st.builds(RemoveRoundClock),
)


@given(st.lists(st.tuples(st.integers(0, 1_500_000), any_act), max_size=20))
@examples(100)
def test_any_order_of_acts_leaves_a_record_that_folds_to_the_same_clock(
    given_acts: list[tuple[int, RoundClockAct]],
) -> None:
    fold, at = RoundClockFold(), Instant(0)
    fold = fold.after(fold.decide(SetRoundClock(plan=PLAN), "Ines", at))
    for wait, act in given_acts:
        at = Instant(at + wait)
        try:
            fold = fold.after(fold.decide(act, "Ines", at))
        except TournamentError:
            continue
    lines = msgspec.json.decode(msgspec.json.encode(fold.entries), type=tuple[RoundClockEntry, ...])
    assert RoundClockFold.of(lines).advanced(at) == fold.advanced(at)
    ran = [span for number in range(1, 5) for span in fold.played(number, at)]
    assert all(one.end <= other.start or other.end <= one.start for one in ran for other in ran if one is not other)


@examples(60)
@given(st.none() | st.integers(0, 300), st.none() | st.integers(30, 900), st.integers(1, 5), st.integers(1, 8))
def test_a_clock_is_set_to_a_start_and_a_finish_in_one_act(
    start: int | None, length: int | None, rounds: int, boards: int
) -> None:
    plan = RoundPlan(rounds=rounds, boards=boards, board_ms=8 * MINUTE)
    begins = 10 + (start or 0)
    finish = None if length is None else minutes(begins + length)
    act = SetRoundClock(plan=plan, start=None if start is None else minutes(begins), finish=finish)
    least = (rounds * boards + (rounds - 1) * 2) * MINUTE  # a minute a board, and moving
    if length is not None and length * MINUTE < least:
        with pytest.raises(TournamentError, match="too_short"):
            done((10, act))
        return
    fold = done((10, act))
    clock = fold.clock
    assert clock is not None
    lines = clock.timetable(minutes(10))
    assert lines[0].start == minutes(begins)
    assert (clock.since is None) is (start is None)
    if finish is None:
        assert clock.plan == plan
    else:
        spare = finish - lines[-1].end
        longest = clock.plan.board_ms == 6 * 60 * MINUTE
        assert spare >= 0
        assert longest or spare < rounds * boards * 1000, "no second for each board is left"
    undone = fold.after(fold.decide(UndoClockAct(), "Ines", minutes(11)))
    assert undone.clock is None
