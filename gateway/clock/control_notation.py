"""Controls as people write them.

control  = stages | "white" stages ";" "black" stages
stages   = stage { "," stage }
stage    = [ moves "/" ] time [ bonus ]          40/90m   10m+5s   10m bronstein 3s   10m delay 3s
         | count "x" time                        5x30s            byo-yomi
         | "canadian" moves "/" time             canadian 25/10m
         | "hourglass" time | "count-up" | "shared" time
bonus    = "+" time | "bronstein" time | "delay" time             also b3s, d3s
time     = { number unit }, units h m s ms                        1h30m, 90s
"""

from __future__ import annotations

import re
from typing import NoReturn, assert_never

from gateway.model.errors import NotationError
from gateway.model.instants import Millis
from gateway.model.messages import Message, message

from .control import (
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
    mistake_in,
)

__all__ = ["format_control", "format_stage", "format_time", "parse_control"]

_UNITS = {"h": 3_600_000, "m": 60_000, "s": 1_000, "ms": 1}
_TOKEN = re.compile(r"\s*(?:(?P<number>\d+)|(?P<word>[a-z]+(?:-[a-z]+)?)|(?P<sign>[/+,;:]))")
_UNIT = re.compile(r"\s*(ms|h|m|s)(?![a-z])")
_LONGEST = Millis(1_000 * 3_600_000)
"""No control needs a thousand hours; a slip of the finger may ask for them."""
_MOST = 1_000
"""Moves in a stage, byo-yomi periods."""


