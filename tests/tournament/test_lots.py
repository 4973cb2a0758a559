"""Lots: anybody can draw them again."""

from __future__ import annotations

import hashlib

from gateway.tournament.lots import TwoHands, shuffled


def test_cards_lie_in_the_order_of_their_digests() -> None:
    drawn = shuffled(range(1, 10), "hall B")
    digests = [hashlib.sha256(f"hall B/{card}".encode()).hexdigest() for card in drawn]
    assert digests == sorted(digests)
    assert sorted(drawn) == list(range(1, 10))


def test_the_order_is_the_same_for_ever() -> None:
    assert shuffled(range(1, 9), "2026-05-01") == (6, 5, 8, 2, 3, 4, 7, 1)


def test_each_hand_has_a_seed_of_its_own() -> None:
    def dealt(names: str, numbers: str) -> dict[str, int]:
        return dict(TwoHands(names, numbers).deal("abcdefgh", range(1, 9), "1-8"))

    assert dealt("x", "y") == dealt("x", "y")
    assert dealt("x", "y") != dealt("x", "z")
    assert dealt("x", "y") != dealt("z", "y")
    assert sorted(dealt("x", "y").values()) == list(range(1, 9))
