"""Single elimination: out after one loss (GN 27.1). DH 一(一), GO app.1, GN app.3."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gateway.model.errors import TournamentError
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber

from .crosstable import PairingNumber
from .knockout_bracket import KnockoutBracket, LoserOf, Slot, Tie, TieId, TieSource, WinnerOf

__all__ = ["single_elimination"]


def single_elimination(
    slots: Sequence[PairingNumber | None],
    *,
    third_place: bool = False,
    contested: Mapping[int, tuple[PairingNumber, PairingNumber]] | None = None,
) -> KnockoutBracket:
    """The bracket over a draw whose size is a power of two.

    Places named in `contested` are empty in `slots`: two play for each of them, and that counts as round 1.
    """
    size = len(slots)
    if size < 2 or size & (size - 1):
        raise TournamentError(message("tournament.draw_size", size=size))
    standing: list[PairingNumber | None] = list(slots)
    ties: list[Tie] = []
    entries: list[TieSource] = [Slot(slot) for slot in range(1, size + 1)]
    for at, (slot, pair) in enumerate(sorted((contested or {}).items()), 1):
        tie = _tie(1, at, Slot(len(standing) + 1), Slot(len(standing) + 2), loser_place=size + 1)
        standing.extend(pair)
        ties.append(tie)
        entries[slot - 1] = WinnerOf(tie.id)
    round_number = 1 + bool(ties)
    while len(entries) > 1:
        left = len(entries) // 2
        played_off = third_place and left == 2
        now = [
            _tie(
                round_number,
                at + 1,
                entries[2 * at],
                entries[2 * at + 1],
                winner_place=1 if left == 1 else None,
                loser_place=None if played_off else left + 1,
            )
            for at in range(left)
        ]
        ties.extend(now)
        if left == 1 and third_place and size > 2:
            ties.append(_third(round_number, *ties[-3:-1]))
        entries = [WinnerOf(tie.id) for tie in now]
        round_number += 1
    return KnockoutBracket(slots=tuple(standing), ties=tuple(ties))


def _tie(
    number: int,
    at: int,
    first: TieSource,
    second: TieSource,
    *,
    winner_place: int | None = None,
    loser_place: int | None = None,
) -> Tie:
    return Tie(
        id=TieId(f"{number}-{at}"),
        round=RoundNumber(number),
        first=first,
        second=second,
        winner_place=winner_place,
        loser_place=loser_place,
    )


def _third(number: int, one: Tie, other: Tie) -> Tie:
    """The losers of the semi-finals play for the third place."""
    return Tie(
        id=TieId("third"),
        round=RoundNumber(number),
        first=LoserOf(one.id),
        second=LoserOf(other.id),
        winner_place=3,
        loser_place=4,
    )
