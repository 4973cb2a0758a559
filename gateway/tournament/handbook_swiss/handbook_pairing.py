"""A round of a Swiss, as it is paired by hand with cards, with a look-ahead that hands do not have.

Score group by score group from the top: who must drop, drops; who has come down meets the first of the group in order;
the others are paired by the method. Each in turn takes the first in order whom the rules allow, provided that everybody
else can still be paired. The absolute rule is the only hard one. The relative rules hold in as many pairs as can be:
a matching says beforehand how many pairs of a group must break each of them, and no choice may make that more.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby

from gateway.model.errors import TournamentError
from gateway.model.messages import message
from gateway.tournament.crosstable import Crosstable, PairingNumber

from .legal_matching import LegalMatching, bits
from .swiss_history import SwissHistory, histories, moves_first
from .swiss_reasons import BYE_LOWEST, CAME_DOWN, PLAIN, REASON_OF_FAULT, REASON_OF_FIRST, reason
from .swiss_rules import (
    Balance,
    HandbookRound,
    HandbookRules,
    PairedGame,
    PairingReason,
    SwissFloat,
    SwissMethod,
)

__all__ = ["pair_round"]

_TRIES = 400
"""So many choices of those who drop are looked at before two more drop."""

LIMIT, BALANCE, FLOAT = range(3)
"""The relative rules that a pair may break, the weightiest first."""


def pair_round(
    table: Crosstable, rules: HandbookRules, *, absent: Iterable[PairingNumber] = (), number: int | None = None
) -> HandbookRound:
    """Pair the next round, without those who are absent or have withdrawn."""
    away = set(absent)
    present = [row.number for row in table.participants if row.number not in away]
    field = _Field(histories(table, present, rules), rules, number or table.rounds_known + 1)
    return field.pair()


class _Field:
    """All who are to be paired, by points and within them in the order of the method; bit i is the i-th of them."""

    def __init__(self, people: list[SwissHistory], rules: HandbookRules, number: int) -> None:
        self.rules = rules
        self.people = sorted(people, key=lambda one: (-one.points, self._order(one, number)))
        self.legal = self._legal()
        self.reasons: dict[int, list[PairingReason]] = {}
        self.floats: list[SwissFloat] = []

    def _order(self, one: SwissHistory, number: int) -> tuple[int, int]:
        if self.rules.method is SwissMethod.ADJACENT:
            # Upwards in odd rounds, downwards in even ones.
            return (0, one.number if number % 2 else -one.number)
        return (-one.rating, one.number)

    def _legal(self) -> list[int]:
        """Who may meet whom: the absolute rule, and what was announced."""
        at = {one.number: index for index, one in enumerate(self.people)}
        everybody = (1 << len(self.people)) - 1
        legal = [everybody & ~(1 << index) for index in range(len(self.people))]
        for index, one in enumerate(self.people):
            for other in one.met:
                if other in at:
                    legal[index] &= ~(1 << at[other])
                    legal[at[other]] &= ~(1 << index)
        for first, second in self.rules.forbidden:
            if first in at and second in at:
                legal[at[first]] &= ~(1 << at[second])
                legal[at[second]] &= ~(1 << at[first])
        return legal

    # -- the round ------------------------------------------------------------------------------------------------

    def pair(self) -> HandbookRound:
        """Everybody's opponent."""
        left = (1 << len(self.people)) - 1
        bye, bye_reasons = self._bye(left)
        if bye is not None:
            left &= ~(1 << bye)
        if LegalMatching(self.legal, left).lacking:
            raise TournamentError(message("swiss.no_pairing", count=left.bit_count()))
        pairs: list[tuple[int, int]] = []
        down: list[int] = []
        groups = [list(group) for _, group in groupby(bits(left), lambda index: self.people[index].points)]
        for at, group in enumerate(groups):
            left &= ~_mask(group)
            dropped = self._drop([*down, *group], left, _mask(groups[at + 1]) if at + 1 < len(groups) else 0)
            kept = [index for index in group if index not in dropped]
            pairs += _Group(self, [index for index in down if index not in dropped], kept).pair()
            down = dropped
        return HandbookRound(
            games=tuple(self._game(board, *sorted(pair)) for board, pair in enumerate(sorted(map(_sorted, pairs)), 1)),
            bye=self.people[bye].number if bye is not None else None,
            bye_reasons=bye_reasons,
            floats=tuple(self.floats),
        )

    def _game(self, board: int, one: int, other: int) -> PairedGame:
        higher, lower = self.people[one], self.people[other]
        first, why = moves_first(higher, lower)
        if why == "drawn":
            first = self.rules.top_moves_first == (board % 2 == 1)
        moving, waiting = (higher, lower) if first else (lower, higher)
        by = self.reasons.get(one, []) + self.reasons.get(other, [])
        return PairedGame(moving.number, waiting.number, (*by, reason(REASON_OF_FIRST[why], number=moving.number)))

    # -- the bye --------------------------------------------------------------------------------------------------

    def _bye(self, left: int) -> tuple[int | None, tuple[PairingReason, ...]]:
        """The lowest of the lowest group who has had none, before those who have won by forfeit (relative rule 1)."""
        if left.bit_count() % 2 == 0:
            return None, ()
        order = sorted(range(len(self.people)), key=self._strength, reverse=True)
        eligible = [index for index in order if not self.people[index].byes]
        eligible.sort(key=lambda index: self.people[index].gains)
        matching = LegalMatching(self.legal, left)
        for index in eligible:
            if matching.without(index).lacking == 0:
                return index, tuple(self._bye_reasons(index, order))
        raise TournamentError(message("swiss.no_bye"))

    def _strength(self, index: int) -> tuple[Fraction, int, int]:
        """For the bye: lower points, lower rating, higher number."""
        one = self.people[index]
        rating = 0 if self.rules.method is SwissMethod.ADJACENT else one.rating
        return (-one.points, -rating, one.number)

    def _bye_reasons(self, chosen: int, order: Sequence[int]) -> Iterator[PairingReason]:
        yield reason(BYE_LOWEST, number=self.people[chosen].number)
        for index in order[: order.index(chosen)]:
            one = self.people[index]
            yield reason("bye_had" if one.gains else "bye_needed", number=one.number)

    # -- who drops ------------------------------------------------------------------------------------------------

    def _drop(self, members: list[int], below: int, following: int) -> list[int]:
        """Those who cannot be paired in their group, in the order of the group."""
        inside = LegalMatching(self.legal, _mask(members))
        order = sorted(members, key=lambda index: self._reluctance(index, following, members))
        count = inside.lacking
        while count < len(members):
            search = _DropSearch(self.legal, order, below)
            found = search.choose(inside, (), count)
            if found is not None:
                self._explain_floats(found, members, inside.lacking)
                return sorted(found, key=members.index)
            count += 2
        self._explain_floats(members, members, inside.lacking)
        return members

    def _reluctance(self, index: int, following: int, members: Sequence[int]) -> tuple[bool, bool, int]:
        """Who drops last: who would find nobody in the next group, who has dropped before, who stands higher."""
        lost = following != 0 and not self.legal[index] & following
        return (lost, self.people[index].downs > 0, -members.index(index))

    def _explain_floats(self, dropped: Sequence[int], members: Sequence[int], lacking: int) -> None:
        odd = len(members) % 2
        for index in sorted(dropped, key=members.index):
            one = self.people[index]
            if len(dropped) > lacking:
                why = "dropped_needed"
            else:
                why = "dropped_odd" if lacking == odd == 1 else "dropped_alone"
            by = [reason(why, number=one.number)]
            for lower in members[members.index(index) + 1 :]:
                if lower not in dropped:
                    again = self.people[lower].downs > 0
                    by.append(reason("dropped_spared" if again else "dropped_unfit", number=self.people[lower].number))
            self.floats.append(SwissFloat(one.number, tuple(by)))

    # -- relative rules -------------------------------------------------------------------------------------------

    def faults(self, one: int, other: int) -> tuple[bool, bool, bool]:
        """Which relative rules a pair breaks: the limit of first moves, their balance, a second float."""
        higher, lower = (self.people[index] for index in sorted((one, other)))
        first = moves_first(higher, lower)[0]
        moving, waiting = (higher, lower) if first else (lower, higher)
        limit = (
            moving.difference >= 2
            or waiting.difference <= -2
            or moving.firsts[-2:] == [True, True]
            or waiting.firsts[-2:] == [False, False]
        )
        balance = moving.difference > 0 or waiting.difference < 0
        return limit, balance, higher.points > lower.points and lower.ups > 0


