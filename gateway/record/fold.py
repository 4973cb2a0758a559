"""Judging a record again: the inputs give the same rulings on any machine, or somebody should know why not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

import msgspec

from gateway.model.errors import GatewayError
from gateway.referee.inputs import Acted, DeviceChanged, Input, SetUp
from gateway.referee.machine import step
from gateway.referee.rulings import Ruling
from gateway.referee.state import State

from .entries import Entry

__all__ = ["Folded", "JudgedAgain", "RecordError", "fold", "judge_again"]

_INPUTS = get_args(Input)


class RecordError(GatewayError):
    """The record does not hold together."""


class Folded(msgspec.Struct, frozen=True):
    """The outcome of folding a record."""

    state: State
    last: int
    """The number of the last entry."""
    first: int
    """The number of the entry that set up the present game."""
    games: int = 0
    """How many games have been set up."""
    broken: frozenset[str] = frozenset()
    """Devices, and sensors of the board, that were last said to be lost."""
    acted: dict[str, int] = {}
    """The numbers of the entries of commands, by their ids."""
    differences: tuple[str, ...] = ()
    """Where the rulings of the record are not those the rules give now."""


def _decides(ruling: Input | Ruling) -> object:
    """What a ruling decides, without its wording: a better sentence in a later version is no other ruling."""
    return _without_text(msgspec.to_builtins(ruling))


def _without_text(value: object) -> object:
    if not isinstance(value, dict):
        return value
    return {key: _without_text(each) for key, each in value.items() if key != "text" or not isinstance(each, dict)}


def fold(entries: Iterable[Entry]) -> Folded:
    """Judge the inputs of a record again, in order, and compare the rulings."""
    state = State()
    last = first = games = 0
    broken = frozenset[str]()
    acted: dict[str, int] = {}
    due: list[Ruling] = []
    differences: list[str] = []
    for entry in entries:
        if entry.n != last + 1:
            raise RecordError(f"Entry {entry.n} follows entry {last}: lines are missing from the record.")
        last = entry.n
        if isinstance(entry.what, _INPUTS):
            differences += [f"entry {last}: the record lacks {type(ruling).__name__}" for ruling in due]
            if isinstance(entry.what, SetUp):
                first, games = last, entry.what.game
            elif isinstance(entry.what, Acted):
                acted[entry.what.command] = last
            elif isinstance(entry.what, DeviceChanged):
                subject = {entry.what.subject}
                broken = broken - subject if entry.what.online else broken | subject
            state, rulings = step(state, entry.what, entry.at)
            due = list(rulings)
        elif due and _decides(due[0]) == _decides(entry.what):
            due.pop(0)
        else:
            expected = type(due[0]).__name__ if due else "nothing"
            differences.append(f"entry {last}: the record has {type(entry.what).__name__}, the rules give {expected}")
            due = due[1:]
    differences += [f"entry {last}: the record lacks {type(ruling).__name__}" for ruling in due]
    return Folded(state, last, first, games, broken, acted, tuple(differences))


class JudgedAgain(msgspec.Struct, frozen=True):
    """One input of a record, what was ruled upon it then, and what is ruled upon it now."""

    entry: Entry
    recorded: tuple[Entry, ...]
    now: tuple[Ruling, ...]
    before: State
    after: State

    @property
    def agrees(self) -> bool:
        """The same was ruled then."""
        return [_decides(entry.what) for entry in self.recorded] == [_decides(ruling) for ruling in self.now]


def judge_again(entries: Iterable[Entry]) -> Iterator[JudgedAgain]:
    """Judge a record input by input; raises `RecordError` where lines are missing."""
    state, last = State(), 0
    given: Entry | None = None
    recorded: list[Entry] = []

    def judge(entry: Entry) -> JudgedAgain:
        if not isinstance(entry.what, _INPUTS):
            raise RecordError(f"Entry {entry.n} is a ruling upon nothing: the record does not start with an input.")
        after, rulings = step(state, entry.what, entry.at)
        return JudgedAgain(entry, tuple(recorded), rulings, state, after)

    for entry in entries:
        if entry.n != last + 1:
            raise RecordError(f"Entry {entry.n} follows entry {last}: lines are missing from the record.")
        last = entry.n
        if given is not None and not isinstance(entry.what, _INPUTS):
            recorded.append(entry)
            continue
        if given is not None:
            judgement = judge(given)
            state = judgement.after
            yield judgement
        given, recorded = entry, []
    if given is not None:
        yield judge(given)
