"""The quality criteria of a bracket, C6 to C21 (C.04.3 2.4), as digits of one number: the first that differs decides.

A candidate's cost is the sum over its pairs and its downfloaters, so the cheapest matching is the best candidate.
"""

from __future__ import annotations

from collections.abc import Iterable

from gateway.model.sides import Side
from gateway.tournament.dutch.colours import allocate, same_preference
from gateway.tournament.dutch.field import Field, Player
from gateway.tournament.dutch.floats import Float
from gateway.tournament.dutch.preferences import Strength

__all__ = ["BracketCriteria", "Failures", "colour_limit_failures", "loses_strong_preference"]

Failures = dict[str, tuple[int, ...]]
"""For each criterion how often it failed; score by score from the highest where it is compared so."""

_WIDEST = 2
"""The colour difference that nobody but topscorers and their opponents may exceed (C.04.1 6)."""


def loses_strong_preference(one: Player, other: Player) -> bool:
    """Whether one of a pair that prefers the same side loses a strong preference (C13)."""
    strengths = {one.strength, other.strength}
    return strengths == {Strength.STRONG} or strengths == {Strength.STRONG, Strength.ABSOLUTE}


def colour_limit_failures(higher: Player, lower: Player, initial: Side) -> tuple[int, int]:
    """How many of a topscorer's pair get a difference beyond two (C10), and how many one side a third time (C11)."""
    if not (higher.is_topscorer or lower.is_topscorer):
        return 0, 0
    side, _ = allocate(higher, lower, initial)
    beyond = thrice = 0
    for player, given in ((higher, side), (lower, side.other)):
        change = 1 if given is Side.WHITE else -1
        beyond += abs(player.difference + change) > _WIDEST
        thrice += player.sides[-2:] == (given, given)
    return beyond, thrice


class BracketCriteria:
    """The costs of each pair and each downfloater of one bracket."""

    def __init__(
        self,
        field: Field,
        movers: tuple[int, ...],
        residents: tuple[int, ...],
        *,
        capacity: int,
        joint: bool = False,
        next_score: int | None = None,
        counts_unplayed: bool = False,
    ) -> None:
        self._players = players = field.players
        self._initial = field.initial
        self._movers = frozenset(movers)
        self._last = any(players[at].is_topscorer for at in (*movers, *residents))
        self._unplayed = counts_unplayed
        moved = sorted({players[at].score for at in movers}, reverse=True)
        here = sorted({players[at].score for at in (*movers, *residents)}, reverse=True)
        self._width = max(capacity, *(players[at].unplayed for at in (*movers, *residents))).bit_length() + 1
        self.digits: list[tuple[str, int | None]] = []
        """Criterion and, where it compares score by score, the score; the first is the highest."""
        if joint:
            self._add("C6")
            self._add("C7", here)
            self._add("C8")
            if next_score is not None:
                self._add("C8", sorted({*here, next_score}, reverse=True))
        else:
            self._add("C7", here if len(here) > 1 else ())
            self._add("C8")
        if counts_unplayed:
            self._add("C9")
        if self._last:
            self._add("C10")
            self._add("C11")
        self._add("C12")
        self._add("C13")
        if any(players[at].floats != (None, None) for at in (*movers, *residents)):
            self._add("C14")
            self._add("C15", only=bool(movers))
            self._add("C16")
            self._add("C17", only=bool(movers))
            for code in ("C18", "C19", "C20", "C21"):
                self._add(code, moved)
        self._place = {digit: 1 << self._width * at for at, digit in enumerate(reversed(self.digits))}
        self._table: dict[tuple[Side | None, Strength, Side | None, Strength], int] = {}

    def _add(self, code: str, scores: Iterable[int] | None = None, *, only: bool = True) -> None:
        if not only:
            return
        if scores is None:
            self.digits.append((code, None))
        else:
            self.digits.extend((code, score) for score in scores)

    def place(self, code: str, score: int | None = None) -> int:
        """What one failure costs; nothing where the criterion cannot fail here."""
        return self._place.get((code, score), 0)

    def of_pair(self, one: int, other: int) -> int:
        """What a pair of this bracket costs."""
        if one > other:
            one, other = other, one
        higher, lower = self._players[one], self._players[other]
        key = (higher.preference, higher.strength, lower.preference, lower.strength)
        cost = self._table.get(key)
        if cost is None:
            cost = 0
            if same_preference(higher, lower):
                cost = self.place("C12")
                if loses_strong_preference(higher, lower):
                    cost += self.place("C13")
            self._table[key] = cost
        if self._last:
            beyond, thrice = colour_limit_failures(higher, lower, self._initial)
            cost += beyond * self.place("C10") + thrice * self.place("C11")
        if one in self._movers:
            last, before = lower.floats
            if last is Float.UP:
                cost += self.place("C15") + self.place("C19", higher.score)
            if before is Float.UP:
                cost += self.place("C17") + self.place("C21", higher.score)
        return cost

    def of_downfloater(self, at: int) -> int:
        """What it costs to let somebody down, without what it does to the bracket below."""
        player = self._players[at]
        cost = self.place("C6") + self.place("C7", player.score)
        if self._unplayed:
            cost += player.unplayed * self.place("C9")
        last, before = player.floats
        if at in self._movers:
            if last is Float.DOWN:
                cost += self.place("C18", player.score)
            if before is Float.DOWN:
                cost += self.place("C20", player.score)
            return cost
        if last is Float.DOWN:
            cost += self.place("C14")
        if before is Float.DOWN:
            cost += self.place("C16")
        return cost

    def failures(self, cost: int) -> Failures:
        """A cost taken apart again: for each criterion how often it failed, score by score where it is compared so."""
        mask = (1 << self._width) - 1
        found: Failures = {}
        for at, (code, _) in enumerate(reversed(self.digits)):
            found[code] = (cost >> self._width * at & mask, *found.get(code, ()))
        return dict(sorted(found.items(), key=lambda item: int(item[0][1:])))
