"""The games of a capture: where each begins, which way the board lies, who sits where at the clock, where it ends.

A table is told what is played on it and watches it from the start. A capture may begin anywhere: with the pieces in the
box, in the middle of a game, with the board the other way round. But it is known to its end, so where one
understanding of it leaves something unexplained, others are tried.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import msgspec

from drivers.readings import ClockTimes, LinkUp, Seat, Snapshot, Stamped
from drivers.spec import Capability, DriverSpec
from gateway.games.game import Game, Position
from gateway.lab.rehearsal.watcher import Watcher
from gateway.model.instants import Instant, Millis
from gateway.model.sides import Side
from gateway.tracking.cells import differing, update
from gateway.tracking.layout import Layout
from gateway.tracking.tracker import Tracker
from gateway.tracking.vision import Vision, see
from gateway.tracking.waits import SETTLE_SCANS

from .hearing import geometry
from .hindsight import ShownFrom, look_back
from .story import Lever, Story

__all__ = ["Spectator"]

_BEGUN = 4
"""A board on which no more cells than that differ from the start position is one at which play has begun: a piece in
the hand, or a move or two that were not seen."""
_A_GAME = 4
"""The fewest moves before a set-up that are the end of a game; fewer may be part of setting up."""
_TRIED = 2
"""The most moves put back before anybody has pressed that were no game."""
_ATTEMPTS = 24
_PATIENCE_MS = 20_000
_NO_GAME = 2
"""The surplus of irregular things over moves at which no game is being played."""
_LOOKED_AT = 5
"""The number of boards tried as the position that a game goes on from: in the first a piece may be in the hand."""


@dataclass(frozen=True, slots=True)
class _Stand:
    """A span of readings in which the board shows the start position."""

    first: int
    after: int
    ways: tuple[bool, ...]
    """Turned or not; both, on a board that looks alike from both sides."""


@dataclass(slots=True)
class Spectator:
    """Looks at a whole capture, and may look twice."""

    spec: DriverSpec
    game: Game
    readings: Sequence[Stamped]
    told: Position | None = None
    """The position that somebody says the capture begins with."""
    remarks: list[str] = field(default_factory=list)
    """What had to be assumed, and what was left out."""

    _start: Position = field(init=False)

    def __post_init__(self) -> None:
        self._start = self.game.start()

    @property
    def vision(self) -> Vision:
        """How the board sees."""
        return Vision.PIECES if Capability.PIECES in self.spec.capabilities else Vision.OCCUPANCY

    def stories(self) -> list[Story]:
        """Every game, in order."""
        raw = self._raw_shown()
        first = next((number for number, cells in enumerate(raw) if cells is not None), None)
        if first is None:
            self.remarks.append("The capture never shows the board.")
            return []
        stands = self._stands(raw)
        found: list[Story] = []
        at: int | None = stands[0].first if stands else None
        if self.told is not None or at is None or not self._only_touched(raw[first:at]):
            story, at = self._taken_up(raw, first, stands)
            found += [] if story is None else [story]
        while at is not None:
            stand = next(stand for stand in stands if stand.first == at)
            story, at = self._from_start(raw, stand, stands)
            if at is not None and len(story.watcher.noted) <= _TRIED and not story.presses:
                continue
            found.append(story)
        return [story for story in found if story.watcher.noted or story.watcher.alarms]

    # What is seen -----------------------------------------------------------------------------------------------------

    @property
    def _layout(self) -> Layout:
        return Layout(self.game.rows, self.game.cols, *geometry(self.spec, self.game))

    def _raw_shown(self) -> list[str | None]:
        """The device's cells after each reading."""
        cells: str | None = None
        size = self._layout.size
        return [cells := update(cells, stamped.reading, size) for stamped in self.readings]

    def _seen(self, cells: str) -> str:
        return see(self.game, self.vision, cells)

    def _stands(self, raw: Sequence[str | None]) -> list[_Stand]:
        """Where the board shows the start position."""
        start = self._seen(self._start.board())
        ways = {turned: msgspec.structs.replace(self._layout, turned=turned) for turned in (False, True)}
        stands: list[_Stand] = []
        number = 0
        for cells, run in itertools.groupby(raw):
            first, number = number, number + len(list(run))
            fitting = tuple(
                turned
                for turned, way in ways.items()
                if cells is not None and self._seen(way.from_device(cells)) == start
            )
            if fitting:
                stands.append(_Stand(first, number, fitting))
        return stands

    def _only_touched(self, raw: Sequence[str | None]) -> bool:
        """Whether the pieces stood in the start position, but for one or two that were not in their place."""
        home = self._seen(self._start.board())
        return any(
            all(cells is None or len(differing(self._seen(way.from_device(cells)), home)) <= _BEGUN for cells in raw)
            for way in (self._layout, self._layout.other_way())
        )

    # A game -----------------------------------------------------------------------------------------------------------

    def _from_start(
        self, raw: Sequence[str | None], stand: _Stand, stands: Sequence[_Stand]
    ) -> tuple[Story, int | None]:
        """The game that begins where the board shows the start position."""
        tries = (
            self._follow(self._at_start(stand, raw), stand.first, stands, white)
            for white in self._seats(stand.first, turned=stand.ways[0])
        )
        best = _best(tries)
        assert best is not None  # noqa: S101 - White sits somewhere
        self._look_back(best[0], raw, best[1])
        return best

    def _at_start(self, stand: _Stand, raw: Sequence[str | None]) -> Tracker:
        at = Instant(self.readings[stand.first].at)
        seen = self._tracker(turned=stand.ways[0]).take(self._snapshot(raw[stand.first] or ""), at)
        found = seen.at_start(Instant(at + seen.sensors.scans(SETTLE_SCANS)))
        return found if found is not None else seen

    def _taken_up(
        self, raw: Sequence[str | None], first: int, stands: Sequence[_Stand]
    ) -> tuple[Story | None, int | None]:
        """What goes on where the capture begins, if that is not the start position."""
        begins = stands[0].first if stands else None
        best = _best(itertools.islice(self._attempts(raw, first, stands), _ATTEMPTS))
        if best is None:
            if begins is None:
                self.remarks.append(self._unknown())
            return None, begins
        story, at = best
        self._look_back(story, raw, at)
        if begins is not None and self.told is None and len(story.watcher.noted) < _A_GAME:
            self.remarks.append("The pieces are set up first.")
            return None, begins
        if story.start is not self._start:
            self.remarks.append(f"The capture does not begin at the start position, but at {story.start.fen()}.")
        return story, at

    def _attempts(
        self, raw: Sequence[str | None], first: int, stands: Sequence[_Stand]
    ) -> Iterator[tuple[Story, int | None]]:
        """The ways to understand what stands there at first, the likeliest first."""
        for number, position, turned in self._positions(raw, first, stands):
            for white in self._seats(number, turned=turned):
                tracker = self._tracker(turned=turned).take(
                    self._snapshot(raw[number] or ""), Instant(self.readings[number].at)
                )
                known = self.vision is Vision.PIECES
                tracker = tracker.with_sensors(orientation_known=known).with_gap(open=position is self._start)
                yield self._follow(tracker, number, stands, white, position)

    def _positions(
        self, raw: Sequence[str | None], first: int, stands: Sequence[_Stand]
    ) -> Iterator[tuple[int, Position, bool]]:
        """From which reading on, which position, and whether the board is turned."""
        ways = {turned: msgspec.structs.replace(self._layout, turned=turned) for turned in (False, True)}
        cells = raw[first] or ""
        if self.told is not None:
            yield from ((first, self.told, turned) for turned in ways)
            return
        home = self._seen(self._start.board())
        for turned, way in ways.items():
            if len(differing(self._seen(way.from_device(cells)), home)) <= _BEGUN:
                yield first, self._start, turned
        if self.vision is not Vision.PIECES:
            return
        until = stands[0].first if stands else len(raw)
        tried: set[str] = set()
        for number in range(first, until):
            cells = raw[number] or ""
            if not cells or cells in tried or len(tried) >= _LOOKED_AT:
                continue
            tried.add(cells)
            for turned, way in ways.items():
                for turn in (self.game.first, self.game.first.other):
                    position = self.game.standing(way.from_device(cells), turn)
                    if position is not None:
                        yield number, position, turned

    def _unknown(self) -> str:
        if self.vision is Vision.PIECES:
            return "The capture does not begin at the start position, nor at one that a game could go on from."
        return (
            "The capture does not begin at the start position, and this board does not tell pieces apart: "
            "say with --fen what stood there."
        )

    def _follow(
        self, tracker: Tracker, begin: int, stands: Sequence[_Stand], white: Seat, start: Position | None = None
    ) -> tuple[Story, int | None]:
        """Watch from there on, until the pieces have been set up anew; and where that is."""
        start = start or self._start
        watcher = Watcher.at(tracker, start)
        watcher.now = Instant(self.readings[begin].at)
        story = Story(start, watcher, Lever(white), matched=begin)
        for stamped in self.readings[:begin]:
            story.lever.take(stamped.reading)
        again = {stand.after: stand.first for stand in stands if stand.first > begin}
        story.look()
        for number, stamped in enumerate(self.readings[begin + 1 :], begin + 1):
            if number in again:
                watcher.wait(stamped.at)
                if not story.leads_to(self._start):
                    return story.cleared_away(), again[number]
            if not isinstance(stamped.reading, LinkUp):
                story.hear(stamped, number)
            if story.lost_from_sight:
                return story, next((first for first in again.values() if first > number), None)
            if start is not self._start and len(story.watcher.alarms) - len(story.watcher.noted) >= _NO_GAME:
                break
        story.rest()
        if len(self.readings) in again and not story.leads_to(self._start):
            return story.cleared_away(), None
        return story.ended(), None

    def _look_back(self, story: Story, raw: Sequence[str | None], until: int | None) -> None:
        """Where the moves were lost from sight, tell them with hindsight."""
        if story.at_home:
            return
        layout = story.watcher.tracker.layout
        shown: list[ShownFrom] = []
        since = story.matched
        for stamped, cells in zip(self.readings[since:until], raw[since:until], strict=True):
            if cells is not None and (not shown or shown[-1].shown != layout.from_device(cells)):
                shown.append(ShownFrom(stamped.at, layout.from_device(cells)))
        if shown:
            end = self.readings[until].at if until is not None else self.readings[-1].at + _PATIENCE_MS
            found = look_back(self.game, self.vision, story.watcher.line.last, shown, end).without_rush()
            if found.moves and (found.at_home or len(found.moves) >= _A_GAME):
                story.take_over(found)
        if until is None and len(raw) not in (stand.after for stand in self._stands(raw)):
            story.say_if_unexplained()

    # Odds and ends ----------------------------------------------------------------------------------------------------

    def _tracker(self, *, turned: bool) -> Tracker:
        layout = self._layout
        return Tracker.for_board(
            self.game,
            Millis(self.spec.scan_ms),
            vision=self.vision,
            device=(layout.device_rows, layout.device_cols),
            turned=turned,
        )

    def _snapshot(self, cells: str) -> Snapshot:
        layout = self._layout
        return Snapshot(layout.device_rows, layout.device_cols, cells)

    def _seats(self, begin: int, *, turned: bool) -> tuple[Seat, ...]:
        """Where White may sit at the clock, the likelier side first: it stays where it is when the board is turned."""
        times = [stamped.reading for stamped in self.readings if isinstance(stamped.reading, ClockTimes)]
        usual = Seat.RIGHT if turned else Seat.LEFT
        if not any(shown.running for shown in times):
            return (usual,)
        running = (
            stamped.reading.up
            for stamped in self.readings[begin:]
            if isinstance(stamped.reading, ClockTimes) and stamped.reading.running
        )
        # Whose clock runs first is who moves first.
        first = next(running, usual)
        white = first if self.game.first is Side.WHITE else first.other
        return (white, white.other) if white is usual else (usual, usual.other)


def _best(tries: Iterator[tuple[Story, int | None]]) -> tuple[Story, int | None] | None:
    """The first that leaves nothing unexplained, or else the one that explains most."""
    best: tuple[Story, int | None] | None = None
    for story, at in tries:
        if story.clean:
            return story, at
        if best is None or story.worth > best[0].worth:
            best = story, at
    return best
