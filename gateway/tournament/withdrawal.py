"""Withdrawal in the middle of an event: which results stand, and what becomes of the games to come. GN 24.4, 16.4.

Who is disqualified is treated as withdrawn (GN 16.4).
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side

from .crosstable import Crosstable, PairingNumber, Participant, RoundResult, RoundScore
from .round_robin import ScheduledRound

__all__ = ["Withdrawal", "WithdrawalEffect", "withdraw_from_round_robin", "withdraw_from_swiss"]


class WithdrawalEffect(enum.StrEnum):
    """The effect on the results of who withdraws."""

    CANCELLED = "cancelled"
    """GN 24.4.2: fewer than half of the opponents were met, so all results are void."""
    FORFEITED = "forfeited"
    """GN 24.4.2, 24.4.4: results stand, the games to come are won by the opponents."""
    STANDING = "standing"
    """GN 24.4.3: results stand, and there are no more pairings."""


class Withdrawal(msgspec.Struct, frozen=True):
    """A crosstable after a withdrawal, and by which rule."""

    table: Crosstable
    effect: WithdrawalEffect
    article: str


def withdraw_from_round_robin(
    table: Crosstable,
    number: PairingNumber,
    schedule: Sequence[ScheduledRound],
    *,
    between_teams: bool = False,
    first_side: Side = Side.WHITE,
) -> Withdrawal:
    """Apply GN 24.4.2, or 24.4.4 to a match between two sides, whose played results always stand.

    "Half" is of the games in the schedule; a game that was forfeited counts as met. In a double round robin every
    opponent stands in it twice.
    """
    leaver = table[number]
    met = sum(1 for each in leaver.rounds if each is not None and each.opponent is not None)
    games = sum(1 for each in schedule for pair in each.pairs if number in pair)
    if not between_teams and 2 * met < games:
        cancelled = tuple(_cancelled(row, number) for row in table.participants)
        return Withdrawal(_with(table, cancelled), WithdrawalEffect.CANCELLED, "GN 24.4.2")
    rows = {row.number: list(row.rounds) for row in table.participants}
    for at, each in enumerate(schedule):
        for pair in each.pairs:
            if number in pair and leaver.result(RoundNumber(at + 1)) is None:
                _forfeit(rows, at, pair, number, first_side)
    forfeited = tuple(msgspec.structs.replace(row, rounds=tuple(rows[row.number])) for row in table.participants)
    return Withdrawal(
        _with(table, forfeited), WithdrawalEffect.FORFEITED, "GN 24.4.4" if between_teams else "GN 24.4.2"
    )


def withdraw_from_swiss(table: Crosstable, number: PairingNumber) -> Withdrawal:
    """Apply GN 24.4.3: nothing changes but that nobody is paired with the number any more."""
    if all(row.number != number for row in table.participants):
        raise TournamentError(message("tournament.nobody", number=number))
    return Withdrawal(table, WithdrawalEffect.STANDING, "GN 24.4.3")


def _cancelled(row: Participant, number: PairingNumber) -> Participant:
    void = RoundResult(RoundScore.ZERO_BYE)
    return msgspec.structs.replace(
        row,
        rounds=tuple(
            void if each is not None and (row.number == number or each.opponent == number) else each
            for each in row.rounds
        ),
    )


def _forfeit(
    rows: dict[PairingNumber, list[RoundResult | None]],
    at: int,
    pair: tuple[PairingNumber, PairingNumber],
    leaver: PairingNumber,
    first_side: Side,
) -> None:
    for own, other, side in ((pair[0], pair[1], first_side), (pair[1], pair[0], first_side.other)):
        row = rows[own]
        row.extend([None] * (at + 1 - len(row)))
        row[at] = RoundResult(RoundScore.FORFEIT_LOSS if own == leaver else RoundScore.FORFEIT_WIN, other, side)


def _with(table: Crosstable, participants: tuple[Participant, ...]) -> Crosstable:
    return msgspec.structs.replace(table, participants=participants)
