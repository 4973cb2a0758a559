"""Judging a record again: the inputs give the same rulings on any machine, or somebody should know why not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec

from gateway.model.errors import GatewayError
from gateway.referee.inputs import Input, SetUp
from gateway.referee.machine import step
from gateway.referee.rulings import Ruling
from gateway.referee.state import State

from .entries import Entry

__all__ = ["Folded", "RecordError", "fold"]

_INPUTS = get_args(Input)


class RecordError(GatewayError):
    """The record does not hold together."""


class Folded(msgspec.Struct, frozen=True):
    """What a record comes to."""

    state: State
    last: int
    """The number of the last entry."""
    first: int
    """The number of the entry that set up the present game."""
    differences: tuple[str, ...] = ()
    """Where the rulings of the record are not those the rules give now."""


def fold(entries: Iterable[Entry]) -> Folded:
    """Judge the inputs of a record again, in order, and compare the rulings."""
    state = State()
    last = first = 0
    due: list[Ruling] = []
    differences: list[str] = []
    for entry in entries:
        if entry.n != last + 1:
            raise RecordError(f"Entry {entry.n} follows entry {last}: lines are missing from the record.")
        last = entry.n
        if isinstance(entry.what, _INPUTS):
            differences += [f"entry {last}: the record lacks {type(ruling).__name__}" for ruling in due]
            if isinstance(entry.what, SetUp):
                first = last
            state, rulings = step(state, entry.what, entry.at)
            due = list(rulings)
        elif due and due[0] == entry.what:
            due.pop(0)
        else:
            expected = type(due[0]).__name__ if due else "nothing"
            differences.append(f"entry {last}: the record has {type(entry.what).__name__}, the rules give {expected}")
            due = due[1:]
    differences += [f"entry {last}: the record lacks {type(ruling).__name__}" for ruling in due]
    return Folded(state, last, first, tuple(differences))
