"""Simulated bridge players: what four people might bid and make on a deal.

Nothing is searched for: who has the points declares in the longest fit, as high as points and shape allow, and the
tricks come by chance around what that is worth.
"""

from __future__ import annotations

import random

from gateway.tournament.bridge.compass import CompassSeat, Partnership
from gateway.tournament.bridge.contract import ALL_TRICKS, BOOK, Contract, Denomination, Doubling, PlayedContract
from gateway.tournament.bridge.deal import PACK, SUITS, Deal

__all__ = ["play_deal", "random_deal"]

_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
_FIT = 8
"""Cards of a suit with which two play in it."""


def random_deal(chance: random.Random) -> Deal:
    """A deal by lot; every one is as likely as any other."""
    return Deal.dealt(chance.sample(PACK, len(PACK)))


def play_deal(deal: Deal, chance: random.Random) -> PlayedContract:
    """What becomes of a deal at one table."""
    points = {
        side: sum(_points(deal, seat) for seat in CompassSeat if seat.partnership is side) for side in Partnership
    }
    side = max(Partnership, key=lambda each: (points[each], chance.random()))
    strength = points[side] + chance.randint(-2, 2)
    if strength < 20 and chance.random() < 0.5:
        return PlayedContract()
    suit, length = max(
        ((each, _length(deal, side, each)) for each in SUITS), key=lambda found: (found[1], found[0] in "SH")
    )
    trumps = Denomination(suit) if length >= _FIT and (suit in "SH" or chance.random() < 0.3) else Denomination.NO_TRUMP
    if trumps is not Denomination.NO_TRUMP:
        strength += length - _FIT
    level = _level(strength, trumps, chance)
    expected = BOOK + (strength - 17) * 0.38 + (0.9 if trumps is not Denomination.NO_TRUMP else 0.3)
    tricks = min(ALL_TRICKS, max(4, round(chance.gauss(expected, 0.9))))
    declarer = chance.choice([seat for seat in CompassSeat if seat.partnership is side])
    short = BOOK + level - tricks
    doubled = Doubling.DOUBLED if short > 1 and chance.random() < 0.3 else Doubling.NONE
    return PlayedContract(Contract(level, trumps, declarer, doubled), tricks, _lead(deal, declarer, chance))


def _points(deal: Deal, seat: CompassSeat) -> int:
    return sum(_POINTS.get(card[1], 0) for card in deal.hands[seat])


def _length(deal: Deal, side: Partnership, suit: str) -> int:
    return sum(len(deal.suit(seat, suit)) for seat in CompassSeat if seat.partnership is side)


def _level(strength: int, trumps: Denomination, chance: random.Random) -> int:
    """How high two go with so many points: games and slams are worth more."""
    if strength >= 36:
        return 7 if chance.random() < 0.5 else 6
    if strength >= 32:
        return 6
    if strength >= 25 - (chance.random() < 0.25):
        return {Denomination.NO_TRUMP: 3, Denomination.SPADES: 4, Denomination.HEARTS: 4}.get(trumps, 5)
    return 3 if strength >= 24 else 2 if strength >= 21 else 1 if trumps is Denomination.NO_TRUMP else 2


def _lead(deal: Deal, declarer: CompassSeat, chance: random.Random) -> str:
    """The fourth from the longest suit of who leads."""
    leader = declarer.next
    longest = max(SUITS, key=lambda suit: (len(deal.suit(leader, suit)), chance.random()))
    cards = deal.suit(leader, longest)
    card = cards[min(3, len(cards) - 1)]
    return longest + ("10" if card == "T" else card)