class _Reader:
    """A reader of one control, from left to right, that knows where it stands."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.low = text.lower()
        self.at = 0

    def fail(self, right: Message, at: int | None = None) -> NoReturn:
        """Point at the place and say what would be right."""
        at = len(self.text.rstrip()) if at is None and not self.text[self.at :].strip() else at
        if at is None:
            at = self.at + len(self.text[self.at :]) - len(self.text[self.at :].lstrip())
        pointer = f"{' ' * at}^"
        raise NotationError(message("control_error.wrong", right=right, text=self.text, pointer=pointer))

    def peek(self, kind: str) -> str | None:
        """The next token if it is of this kind."""
        found = _TOKEN.match(self.low, self.at)
        return found[kind] if found is not None else None

    def take(self, kind: str, *allowed: str) -> str | None:
        """Take the next token if it is of this kind, and one of these if any are named."""
        found = _TOKEN.match(self.low, self.at)
        if found is None or found[kind] is None or (allowed and found[kind] not in allowed):
            return None
        self.at = found.end()
        return found[kind]

    def ended(self) -> bool:
        """Nothing but blanks is left."""
        return not self.text[self.at :].strip()

    # ------------------------------------------------------------------------------------------------ grammar

    def control(self) -> TimeControl:
        """The whole text."""
        if self.take("word", "white", "w") is not None:
            self.take("sign", ":")
            white = self.stages()
            self.take("sign", ";", ",")
            if self.take("word", "black", "b") is None:
                self.fail(message("control_error.black"))
            self.take("sign", ":")
            control = TimeControl(white, self.stages())
        else:
            control = equal(*self.stages())
        if not self.ended():
            self.fail(message("control_error.end"))
        if (why := mistake_in(control)) is not None:
            self.fail(why, at=0)
        return control

    def stages(self) -> tuple[Stage, ...]:
        """Stages between commas."""
        stages = [self.stage()]
        while self.peek("sign") == ",":
            before = self.at
            self.take("sign")
            if self.peek("word") in ("black", "b"):
                self.at = before
                break
            stages.append(self.stage())
        return tuple(stages)

    def stage(self) -> Stage:
        """One stage of any kind."""
        start = self.at
        match self.take("word"):
            case None:
                return self.counted_stage()
            case "shared":
                return Shared(self.time())
            case "hourglass":
                return Hourglass(self.time())
            case "count-up" | "countup":
                return CountUp()
            case "canadian":
                moves = self.number(message("control_error.moves"), "canadian 25/10m")
                if self.take("sign", "/") is None:
                    self.fail(message("control_error.canadian"))
                return Canadian(moves, self.time())
            case _:
                self.at = start
                kinds = "shared, hourglass, count-up, canadian"
                return self.fail(message("control_error.kind", kinds=kinds))

    def counted_stage(self) -> Stage:
        """A stage that begins with a number: moves, periods or a time."""
        start = self.at
        if self.peek("number") is None:
            self.fail(message("control_error.stage"))
        self.take("number")
        after = self.at
        self.at = start
        if self.low[after:].lstrip().startswith("/"):
            moves = self.number(message("control_error.moves"), "40/90m")
            self.take("sign", "/")
            return Period(self.time(), moves, self.bonus())
        if re.match(r"\s*x\s*\d", self.low[after:]):
            periods = self.number(message("control_error.periods"), "5x30s")
            self.at += self.low[self.at :].index("x") + 1
            return ByoYomi(periods, self.time())
        return Period(self.time(), 0, self.bonus())

    def bonus(self) -> Bonus | None:
        """The bonus for a move, if the stage has one."""
        if self.take("sign", "+") is not None:
            return Fischer(self.time())
        match self.peek("word"):
            case "bronstein" | "b" if self._number_follows():
                self.take("word")
                return Bronstein(self.time())
            case "delay" | "d" if self._number_follows():
                self.take("word")
                return Delay(self.time())
            case _:
                return None

    def _number_follows(self) -> bool:
        """A number stands right after the next word."""
        found = _TOKEN.match(self.low, self.at)
        after = _TOKEN.match(self.low, found.end()) if found is not None else None
        return after is not None and after["number"] is not None

    def number(self, what: Message, example: str) -> int:
        """A count of moves or periods."""
        start = self.at
        digits = self.take("number")
        if digits is None:
            self.fail(message("control_error.number", what=what, example=example))
        if len(digits) > 6 or not 1 <= int(digits) <= _MOST:
            self.at = start
            self.fail(message("control_error.range", what=what, most=_MOST))
        return int(digits)

    def time(self) -> Millis:
        """One or more numbers with units."""
        start = self.at
        total, smallest = 0, None
        while (digits := self.take("number")) is not None:
            found = _UNIT.match(self.low, self.at)
            if found is None:
                self.fail(message("control_error.unit", digits=digits))
            unit = _UNITS[found[1]]
            if smallest is not None and unit >= smallest:
                self.fail(message("control_error.order"))
            self.at, smallest = found.end(), unit
            total += min(int(digits), _LONGEST + 1) * unit
        if smallest is None:
            self.fail(message("control_error.time"))
        if not 0 < total <= _LONGEST:
            self.at = start
            self.fail(message("control_error.length"))
        return Millis(total)


def parse_control(text: str) -> TimeControl:
    """The control that `text` means; raises a `NotationError` that shows where it is wrong and what would be right."""
    return _Reader(text).control()


def format_control(control: TimeControl) -> str:
    """The control in the shortest form that `parse_control` reads back."""
    white = ", ".join(format_stage(stage) for stage in control.white)
    if control.is_equal:
        return white
    return f"white {white}; black {', '.join(format_stage(stage) for stage in control.black)}"


def format_stage(stage: Stage) -> str:
    """One stage, as between commas."""
    match stage:
        case Period(time_ms=time_ms, moves=moves, bonus=bonus):
            return f"{f'{moves}/' if moves else ''}{format_time(time_ms)}{_format_bonus(bonus)}"
        case ByoYomi(periods=periods, period_ms=period_ms):
            return f"{periods}x{format_time(period_ms)}"
        case Canadian(moves=moves, time_ms=time_ms):
            return f"canadian {moves}/{format_time(time_ms)}"
        case Hourglass(time_ms=time_ms):
            return f"hourglass {format_time(time_ms)}"
        case Shared(time_ms=time_ms):
            return f"shared {format_time(time_ms)}"
        case CountUp():
            return "count-up"
        case _:
            assert_never(stage)


def _format_bonus(bonus: Bonus | None) -> str:
    match bonus:
        case None:
            return ""
        case Fischer(ms=ms):
            return f"+{format_time(ms)}"
        case Bronstein(ms=ms):
            return f" bronstein {format_time(ms)}"
        case Delay(ms=ms):
            return f" delay {format_time(ms)}"
        case _:
            assert_never(bonus)


def format_time(ms: Millis) -> str:
    """A length of time with units: `90m`, `1m30s`, `500ms`."""
    minutes, rest = divmod(ms, 60_000)
    seconds, rest = divmod(rest, 1_000)
    parts = [f"{count}{unit}" for count, unit in ((minutes, "m"), (seconds, "s"), (rest, "ms")) if count]
    return "".join(parts) or "0s"
