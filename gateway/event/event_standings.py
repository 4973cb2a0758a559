"""The standings of an event: by points, by the tie-breaks of its regulations, and by lots where they are drawn."""

from __future__ import annotations

from collections.abc import Iterator

from gateway.model.pairings import RoundNumber
from gateway.model.persons import PersonId
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.lots import shuffled
from gateway.tournament.standings.ledger import UnplayedRule
from gateway.tournament.standings.ranking import Standings, rank
from gateway.tournament.standings.team_events import team_event
from gateway.tournament.standings.tie_break_codes import parse_tie_breaks
from gateway.tournament.standings.tie_break_event import TieBreakEvent, person_event
from gateway.tournament.team_swiss.team_rules import PrimaryScore

from .event import Event
from .event_schedule import stage_table
from .event_team_tables import event_team_table
from .knock_out import knock_out_bracket
from .match_tables import match_table
from .stages import EventStage, StageGroup

__all__ = ["final_order", "group_order", "group_scores", "group_standings", "stage_in", "standings"]


def standings(event: Event, *, through: RoundNumber | None = None, seed: str = "") -> Standings:
    """The places of the first group of the stage that is played, or was played in a round."""
    stage = stage_in(event, through)
    return group_standings(event, stage, stage.groups[0], through=through, seed=seed)


def stage_in(event: Event, through: RoundNumber | None = None) -> EventStage:
    """The stage that was played in a round; without one, the stage that is played."""
    if through is None:
        return event.current
    return next((each for each in reversed(event.stages) if each.first <= through), event.current)


def group_standings(
    event: Event, stage: EventStage, group: StageGroup, *, through: RoundNumber | None = None, seed: str = ""
) -> Standings:
    """All places of a group, up to the end of a round or now; with a seed, lots part those whom nothing else does."""
    rules = event.rules_of(stage)
    played = group_scores(event, stage, group, through=through)
    lots = {number: at for at, number in enumerate(shuffled(sorted(group.numbers), seed))} if seed else None
    codes = event.regulations.tie_breaks if rules.tie_breaks is None else rules.tie_breaks
    return rank(played, parse_tie_breaks(codes), lots=lots)


def group_scores(
    event: Event, stage: EventStage, group: StageGroup, *, through: RoundNumber | None = None
) -> TieBreakEvent:
    """What tie-breaks read of a group, up to the end of a round or now."""
    rules = event.rules_of(stage)
    rule = UnplayedRule.FIXED if rules.system.is_scheduled else UnplayedRule.SWISS
    table = stage_table(event, stage, group, through=through)
    teams = event.regulations.teams
    if rules.games == 1 and teams is None:
        return person_event(table, rule=rule, unrated_as=event.regulations.unrated_as)
    at = event.stages.index(stage)
    stages = event.stages[at - 1 : at + 1] if rules.carry_over else (stage,)
    if teams is not None:
        primary = "GP" if teams.pairing.primary is PrimaryScore.GAME_POINTS else "MP"
        return team_event(event_team_table(event, teams, stages, table), primary=primary, rule=rule)
    return team_event(match_table(event, stages, table, rules.games), rule=rule)


def group_order(event: Event, stage: EventStage, group: StageGroup, seed: str = "") -> tuple[PairingNumber, ...]:
    """The participants of a group, the first place first."""
    if event.rules_of(stage).system.is_bracket:
        placed = [number for each in knock_out_bracket(event, stage, group).ranking() for number in each.numbers]
        return (*(number for number in group.numbers if number not in placed), *placed)
    return tuple(row.number for row in group_standings(event, stage, group, seed=seed).rows)


def final_order(event: Event, seed: str) -> tuple[PersonId, ...]:
    """All participants, the first place first: those of the last stage, then who went out in the stages before it."""
    found: dict[PersonId, None] = {}
    for stage in reversed(event.stages):
        found |= dict.fromkeys(event.order[number - 1] for number in _by_place(event, stage, seed))
    return tuple(found)


def _by_place(event: Event, stage: EventStage, seed: str) -> Iterator[PairingNumber]:
    """Those of a stage: all first places of its groups, then all second ones."""
    orders = [group_order(event, stage, group, seed) for group in stage.groups]
    for place in range(max(map(len, orders))):
        yield from (order[place] for order in orders if place < len(order))
