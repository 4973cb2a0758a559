"""Recognition of an opening on the board: stones, swaps and offers, by what is laid and who presses.

While an opening protocol says what comes next, turns are not moves: one person may lay three stones, or none. So the
tracker only keeps what is shown then, and this watch keeps the presses. What they mean is `opening_steps`'s to say.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from gateway.games.game import Line
from gateway.model.instants import Instant
from gateway.model.sides import Side

from .irregular import classify
from .observations import Anomaly, BoardMatches, Observation, Withdrawn
from .tracker import Tracker
from .waits import ANOMALY_MS, ANOMALY_PRESSED_SCANS, RELEASE_MS, SETTLE_CLOCKED_SCANS, SETTLE_SCANS

if TYPE_CHECKING:
    from gateway.games.renju.opening_protocols import Opening, OpeningAct

    from .opening_steps import Besides
else:  # the protocols are only needed at tables that play by one
    OpeningAct = Any

__all__ = ["OpeningSeen", "OpeningWatch", "next_deadline", "recognise"]

_replace = msgspec.structs.replace


class OpeningSeen(msgspec.Struct, frozen=True):
    """Steps of an opening that were done, in this order, by whoever is to act."""

    acts: tuple[OpeningAct, ...]
    by_press: bool = False


class PendingPress(msgspec.Struct, frozen=True):
    """A press that has not been explained yet."""

    by: Side
    """By the colours of the moment."""
    at: Instant
    shown: str
    """What was shown when it came."""
    after: str
    """What was shown when the hand had let go."""


class OpeningWatch(msgspec.Struct, frozen=True):
    """Knowledge of an opening besides what is shown."""

    presses: tuple[PendingPress, ...] = ()
    reported: str = ""
    """What was shown, while it stands, when something was observed last: what was not accepted, or taken back, is not
    observed again."""
    unpressed: bool = False
    """The last stone was observed without a press: its hand may still change it."""

    def press(self, tracker: Tracker, by: Side, at: Instant) -> OpeningWatch:
        """A side has pressed its clock. Out of sight of the board it tells nothing."""
        if (shown := tracker.shown) is None:
            return self
        return OpeningWatch((*self.presses, PendingPress(by, at, shown, shown)), self.reported)

    def without_first(self, *, swapped: bool = False) -> OpeningWatch:
        """The first press has been explained; after a swap the colours of the others are those of the moment again."""
        rest = self.presses[1:]
        return _replace(self, presses=tuple(_replace(one, by=one.by.other) for one in rest) if swapped else rest)


def next_deadline(watch: OpeningWatch, tracker: Tracker, at: Instant) -> Instant | None:
    """When to look again though no reading came."""
    waits = (
        tracker.sensors.scan_ms,
        tracker.sensors.scan_ms + RELEASE_MS,
        tracker.sensors.scans(ANOMALY_PRESSED_SCANS),
    )
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
    """What is shown and the presses say about the opening; `before` is what it was before the last step.

    `at_once` does not wait for stones to settle: somebody has just spoken of them.
    """
    # The tracker expects nothing, so that a press is none of its own.
    tracker = _replace(tracker, sensors=tracker.sensors.calmed(at), expected=None).with_progress(confirmed=None)
    if (shown := tracker.shown) is None:
        return OpeningWatch(), tracker, None
    let_go = tracker.sensors.scan_ms + RELEASE_MS
    presses = tuple(_replace(one, after=shown) if at <= one.at + let_go else one for one in watch.presses)
    settle = 0 if at_once else tracker.sensors.scans(SETTLE_CLOCKED_SCANS if clocked else SETTLE_SCANS)
    watch = _replace(watch, presses=presses, reported=watch.reported if watch.reported == shown else "")
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
        self._shown = tracker.shown or ""
        self._still = at - tracker.still_since
        self._settle = settle

    def judge(self) -> tuple[OpeningWatch, Tracker, Observation | OpeningSeen | None]:
        self._drop_presses()
        if self._steps.is_to_be_said(self._opening):
            return self._nothing()
        found = self._besides(self._shown)
        if self._watch.presses and (seen := self._by_press(self._watch.presses[0])) is not None:
            return self._observed(seen)
        if found is not None and found.nothing:
            return self._at_home()
        settled = self._still >= self._settle
        if settled and found is None and self._is_change_of_mind():
            return _replace(self._watch, unpressed=False), self._tracker.matching(keep_evidence=True), Withdrawn()
        if settled and found is not None and not self._watch.reported:
            acts = self._steps.standing(self._opening, found, clocked=self._clocked)
            if acts:
                return self._observed(OpeningSeen(acts))
        if self._is_overdue(found):
            return self._report()
        return self._nothing()

    def _nothing(self) -> tuple[OpeningWatch, Tracker, None]:
        return self._watch, self._tracker, None

    def _besides(self, shown: str, opening: Opening | None = None) -> Besides | None:
        tracker = self._tracker
        return self._steps.besides(
            opening or self._opening, shown, tracker.sensors.health.blind, tracker.touches.evidence
        )

    # Presses --------------------------------------------------------------------------------------------------------

    def _drop_presses(self) -> None:
        """Who is not to act has pressed for what was observed before."""
        side, waiting = self._steps.side_of(self._opening), self._steps.is_to_be_said(self._opening)
        while self._watch.presses and (self._watch.presses[0].by is side) is waiting:
            self._watch = self._watch.without_first()

    def _by_press(self, press: PendingPress) -> OpeningSeen | None:
        """What the first press has ended, if that is known yet."""
        waited = self._at - press.at
        if waited < self._tracker.sensors.scan_ms:  # the sensors may be a scan behind the hand
            return None
        moments = [press.after, press.shown, *([self._shown] if len(self._watch.presses) == 1 else [])]
        found = [self._besides(shown) for shown in dict.fromkeys(moments)]
        for each in found:
            acts = self._steps.at_press(self._opening, each) if each is not None else ()
            if acts:
                return OpeningSeen(acts, by_press=True)
        if waited < self._tracker.sensors.scan_ms + RELEASE_MS or not all(each and each.nothing for each in found):
            return None
        act = self._steps.after_bare_press(self._opening)
        if act is None:
            self._watch = self._watch.without_first()
            return None
        return OpeningSeen((act,), by_press=True)

    # What is observed -----------------------------------------------------------------------------------------------

    def _observed(self, seen: OpeningSeen) -> tuple[OpeningWatch, Tracker, OpeningSeen]:
        watch = self._watch
        if seen.by_press:
            watch = watch.without_first(swapped=self._steps.swaps(seen.acts))
        watch = _replace(
            watch,
            reported=self._shown,
            unpressed=not seen.by_press and self._steps.is_stone(seen.acts),
        )
        tracker = self._tracker.matching().with_sensors(orientation_known=True).with_gap(open=False)
        return watch, tracker, seen

    def _is_change_of_mind(self) -> bool:
        """Whether the board shows what was before the last stone, or another stone instead of it."""
        if not self._watch.unpressed or self._before is None:
            return False
        found = self._besides(self._shown, self._before)
        if found is None:
            return False
        return found.nothing or bool(self._steps.standing(self._before, found, clocked=self._clocked))

    def _at_home(self) -> tuple[OpeningWatch, Tracker, Observation | None]:
        if self._tracker.memo.reported:
            return self._watch, self._tracker.matching(), BoardMatches()
        return self._nothing()

    def _is_overdue(self, found: Besides | None) -> bool:
        """Whether this has gone on for too long to be a turn under way."""
        if self._steps.home(self._opening) == self._shown or self._tracker.seen == self._tracker.memo.reported:
            return False
        if self._watch.presses:
            return self._still >= self._tracker.sensors.scans(ANOMALY_PRESSED_SCANS)
        under_way = found is not None and self._steps.is_under_way(self._opening, found)
        return self._still >= ANOMALY_MS and not under_way

    def _report(self) -> tuple[OpeningWatch, Tracker, Anomaly]:
        tracker, line = self._tracker, self._line
        position = tracker.game.standing(self._steps.home(self._opening), line.last.turn) or line.last
        before = None if self._opening.offers else line.before
        finding = classify(tracker.game, tracker.vision, position, before, self._shown)
        return self._watch, tracker.with_memo(reported=tracker.seen or ""), Anomaly(finding, self._shown)
