"""Faults of the clock: each is an alert of its own, and closes when that very fault is mended."""

from __future__ import annotations

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
)
from gateway.model.messages import message
from gateway.model.sides import Side

from . import cases, game_messages
from .case_opening import open_case
from .judgement import Judgement
from .rulings import CLOCK, AlertKind, CaseKind, Choice
from .state import Phase

__all__ = ["note_faults"]

_SET_RIGHT = (ClockAnomalyKind.WRONG_CONTROL, ClockAnomalyKind.NO_INCREMENT, ClockAnomalyKind.WRONG_INCREMENT)
"""Anomalies that are mended once somebody has set the time of the side that they are about."""


def note_faults(judgement: Judgement, fact: ClockFact) -> None:
    """Raise and close the alerts that a fact about the clock leads to, and the case where the rules have one."""
    before = _has_failed(judgement)
    _note_alerts(judgement, fact)
    article = judgement.play.book.clock.failure if judgement.state.play is not None else ""
    if not article or judgement.phase not in {Phase.PLAYING, Phase.PAUSED} or before is _has_failed(judgement):
        return
    if not before:
        open_case(judgement, CaseKind.CLOCK_FAILURE, article)
    elif judgement.play.trial is None:
        for case in judgement.play.cases:
            if case.kind is CaseKind.CLOCK_FAILURE:
                cases.close(judgement, case, Choice.PLAY_ON)


def _has_failed(judgement: Judgement) -> bool:
    """Whether the clock tells nothing any more; other faults are set right by hand."""
    return judgement.state.raised(AlertKind.CLOCK, CLOCK)


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
        case ClockAdjusted():
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
