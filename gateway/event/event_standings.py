"""The standings of an event: by points, by the tie-breaks of its regulations, and by lots where they are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from gateway.model.pairings import RoundNumber
from gateway.model.persons import PersonId
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.lots import shuffled
from gateway.tournament.standings.ledger import UnplayedRule
from gateway.tournament.standings.ranking import Standings, parted, rank
from gateway.tournament.standings.team_events import team_event
from gateway.tournament.standings.tie_break_codes import parse_tie_breaks
from gateway.tournament.standings.tie_break_event import TieBreakEvent, person_event
from gateway.tournament.team_swiss.team_rules import PrimaryScore

from .challenge import challenge_standings
from .event import Event
from .event_rounds import RoundStage
from .event_schedule import schedule, stage_table
from .event_team_tables import event_team_table
from .knock_out import knock_out_bracket
from .match_tables import match_table
from .regulations import System
from .stages import EventStage, StageGroup

__all__ = ["final_order", "group_order", "group_scores", "group_standings", "shared_places", "stage_in", "standings"]


def standings(event: Event, *, through: RoundNumber | None = None, seed: str = "") -> Standings:
    """The places of the first group of the stage that is played, or was played in a round."""
    stage = stage_in(event, through)
    return group_standings(event, stage, stage.groups[0], through=through, seed=seed)


def stage_in(event: Event, through: RoundNumber | None = None) -> EventStage:
    """The stage of the plan that was played in a round; without one, the stage that is played."""
    begun = [each for each in event.stages if not each.is_play_off]
    return next((each for each in reversed(begun) if through is None or each.first <= through), begun[-1])


def group_standings(
    event: Event, stage: EventStage, group: StageGroup, *, through: RoundNumber | None = None, seed: str = ""
) -> Standings:
    """All places of a group, up to the end of a round or now; with a seed, lots part those whom nothing else does."""
    rules = event.rules_of(stage)
    played = group_scores(event, stage, group, through=through)
    if rules.system is System.CHALLENGE_SERIES:
        return challenge_standings(event, stage, group, played.primary.scores, through=through)
    codes = event.regulations.tie_breaks if rules.tie_breaks is None else rules.tie_breaks
    found = rank(played, parse_tie_breaks(codes))
    for play_off in _play_offs(event, stage, group, through):
        decided = group_standings(event, play_off, play_off.groups[0], through=through)
        found = parted(found, {row.number: row.rank for row in decided.rows}, by_lot=False)
    if not seed:
        return found
    lots = {number: at for at, number in enumerate(shuffled(sorted(group.numbers), seed))}
    return parted(found, lots, by_lot=True)


def _play_offs(event: Event, stage: EventStage, group: StageGroup, through: RoundNumber | None) -> Iterator[EventStage]:
    """The play-offs between those who shared a place in a group, as far as they are over, in their order."""
    for each in event.stages:
        if not each.is_play_off or each.number != stage.number or stage.is_play_off:
            continue
        rounds = event.rounds_of(each)
        over = len(rounds) >= len(schedule(event, each, each.groups[0]))
        over = over and all(event.stage(one) is RoundStage.OVER for one in rounds)
        shown = through is None or each.first + len(rounds) - 1 <= through
        if over and shown and each.numbers <= set(group.numbers):
            yield each


def shared_places(event: Event, stage: EventStage) -> list[tuple[PairingNumber, ...]]:
    """Those who share a place, set by set and group by group, without those who have withdrawn."""
    if event.rules_of(stage).system.is_bracket:
        return []
    found = []
    for group in stage.groups:
        for _, run in groupby(group_standings(event, stage, group).rows, lambda row: row.rank):
            there = tuple(sorted(row.number for row in run if event.entrant(row.number).until is None))
            if len(there) > 1:
                found.append(there)
    return found


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
    stages = (event.stage_before(stage), stage) if rules.carry_over else (stage,)
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
        if stage.is_play_off:
            continue
        found |= dict.fromkeys(event.order[number - 1] for number in _by_place(event, stage, seed))
    return tuple(found)


def _by_place(event: Event, stage: EventStage, seed: str) -> Iterator[PairingNumber]:
    """Those of a stage: all first places of its groups, then all second ones."""
    orders = [group_order(event, stage, group, seed) for group in stage.groups]
    for place in range(max(map(len, orders))):
        yield from (order[place] for order in orders if place < len(order))
