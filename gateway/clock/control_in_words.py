"""A control in words, and how its time runs in a game played at an even pace."""

from __future__ import annotations

from typing import assert_never

import msgspec

from gateway.model.instants import Instant, Millis
from gateway.model.messages import Message, message, name_of
from gateway.model.sides import Side

from .control import (
    PER_MOVE,
    Bonus,
    Bronstein,
    ByoYomi,
    Canadian,
    ClockModel,
    CountUp,
    Delay,
    Fischer,
    Hourglass,
    Period,
    Shared,
    Stage,
    TimeControl,
)
from .game_clock import new_clock
from .operation import press, start
from .passing import ms_at

__all__ = ["Point", "course", "explain", "in_words"]


class Point(msgspec.Struct, frozen=True):
    """One side's clock after a move."""

    move: int
    ms: Millis
    stage: int
    fell: bool = False


def explain(control: TimeControl) -> tuple[Message, ...]:
    """The meaning of a control, one sentence for each stage and one for the end."""
    if control.is_equal:
        return (*_sentences(control.white, None), _ending(control.white))
    return (
        *_sentences(control.white, name_of(Side.WHITE)),
        *_sentences(control.black, name_of(Side.BLACK)),
        _ending(control.white),
    )


def _sentences(stages: tuple[Stage, ...], who: Message | None) -> tuple[Message, ...]:
    """One sentence for each stage about a side, or about each of them."""
    return tuple(
        message(
            "control.sentence",
            after=_after(stages[number - 1]) if number else "",
            who=who or message("control.each_side", first=int(number == 0)),
            what=_says(stage, alone=len(stages) == 1, last=number == len(stages) - 1),
        )
        for number, stage in enumerate(stages)
    )


def _after(before: Stage) -> Message:
    """The end of the stage before this one."""
    match before:
        case Period(moves=moves) if moves:
            return message("control.after_moves", moves=moves)
        case Shared():
            return message("control.after_common_time")
        case _:
            return message("control.after_time")


def _says(stage: Stage, *, alone: bool, last: bool) -> Message:
    match stage:
        case Period(time_ms=time_ms, moves=moves, bonus=bonus):
            span = _span(moves, alone=alone, last=last)
            return message("control.period", time=in_words(time_ms), span=span, bonus=_bonus(bonus))
        case ByoYomi(periods=periods, period_ms=period_ms):
            return message("control.byo_yomi", periods=periods, time=in_words(period_ms))
        case Canadian(moves=moves, time_ms=time_ms):
            return message("control.canadian", moves=moves, time=in_words(time_ms))
        case Hourglass(time_ms=time_ms):
            return message("control.hourglass", time=in_words(time_ms))
        case CountUp():
            return message("control.count_up")
        case Shared(time_ms=time_ms):
            return message("control.shared", time=in_words(time_ms))
        case _:
            assert_never(stage)


def _span(moves: int, *, alone: bool, last: bool) -> Message:
    """Which moves a period is for."""
    if moves:
        return message("control.every_moves" if last else "control.for_moves", moves=moves)
    if alone:
        return message("control.whole_game")
    return message("control.remaining_moves" if last else "control.first")


def _bonus(bonus: Bonus | None) -> Message | str:
    match bonus:
        case None:
            return ""
        case Fischer(ms=ms):
            return message("control.fischer", time=in_words(ms))
        case Bronstein(ms=ms):
            return message("control.bronstein", time=in_words(ms))
        case Delay(ms=ms):
            return message("control.delay", time=in_words(ms))
        case _:
            assert_never(bonus)


def _ending(stages: tuple[Stage, ...]) -> Message:
    match stages[-1]:
        case CountUp():
            return message("control.no_loss")
        case Shared():
            return message("control.arbiter_decides")
        case _:
            return message("control.overstepped")


def in_words(ms: Millis) -> Message:
    """A length of time as one would say it."""
    rest, millis = divmod(ms, 1000)
    hours, rest = divmod(rest, 3600)
    minutes, seconds = divmod(rest, 60)
    counts = (("hours", hours), ("minutes", minutes), ("seconds", seconds), ("milliseconds", millis))
    parts = tuple(Message(f"duration.{unit}", {"n": count}) for unit, count in counts if count)
    return message("duration", parts=parts or (message("duration.seconds", n=0),))


def course(control: TimeControl, moves: int, think_ms: Millis, model: ClockModel = PER_MOVE) -> tuple[Point, ...]:
    """White's clock after each of so many moves that all take the same time, up to the flag if it falls."""
    at = Instant(0)
    clock, _ = start(new_clock(control, at, model=model, thresholds=()), Side.WHITE, at)
    points = [Point(0, clock.sides.white.ms, 0)]
    for move in range(1, moves + 1):
        for side in Side:
            at = Instant(at + think_ms)
            clock, _ = press(clock, side, at)
        own = clock.sides.white
        points.append(Point(move, ms_at(clock, Side.WHITE, at), own.stage, own.fell_at is not None))
        if clock.running is None and not clock.in_shared_time:
            break
    return tuple(points)
