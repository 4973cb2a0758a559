"""The pairing of the next round: by the event's system, or as given by hand or by another program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from gateway.games import registry
from gateway.model.errors import TournamentError
from gateway.model.messages import Message, message
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.handbook_swiss.handbook_engine import HandbookEngine
from gateway.tournament.handbook_swiss.swiss_rules import HandbookRules, SwissMethod
from gateway.tournament.pairing_engine import PairingEngine, RoundRequest, Unpairable

from .event import Event
from .event_acts import GivenPair, PairRound
from .event_entries import Paired
from .event_schedule import scheduled_round
from .knock_out import knock_out_pairs
from .regulations import System

__all__ = [
    "available",
    "first_mover",
    "forbidden_pairs",
    "given",
    "handbook_engine",
    "paired",
    "round_request",
]


def available(event: Event) -> list[PairingNumber]:
    """The numbers that can be paired in the next round."""
    return [number for number, bye in _byes(event) if bye is None]


def paired(event: Event) -> Paired | Message:
    """The pairing by the event's system; a message: why there is none."""
    try:
        match event.regulations.system:
            case System.BY_HAND:
                return message("event.paired_by_hand")
            case System.DUTCH:
                return _by_engine(event, DutchEngine())
            case System.SPLIT_HALF | System.ADJACENT | System.FIRST_LAST as method:
                return _by_engine(event, handbook_engine(event, SwissMethod(method.value)))
            case System.ROUND_ROBIN | System.DOUBLE_ROUND_ROBIN:
                return _by_schedule(event)
            case System.KNOCK_OUT:
                return _by_bracket(event)
    except TournamentError as error:
        return error.message


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
    again = next((pair for pair in pairs if _have_met(event, pair)), None)
    if again is not None and not act.why.strip():
        return message("event.met_before", white=again.white, black=again.black)
    return Paired(tuple(pairs), _with_bye(event, act.bye))


def round_request(event: Event) -> RoundRequest:
    """What an engine needs to know to pair the next round."""
    return RoundRequest(
        crosstable=event.crosstable(),
        round=event.next_round,
        absent=frozenset(number for number, bye in _byes(event) if bye is not None),
        forbidden=tuple(map(frozenset, forbidden_pairs(event))),
        initial_side=event.regulations.first_side,
    )


def _by_engine(event: Event, engine: PairingEngine) -> Paired | Message:
    found = engine.pair(round_request(event))
    if isinstance(found, Unpairable):
        return found.reason
    pairs = tuple(GivenPair(pair.white, pair.black) for pair in found.pairs)
    return Paired(pairs, _with_bye(event, found.bye))


def handbook_engine(event: Event, method: SwissMethod) -> HandbookEngine:
    """The engine of the handbooks' Swiss, with the event's regulations."""
    first = first_mover(event)
    top_moves_first = event.regulations.first_side is first
    return HandbookEngine(HandbookRules(method=method, first_side=first, top_moves_first=top_moves_first))


def _by_schedule(event: Event) -> Paired | Message:
    found = scheduled_round(event)
    if found is None:
        return message("event.no_round_left")
    away = {number for number, bye in _byes(event) if bye is not None}
    first = first_mover(event)
    pairs = [pair for pair in found.pairs if not away & set(pair)]
    byes = dict.fromkeys(away, RoundScore.ZERO_BYE)
    # Who was to meet somebody who is not there; the standings know what that is worth (GN 24.4).
    idle = {number for pair in found.pairs if away & set(pair) for number in pair} - away
    byes |= dict.fromkeys(sorted(idle), RoundScore.ZERO_BYE)
    if found.bye is not None and found.bye not in away:
        byes[found.bye] = RoundScore.ZERO_BYE  # everybody has one: nobody gains by it
    return Paired(tuple(_seated(one, other, first) for one, other in pairs), byes)


def _by_bracket(event: Event) -> Paired | Message:
    found = knock_out_pairs(event)
    if isinstance(found, Message):
        return found
    playing = {number for pair in found for number in (pair.white, pair.black)}
    others = [number for number, _ in _byes(event) if number not in playing]
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


def _byes(event: Event) -> Iterable[tuple[PairingNumber, RoundScore | None]]:
    """Everybody who has a number, and what he has instead of a game in the next round; None: he can be paired."""
    for player in event.order:
        entrant = event.entrants[player]
        if entrant.number is not None:
            yield entrant.number, entrant.bye_in(event.next_round)


def _with_bye(event: Event, bye: PairingNumber | None) -> dict[PairingNumber, RoundScore]:
    """What those have who have no game in the next round, with the one who is left over."""
    found = {number: score for number, score in _byes(event) if score is not None}
    return found if bye is None else {**found, bye: RoundScore.PAIRING_BYE}


def _have_met(event: Event, pair: GivenPair) -> bool:
    """Whether two have played one another."""
    return any(
        {game.white, game.black} == {pair.white, pair.black} and (score := event.counted(game)) and score.is_played
        for a_round in event.rounds
        for game in a_round.games
    )
