"""Faults of the clock: each is an alert of its own, and closes when that very fault is mended."""

from __future__ import annotations

from gateway.clock.face import Source
from gateway.clock.facts import (
    ClockAdjusted,
    ClockAnomaly,
    ClockAnomalyEnded,
    ClockAnomalyKind,
    ClockBack,
    ClockFact,
    ClockLost,
    ClockReplaced,
    ClockStarted,
    TimeUnobserved,
)
from gateway.model.messages import message
from gateway.model.sides import Side

from . import cases, game_messages
from .case_opening import open_case
from .inputs import DeviceChanged
from .judgement import Judgement
from .rulings import CLOCK, AlertKind, CaseKind, Choice
from .state import Phase

__all__ = ["has_failed", "note_device", "note_faults"]

_SET_RIGHT = (ClockAnomalyKind.WRONG_CONTROL, ClockAnomalyKind.NO_INCREMENT, ClockAnomalyKind.WRONG_INCREMENT)
"""Anomalies that are mended once somebody has set the time of the side that they are about."""

_UNOBSERVED = "unobserved"
"""The subject, with the side, of the alert about time that nobody saw pass."""


def note_faults(judgement: Judgement, fact: ClockFact) -> None:
    """Raise and close the alerts that a fact about the clock leads to, and the case where the rules have one."""
    before = has_failed(judgement)
    _note_alerts(judgement, fact)
    _lay_before_the_arbiter(judgement, before=before)


def note_device(judgement: Judgement, given: DeviceChanged) -> None:
    """Raise or close the alert about a device, and the case where the rules have one about the clock."""
    before = has_failed(judgement)
    if given.online:
        judgement.clear(AlertKind.DEVICE_LOST, game_messages.device_back(given.device, given.square), given.subject)
    else:
        text = game_messages.device_lost(given.device, given.square, given.detail)
        judgement.alert(AlertKind.DEVICE_LOST, text, subject=given.subject)
    _lay_before_the_arbiter(judgement, before=before)


def _lay_before_the_arbiter(judgement: Judgement, *, before: bool) -> None:
    """Open the case that the rules have for a clock that failed, and close it when the clock is back."""
    article = judgement.play.book.clock.failure if judgement.state.play is not None else ""
    if not article or judgement.phase not in {Phase.PLAYING, Phase.PAUSED} or before is has_failed(judgement):
        return
    if not before:
        open_case(judgement, CaseKind.CLOCK_FAILURE, article)
    elif judgement.play.trial is None:
        for case in judgement.play.cases:
            if case.kind is CaseKind.CLOCK_FAILURE:
                cases.close(judgement, case, Choice.PLAY_ON)


def has_failed(judgement: Judgement) -> bool:
    """Whether the clock tells nothing any more, or nobody can press it; other faults are set right by hand."""
    state = judgement.state
    kept_here = state.face is not None and state.face.source is Source.AGENT
    return state.raised(AlertKind.CLOCK, CLOCK) or (kept_here and state.raised(AlertKind.DEVICE_LOST, CLOCK))


def _note_alerts(judgement: Judgement, fact: ClockFact) -> None:
    playing = judgement.phase in {Phase.PLAYING, Phase.PAUSED}  # between games people set clocks as they like
    match fact:
        case ClockLost() if playing:
            judgement.alert(AlertKind.CLOCK, game_messages.clock_lost(fact.reason), subject=CLOCK)
        case ClockBack():
            judgement.clear(AlertKind.CLOCK, game_messages.device_back(CLOCK), CLOCK)
        case ClockAnomaly() if playing or fact.kind is ClockAnomalyKind.BATTERY_LOW:
            _anomaly(judgement, fact)
        case ClockAnomalyEnded():
            judgement.clear(AlertKind.CLOCK, game_messages.clock_mended(fact.kind), _subject(fact.kind, fact.side))
        case TimeUnobserved():
            judgement.alert(
                AlertKind.CLOCK, game_messages.time_unobserved(fact), subject=f"{_UNOBSERVED} {fact.side.value}"
            )
        case ClockAdjusted():
            text = game_messages.clock_set(fact.side)
            judgement.clear(AlertKind.CLOCK, text, f"{_UNOBSERVED} {fact.side.value}")
            for kind in _SET_RIGHT:
                judgement.clear(AlertKind.CLOCK, game_messages.clock_set(fact.side), _subject(kind, fact.side))
        case ClockReplaced():
            _replaced(judgement)
        case ClockStarted():
            _started(judgement, fact.side)
        case _:
            pass


def _subject(kind: ClockAnomalyKind, side: Side | None) -> str:
    return kind.value if side is None else f"{kind.value} {side.value}"


def _anomaly(judgement: Judgement, fact: ClockAnomaly) -> None:
    subject = _subject(fact.kind, fact.side)
    if fact.kind is ClockAnomalyKind.SIDES_SWAPPED and judgement.state.raised(AlertKind.CLOCK, subject):
        # Exchanged once more, the times stand where they belong.
        judgement.clear(AlertKind.CLOCK, game_messages.clock_mended(fact.kind), subject)
    else:
        judgement.alert(AlertKind.CLOCK, game_messages.clock_anomaly(fact), subject=subject)


def _replaced(judgement: Judgement) -> None:
    text = message("alert.clock_replaced")
    for each in judgement.state.alerts:
        if each.is_about(AlertKind.CLOCK) and each.alert.subject != CLOCK:
            judgement.clear(AlertKind.CLOCK, text, each.alert.subject)


def _started(judgement: Judgement, side: Side) -> None:
    """A lever that was moved while the clock stood left open who is on move; now the right side's time runs."""
    play = judgement.state.play
    if play is not None and play.line.last.turn is side:
        kind = ClockAnomalyKind.LEVER_WHILE_STOPPED
        for each in Side:
            judgement.clear(AlertKind.CLOCK, game_messages.clock_mended(kind), _subject(kind, each))
