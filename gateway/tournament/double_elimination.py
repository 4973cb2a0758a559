"""Double elimination: out after two losses. GN 27.1, BR (二)2.

The labels are the book's: losers' rounds carry the number of the overall round, so the first of them is round 2, and
the final of a draw of 16 is round 8. Even losers' rounds are played among those who are left there, odd ones against
those who come down: round 3 against the losers of winners' round 2, round 5 against those of winners' round 3.

The chart with the crossings is lost. Ours: those who come down stand in reversed order in the first such round, and in
the next ones reversed within halves and reversed as a whole by turns, so that nobody meets an opponent again before
losers' round 5 (16 and more).
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from gateway.model.errors import TournamentError
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber

from .crosstable import PairingNumber
from .knockout_bracket import KnockoutBracket, LoserOf, Slot, Tie, TieId, TieSource, WinnerOf

__all__ = ["LEAST_PLACES", "FinalMode", "double_elimination"]

LEAST_PLACES = 4
"""Of the smallest draw from which somebody can come down."""


class FinalMode(enum.StrEnum):
    """The consequence when the unbeaten side loses the final; announced before the event."""

    SINGLE = "single"
    """One match, longer than the others, decides (BR's advice)."""
    RESET = "reset"
    """A second match is played: the complete form."""


def double_elimination(slots: Sequence[PairingNumber | None], final: FinalMode = FinalMode.SINGLE) -> KnockoutBracket:
    """The bracket over a draw whose size is a power of two, from four."""
    size = len(slots)
    if size < LEAST_PLACES or size & (size - 1):
        raise TournamentError(message("tournament.draw_size", size=size))
    winners = _winners(size)
    losers = _losers(winners)
    label = 2 * len(winners)
    best = WinnerOf(winners[-1][0].id)
    left = WinnerOf(losers[-1][0].id)
    deciding = _tie("F", label, 1, best, left, winner_place=1, loser_place=2)
    ties = [*(tie for part in winners for tie in part), *(tie for part in losers for tie in part), deciding]
    if final is FinalMode.RESET:
        ties.append(_tie("F", label, 2, best, left, winner_place=1, loser_place=2, if_beaten=deciding.id))
    return KnockoutBracket(slots=tuple(slots), ties=tuple(ties))


def _winners(size: int) -> list[list[Tie]]:
    """The winners' bracket, round by round."""
    rounds: list[list[Tie]] = []
    entries: list[TieSource] = [Slot(slot) for slot in range(1, size + 1)]
    while len(entries) > 1:
        number = len(rounds) + 1
        now = [_tie("W", number, at // 2 + 1, *entries[at : at + 2]) for at in range(0, len(entries), 2)]
        rounds.append(now)
        entries = [WinnerOf(tie.id) for tie in now]
    return rounds


def _losers(winners: list[list[Tie]]) -> list[list[Tie]]:
    """The losers' bracket, round by round."""
    rounds: list[list[Tie]] = []
    entries: list[TieSource] = [LoserOf(tie.id) for tie in winners[0]]
    for at, coming in enumerate(winners[1:], 1):
        number = 2 * at
        among = [_tie("L", number, pair // 2 + 1, *entries[pair : pair + 2]) for pair in range(0, len(entries), 2)]
        down = _crossed([LoserOf(tie.id) for tie in coming], at)
        against = [
            _tie("L", number + 1, place, WinnerOf(tie.id), loser)
            for place, (tie, loser) in enumerate(zip(among, down, strict=True), 1)
        ]
        rounds += [among, against]
        entries = [WinnerOf(tie.id) for tie in against]
    return _placed(rounds)


def _crossed(coming: list[LoserOf], at: int) -> list[LoserOf]:
    """Those who come down, in the order in which they meet those who are there."""
    if at % 2:
        return coming[::-1]
    half = len(coming) // 2
    return coming[:half][::-1] + coming[half:][::-1]


def _placed(rounds: list[list[Tie]]) -> list[list[Tie]]:
    """The losers' rounds with the places that are decided there: 3, 4, 5-6, 7-8, 9-12, ..."""
    place = 3
    placed: list[list[Tie]] = []
    for ties in reversed(rounds):
        placed.append([_with_place(tie, place) for tie in ties])
        place += len(ties)
    return placed[::-1]


def _with_place(tie: Tie, place: int) -> Tie:
    return Tie(id=tie.id, round=tie.round, first=tie.first, second=tie.second, loser_place=place)


def _tie(
    part: str,
    label: int,
    at: int,
    first: TieSource,
    second: TieSource,
    *,
    winner_place: int | None = None,
    loser_place: int | None = None,
    if_beaten: TieId | None = None,
) -> Tie:
    return Tie(
        id=TieId(f"{part}{label}-{at}"),
        round=RoundNumber(label),
        first=first,
        second=second,
        winner_place=winner_place,
        loser_place=loser_place,
        if_beaten=if_beaten,
    )
