"""Limits on what a command or an assignment may hold: lengths of texts and lists, ranges of numbers, characters.

A message that is well formed is held against them where it enters: by the relay, and by the table again, whoever has
sent it. A text that cannot be written down is refused without being recorded; a number out of range is refused by the
referee, like anything else that cannot be done. The record is read without limits on texts: what was once written stays
readable.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple, TypeVar, get_args

import msgspec

from gateway.model.instants import Instant, Millis
from gateway.model.messages import Message, message

from .assignment import Assignment

__all__ = ["exceeded", "is_command_id", "nameless", "out_of_range", "unwritable"]

_TEXT = 500
"""The length of a reason, and of any text that has no length of its own."""
_LENGTHS = {
    "fen": 2000,  # a full board of stones
    "control": 200,
    "move": 120,
    "who": 100,
    "name": 100,
    "club": 100,
    "id": 64,
    "pairing": 64,
    "rules": 64,
    "rulebook": 64,
    "federation": 64,
    "federation_id": 32,
    "title": 64,
    "role": 64,
    "article": 64,
    "charge": 64,
    "choice": 64,
    "opening": 64,
    "point": 16,
    "points": 16,
}
"""The length of a text by the name of its field."""
_ITEMS = 361
"""The length of a list: the points of the largest board."""
_NUMBER = 2**31 - 1
_WEEK_MS = 7 * 24 * 3_600_000
_LAST_INSTANT = 2**53
"""The largest number that every JSON reader takes."""
_BARRED = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")
"""Characters that no reason and no name needs: control, line breaks, and those that turn the direction of writing."""
_RANGE = "limit.number"
_ID = re.compile(r"[A-Za-z0-9_.:-]{1,64}")


class _Field(NamedTuple):
    """A place in a message: as it is told, the name of the field, and the types that its definition names."""

    place: str
    name: str
    kinds: frozenset[Any]


def is_command_id(text: str) -> bool:
    """Whether a command can be answered by this id."""
    return _ID.fullmatch(text) is not None


def exceeded(value: msgspec.Struct) -> Message | None:
    """The first limit that a message does not keep to, with its place; None if it keeps to all."""
    return next(_all_beyond(value), None)


def unwritable(value: msgspec.Struct) -> Message | None:
    """The first text or list of a message that is not taken down; None if there is none."""
    return next((each for each in _all_beyond(value) if each.key != _RANGE), None)


def out_of_range(value: msgspec.Struct) -> Message | None:
    """The first number of a message that is out of its range; None if there is none."""
    return next((each for each in _all_beyond(value) if each.key == _RANGE), None)


def _all_beyond(value: msgspec.Struct) -> Iterator[Message]:
    return _beyond(value, _Field("", "", frozenset()))


def nameless(assignment: Assignment) -> Assignment:
    """What can be recorded of an assignment that does not keep to the limits: its number, if that is one."""
    n = assignment.n if 0 <= assignment.n <= _NUMBER else 0
    return Assignment(n=n, rules="", rulebook="", control="")


def _beyond(value: object, field: _Field) -> Iterator[Message]:
    match value:
        case str():
            yield from _text(value, field)
        case bool():
            pass
        case int():
            most = _most(field.kinds)
            if not 0 <= value <= most:
                yield message(_RANGE, place=field.place, most=most)
        case tuple() | list():
            if len(value) > _ITEMS:
                yield message("limit.items", place=field.place, most=_ITEMS)
            for index, part in enumerate(value[:_ITEMS]):
                yield from _beyond(part, field._replace(place=f"{field.place}[{index}]"))
        case msgspec.Struct():
            for part in msgspec.structs.fields(value):
                yield from _beyond(getattr(value, part.name), _inside(field, part))
        case _:
            pass


def _inside(field: _Field, part: msgspec.structs.FieldInfo) -> _Field:
    """A field of what stands at a place."""
    kinds = frozenset(_named(part.type))
    if any(isinstance(kind, TypeVar) for kind in kinds):  # one value for each side: of what, the place says
        kinds = field.kinds
    name = field.name if part.name in {"white", "black"} else part.name
    return _Field(f"{field.place}.{part.name}" if field.place else part.name, name, kinds)


def _text(value: str, field: _Field) -> Iterator[Message]:
    most = _LENGTHS.get(field.name, _TEXT)
    if len(value) > most:
        yield message("limit.length", place=field.place, most=most)
    elif _BARRED.search(value):
        yield message("limit.characters", place=field.place)
    elif field.name == "who" and not value.strip():
        yield message("limit.nobody")


def _most(kinds: frozenset[Any]) -> int:
    if Instant in kinds:
        return _LAST_INSTANT
    return _WEEK_MS if Millis in kinds else _NUMBER


def _named(annotation: Any) -> Iterator[Any]:
    """Every type that an annotation names."""
    yield annotation
    for part in get_args(annotation):
        yield from _named(part)
