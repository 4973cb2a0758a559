"""All viewers, by what they may see and by the tables that they look at."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from gateway.record.visibility import Visibility

from .viewer import SUMMARIES, Group, Moments, Subscription, Viewer, is_among

__all__ = ["VIEWERS_MAX", "Viewers"]

VIEWERS_MAX = 5000
"""The most viewers of one process; beyond it is the wrong tool."""


class _Watchers:
    """Viewers by the tables that they look at."""

    def __init__(self) -> None:
        self._of_all: set[Viewer] = set()
        self._of: dict[str, set[Viewer]] = {}

    def of(self, table: str) -> Iterable[Viewer]:
        """Those who look at the table."""
        some = self._of.get(table)
        if not some:
            return self._of_all
        return itertools.chain(self._of_all, some) if self._of_all else some

    def add(self, viewer: Viewer, tables: frozenset[str] | None) -> None:
        if tables is None:
            self._of_all.add(viewer)
        else:
            for table in tables:
                self._of.setdefault(table, set()).add(viewer)

    def remove(self, viewer: Viewer, tables: frozenset[str] | None) -> None:
        if tables is None:
            self._of_all.discard(viewer)
            return
        for table in tables:
            some = self._of.get(table)
            if some is not None:
                some.discard(viewer)
                if not some:
                    del self._of[table]


class Viewers:
    """All of them, by what they may see and what they look at: a change costs nothing for those who do not."""

    def __init__(self) -> None:
        self.moments = Moments()
        self._all: dict[Visibility, set[Viewer]] = {visibility: set() for visibility in Visibility}
        self._states: dict[Group, _Watchers] = {}
        self._lines = {visibility: _Watchers() for visibility in Visibility}
        self._summaries: dict[Visibility, set[Viewer]] = {visibility: set() for visibility in Visibility}

    def __len__(self) -> int:
        return sum(len(viewers) for viewers in self._all.values())

    def __iter__(self) -> Iterator[Viewer]:
        return itertools.chain.from_iterable(self._all.values())

    @property
    def groups(self) -> Iterable[Group]:
        """Those that have, or had, a viewer."""
        return self._states

    def add(self, viewer: Viewer) -> None:
        """From now on the viewer is told."""
        self._all[viewer.visibility].add(viewer)
        self._enter(viewer)

    def remove(self, viewer: Viewer) -> None:
        """The viewer has gone."""
        self._all[viewer.visibility].discard(viewer)
        self._strike(viewer)
        viewer.close()

    def subscribe(self, viewer: Viewer, wanted: Subscription, tables: Iterable[str]) -> None:
        """From now on the viewer looks at other things; of what is new to it among the tables it is sent the whole."""
        before = viewer.subscription
        self._strike(viewer)
        viewer.subscription = wanted
        self._enter(viewer)
        if wanted.summaries and not before.summaries:
            viewer.want(SUMMARIES)
        watched, seen = wanted.watched, before.watched
        followed, read = wanted.followed, before.followed
        for table in tables:
            if is_among(table, watched):
                if not is_among(table, seen) or (is_among(table, followed) and not is_among(table, read)):
                    viewer.want(table)
                elif not is_among(table, followed):
                    viewer.have.pop(table, None)
            elif is_among(table, seen):
                viewer.leave(table)

    def of(self, visibility: Visibility) -> Iterable[Viewer]:
        """All who see so much."""
        return self._all[visibility]

    def watching(self, table: str, group: Group) -> Iterable[Viewer]:
        """The viewers of one group who look at a table."""
        watchers = self._states.get(group)
        return watchers.of(table) if watchers is not None else ()

    def following(self, table: str, visibility: Visibility) -> Iterable[Viewer]:
        """Those who see so much and want the table's lines."""
        return self._lines[visibility].of(table)

    def with_summaries(self, visibility: Visibility) -> Iterable[Viewer]:
        """Those who see so much and want summaries."""
        return self._summaries[visibility]

    def want(self, table: str) -> None:
        """Everybody who looks at this table needs the whole of it, from its first line on."""
        for group in self._states:
            for viewer in self.watching(table, group):
                viewer.want(table, afresh=True)

    def _enter(self, viewer: Viewer) -> None:
        wanted = viewer.subscription
        self._states.setdefault(viewer.group, _Watchers()).add(viewer, wanted.watched)
        self._lines[viewer.visibility].add(viewer, wanted.followed)
        if wanted.summaries:
            self._summaries[viewer.visibility].add(viewer)

    def _strike(self, viewer: Viewer) -> None:
        wanted = viewer.subscription
        self._states[viewer.group].remove(viewer, wanted.watched)
        self._lines[viewer.visibility].remove(viewer, wanted.followed)
        self._summaries[viewer.visibility].discard(viewer)
