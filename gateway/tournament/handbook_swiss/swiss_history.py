"""The history of an entrant of a Swiss: points, opponents, first moves, floats, gains without playing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundScore

from .swiss_rules import HandbookRules

__all__ = ["SwissHistory", "histories", "moves_first"]


@dataclass(slots=True)
class SwissHistory:
    """One entrant before a round."""

    number: PairingNumber
    rating: int
    points: Fraction = Fraction(0)
    met: set[PairingNumber] = field(default_factory=set)
    firsts: list[bool] = field(default_factory=list)
    """Game by game over the board: whether it moved first."""
    ups: int = 0
    """How often it met somebody with more points."""
    downs: int = 0
    byes: int = 0
    gains: int = 0
    """Points without playing: byes and wins by forfeit."""

    @property
    def difference(self) -> int:
        """First moves less second moves."""
        return 2 * sum(self.firsts) - len(self.firsts)


_FULL_BYES = frozenset({RoundScore.PAIRING_BYE, RoundScore.FULL_BYE})


def histories(table: Crosstable, numbers: Iterable[PairingNumber], rules: HandbookRules) -> list[SwissHistory]:
    """Everybody who is to be paired."""
    sums = {row.number: _running(table, row) for row in table.participants}
    return [_history(table[number], sums, rules) for number in numbers]


def _running(table: Crosstable, row: Participant) -> list[Fraction]:
    """The points before round 1, 2, ... and at the end."""
    running = [Fraction(0)]
    for at in range(table.rounds_known):
        result = row.rounds[at] if at < len(row.rounds) else None
        running.append(running[-1] + (table.scale.of(result.score) if result is not None else 0))
    return running


def _history(row: Participant, sums: dict[PairingNumber, list[Fraction]], rules: HandbookRules) -> SwissHistory:
    own = sums[row.number]
    found = SwissHistory(row.number, row.rating or 0, own[-1])
    for at, result in enumerate(row.rounds):
        if result is None:
            continue
        found.byes += result.score in _FULL_BYES
        found.gains += result.score in _FULL_BYES or result.score is RoundScore.FORFEIT_WIN
        if result.opponent is None:
            continue
        if result.is_played or rules.forfeits_meet:
            found.met.add(result.opponent)
        if result.is_played:
            found.ups += sums[result.opponent][at] > own[at]
            found.downs += sums[result.opponent][at] < own[at]
            if result.side is not None:
                found.firsts.append(result.side is rules.first_side)
    return found


def moves_first(one: SwissHistory, other: SwissHistory) -> tuple[bool, str]:
    """Whether the first of two moves first, and why: `fewer`, `turned`, `alternates`, or `drawn` where none has played.

    GN app.6 (8): the difference so far decides. Where it is equal: fewer first moves (relative rule 4), then who moved
    second when the two last differed; where nothing differs, the first-named changes from its last game.
    """
    for own, others in ((one.difference, other.difference), (sum(one.firsts), sum(other.firsts))):
        if own != others:
            return own < others, "fewer"
    for own_first, other_first in zip(reversed(one.firsts), reversed(other.firsts), strict=False):
        if own_first != other_first:
            return other_first, "turned"
    if one.firsts:
        return not one.firsts[-1], "alternates"
    return True, "drawn"
