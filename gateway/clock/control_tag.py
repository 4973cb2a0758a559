"""The `TimeControl` tag of PGN and PDN, both ways.

    tag    = "?" | "-" | field { ":" field }
    field  = seconds | seconds "+" increment | moves "/" seconds [ "+" increment ] | "*" seconds

`?` is unknown, `-` is none, `*` is an hourglass. The tag has no form for delays, byo-yomi, Canadian overtime, shared
time or parts of a second: such a control is written `?`, never as something else.
"""

from __future__ import annotations

import re

from gateway.model.errors import NotationError
from gateway.model.instants import Millis
from gateway.model.messages import Message, message

from .control import Fischer, Hourglass, Period, Stage, TimeControl, equal, mistake_in

__all__ = ["UNKNOWN", "format_tag", "format_tags", "parse_tag"]

UNKNOWN = "?"
_FIELD = re.compile(r"(?:(?P<moves>\d{1,3})/)?(?P<base>\d{1,7})(?:\+(?P<increment>\d{1,4}))?")
_SAND = re.compile(r"\*(?P<base>\d{1,7})")
_LIVECHESS = re.compile(r"(?P<base>\d{1,3}) min/game(?: \+ (?P<increment>\d{1,4}) sec/move)?")
"""Free text that DGT LiveChess puts into the tag."""


def parse_tag(text: str) -> TimeControl | None:
    """The control that a tag means, `None` for unknown or none; raises a `NotationError` that shows where it fails."""
    text = text.strip()
    if text in ("", UNKNOWN, "-"):
        return None
    if (found := _LIVECHESS.fullmatch(text)) is not None:
        return equal(Period(Millis(int(found["base"]) * 60_000), 0, _increment(found)))
    stages: list[Stage] = []
    at = 0
    for field in text.split(":"):
        stages.append(_stage(text, field, at))
        at += len(field) + 1
    control = equal(*stages)
    if (why := mistake_in(control)) is not None:
        raise _error(text, 0, why)
    return control


def _stage(text: str, field: str, at: int) -> Stage:
    """One field of a tag."""
    if (sand := _SAND.fullmatch(field)) is not None and int(sand["base"]) > 0:
        return Hourglass(Millis(int(sand["base"]) * 1000))
    found = _FIELD.fullmatch(field)
    if found is None:
        raise _error(text, at, message("control_error.seconds"))
    if int(found["base"]) == 0 or int(found["moves"] or 1) == 0:
        raise _error(text, at, message("control_error.empty_stage"))
    return Period(Millis(int(found["base"]) * 1000), int(found["moves"] or 0), _increment(found))


def _increment(found: re.Match[str]) -> Fischer | None:
    """The increment of a field, if it gives one."""
    seconds = int(found["increment"] or 0)
    return Fischer(Millis(seconds * 1000)) if seconds else None


def _error(text: str, at: int, right: Message) -> NotationError:
    """The error that points at the field."""
    return NotationError(message("control_error.wrong_tag", right=right, text=text, pointer=f"{' ' * at}^"))


def format_tag(stages: tuple[Stage, ...]) -> str:
    """The tag for one side's stages; `?` if the tag has no form for them."""
    fields = [_field(stage) for stage in stages]
    return UNKNOWN if UNKNOWN in fields else ":".join(fields)


def _field(stage: Stage) -> str:
    match stage:
        case Hourglass(time_ms=time_ms) if time_ms % 1000 == 0:
            return f"*{time_ms // 1000}"
        case Period(time_ms=time_ms, moves=moves, bonus=None) if time_ms % 1000 == 0:
            return f"{moves}/{time_ms // 1000}" if moves else f"{time_ms // 1000}"
        case Period(time_ms=time_ms, bonus=Fischer(ms=ms)) if time_ms % 1000 == 0 and ms % 1000 == 0:
            return f"{_field(Period(time_ms, stage.moves))}+{ms // 1000}"
        case _:
            return UNKNOWN


def format_tags(control: TimeControl) -> dict[str, str]:
    """The tags of a game: one `TimeControl`, or with unequal times one for each side as PDN has them."""
    if control.is_equal:
        return {"TimeControl": format_tag(control.white)}
    return {"TimeControlWhite": format_tag(control.white), "TimeControlBlack": format_tag(control.black)}
