"""Words of scenario files that the code has since renamed: people keep such files, so the old words are still read."""

from __future__ import annotations

from typing import Any

__all__ = ["as_act"]

_ACTS = {"say": "enter_request"}
_FIELDS = {"decide": {"proposal": "case"}, "enter_request": {"what": "request"}}


def as_act(name: str, using: dict[str, Any]) -> dict[str, Any]:
    """The act that a step of a scenario names, with what belongs to it, in the words of the record."""
    kind = _ACTS.get(name, name)
    fields = _FIELDS.get(kind, {})
    return {"type": kind} | {fields.get(field, field): value for field, value in using.items()}
