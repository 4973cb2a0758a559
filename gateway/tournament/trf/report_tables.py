"""Between reports and crosstables: what a file says of the rounds, and a file's players from a crosstable."""

from __future__ import annotations

from collections.abc import Mapping

from gateway.model.pairings import RoundNumber
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundResult, RoundScore

from .tournament_report import ReportPlayer, ReportRound, TournamentReport

__all__ = ["coming_round", "crosstable", "report"]


def coming_round(of: TournamentReport) -> RoundNumber:
    """The round after the last one in which somebody had an opponent or was given the pairing's bye."""
    paired = (
        number
        for player in of.players
        for number, each in enumerate(player.rounds, start=1)
        if each is not None and (each.opponent is not None or each.score in _GIVEN)
    )
    return RoundNumber(max(paired, default=0) + 1)


_GIVEN = {RoundScore.PAIRING_BYE, RoundScore.FORFEIT_WIN}
"""By the pairing alone: a forfeited game may stand there without its opponent."""


def crosstable(of: TournamentReport) -> Crosstable:
    """The players and their rounds, in the order of their numbers.

    A blank round that has been played is an absence. In the coming round stands who was named as absent; a game whose
    result is not known is not there yet. Of two lines with one number the first counts.
    """
    coming = coming_round(of)
    asked = _byes(of, coming)
    rows: dict[PairingNumber, Participant] = {}
    for player in of.players:
        if player.number not in rows:
            rows[player.number] = Participant(
                number=player.number,
                name=player.name,
                rating=player.rating,
                title=player.title,
                federation=player.federation,
                rounds=_rounds(player, coming, asked),
            )
    return Crosstable(
        participants=tuple(rows[number] for number in sorted(rows)), scale=of.scale, round_count=of.round_count
    )


def _byes(of: TournamentReport, coming: RoundNumber) -> dict[tuple[PairingNumber, int], RoundScore]:
    """The byes that stand beside the players' lines; in a team event they are the teams'."""
    if of.is_team_event:
        return {}
    absent = {(number, int(coming)): RoundScore.ZERO_BYE for number in of.absent}
    return absent | {(number, int(bye.round_number)): bye.score for bye in of.byes for number in bye.numbers}


def _rounds(
    player: ReportPlayer, coming: RoundNumber, asked: Mapping[tuple[PairingNumber, int], RoundScore]
) -> tuple[RoundResult | None, ...]:
    last_asked = max((at for number, at in asked if number == player.number), default=0)
    found: list[RoundResult | None] = []
    for number in range(1, max(coming - 1, len(player.rounds), last_asked) + 1):
        each = player.rounds[number - 1] if number <= len(player.rounds) else None
        bye = asked.get((player.number, number), RoundScore.ZERO_BYE if number < coming else None)
        if each is not None:
            found.append(None if each.score is None else RoundResult(each.score, each.opponent, each.side))
        else:
            found.append(None if bye is None else RoundResult(bye))
    while found and found[-1] is None:
        found.pop()
    return tuple(found)


def report(of: Crosstable, ranks: Mapping[PairingNumber, int] | None = None) -> TournamentReport:
    """A report with the players of a crosstable, their points and, where given, their ranks."""
    players = tuple(
        ReportPlayer(
            number=row.number,
            name=row.name,
            rating=row.rating,
            title=row.title,
            federation=row.federation,
            points=of.points(row.number),
            rank=(ranks or {}).get(row.number),
            rounds=tuple(
                None if each is None else ReportRound(each.score, each.opponent, each.side) for each in row.rounds
            ),
        )
        for row in of.participants
    )
    return TournamentReport(players=players, scale=of.scale, round_count=of.round_count)
