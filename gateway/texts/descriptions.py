"""An input of the record as a message: its type is the key, its fields are the arguments.

The pages make the same messages by `relay/web/pages/parts/entries.js`.
"""

from __future__ import annotations

from typing import Any

import msgspec

from gateway.model.messages import Argument, Message
from gateway.referee.inputs import Input

__all__ = ["describe"]

_PARTS = {"fact": "clock_fact", "act": "act"}
"""Names of the parts of an input in the catalogues."""


def describe(given: Input) -> Message:
    """What happened, for a log."""
    return _message("entry", msgspec.to_builtins(given))


def _message(kind: str, fields: dict[str, Any]) -> Message:
    args: dict[str, Argument] = {}
    for name, value in fields.items():
        _put(args, name, value)
    return Message(f"{kind}.{fields['type']}", args)


def _put(args: dict[str, Argument], name: str, value: Any) -> None:
    match value:
        case None:
            pass
        case bool():
            args[name] = "yes" if value else "no"
        case str() | int():
            args[name] = value
        case list() | tuple():
            args[name] = tuple(value) if all(isinstance(each, str) for each in value) else len(value)
        case {"key": _}:
            args[name] = msgspec.convert(value, Message)
        case {"type": _}:
            args[name] = _message(_PARTS.get(name, name), value)
        case dict():
            for inner, each in value.items():
                _put(args, f"{name}_{inner}", each)
