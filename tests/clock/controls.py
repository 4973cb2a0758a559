"""Any control, any sequence of acts."""

from __future__ import annotations

from hypothesis import strategies as st

from gateway.clock.control import (
    Bonus,
    Bronstein,
    ByoYomi,
    Canadian,
    CountUp,
    Delay,
    Fischer,
    Hourglass,
    Period,
    Shared,
    Stage,
    TimeControl,
    equal,
)
from gateway.model.instants import Millis


def times(most: int = 20_000) -> st.SearchStrategy[Millis]:
    return st.integers(1, most).map(Millis)


def bonuses(most: int) -> st.SearchStrategy[Bonus | None]:
    some = times(max(1, most // 6))
    return st.one_of(st.none(), some.map(Fischer), some.map(Bronstein), some.map(Delay))


def main_times(moves: st.SearchStrategy[int], most: int) -> st.SearchStrategy[Stage]:
    return st.builds(Period, times(most), moves, bonuses(most))


def endings(most: int) -> st.SearchStrategy[Stage]:
    return st.one_of(
        main_times(st.just(0), most),
        main_times(st.integers(1, 4), most),
        st.builds(ByoYomi, st.integers(1, 4), times(most)),
        st.builds(Canadian, st.integers(1, 4), times(most)),
    )


@st.composite
def stage_lists(draw: st.DrawFn, most: int) -> tuple[Stage, ...]:
    """Stages that can follow each other."""
    if draw(st.integers(0, 9)) == 0:
        return (draw(st.one_of(times(most).map(Hourglass), st.just(CountUp()))),)
    stages: list[Stage] = draw(st.lists(main_times(st.integers(0, 3), most), max_size=2))
    last = draw(endings(most))
    if stages and isinstance(stages[-1], Period) and stages[-1].moves and not isinstance(last, Period):
        last = Period(Millis(most))
    return (*stages, last)


@st.composite
def controls(draw: st.DrawFn, most: int = 20_000) -> TimeControl:
    """Equal or unequal, with or without shared time before it."""
    white = draw(stage_lists(most))
    black = draw(stage_lists(most)) if draw(st.booleans()) else white
    if isinstance(white[0], Hourglass | CountUp) or isinstance(black[0], Hourglass | CountUp):
        black = white  # both sides' sand is one glass
    if draw(st.integers(0, 4)) == 0:
        shared = Shared(draw(times(most)))
        if draw(st.booleans()):
            return equal(shared)
        return TimeControl((shared, *white), (shared, *black))
    return TimeControl(white, black)
