"""Direct encounter: the games among those who are tied (C.07 6, 13.3; the handbooks' own rule)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from gateway.tournament.crosstable import PairingNumber

from .board_points import board_count, points_by_board, without_last_boards
from .ledger import Ledger, UnplayedRule
from .tie_break_codes import TieBreak
from .tie_break_event import TieBreakEvent

__all__ = ["Groups", "direct_encounter", "encounters", "extended_encounter", "handbook_encounter"]

Groups = list[list[PairingNumber]]
"""Those who were tied, the best first; who stands together is still tied."""
_Meetings = dict[PairingNumber, dict[PairingNumber, list[tuple[int, Fraction]]]]


def encounters(ledger: Ledger, group: Sequence[PairingNumber], *, forfeits_count: bool) -> _Meetings:
    """Who met whom among them, in which rounds and with which points."""
    among = set(group)
    counting = forfeits_count or ledger.rule is not UnplayedRule.SWISS
    found: _Meetings = {number: {} for number in group}
    for number in group:
        for each in ledger.rows[number]:
            counts = each.score.is_played or (counting and each.score.is_forfeit)
            if each.opponent is not None and each.opponent in among and counts:
                found[number].setdefault(each.opponent, []).append((each.number, each.points))
    return found


def _mini_table(meetings: _Meetings) -> dict[PairingNumber, Fraction]:
    """The points of each; several games against the same one count by their average (6.1.2)."""
    return {
        number: sum((sum((one for _, one in games), Fraction(0)) / len(games) for games in met.values()), Fraction(0))
        for number, met in meetings.items()
    }


def _levels(group: Sequence[PairingNumber], points: dict[PairingNumber, Fraction]) -> Groups:
    return [
        [number for number in group if points[number] == level]
        for level in sorted({points[number] for number in group}, reverse=True)
    ]


def _split(ledger: Ledger, group: Sequence[PairingNumber], forfeits_count: bool) -> Groups:
    """One look at the mini-table: all levels where all have met (6.2), else those whose place is certain (6.3)."""
    meetings = encounters(ledger, group, forfeits_count=forfeits_count)
    points = _mini_table(meetings)
    missing = {number: len(group) - 1 - len(meetings[number]) for number in group}
    if not any(missing.values()):
        return _levels(group, points)
    first: Groups = []
    rest = list(group)
    while len(rest) > 1:
        best = {number: points[number] + ledger.win * missing[number] for number in rest}
        certain = [
            number
            for number in rest
            if all(points[number] + ledger.loss * missing[number] > best[other] for other in rest if other != number)
        ]
        if not certain:
            break
        first.append(certain)
        rest.remove(certain[0])
    return [*first, rest] if rest else first


def direct_encounter(event: TieBreakEvent, tie_break: TieBreak, group: Sequence[PairingNumber]) -> Groups:
    """DE 6: each subset that is still level starts again, until nothing changes."""
    ledger = event.ledger_for(tie_break)
    return _again(group, lambda some: _split(ledger, some, tie_break.forfeits_count))


def _again(group: Sequence[PairingNumber], split: Callable[[Sequence[PairingNumber]], Groups]) -> Groups:
    if len(group) == 1:
        return [list(group)]
    parts = split(group)
    if len(parts) == 1:
        return parts
    return [each for part in parts for each in _again(part, split)]


def extended_encounter(event: TieBreakEvent, tie_break: TieBreak, group: Sequence[PairingNumber]) -> Groups:
    """EDE 13.3: by the primary score, else by the secondary; two teams level in both by their boards, if announced."""

    def split(some: Sequence[PairingNumber]) -> Groups:
        ledgers = [event.primary] if event.secondary is None else [event.primary, event.secondary]
        for ledger in ledgers:
            parts = _split(ledger, some, tie_break.forfeits_count)
            if len(parts) > 1:
                return parts
        if len(some) == 2:
            return _by_boards(event, tie_break, some)
        return [list(some)]

    return _again(group, split)


def _by_boards(event: TieBreakEvent, tie_break: TieBreak, group: Sequence[PairingNumber]) -> Groups:
    """Article 12 on the matches between two teams that were level in match and game points."""
    rounds = {
        at
        for met in encounters(event.primary, group, forfeits_count=True).values()
        for games in met.values()
        for at, _ in games
    }
    if not rounds:
        return [list(group)]
    keys: dict[str, list[Callable[[PairingNumber], tuple[Fraction, ...]]]] = {
        "EDEBT": [lambda one: (-board_count(event, one, rounds),), lambda one: points_by_board(event, one, rounds)],
        "EDEBB": [lambda one: (-board_count(event, one, rounds),), lambda one: without_last_boards(event, one, rounds)],
        "EDET": [lambda one: points_by_board(event, one, rounds)],
        "EDEB": [lambda one: without_last_boards(event, one, rounds)],
    }
    for key in keys.get(tie_break.name, []):
        one, two = group
        if key(one) != key(two):
            return [[one], [two]] if key(one) > key(two) else [[two], [one]]
    return [list(group)]


def handbook_encounter(event: TieBreakEvent, tie_break: TieBreak, group: Sequence[PairingNumber]) -> Groups:
    """The handbooks' direct encounter: a mini-table if all have met, else one who beat all the others goes first."""
    ledger = event.ledger_for(tie_break)
    meetings = encounters(ledger, group, forfeits_count=True)
    points = _mini_table(meetings)
    if all(len(met) == len(group) - 1 for met in meetings.values()):
        return _levels(group, points)
    for number, met in meetings.items():
        if len(met) == len(group) - 1 and all(one == ledger.win for games in met.values() for _, one in games):
            return [[number], [other for other in group if other != number]]
    return [list(group)]
