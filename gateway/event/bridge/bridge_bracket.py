"""The bracket of a knock-out of teams: the printed seeds, and who goes on. BR (二)."""

from __future__ import annotations

from gateway.event.event_refusals import EventRefused
from gateway.model.messages import message
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.double_elimination import LEAST_PLACES, double_elimination
from gateway.tournament.knockout_bracket import KnockoutBracket, TieEnd, TieResult
from gateway.tournament.seeding import bracket_order, draw_size
from gateway.tournament.single_elimination import single_elimination

from .bridge_event import BridgeEvent, ContestantNumber
from .bridge_matches import BridgeMatch, matches
from .bridge_regulations import BridgeSystem

__all__ = ["bracket_pairs", "bracket_ranking", "bracket_rounds", "bridge_bracket", "winner_of"]


def _empty(event: BridgeEvent) -> KnockoutBracket:
    """Seeds by number: short of a power of two the strongest have byes."""
    count = len(event.order)
    if event.regulations.system is BridgeSystem.DOUBLE_KNOCK_OUT:
        places = bracket_order(draw_size(max(LEAST_PLACES, count)))
        return double_elimination(_slots(places, count), event.regulations.final)
    return single_elimination(
        _slots(bracket_order(draw_size(max(2, count))), count), third_place=event.regulations.third_place
    )


def _slots(places: tuple[int, ...], count: int) -> list[PairingNumber | None]:
    return [PairingNumber(place) if place <= count else None for place in places]


def winner_of(event: BridgeEvent, match: BridgeMatch) -> ContestantNumber | None:
    """Who goes on from a match; None: that is open."""
    if not match.complete:
        return None
    return match.winner or event.advanced.get((match.round, match.number))


def bridge_bracket(event: BridgeEvent) -> KnockoutBracket:
    """The bracket with all results and withdrawals."""
    bracket = _empty(event)
    for match in matches(event):
        both = {PairingNumber(each) for each in (match.home, match.away)}
        tie = next((each for each in bracket.ready if {*each.numbers} == both), None)
        winner = winner_of(event, match)
        if tie is not None and winner is not None:
            bracket = bracket.decide(tie.tie.id, TieResult(PairingNumber(winner), TieEnd.PLAYED))
    left = [(each.until, each.number) for each in event.contestants.values() if each.until is not None]
    for _, number in sorted(left):
        bracket = bracket.withdraw(PairingNumber(number))
    return bracket


def bracket_rounds(event: BridgeEvent) -> int:
    """Rounds that the bracket has at most."""
    return max(tie.round + (tie.if_beaten is not None) for tie in _empty(event).ties)


def bracket_pairs(event: BridgeEvent) -> tuple[tuple[ContestantNumber, ContestantNumber], ...]:
    """Home and away of the next round; raises `EventRefused` where a match is open, or nothing is left."""
    for match in matches(event):
        if winner_of(event, match) is None and all(event.takes_part(each, match.round + 1) for each in _both(match)):
            raise EventRefused(message("bridge_event.match_undecided", round=match.round, match=match.number))
    ready = bridge_bracket(event).ready
    if not ready:
        raise EventRefused(message("event.no_round_left"))
    # Who has a bye waits for the others: a tie of a later round is not played before those of an earlier one.
    label = min(tie.tie.round for tie in ready)
    now = [tie.numbers for tie in ready if tie.tie.round == label]
    turned = len(event.rounds) % 2 == 1
    pairs = ((one, other) if (at % 2 == 1) == turned else (other, one) for at, (one, other) in enumerate(now))
    return tuple((ContestantNumber(one), ContestantNumber(other)) for one, other in pairs)


def _both(match: BridgeMatch) -> tuple[ContestantNumber, ContestantNumber]:
    return match.home, match.away


def bracket_ranking(event: BridgeEvent) -> tuple[tuple[int, ContestantNumber], ...]:
    """Places that are decided, with the numbers of who has them; who went out in the same round shares one."""
    return tuple(
        (placing.first, ContestantNumber(number))
        for placing in bridge_bracket(event).ranking()
        for number in placing.numbers
    )
