"""Classes of time controls by rulebook: standard, rapid, blitz, lightning; and the controls they name.

| rulebook | class | condition on the time *T* of one side | article |
|---|---|---|---|
| draughts | blitz | 5 min <= T <= 15 min | DH rapid 1.2 |
| | rapid | 15 min < T <= 30 min | DH rapid 1.1 |
| gomoku | rapid, blitz, lightning | exactly a preset | GN 30.3.1-3 |
| | rapid | base <= 15 min, any other | GN 30.1, 30.3.4 |
| gomoku, older | blitz | base <= 15 min; with increment base <= 10 min and <= 5 s | GO app.6 §1 |
| | rapid | base <= 30 min; with increment base <= 20 min and <= 15 s | GO app.6 §1 |
| | fast | base <= 45 min | GO app.6 §1 |
| chess | blitz | T <= 10 min | FIDE B.1 |
| | rapid | 10 min < T < 60 min | FIDE A.1 |

*T* for draughts and chess is the time allotted for the first 60 moves, all 60 increments included. Gomoku goes by the
base time alone. Where kinds meet at a limit the faster one has it; where base and increment differ the slower counts.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import assert_never

import msgspec

from gateway.model.instants import Millis
from gateway.model.messages import Message, message

from .control import ByoYomi, Canadian, CountUp, Fischer, Hourglass, Period, Shared, Stage, TimeControl
from .control_notation import parse_control

__all__ = ["PRESETS", "Pace", "Preset", "TimeClass", "classify", "first_moves_ms"]

MINUTE = 60_000
SIXTY_MOVES = 60
"""All 60 increments count, also the one for the first move."""


class Pace(enum.StrEnum):
    """The pace that a rulebook calls a control."""

    STANDARD = "standard"
    FAST = "fast"
    """Under the rules for fast play, but neither rapid nor blitz."""
    RAPID = "rapid"
    BLITZ = "blitz"
    LIGHTNING = "lightning"
    UNNAMED = "unnamed"
    """The rulebook has no name for it."""


class TimeClass(msgspec.Struct, frozen=True):
    """The class of a control in one rulebook."""

    rulebook: str
    pace: Pace
    article: str
    why: Message


class Preset(msgspec.Struct, frozen=True):
    """A control that a rulebook names, or that meets one of its definitions and is widely played."""

    name: str
    text: str
    rulebook: str
    pace: Pace
    article: str

    @property
    def control(self) -> TimeControl:
        """The control itself."""
        return parse_control(self.text)


PRESETS = {
    preset.name: preset
    for preset in (
        Preset("gomoku-rapid", "15m", "gomoku", Pace.RAPID, "GN 30.3.1 A"),
        Preset("gomoku-rapid-increment", "10m+10s", "gomoku", Pace.RAPID, "GN 30.3.1 B"),
        Preset("gomoku-blitz", "5m+3s", "gomoku", Pace.BLITZ, "GN 30.3.2"),
        Preset("gomoku-lightning", "3m+2s", "gomoku", Pace.LIGHTNING, "GN 30.3.3"),
        Preset("draughts-rapid", "20m+10s", "draughts", Pace.RAPID, "DH rapid 1.1"),
        Preset("draughts-rapid-sudden-death", "30m", "draughts", Pace.RAPID, "DH rapid 1.1"),
        Preset("draughts-blitz", "5m+3s", "draughts", Pace.BLITZ, "DH rapid 1.2"),
        Preset("draughts-blitz-sudden-death", "15m", "draughts", Pace.BLITZ, "DH rapid 1.2"),
        Preset("chess-rapid", "15m+10s", "chess", Pace.RAPID, "FIDE A.1"),
        Preset("chess-blitz", "3m+2s", "chess", Pace.BLITZ, "FIDE B.1"),
    )
}


def classify(control: TimeControl) -> tuple[TimeClass, ...]:
    """The class that each rulebook puts the control in; with unequal times the side with the slower class decides."""
    return tuple(_slower(rule(control.white), rule(control.black)) for rule in _RULES)


def first_moves_ms(stages: tuple[Stage, ...], moves: int = SIXTY_MOVES) -> Millis | None:
    """The time one side is allotted for its first moves, bonuses included; `None` if no rule says how to count it."""
    total, made = 0, 0
    for number, stage in enumerate(stages):
        last = number == len(stages) - 1
        match stage:
            case Period(time_ms=time_ms, moves=0, bonus=bonus):
                total += time_ms
                if last:
                    total += (bonus.ms if bonus is not None else 0) * (moves - made)
            case Period(time_ms=time_ms, moves=required, bonus=bonus):
                rounds = -(-(moves - made) // required) if last else 1
                counted = moves - made if last else min(required, moves - made)
                total += time_ms * rounds + (bonus.ms if bonus is not None else 0) * counted
                made += counted
            case ByoYomi() | Canadian() | Hourglass() | CountUp() | Shared():
                return None
            case _:
                assert_never(stage)
        if made >= moves:
            break
    return Millis(total)


def _draughts(stages: tuple[Stage, ...]) -> TimeClass:
    allotted = first_moves_ms(stages)
    if allotted is None:
        return TimeClass("draughts", Pace.UNNAMED, "DH rapid 1", message("time_class.undefined"))
    why = message("time_class.sixty_moves", ms=allotted)
    if allotted > 30 * MINUTE:
        return TimeClass("draughts", Pace.STANDARD, "DH rapid 1", why)
    if allotted > 15 * MINUTE:
        return TimeClass("draughts", Pace.RAPID, "DH rapid 1.1", why)
    if allotted >= 5 * MINUTE:  # exactly 15 and exactly 5 minutes are blitz
        return TimeClass("draughts", Pace.BLITZ, "DH rapid 1.2", why)
    return TimeClass("draughts", Pace.UNNAMED, "DH rapid 1", message("time_class.below_blitz", ms=allotted))


def _gomoku(stages: tuple[Stage, ...]) -> TimeClass:
    for preset in PRESETS.values():
        if preset.rulebook == "gomoku" and preset.control.white == stages:
            return TimeClass("gomoku", preset.pace, preset.article, message("time_class.preset", control=preset.text))
    base, increment = _base_and_increment(stages)
    if base is None or increment is None:
        return TimeClass("gomoku", Pace.STANDARD, "GN 14.1", message("time_class.not_rapid"))
    if base > 15 * MINUTE:
        return TimeClass("gomoku", Pace.STANDARD, "GN 30.1", message("time_class.above_rapid", ms=base))
    why = message("time_class.no_preset")
    return TimeClass("gomoku", Pace.RAPID, "GN 30.1", why)


def _gomoku_older(stages: tuple[Stage, ...]) -> TimeClass:
    book, article = "gomoku, older", "GO app.6 §1"
    base, increment = _base_and_increment(stages)
    if base is None or increment is None:
        return TimeClass(book, Pace.UNNAMED, article, message("time_class.undefined"))
    if increment == 0:
        pace = Pace.BLITZ if base <= 15 * MINUTE else Pace.RAPID if base <= 30 * MINUTE else None
    else:
        by_base = 0 if base <= 10 * MINUTE else 1 if base <= 20 * MINUTE else 2
        by_increment = 0 if increment <= 5_000 else 1 if increment <= 15_000 else 2
        pace = (Pace.BLITZ, Pace.RAPID, None)[max(by_base, by_increment)]
    why = message("time_class.base", ms=base, increment_ms=increment)
    if pace is None:
        pace = Pace.FAST if base <= 45 * MINUTE else Pace.STANDARD
    return TimeClass(book, pace, article, why)


def _chess(stages: tuple[Stage, ...]) -> TimeClass:
    allotted = first_moves_ms(stages)
    if allotted is None:
        return TimeClass("chess", Pace.UNNAMED, "FIDE A.1", message("time_class.undefined"))
    why = message("time_class.sixty_moves", ms=allotted)
    if allotted <= 10 * MINUTE:
        return TimeClass("chess", Pace.BLITZ, "FIDE B.1", why)
    if allotted < 60 * MINUTE:
        return TimeClass("chess", Pace.RAPID, "FIDE A.1", why)
    return TimeClass("chess", Pace.STANDARD, "FIDE A.1", why)


_RULES: tuple[Callable[[tuple[Stage, ...]], TimeClass], ...] = (_draughts, _gomoku, _gomoku_older, _chess)
_SLOW_TO_FAST = (Pace.UNNAMED, Pace.STANDARD, Pace.FAST, Pace.RAPID, Pace.BLITZ, Pace.LIGHTNING)


def _slower(one: TimeClass, other: TimeClass) -> TimeClass:
    return min(one, other, key=lambda each: _SLOW_TO_FAST.index(each.pace))


def _base_and_increment(stages: tuple[Stage, ...]) -> tuple[int | None, int | None]:
    """Base time and increment of a control that is sudden death or increment, as gomoku knows them."""
    match stages:
        case (Period(time_ms=time_ms, moves=0, bonus=None),):
            return time_ms, 0
        case (Period(time_ms=time_ms, moves=0, bonus=Fischer(ms=ms)),):
            return time_ms, ms
        case _:
            return None, None
