"""Any control, any sequence of acts: the clock against one that counts milliseconds, and what must always hold."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from gateway.clock.adjustments import Adjustment, Change, adjust, halve
from gateway.clock.control import ClockModel, CountUp, Hourglass, TimeControl
from gateway.clock.facts import ClockFact, FlagFell, TimeLow
from gateway.clock.game_clock import ClockPhase, GameClock, new_clock
from gateway.clock.keeper import Keeper, face_of
from gateway.clock.operation import pause, press, resume, start
from gateway.clock.passing import ClockStep, ms_at, wake
from gateway.model.instants import Instant, Millis
from gateway.model.sides import Side
from tests.examples import examples

from .controls import controls
from .oracle import Oracle


class Act(NamedTuple):
    gap: int
    name: str
    side: Side = Side.WHITE
    ms: int = 0


def acts() -> st.SearchStrategy[list[Act]]:
    sides = st.sampled_from(Side)
    gaps = st.integers(0, 110)
    # A press by the side on move is what happens most.
    moves = st.builds(Act, gaps, st.just("move"))
    others = st.builds(
        Act,
        gaps,
        st.sampled_from(("press", "pause", "resume", "start", "set", "add", "take", "halve", "wake")),
        sides,
        st.integers(0, 110),
    )
    return st.lists(st.one_of(moves, moves, others), min_size=1, max_size=20)


SMALL = controls(most=150)
"""Times so short that limits are met often and to the millisecond."""
MODELS = st.builds(ClockModel, st.booleans(), st.booleans())


def apply(clock: GameClock, act: Act, at: Instant) -> ClockStep:
    match act.name:
        case "move":
            return press(clock, clock.turn, at) if clock.turn is not None else start(clock, Side.BLACK, at)
        case "press":
            return press(clock, act.side, at)
        case "pause":
            return pause(clock, at)
        case "resume":
            return resume(clock, at)
        case "start":
            return start(clock, act.side, at)
        case "halve":
            return halve(clock, at, by="arbiter", why="slow")
        case "wake":
            return wake(clock, at)
        case _:
            change = Adjustment(act.side, Change(act.name), Millis(act.ms), "arbiter", "test")
            return adjust(clock, change, at)


def follow(oracle: Oracle, act: Act, at: int) -> None:
    oracle.go_to(at)
    match act.name:
        case "move":
            oracle.move()
        case "press":
            oracle.press(act.side)
        case "pause":
            oracle.pause()
        case "resume":
            oracle.resume()
        case "start":
            oracle.start(act.side)
        case "halve":
            oracle.halve()
        case "set":
            oracle.give(act.side, act.ms)
        case "add":
            oracle.give(act.side, oracle.left[act.side] + act.ms)
        case "take":
            oracle.give(act.side, max(0, oracle.left[act.side] - act.ms))


def agree(clock: GameClock, oracle: Oracle, at: int) -> None:
    oracle.go_to(at)
    clock, _ = wake(clock, Instant(at))
    for side in Side:
        assert ms_at(clock, side, Instant(at)) == oracle.left[side]
        assert clock.sides[side].stage == oracle.number[side]
        assert clock.sides[side].fell_at == oracle.flag[side]
    assert clock.turn is oracle.turn
    assert (clock.phase is ClockPhase.RUNNING) == oracle.runs


@examples(150)
@given(SMALL, MODELS, acts(), st.integers(0, 400))
def test_time_is_conserved_to_the_millisecond(
    control: TimeControl, model: ClockModel, script: list[Act], rest: int
) -> None:
    clock = new_clock(control, Instant(0), model=model)
    oracle = Oracle(control, paid_ahead=model.first_increment, freezes=model.freezes)
    at = 0
    for act in script:
        at += act.gap
        clock, _ = apply(clock, act, Instant(at))
        follow(oracle, act, at)
        agree(clock, oracle, at)
    agree(clock, oracle, at + rest)


@examples(60)
@given(SMALL, MODELS, acts(), st.integers(1, 300))
def test_one_time_runs_or_none_and_none_after_the_flag(
    control: TimeControl, model: ClockModel, script: list[Act], rest: int
) -> None:
    clock, at = new_clock(control, Instant(0), model=model), 0
    for act in script:
        at += act.gap
        clock, _ = apply(clock, act, Instant(at))
        now, later = Instant(at), Instant(at + rest)
        clock, _ = wake(clock, now)
        due = clock.next_deadline()
        moved = [side for side in Side if ms_at(clock, side, now) != ms_at(clock, side, later)]
        if clock.phase is not ClockPhase.RUNNING:
            assert moved == []
            assert due is None
        if clock.phase is ClockPhase.OVER:
            assert any(clock.sides[side].fell_at is not None for side in Side)
        if due is not None:
            assert due > now
        if not clock.in_shared_time and not isinstance(clock.stage(Side.WHITE), Hourglass):
            assert [side for side in moved if side is not clock.turn] == []


@examples(60)
@given(SMALL, MODELS, acts())
def test_looking_often_or_seldom_gives_the_same_instants(
    control: TimeControl, model: ClockModel, script: list[Act]
) -> None:
    marks = (Millis(60), Millis(15))
    seldom = often = new_clock(control, Instant(0), model=model, thresholds=marks)
    told_seldom: list[ClockFact] = []
    told_often: list[ClockFact] = []
    at = 0
    for act in script:
        for moment in range(at, at + act.gap, 7):
            often, facts = wake(often, Instant(moment))
            told_often += facts
        at += act.gap
        seldom, facts = apply(seldom, act, Instant(at))
        told_seldom += facts
        often, facts = apply(often, act, Instant(at))
        told_often += facts
        assert seldom == often
    assert told_seldom == told_often
    assert len([fact for fact in told_often if isinstance(fact, FlagFell)]) <= 2 + sum(
        a.name in SETTING for a in script
    )


SETTING = ("set", "add", "take")


@examples(60)
@given(SMALL, MODELS, acts(), st.integers(0, 300))
def test_the_face_draws_what_the_clock_shows_until_something_happens(
    control: TimeControl, model: ClockModel, script: list[Act], rest: int
) -> None:
    clock, at = new_clock(control, Instant(0), model=model), 0
    for act in script:
        at += act.gap
        clock, _ = apply(clock, act, Instant(at))
    clock, _ = wake(clock, Instant(at))
    face = face_of(clock)
    due = clock.next_deadline()
    later = Instant(at + rest if due is None else min(at + rest, due - 1))
    for side in Side:
        assert face.shown_ms(side, later) == ms_at(clock, side, later)
    assert face == Keeper(clock).face(later)
    assert msgspec.json.decode(msgspec.json.encode(face), type=type(face)) == face


@examples(60)
@given(SMALL, st.booleans(), acts(), acts(), st.integers(0, 300))
def test_a_restart_changes_nothing(
    control: TimeControl, ahead: bool, before: list[Act], after: list[Act], away: int
) -> None:
    model = ClockModel(first_increment=ahead)
    clock, at = new_clock(control, Instant(0), model=model, thresholds=()), 0
    for act in before:
        at += act.gap
        clock, _ = apply(clock, act, Instant(at))
    clock, _ = wake(clock, Instant(at))
    face = face_of(clock)
    at += away
    again = Keeper.restore(control, face, Instant(at), model=model, thresholds=()).clock
    for act in [Act(0, "wake"), *after]:
        at += act.gap
        clock, told = apply(clock, act, Instant(at))
        again, told_again = apply(again, act, Instant(at))
        assert told_again == told
        assert face_of(wake(again, Instant(at))[0]) == face_of(wake(clock, Instant(at))[0])


@examples(60)
@given(SMALL, acts(), st.integers(0, 300))
def test_a_restart_tells_no_threshold_twice(control: TimeControl, script: list[Act], away: int) -> None:
    marks = (Millis(90), Millis(30))
    keeper, at = Keeper.set_up(control, Instant(0), thresholds=marks), 0
    for act in script:
        at += act.gap
        keeper = msgspec.structs.replace(keeper, clock=apply(keeper.clock, act, Instant(at))[0])
    keeper, _ = keeper.wake(Instant(at))
    at += away
    _, told = Keeper.restore(control, keeper.face(Instant(at)), Instant(at), thresholds=marks).wake(Instant(at))
    assert not any(isinstance(fact, TimeLow) and fact.at != at for fact in told)


@examples(60)
@given(SMALL, acts())
def test_time_on_move_adds_up(control: TimeControl, script: list[Act]) -> None:
    """Used times are the running time, split between the sides."""
    clock, at, ran = new_clock(control, Instant(0), thresholds=()), 0, 0
    for act in script:
        moment = at
        at += act.gap
        while moment < at:
            clock, _ = wake(clock, Instant(moment))
            ran += clock.running is not None
            moment += 1
        clock, _ = apply(clock, act, Instant(at))
    clock, _ = pause(clock, Instant(at))
    assert sum(clock.sides[side].used_ms for side in Side) == ran


def test_count_up_never_ends() -> None:
    clock, _ = start(new_clock(TimeControl((CountUp(),), (CountUp(),)), Instant(0)), Side.WHITE, Instant(0))
    assert clock.next_deadline() is None
    assert ms_at(clock, Side.WHITE, Instant(10_000_000)) == 10_000_000
