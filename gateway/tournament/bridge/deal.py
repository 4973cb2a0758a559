"""A deal: thirteen cards for each seat, as PBN writes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.messages import message

from .compass import CompassSeat

__all__ = ["PACK", "RANKS", "SUITS", "Deal"]

SUITS = "SHDC"
"""In the order in which PBN writes them."""
RANKS = "AKQJT98765432"
PACK = tuple(suit + rank for suit in SUITS for rank in RANKS)
_HAND = 13


class Deal(msgspec.Struct, frozen=True):
    """The cards of the four hands, each as `SA`, `HT`; a hand that nobody has written down is empty."""

    hands: Mapping[CompassSeat, frozenset[str]]

    def __post_init__(self) -> None:
        cards = [card for hand in self.hands.values() for card in hand]
        if len(set(cards)) != len(cards) or any(len(hand) not in {0, _HAND} for hand in self.hands.values()):
            raise TournamentError(message("bridge.no_deal"))

    @classmethod
    def dealt(cls, pack: Sequence[str]) -> Deal:
        """The deal of a pack that somebody has shuffled: thirteen cards for each seat."""
        return cls({seat: frozenset(pack[at * _HAND : (at + 1) * _HAND]) for at, seat in enumerate(CompassSeat)})

    @classmethod
    def parse(cls, text: str) -> Deal:
        """A deal as PBN writes it, `N:AKQ.JT9.87.65432 ...`, clockwise from the seat that is named; `-` is unknown.

        Raises `TournamentError`. Three hands that are known give the fourth.
        """
        first, colon, rest = text.strip().upper().replace("10", "T").partition(":")
        written = rest.split()
        if not colon or first not in set(CompassSeat) or len(written) != len(CompassSeat):
            raise TournamentError(message("bridge.unreadable_deal", text=text[:80]))
        seat, hands = CompassSeat(first), dict[CompassSeat, frozenset[str]]()
        for hand in written:
            hands[seat] = frozenset() if hand == "-" else _cards(hand, text)
            seat = seat.next
        unknown = [seat for seat, hand in hands.items() if not hand]
        if len(unknown) == 1:
            held = frozenset().union(*hands.values())
            hands[unknown[0]] = frozenset(PACK) - held
        return cls({seat: hands[seat] for seat in CompassSeat})

    def suit(self, seat: CompassSeat, suit: str) -> str:
        """The cards of a suit in a hand, from the highest: `AKT2`."""
        return "".join(rank for rank in RANKS if suit + rank in self.hands[seat])

    def written(self, first: CompassSeat = CompassSeat.NORTH) -> str:
        """The deal as PBN writes it, clockwise from a seat."""
        seats, seat = [], first
        for _ in CompassSeat:
            seats.append(seat)
            seat = seat.next
        hands = (".".join(self.suit(seat, suit) for suit in SUITS) if self.hands[seat] else "-" for seat in seats)
        return f"{first}:{' '.join(hands)}"


def _cards(hand: str, text: str) -> frozenset[str]:
    suits = hand.split(".")
    cards = [suit + rank for suit, ranks in zip(SUITS, suits, strict=False) for rank in ranks]
    if len(suits) != len(SUITS) or any(card[1] not in RANKS for card in cards) or len(set(cards)) != _HAND:
        raise TournamentError(message("bridge.unreadable_deal", text=text[:80]))
    return frozenset(cards)
