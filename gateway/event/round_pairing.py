"""The pairing of the next round: by the event's system, or as given by hand or by another program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from gateway.games import registry
from gateway.model.errors import TournamentError
from gateway.model.messages import Message, message
from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, RoundScore
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.handbook_swiss.handbook_engine import HandbookEngine
from gateway.tournament.handbook_swiss.swiss_rules import HandbookRules, SwissMethod
from gateway.tournament.pairing_engine import PairingEngine, RoundPoints, RoundRequest, Unpairable
from gateway.tournament.team_swiss.team_engine import TeamSwissEngine
from gateway.tournament.team_swiss.team_request import round_points

from .acceleration import baku_points
from .challenge import challenge_of
from .event import Event
from .event_acts import GivenPair, PairRound
from .event_entries import Paired
from .event_schedule import schedule
from .event_team_tables import event_team_table
from .knock_out import knock_out_pairs
from .regulations import System
from .stages import StageGroup

__all__ = [
    "available",
    "first_mover",
    "forbidden_pairs",
    "given",
    "handbook_engine",
    "paired",
    "round_request",
    "team_engine",
]


def available(event: Event) -> list[PairingNumber]:
    """The numbers that can be paired in the next round."""
    return [number for number, bye in _byes(event, event.current.numbers) if bye is None]


def paired(event: Event) -> Paired | Message:
    """The pairing by the system of the stage, group after group; a message: why there is none.

    A group that has no round left, because it is smaller than another, has nothing to play.
    """
    games: list[GivenPair] = []
    byes: dict[PairingNumber, RoundScore] = {}
    why_not: Message | None = None
    for group in event.current.groups:
        try:
            found = _group_paired(event, group)
        except TournamentError as error:
            found = error.message
        if isinstance(found, Paired):
            games += found.games
            byes |= found.byes
        elif found.key == "event.no_round_left":
            why_not = found
            byes |= dict.fromkeys(sorted(group.numbers), RoundScore.ZERO_BYE)
        else:
            return found
    return why_not if why_not is not None and not games else Paired(tuple(games), byes)


def _group_paired(event: Event, group: StageGroup) -> Paired | Message:
    match event.rules_of(event.current).system:
        case System.BY_HAND:
            return message("event.paired_by_hand")
        case System.DUTCH:
            return _by_engine(event, group, DutchEngine())
        case System.TEAM_SWISS:
            return _by_engine(event, group, team_engine(event))
        case System.SPLIT_HALF | System.ADJACENT | System.FIRST_LAST as method:
            return _by_engine(event, group, handbook_engine(event, SwissMethod(method.value)))
        case System.ROUND_ROBIN | System.DOUBLE_ROUND_ROBIN | System.SCHEVENINGEN:
            return _by_schedule(event, group)
        case System.KNOCK_OUT | System.DOUBLE_ELIMINATION:
            return _by_bracket(event, group)
        case System.CHALLENGE_SERIES:
            return _by_challenge(event, group)


def given(event: Event, act: PairRound) -> Paired | Message:
    """The pairing as it was given, if everybody who is there is in it once."""
    pairs = act.pairs or ()
    named = Counter([number for pair in pairs for number in (pair.white, pair.black)])
    if act.bye is not None:
        named[act.bye] += 1
    there = available(event)
    twice = [number for number, times in named.items() if times > 1]
    if twice:
        return message("event.paired_twice", number=min(twice))
    strangers = sorted(set(named) - set(there))
    if strangers:
        return message("event.cannot_be_paired", number=strangers[0])
    left_out = sorted(set(there) - set(named))
    if left_out:
        return message("event.left_out", number=left_out[0])
    apart = next((pair for pair in pairs if _group_of(event, pair.white) != _group_of(event, pair.black)), None)
    if apart is not None:
        return message("event.other_group", white=apart.white, black=apart.black)
    again = next((pair for pair in pairs if _have_met(event, pair)), None)
    if again is not None and not act.why.strip():
        return message("event.met_before", white=again.white, black=again.black)
    return Paired(tuple(pairs), _with_bye(event, event.current.numbers, act.bye))


def round_request(event: Event, group: StageGroup) -> RoundRequest:
    """What an engine needs to know to pair the next round of a group."""
    members = set(group.numbers)
    stage = event.current
    table = event.group_table(stage, group)
    return RoundRequest(
        crosstable=table,
        round=RoundNumber(event.next_round - stage.first + 1),
        absent=frozenset(number for number, bye in _byes(event, members) if bye is not None),
        forbidden=tuple(frozenset(pair) for pair in forbidden_pairs(event) if members.issuperset(pair)),
        initial_side=event.regulations.first_side,
        points=_team_points(event, table),
        virtual_points=_virtual_points(event, group),
    )


def _virtual_points(event: Event, group: StageGroup) -> dict[PairingNumber, tuple[Fraction, ...]]:
    """What each has besides his points in a Swiss that is accelerated, round by round."""
    stage = event.current
    rules = event.rules_of(stage)
    if not rules.accelerated:
        return {}
    there = [number for number in group.numbers if event.entrant(number).since <= stage.first]
    coming = RoundNumber(event.next_round - stage.first + 1)
    return baku_points(there, len(there), rules.rounds, coming, event.regulations.points.scale.win)


def _team_points(event: Event, table: Crosstable) -> dict[PairingNumber, tuple[RoundPoints, ...]]:
    """Both scores of teams, round by round."""
    rules = event.regulations.teams
    if rules is None:
        return {}
    return round_points(event_team_table(event, rules, (event.current,), table), rules.pairing.primary)


def team_engine(event: Event) -> TeamSwissEngine:
    """The engine of FIDE's team Swiss, with the event's regulations."""
    teams = event.regulations.teams
    return TeamSwissEngine(None if teams is None else teams.pairing)


def _by_engine(event: Event, group: StageGroup, engine: PairingEngine) -> Paired | Message:
    found = engine.pair(round_request(event, group))
    if isinstance(found, Unpairable):
        return found.reason
    pairs = tuple(GivenPair(pair.white, pair.black) for pair in found.pairs)
    return Paired(pairs, _with_bye(event, group.numbers, found.bye))


def handbook_engine(event: Event, method: SwissMethod) -> HandbookEngine:
    """The engine of the handbooks' Swiss, with the event's regulations."""
    first = first_mover(event)
    top_moves_first = event.regulations.first_side is first
    return HandbookEngine(HandbookRules(method=method, first_side=first, top_moves_first=top_moves_first))


def _by_schedule(event: Event, group: StageGroup) -> Paired | Message:
    stage = event.current
    rounds, at = schedule(event, stage, group), event.next_round - stage.first
    if at >= len(rounds):
        return message("event.no_round_left")
    found = rounds[at]
    away = {number for number, bye in _byes(event, group.numbers) if bye is not None}
    first = first_mover(event)
    pairs = [pair for pair in found.pairs if not away & set(pair)]
    byes = dict.fromkeys(away, RoundScore.ZERO_BYE)
    # Who was to meet somebody who is not there; the standings know what that is worth (GN 24.4).
    idle = {number for pair in found.pairs if away & set(pair) for number in pair} - away
    byes |= dict.fromkeys(sorted(idle), RoundScore.ZERO_BYE)
    if found.bye is not None and found.bye not in away:
        byes[found.bye] = RoundScore.ZERO_BYE  # everybody has one: nobody gains by it
    return Paired(tuple(_seated(one, other, first) for one, other in pairs), byes)


def _by_challenge(event: Event, group: StageGroup) -> Paired | Message:
    found = challenge_of(event, event.current, group)
    if found.pair is None:
        return message("event.no_round_left")
    pair = GivenPair(*found.pair)
    others = [number for number in sorted(group.numbers) if number not in found.pair]
    return Paired((pair,), dict.fromkeys(others, RoundScore.ZERO_BYE))


def _by_bracket(event: Event, group: StageGroup) -> Paired | Message:
    found = knock_out_pairs(event, event.current, group)
    if isinstance(found, Message):
        return found
    playing = {number for pair in found for number in (pair.white, pair.black)}
    others = [number for number in sorted(group.numbers) if number not in playing]
    return Paired(found, dict.fromkeys(others, RoundScore.ZERO_BYE))


def first_mover(event: Event) -> Side:
    """The side that moves first in the event's game: black in gomoku and renju."""
    return registry.find(event.regulations.rules).start().turn


