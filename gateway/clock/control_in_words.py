"""A control in words, and how its time runs in a game played at an even pace."""

from __future__ import annotations

from typing import assert_never

import msgspec

from gateway.model.instants import Instant, Millis
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


def explain(control: TimeControl) -> tuple[str, ...]:
    """The meaning of a control, one sentence for each stage and one for the end."""
    if control.is_equal:
        return (*_sentences(control.white, "Each side"), _ending(control.white))
    return (
        *_sentences(control.white, "White"),
        *_sentences(control.black, "Black"),
        _ending(control.white),
    )


def _sentences(stages: tuple[Stage, ...], who: str) -> tuple[str, ...]:
    sentences = []
    for number, stage in enumerate(stages):
        last = number == len(stages) - 1
        before = stages[number - 1] if number else None
        opening = "" if before is None else _opening(before)
        subject = who.lower() if opening and who == "Each side" else who
        text = f"{opening}{subject} {_says(stage, alone=len(stages) == 1, last=last)}"
        sentences.append(f"{text[0].upper()}{text[1:]}.")
    return tuple(sentences)


def _opening(before: Stage) -> str:
    """The end of the stage before this one, in words."""
    match before:
        case Period(moves=moves) if moves:
            return f"After these {moves} moves what is left is kept, and "
        case Shared():
            return "When the common time is used up, "
        case _:
            return "When that time is used up, "


def _says(stage: Stage, *, alone: bool, last: bool) -> str:
    match stage:
        case Period(time_ms=time_ms, moves=moves, bonus=bonus):
            if moves:
                what = f"for {moves} moves" if not last else f"for every {moves} moves, again and again"
            else:
                what = "for the whole game" if alone else "for all remaining moves" if last else "first"
            return f"has {in_words(time_ms)} {what}{_bonus(bonus)}"
        case ByoYomi(periods=periods, period_ms=period_ms):
            plural = "period" if periods == 1 else "periods"
            kept = "a move made within a period gives it back whole"
            return f"has {periods} byo-yomi {plural} of {in_words(period_ms)}; {kept}"
        case Canadian(moves=moves, time_ms=time_ms):
            return f"must make {moves} moves in {in_words(time_ms)}, again and again; what is left over is lost"
        case Hourglass(time_ms=time_ms):
            return f"has {in_words(time_ms)}; what one side uses, the other gains"
        case CountUp():
            return "has no limit; the clock counts up and only measures"
        case Shared(time_ms=time_ms):
            clock = "the arbiter may put a clock on the table at any moment: then each has half of what is left"
            return f"shares one time of {in_words(time_ms)} with the other, neither clock running; {clock} (GN 14.1.3)"
        case _:
            assert_never(stage)


def _bonus(bonus: Bonus | None) -> str:
    match bonus:
        case None:
            return ""
        case Fischer(ms=ms):
            return f", and gets {in_words(ms)} more for every move made"
        case Bronstein(ms=ms):
            return f", and after every move gets back what it used for it, at most {in_words(ms)}"
        case Delay(ms=ms):
            return f", and on every move the clock waits {in_words(ms)} before it counts"
        case _:
            assert_never(bonus)


def _ending(stages: tuple[Stage, ...]) -> str:
    match stages[-1]:
        case CountUp():
            return "Nobody can lose on time."
        case Shared():
            return "When the common time is used up the arbiter decides; nobody loses by it."
        case _:
            return "Whoever uses up the last of his time has overstepped."


def in_words(ms: Millis) -> str:
    """A length of time as one would say it."""
    rest, millis = divmod(ms, 1000)
    hours, rest = divmod(rest, 3600)
    minutes, seconds = divmod(rest, 60)
    counts = ((hours, "hour"), (minutes, "minute"), (seconds, "second"), (millis, "millisecond"))
    parts = [f"{count} {unit}{'' if count == 1 else 's'}" for count, unit in counts if count]
    if len(parts) < 2:
        return parts[0] if parts else "nothing"
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


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
