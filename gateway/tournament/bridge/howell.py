"""The Howell movement: every pair meets every other once, and everybody can be ranked with everybody.

The last pair stays, the others go round: whoever follows a pair at its table, its seats and its boards follows it for
good. Such a movement is a starter, which pairs the places of a circle so that each distance comes once, and an adder,
which gives each of its tables a set of boards so that nobody has one twice. Both are searched for; for four and six
pairs there is no adder, as is well known: there all tables play the same set in each round, one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gateway.model.errors import TournamentError
from gateway.model.messages import message

from .mitchell import PairsRound, PairsTable

__all__ = ["howell"]

MOST_PAIRS = 20
"""A full Howell of more pairs lasts longer than a day; larger fields play a Mitchell."""

_STAYS = -1
"""The pair that stays, in a starter."""

_Starter = tuple[tuple[int, int], ...]


def howell(pairs: int) -> tuple[PairsRound, ...]:
    """The rounds for an even number of pairs: one less than there are pairs."""
    if pairs % 2 or not 4 <= pairs <= MOST_PAIRS:
        raise TournamentError(message("bridge.howell_size", most=MOST_PAIRS))
    size = pairs - 1
    starter, adder = _movement(size)
    return tuple(
        PairsRound(
            number + 1,
            tuple(
                PairsTable(table, *_turned(_moved(pair, number, size), table, number), (number + added) % size + 1)
                for table, (pair, added) in enumerate(zip(starter, adder, strict=True), 1)
            ),
        )
        for number in range(size)
    )


def _moved(pair: tuple[int, int], number: int, size: int) -> tuple[int, int]:
    a, b = (size if each == _STAYS else (each + number) % size for each in pair)
    return a + 1, b + 1


def _turned(pair: tuple[int, int], table: int, number: int) -> tuple[int, int]:
    """North-South and East-West: where the pair that stays sits they change over, elsewhere as the circle has it."""
    return pair if table > 1 or number % 2 == 0 else (pair[1], pair[0])


@cache
def _movement(size: int) -> tuple[_Starter, tuple[int, ...]]:
    """The first starter that has an adder, with it; without boards of their own if there is none."""
    first: _Starter | None = None
    for starter in _starters(size):
        first = first or starter
        if adder := _adder(starter, size):
            return starter, adder
    if first is None:
        raise AssertionError(f"no starter of {size}")
    return first, (0,) * len(first)


def _starters(size: int) -> Iterator[_Starter]:
    """Ways to pair all places but the first, which meets the pair that stays, with every distance once."""

    def pair_up(left: tuple[int, ...], distances: frozenset[int]) -> Iterator[_Starter]:
        if not left:
            yield ()
            return
        one, *others = left
        for other in others:
            distance = min((other - one) % size, (one - other) % size)
            if distance not in distances:
                rest = tuple(each for each in others if each != other)
                for more in pair_up(rest, distances | {distance}):
                    yield ((one, other), *more)

    for starter in pair_up(tuple(range(1, size)), frozenset()):
        yield ((_STAYS, 0), *starter)


def _adder(starter: _Starter, size: int) -> tuple[int, ...]:
    """A set of boards for each table, so that no pair comes to one twice; empty if there is none.

    In round r a table plays set r + a. The pair at place p of the table is number p + r: relative to its own number it
    plays set a - p. So all these differences must be different, for the pairs that move; and all a, for the one that
    stays and because a set is at one table at a time.
    """

    def assign(table: int, adders: tuple[int, ...], used: frozenset[int]) -> tuple[int, ...]:
        if table == len(starter):
            return adders
        places = [place for place in starter[table] if place != _STAYS]
        for added in range(size):
            differences = {(added - place) % size for place in places}
            if added in adders or differences & used:
                continue
            if found := assign(table + 1, (*adders, added), used | differences):
                return found
        return ()

    return assign(0, (), frozenset())
