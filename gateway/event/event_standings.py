"""The standings of an event: by points, by the tie-breaks of its regulations, and by lots where they are drawn."""

from __future__ import annotations

from gateway.model.pairings import RoundNumber
from gateway.model.persons import PersonId
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.lots import shuffled
from gateway.tournament.standings.ledger import UnplayedRule
from gateway.tournament.standings.ranking import Standings, rank
from gateway.tournament.standings.tie_break_codes import parse_tie_breaks
from gateway.tournament.standings.tie_break_event import person_event

from .event import Event
from .event_schedule import scheduled_crosstable
from .knock_out import knock_out_bracket
from .regulations import System

__all__ = ["final_order", "standings"]

_SCHEDULED = (System.ROUND_ROBIN, System.DOUBLE_ROUND_ROBIN)
"""Systems in which everybody's opponents are known beforehand."""


def standings(event: Event, *, through: RoundNumber | None = None, seed: str = "") -> Standings:
    """All places, up to the end of a round or now; with a seed, lots part those whom nothing else does."""
    rule = UnplayedRule.FIXED if event.regulations.system in _SCHEDULED else UnplayedRule.SWISS
    crosstable = scheduled_crosstable(event, through=through)
    played = person_event(crosstable, rule=rule, unrated_as=event.regulations.unrated_as)
    numbers = [PairingNumber(at) for at in range(1, len(event.order) + 1)]
    lots = {number: at for at, number in enumerate(shuffled(numbers, seed))} if seed else None
    return rank(played, parse_tie_breaks(event.regulations.tie_breaks), lots=lots)


def final_order(event: Event, seed: str) -> tuple[PersonId, ...]:
    """All participants, the first place first."""
    if event.regulations.system is System.KNOCK_OUT:
        placings = knock_out_bracket(event).ranking()
        return tuple(event.order[number - 1] for placing in placings for number in placing.numbers)
    return tuple(event.order[row.number - 1] for row in standings(event, seed=seed).rows)