def forbidden_pairs(event: Event) -> tuple[tuple[PairingNumber, PairingNumber], ...]:
    """Pairs that are not to meet, by their numbers."""
    found = []
    for pair in event.forbidden:
        one, other = (event.entrants[player].number for player in sorted(pair))
        if one is not None and other is not None:
            found.append((min(one, other), max(one, other)))
    return tuple(sorted(found))


def _seated(first: PairingNumber, second: PairingNumber, side: Side) -> GivenPair:
    return GivenPair(first, second) if side is Side.WHITE else GivenPair(second, first)


def _byes(event: Event, numbers: Iterable[PairingNumber]) -> Iterator[tuple[PairingNumber, RoundScore | None]]:
    """Each of these, and what he has instead of a game in the next round; None: he can be paired."""
    for number in sorted(numbers):
        yield number, event.entrant(number).bye_in(event.next_round)


def _with_bye(
    event: Event, numbers: Iterable[PairingNumber], bye: PairingNumber | None
) -> dict[PairingNumber, RoundScore]:
    """What those of these have who have no game in the next round, with the one who is left over."""
    found = {number: score for number, score in _byes(event, numbers) if score is not None}
    return found if bye is None else {**found, bye: RoundScore.PAIRING_BYE}


def _group_of(event: Event, number: PairingNumber) -> StageGroup | None:
    return event.current.group_of(number)


def _have_met(event: Event, pair: GivenPair) -> bool:
    """Whether two have played one another."""
    return any(
        {game.white, game.black} == {pair.white, pair.black} and (score := event.counted(game)) and score.is_played
        for a_round in event.rounds_of(event.current)
        for game in a_round.games
    )
