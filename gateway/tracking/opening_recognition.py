"""Following an opening on the board: stones, swaps and offers, by what is laid and who presses.

While an opening protocol says what comes next, turns are not moves: one person may lay three stones, or none. So the
tracker only keeps the picture then, and this watch keeps the presses. What they mean is `opening_steps`'s to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from gateway.games.game import Line
from gateway.model.instants import Instant, Millis
from gateway.model.sides import Side

from .irregular import classify
from .observations import Anomaly, BoardMatches, Observation, Withdrawn
from .tracker import SETTLE_SCANS, Tracker

if TYPE_CHECKING:
    from gateway.games.renju.opening_protocols import Act, Opening

    from .opening_steps import Besides
else:  # the protocols are only needed at tables that play by one
    Act = Any

__all__ = ["OpeningSeen", "OpeningWatch", "next_deadline", "recognise"]

_SETTLE_CLOCKED_SCANS = 12
_STRANGE_PRESSED_SCANS = 14
_STRANGE_MS = Millis(10_000)
_RELEASE_MS = Millis(400)
"""A hand that presses first has let go of its stone by then; if nothing lies there, nothing was laid."""

_replace = msgspec.structs.replace


class OpeningSeen(msgspec.Struct, frozen=True):
    """This was done, in this order, by whoever is to act."""

    acts: tuple[Act, ...]
    by_press: bool = False


class PendingPress(msgspec.Struct, frozen=True):
    """A press that has not been explained yet."""

    by: Side
    """By the colours of the moment."""
    at: Instant
    shown: str
    """The picture when it came."""
    after: str
    """The picture when the hand had let go."""


class OpeningWatch(msgspec.Struct, frozen=True):
    """What is known of an opening besides the picture."""

    presses: tuple[PendingPress, ...] = ()
    told: str = ""
    """The picture, while it stands, of what was told last: what was not accepted, or taken back, is not told again."""
    unpressed: bool = False
    """The last stone was told without a press: its hand may still change it."""

    def press(self, tracker: Tracker, by: Side, at: Instant) -> OpeningWatch:
        """A side has pressed its clock. Out of sight of the board it tells nothing."""
        if (shown := tracker.picture) is None:
            return self
        return OpeningWatch((*self.presses, PendingPress(by, at, shown, shown)), self.told)

    def without_first(self, *, swapped: bool = False) -> OpeningWatch:
        """The first press has been explained; after a swap the colours of the others are those of the moment again."""
        rest = self.presses[1:]
        return _replace(self, presses=tuple(_replace(one, by=one.by.other) for one in rest) if swapped else rest)


def next_deadline(watch: OpeningWatch, tracker: Tracker, at: Instant) -> Instant | None:
    """When to look again though no reading came."""
    waits = (tracker.scan_ms, tracker.scan_ms + _RELEASE_MS, tracker.scans(_STRANGE_PRESSED_SCANS))
    moments = [Instant(press.at + wait) for press in watch.presses[:1] for wait in waits]
    return min((moment for moment in moments if moment > at), default=None)


def recognise(
    watch: OpeningWatch,
    tracker: Tracker,
    line: Line,
    opening: Opening,
    before: Opening | None,
    at: Instant,
    *,
    clocked: bool,
    at_once: bool = False,
) -> tuple[OpeningWatch, Tracker, Observation | OpeningSeen | None]:
    """What the picture and the presses say about the opening; `before` is what it was before the last step.

    `at_once` does not wait for stones to settle: somebody has just spoken of them.
    """
    # The tracker expects nothing, so that a press is none of its own.
    tracker = _replace(tracker, sensors=tracker.sensors.calmed(at), expected=None, certain=None)
    if (picture := tracker.picture) is None:
        return OpeningWatch(), tracker, None
    let_go = tracker.scan_ms + _RELEASE_MS
    presses = tuple(_replace(one, after=picture) if at <= one.at + let_go else one for one in watch.presses)
    settle = 0 if at_once else tracker.scans(_SETTLE_CLOCKED_SCANS if clocked else SETTLE_SCANS)
    watch = _replace(watch, presses=presses, told=watch.told if watch.told == picture else "")
    return _Look(watch, tracker, line, opening, before, at, clocked=clocked, settle=settle).judge()


class _Look:
    """One look at the board. Lives only as long as the look."""

    def __init__(
        self,
        watch: OpeningWatch,
        tracker: Tracker,
        line: Line,
        opening: Opening,
        before: Opening | None,
        at: Instant,
        *,
        clocked: bool,
        settle: int,
    ) -> None:
        from . import opening_steps

        self._steps = opening_steps
        self._watch = watch
        self._tracker = tracker
        self._line = line
        self._opening = opening
        self._before = before
        self._at = at
        self._clocked = clocked
        self._picture = tracker.picture or ""
        self._still = at - tracker.since
        self._settle = settle

    def judge(self) -> tuple[OpeningWatch, Tracker, Observation | OpeningSeen | None]:
        self._drop_presses()
        if self._steps.is_to_be_said(self._opening):
            return self._nothing()
        found = self._besides(self._picture)
        if self._watch.presses and (seen := self._by_press(self._watch.presses[0])) is not None:
            return self._told(seen)
        if found is not None and found.nothing:
            return self._at_home()
        settled = self._still >= self._settle
        if settled and found is None and self._is_change_of_mind():
            return _replace(self._watch, unpressed=False), self._tracker.agreed(keep=True), Withdrawn()
        if settled and found is not None and not self._watch.told:
            acts = self._steps.standing(self._opening, found, clocked=self._clocked)
            if acts:
                return self._told(OpeningSeen(acts))
        if self._is_strange(found):
            return self._report()
        return self._nothing()

    def _nothing(self) -> tuple[OpeningWatch, Tracker, None]:
        return self._watch, self._tracker, None

    def _besides(self, picture: str, opening: Opening | None = None) -> Besides | None:
        tracker = self._tracker
        return self._steps.besides(opening or self._opening, picture, tracker.sensors.blind, tracker.evidence)

    # Presses --------------------------------------------------------------------------------------------------------

    def _drop_presses(self) -> None:
        """Who is not to act has pressed for what was told before."""
        side, waiting = self._steps.side_of(self._opening), self._steps.is_to_be_said(self._opening)
        while self._watch.presses and (self._watch.presses[0].by is side) is waiting:
            self._watch = self._watch.without_first()

    def _by_press(self, press: PendingPress) -> OpeningSeen | None:
        """What the first press has ended, if that can be told yet."""
        waited = self._at - press.at
        if waited < self._tracker.scan_ms:  # the sensors may be a scan behind the hand
            return None
        pictures = [press.after, press.shown, *([self._picture] if len(self._watch.presses) == 1 else [])]
        found = [self._besides(picture) for picture in dict.fromkeys(pictures)]
        for each in found:
            acts = self._steps.at_press(self._opening, each) if each is not None else ()
            if acts:
                return OpeningSeen(acts, by_press=True)
        if waited < self._tracker.scan_ms + _RELEASE_MS or not all(each and each.nothing for each in found):
            return None
        act = self._steps.after_bare_press(self._opening)
        if act is None:
            self._watch = self._watch.without_first()
            return None
        return OpeningSeen((act,), by_press=True)

    # What is told ---------------------------------------------------------------------------------------------------

    def _told(self, seen: OpeningSeen) -> tuple[OpeningWatch, Tracker, OpeningSeen]:
        watch = self._watch
        if seen.by_press:
            watch = watch.without_first(swapped=self._steps.swaps(seen.acts))
        watch = _replace(
            watch,
            told=self._picture,
            unpressed=not seen.by_press and self._steps.is_stone(seen.acts),
        )
        return watch, self._tracker.agreed(way_known=True, gap=False), seen

    def _is_change_of_mind(self) -> bool:
        """Whether the board shows what was before the last stone, or another stone instead of it."""
        if not self._watch.unpressed or self._before is None:
            return False
        found = self._besides(self._picture, self._before)
        if found is None:
            return False
        return found.nothing or bool(self._steps.standing(self._before, found, clocked=self._clocked))

    def _at_home(self) -> tuple[OpeningWatch, Tracker, Observation | None]:
        if self._tracker.strange:
            return self._watch, self._tracker.agreed(), BoardMatches()
        return self._nothing()

    def _is_strange(self, found: Besides | None) -> bool:
        """Whether this has gone on for too long to be a turn under way."""
        if self._steps.home(self._opening) == self._picture or self._tracker.view == self._tracker.strange:
            return False
        if self._watch.presses:
            return self._still >= self._tracker.scans(_STRANGE_PRESSED_SCANS)
        under_way = found is not None and self._steps.is_under_way(self._opening, found)
        return self._still >= _STRANGE_MS and not under_way

    def _report(self) -> tuple[OpeningWatch, Tracker, Anomaly]:
        tracker, line = self._tracker, self._line
        shown = tracker.game.standing(self._steps.home(self._opening), line.last.turn) or line.last
        before = line.positions[-2] if len(line.positions) > 1 and not self._opening.offers else None
        finding = classify(tracker.game, tracker.vision, shown, before, self._picture)
        return self._watch, _replace(tracker, strange=tracker.view or ""), Anomaly(finding, self._picture)
