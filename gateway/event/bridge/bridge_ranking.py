"""The final ranking of a bridge event, of whatever form."""

from __future__ import annotations

from gateway.event.event_refusals import EventRefused
from gateway.model.messages import message
from gateway.tournament.lots import shuffled

from .bridge_bracket import bracket_ranking
from .bridge_event import BridgeEvent, ContestantId, ContestantNumber
from .bridge_regulations import BridgeSystem
from .bridge_standings import team_standings
from .pairs_scores import pairs_standings

__all__ = ["final_order", "places"]


def places(event: BridgeEvent) -> tuple[tuple[int, ContestantNumber], ...]:
    """Every place that is known, the best first, with the number of who has it; several may share one."""
    rules = event.regulations
    if not rules.form.is_teams:
        return tuple((each.place, each.number) for each in pairs_standings(event))
    if rules.system.is_bracket:
        return bracket_ranking(event)
    if rules.system is BridgeSystem.TWO_GROUPS and event.ranks:
        return _two_groups(event)
    return tuple((each.place, each.number) for each in team_standings(event))


def _two_groups(event: BridgeEvent) -> tuple[tuple[int, ContestantNumber], ...]:
    """Qualifiers by what they carried along and what they played; the others follow by their places in the groups."""
    through = event.regulations.qualifiers
    qualified = [number for group in event.ranks for number in group[:through]]
    standings = team_standings(event, numbers=qualified, carried=True)
    found = [(each.place, each.number) for each in standings]
    for rank in range(through, max(map(len, event.ranks))):
        level = [group[rank] for group in event.ranks if rank < len(group)]
        place = len(found) + 1
        found += [(place, number) for number in level]
    return tuple(found)


def final_order(event: BridgeEvent, seed: str) -> tuple[ContestantId, ...]:
    """Everybody in the order of places; lots part those who share one."""
    known = places(event)
    if len(known) < len(event.order):
        raise EventRefused(message("bridge_event.places_open"))
    lots = {number: at for at, number in enumerate(shuffled([number for _, number in known], seed))}
    ordered = sorted(known, key=lambda each: (each[0], lots[each[1]] if seed else each[1]))
    return tuple(event.contestant(number).id for _, number in ordered)
