"""Tournament pairing numbers (C.04.2 2.3, 2.4): without gaps for those whom no pairing has yet taken into account."""

from __future__ import annotations

from collections.abc import Iterator

from gateway.model.pairings import RoundNumber
from gateway.tournament.crosstable import Participant, RoundScore
from gateway.tournament.pairing_engine import RoundRequest

__all__ = ["entrants_of"]


def entrants_of(request: RoundRequest) -> Iterator[tuple[int, Participant]]:
    """Who is paired in the coming round, each with its tournament pairing number, in the order of these."""
    coming = request.round
    tpn = 0
    for row in sorted(request.crosstable.participants, key=lambda row: row.number):
        is_there = row.number not in request.absent and not _has_bye(row, coming)
        if is_there or _was_paired(row, coming):
            tpn += 1
        if is_there:
            yield tpn, row


def _has_bye(row: Participant, coming: RoundNumber) -> bool:
    result = row.result(coming)
    return result is not None and result.score.is_bye and result.score is not RoundScore.PAIRING_BYE


def _was_paired(row: Participant, coming: RoundNumber) -> bool:
    """Whether a participant was ever taken into account for a pairing."""
    return any(each is not None and each.is_given for each in row.rounds[: coming - 1])
