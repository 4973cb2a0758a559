"""The duties of the officials at an event (GN 25): which are done, because that is known or somebody has said so."""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from gateway.tournament.crosstable import RoundScore
from gateway.tournament.duties import DUTIES, Duty, DutyFact
from gateway.tournament.line_ups import TeamKind

from .event import Event
from .event_rounds import RoundStage

__all__ = ["DutyState", "duty_states", "event_facts"]


class DutyState(msgspec.Struct, frozen=True):
    """A duty, and whether it is done."""

    duty: Duty
    round: int
    """The round that it is due in; 0: once in the event."""
    known: bool
    """The system knows that it is done."""
    ticked_by: str = ""
    """Who has said that it is done; empty: nobody."""

    @property
    def done(self) -> bool:
        """Whether nothing is left to do."""
        return self.known or bool(self.ticked_by)


def event_facts(event: Event | None) -> frozenset[DutyFact]:
    """What the record of the event knows of them."""
    if event is None:
        return frozenset()
    regulations = event.regulations
    last = event.rounds[-1] if event.rounds else None
    over = last is not None and event.stage(last) is RoundStage.OVER
    told = last is not None and all(game.reports or event.counted(game) is not None for game in last.games)
    facts = {
        DutyFact.RULES_SET: bool(regulations.tie_breaks) and bool(regulations.control),
        DutyFact.ENTRIES_CLOSED: event.closed,
        DutyFact.LOTS_DRAWN: event.closed and not _waits_for_lots(event),
        DutyFact.ROUND_PUBLISHED: last is not None and last.published,
        DutyFact.LINE_UPS_IN: _line_ups_in(event),
        DutyFact.ABSENT_RECORDED: told,  # who did not come has a result then, as everybody has
        DutyFact.RESULTS_IN: told,
        DutyFact.RESULTS_CONFIRMED: over,
        DutyFact.FINAL_PUBLISHED: event.ranking is not None,
    }
    return frozenset(fact for fact, known in facts.items() if known)


def duty_states(event: Event | None, facts: Collection[DutyFact]) -> list[DutyState]:
    """All duties, as they stand in the round that is played."""
    number = len(event.rounds) if event is not None else 0
    ticked = event.ticked if event is not None else {}
    found = []
    for duty in DUTIES:
        at = number if duty.each_round else 0
        known = duty.fact is not None and duty.fact in facts
        found.append(DutyState(duty, at, known, ticked.get((duty.id, at), "")))
    return found


def _waits_for_lots(event: Event) -> bool:
    """Whether a draw is announced for the stage and has not been made."""
    stage = event.current
    return event.rules_of(stage).is_drawn and stage.draw is None and not stage.arranged


def _line_ups_in(event: Event) -> bool:
    """Whether every team that plays in the last round, or the next, has said who sits where."""
    teams = event.regulations.teams
    if teams is None or not event.closed:
        return False
    if teams.kind is TeamKind.FIXED:
        return True
    number = event.rounds[-1].number if event.rounds else event.next_round
    playing = [each for each in event.entrants.values() if each.bye_in(number) in (None, RoundScore.PAIRING_BYE)]
    return all((each.id, number) in event.line_ups for each in playing)
