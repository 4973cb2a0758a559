"""A fold over acts: the same entries give the same event anywhere.

What was undone stays in the record and is left out of the fold. The tournament and the bridge event are folded alike:
each says what its acts change, and what stands without what.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, Generic, Protocol, Self, TypeVar

import msgspec

from gateway.model.messages import message

from .event_refusals import EventRefused
from .recorded_acts import RecordedAct, Undo

__all__ = ["ActFold"]


class _Entry(Protocol):
    @property
    def n(self) -> int: ...
    @property
    def act(self) -> RecordedAct: ...


_EventT = TypeVar("_EventT")
_EntryT = TypeVar("_EntryT", bound=_Entry)


class ActFold(msgspec.Struct, Generic[_EventT, _EntryT], frozen=True):
    """An event, and the entries that made it."""

    event: _EventT | None = None
    """None until it is opened."""
    entries: tuple[_EntryT, ...] = ()

    offered: ClassVar[int] = 20
    """Entries that are looked at when it is asked what may be undone; an older one is undone by its number."""

    @classmethod
    @abstractmethod
    def _opened(cls, entry: _EntryT) -> _EventT:
        """The event after its first entry."""

    @classmethod
    @abstractmethod
    def _changed(cls, event: _EventT, entry: _EntryT) -> _EventT:
        """The event after a later one."""

    @classmethod
    @abstractmethod
    def _stands(cls, entry: _EntryT, before: _EventT, without: _EventT, /) -> bool:
        """Whether an entry would have been the same in an event in which something before it was not done."""

    @classmethod
    def of(cls, entries: Iterable[_EntryT]) -> Self:
        """The event of a whole record."""
        entries = tuple(entries)
        return cls(cls._folded(None, _standing(entries)), entries)

    def after(self, entry: _EntryT) -> Self:
        """The fold with one entry more."""
        entries = (*self.entries, entry)
        if isinstance(entry.act, Undo):
            return type(self).of(entries)
        return type(self)(self._folded(self.event, [entry]), entries)

    @property
    def offered_from(self) -> int:
        """The number of the first entry that is looked at when it is asked what may be undone."""
        return next((entry.n for entry in _standing(self.entries)[-self.offered :]), 1)

    def undoable(self) -> Iterator[int]:
        """The numbers of entries that may be undone, the latest first, of those that were done last."""
        standing = _standing(self.entries)
        earlier, latest = standing[: -self.offered], standing[-self.offered :]
        before = self._folded(None, earlier)
        for at in reversed(range(len(latest))):
            try:
                self._check_without(self._folded(before, latest[:at]), latest[at:])
            except EventRefused:
                continue
            yield latest[at].n

    def check_undo(self, n: int) -> None:
        """Raise `EventRefused` unless all that was done later would have come out the same without this."""
        standing = _standing(self.entries)
        at = next((at for at, entry in enumerate(standing) if entry.n == n), None)
        if at is None:
            raise EventRefused(message("event.nothing_to_undo", n=n))
        self._check_without(self._folded(None, standing[:at]), standing[at:])

    @classmethod
    def _folded(cls, event: _EventT | None, entries: Iterable[_EntryT]) -> _EventT | None:
        for entry in entries:
            event = cls._opened(entry) if event is None else cls._changed(event, entry)
        return event

    @classmethod
    def _check_without(cls, before: _EventT | None, entries: Sequence[_EntryT]) -> None:
        """Raise `EventRefused` unless all these entries but the first could have been made without it."""
        if before is None:
            raise EventRefused(message("event.opening_stands"))
        undone, *later = entries
        with_it, without = cls._changed(before, undone), before
        for entry in later:
            if not cls._stands(entry, with_it, without):
                raise EventRefused(message("event.built_upon", n=undone.n, later=entry.n))
            with_it, without = cls._changed(with_it, entry), cls._changed(without, entry)


def _standing(entries: Sequence[_EntryT]) -> list[_EntryT]:
    """The entries that count: neither undone, nor an undoing."""
    undone = {entry.act.n for entry in entries if isinstance(entry.act, Undo)}
    return [entry for entry in entries if entry.n not in undone and not isinstance(entry.act, Undo)]