class _DropSearch:
    """The search for those who drop, the least reluctant first."""

    def __init__(self, legal: Sequence[int], order: Sequence[int], below: int) -> None:
        self.legal, self.order, self.below = legal, order, below
        self.tries = _TRIES

    def choose(self, inside: LegalMatching, dropped: tuple[int, ...], count: int) -> tuple[int, ...] | None:
        """`count` more, so that those who stay and those below can all be paired."""
        lacking = LegalMatching(self.legal, self.below | _mask(dropped)).lacking
        if inside.lacking > count or lacking > count:
            return None
        if count == 0:
            return dropped
        start = self.order.index(dropped[-1]) + 1 if dropped else 0
        for index in self.order[start:]:
            self.tries -= 1
            if self.tries < 0:
                return None
            found = self.choose(inside.without(index), (*dropped, index), count - 1)
            if found is not None:
                return found
        return None


class _Group:
    """A score group with those who have come down to it: all of them can be paired."""

    def __init__(self, field: _Field, down: list[int], residents: list[int]) -> None:
        self.field, self.down, self.residents = field, down, residents
        members = [*down, *residents]
        self.present = _mask(members)
        self.all_legal = LegalMatching(field.legal, self.present)
        self.good = self._graphs(members) if field.rules.balance is not Balance.NOBODY else []
        self.kept = [LegalMatching(graph, self.present) for graph in self.good]

    def _graphs(self, members: Sequence[int]) -> list[list[int]]:
        """Who may meet whom without breaking the first, the first two, all three of the relative rules."""
        graphs = [list(self.field.legal) for _ in (LIMIT, BALANCE, FLOAT)]
        for at, one in enumerate(members):
            for other in members[at + 1 :]:
                broken = False
                for graph, fault in zip(graphs, self.field.faults(one, other), strict=True):
                    broken = broken or fault
                    if broken:
                        graph[one] &= ~(1 << other)
                        graph[other] &= ~(1 << one)
        return graphs

    def pair(self) -> list[tuple[int, int]]:
        """The pairs: those who have come down first, in order, then the rest by the method."""
        pairs: list[tuple[int, int]] = []
        down, residents = list(self.down), list(self.residents)
        while down:
            one = down.pop(0)
            other = self._take(one, [*residents, *down])
            (residents if other in residents else down).remove(other)
            self.field.reasons.setdefault(one, []).insert(0, reason(CAME_DOWN, number=self._number(one)))
            pairs.append((one, other))
        if self.field.rules.balance is Balance.WEAKER:
            residents.reverse()
        while residents:
            one = residents.pop(0)
            other = self._take(one, _in_order(residents, self.field.rules.method))
            residents.remove(other)
            self.field.reasons.setdefault(one, []).insert(0, reason(PLAIN[self.field.rules.method]))
            pairs.append((one, other))
        return pairs

    def _take(self, one: int, candidates: Sequence[int]) -> int:
        """The first in order who leaves the others as well off as they can be."""
        best: tuple[tuple[int, ...], int] | None = None
        for other in candidates:
            if not self.field.legal[one] >> other & 1 or self.all_legal.without(one, other).lacking:
                continue
            excess = self._excess(one, other, best[0] if best else None)
            if excess is not None and (best is None or excess < best[0]):
                best = excess, other
                if not any(excess):
                    break
        assert best is not None, "the group can be paired"  # noqa: S101 - held by every step before
        other = best[1]
        self._explain(one, candidates[: candidates.index(other)])
        self.all_legal = self.all_legal.without(one, other)
        self.kept = [matching.without(one, other) for matching in self.kept]
        return other

    def _excess(self, one: int, other: int, best: tuple[int, ...] | None) -> tuple[int, ...] | None:
        """By how many more the relative rules would be broken than they must be; None: no better than the best."""
        excess: list[int] = []
        for graph, matching in zip(self.good, self.kept, strict=True):
            broken = 0 if graph[one] >> other & 1 else 2
            excess.append(broken + matching.without(one, other).lacking - matching.lacking)
            if best is not None and tuple(excess) > best[: len(excess)]:
                return None
        return tuple(excess)

    def _explain(self, one: int, passed: Sequence[int]) -> None:
        """Why those who were nearer in order are not met."""
        for other in passed:
            self.field.reasons.setdefault(one, []).append(
                reason(self._why_not(one, other), number=self._number(one), other=self._number(other))
            )

    def _why_not(self, one: int, other: int) -> str:
        if self._number(other) in self.field.people[one].met:
            return "passed_met"
        if not self.field.legal[one] >> other & 1:
            return "passed_forbidden"
        if self.good:
            for fault, broken in enumerate(self.field.faults(one, other)):
                if broken:
                    return REASON_OF_FAULT[fault]
        return "passed_rest"

    def _number(self, index: int) -> PairingNumber:
        return self.field.people[index].number


def _in_order(others: Sequence[int], method: SwissMethod) -> list[int]:
    """The opponents of whoever stands before the others, the plain one first."""
    match method:
        case SwissMethod.SPLIT_HALF:
            half = len(others) // 2
            return [*others[half:], *reversed(others[:half])]
        case SwissMethod.ADJACENT:
            return list(others)
        case SwissMethod.FIRST_LAST:
            return list(reversed(others))


def _mask(indices: Iterable[int]) -> int:
    mask = 0
    for index in indices:
        mask |= 1 << index
    return mask


def _sorted(pair: tuple[int, int]) -> tuple[int, int]:
    return (min(pair), max(pair))
