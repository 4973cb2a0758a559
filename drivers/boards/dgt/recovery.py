"""The place in the board's memory where we last listened: what lies behind it happened while the connection was lost.

The memory has no instants and no numbers. Two things tell the place: the changes that were told last stand before it,
and the changes behind it must make the board as it stands now of the board as it was last told. The second is a proof,
so nothing is told that does not lead there; the first chooses among the places that remain.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from drivers.readings import Milestone, PastMark, SquareChanged

from .memory import Remembered

__all__ = ["TAIL", "LastKnown", "Missed", "missed"]

TAIL = 48
"""Changes, the last ones, that are kept to find the place by: a dozen moves, which nobody repeats in this order."""

DOUBTED = 4
"""Changes, the last ones, that may be wrong or lack one in between, as on a line with noise."""

LATER = 6
"""Changes that may have come after the board was read: half a second of busy hands."""

_STARTS = (PastMark(Milestone.START), PastMark(Milestone.START_TURNED))


@dataclass(frozen=True, slots=True)
class LastKnown:
    """The last that was told before the connection was lost."""

    cells: str
    told: tuple[SquareChanged, ...]
    """The last changes, oldest first."""


def missed(events: Sequence[Remembered], known: LastKnown, now: str) -> Missed | None:
    """The events that were not told, oldest first; None if the memory does not lead from what was known to now.

    Somebody may have gone on moving after the board was read and before its memory was: a few of the last changes
    may lead further.
    """
    ends = [place + 1 for place, event in enumerate(events) if isinstance(event, SquareChanged)]
    for end in (len(events), *ends[-2 : -LATER - 2 : -1]):
        found = _missed(events[:end], known, now)
        if found is not None:
            cells = list(now)
            for event in events[end:]:
                if isinstance(event, SquareChanged):
                    cells[event.cell] = event.piece
            return Missed((*found, *events[end:]), "".join(cells))
    return None


def _missed(events: Sequence[Remembered], known: LastKnown, now: str) -> Sequence[Remembered] | None:
    places = list(_leading(events, known.cells, now))
    if not places:
        return None
    changes = [event for event in events if isinstance(event, SquareChanged)]
    best = max(places, key=lambda place: (_agreement(changes[: place.before], known.told), place.at))
    if not known.told or not _agreement(changes[: best.before], known.told):
        # Nothing to go by. From a start position the game begins at its mark; otherwise the shortest way it is.
        marked = [place for place in places if place.at and events[place.at - 1] in _STARTS]
        best = marked[0] if marked else best
    return events[best.at :]


@dataclass(frozen=True, slots=True)
class Missed:
    """The changes while nobody listened, and the board after them."""

    events: tuple[Remembered, ...]
    cells: str


@dataclass(frozen=True, slots=True)
class _Place:
    at: int
    """How many events lie before it."""
    before: int
    """How many of them are changes."""


def _leading(events: Sequence[Remembered], cells: str, now: str) -> Iterator[_Place]:
    """Every place from which the changes make `now` of `cells`, the last one first."""
    if len(cells) != len(now):
        return
    open_cells = {cell for cell, piece in enumerate(cells) if now[cell] != piece}
    seen: set[int] = set()
    before = sum(isinstance(event, SquareChanged) for event in events)
    for at in range(len(events), -1, -1):
        if at < len(events):
            event = events[at]
            if isinstance(event, SquareChanged):
                before -= 1
                if event.cell not in seen:  # the last change of this cell
                    if now[event.cell] != event.piece:
                        return  # another board's memory, or one that missed something
                    seen.add(event.cell)
                    open_cells.discard(event.cell)
        if not open_cells:
            yield _Place(at, before)


def _agreement(before: Sequence[SquareChanged], told: Sequence[SquareChanged]) -> int:
    """How many of the changes told last stand right before a place, leaving out the doubtful ones if that helps."""
    return max(_common(before, told[: len(told) - doubted]) - doubted for doubted in range(min(DOUBTED, len(told)) + 1))


def _common(one: Sequence[SquareChanged], other: Sequence[SquareChanged]) -> int:
    length = 0
    for mine, theirs in zip(reversed(one), reversed(other), strict=False):
        if mine != theirs:
            break
        length += 1
    return length
