"""The check of a tournament report: what its lines say against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from gateway.model.messages import Message, message
from gateway.tournament.crosstable import PairingNumber, RoundScore

from .player_records import FIRST_ROUND_COLUMN, ROUND_WIDTH
from .report_tables import coming_round
from .tournament_report import ReportPlayer, ReportRound, TournamentReport
from .trf_lines import TrfProblem
from .trf_reader import TrfReading

__all__ = ["check_trf"]

_WINS = {RoundScore.WIN, RoundScore.UNRATED_WIN, RoundScore.FORFEIT_WIN}


def check_trf(reading: TrfReading) -> tuple[TrfProblem, ...]:
    """What cannot be read, and what contradicts itself."""
    return (*reading.problems, *_contradictions(reading.report, reading.lines))


def _contradictions(report: TournamentReport, lines: Mapping[int, int]) -> Iterator[TrfProblem]:
    coming = coming_round(report)
    players = {player.number: player for player in report.players}
    counted = Counter(player.number for player in report.players)
    for player in report.players:
        line = lines.get(player.number, 0)
        if counted[player.number] > 1:
            yield TrfProblem(line, 5, message("trf.number_twice", number=player.number))
            continue
        for at, each in enumerate(player.rounds):
            if each is not None and (found := _round_fault(player, at, each, players)) is not None:
                yield TrfProblem(line, FIRST_ROUND_COLUMN + ROUND_WIDTH * at, found)
        yield from _points_fault(report, player, coming, line)
    yield from _rounds_fault(report)


def _round_fault(
    player: ReportPlayer, at: int, each: ReportRound, players: Mapping[PairingNumber, ReportPlayer]
) -> Message | None:
    """What is wrong with one round of one player; of two players only the first is told of."""
    number = at + 1
    if each.opponent is None:
        return None
    other = players.get(each.opponent)
    if other is None or other is player:
        return message("trf.no_such_opponent", round=number, opponent=each.opponent)
    theirs = other.rounds[at] if at < len(other.rounds) else None
    if theirs is None or theirs.opponent != player.number:
        return message("trf.not_mirrored", round=number, number=player.number, opponent=other.number)
    if player.number > other.number:
        return None
    if each.side is not None and each.side is theirs.side:
        return message("trf.same_colour", round=number, number=player.number, opponent=other.number)
    if each.score is not None and theirs.score is not None and not _fit(each.score, theirs.score):
        one, two = each.score.value, theirs.score.value
        return message("trf.two_results", round=number, number=player.number, opponent=other.number, one=one, two=two)
    return None


def _fit(one: RoundScore, two: RoundScore) -> bool:
    """Whether both can be right: 1/2 - 0 can, two wins cannot, nor a game that only one of them played."""
    if one.is_bye or two.is_bye or one.is_forfeit != two.is_forfeit:
        return False
    return not (one in _WINS and two in _WINS)


def _points_fault(report: TournamentReport, player: ReportPlayer, coming: int, line: int) -> Iterator[TrfProblem]:
    """Points against results; those of a bye in the coming round may be in or not."""
    if player.points is None or report.adjustments or report.is_team_event:
        return  # in a team event a member's absence may be written or not, and a match may be given away as a whole
    worth = [
        Fraction(0) if each is None or each.score is None else report.scale.of(each.score) for each in player.rounds
    ]
    missing = report.scale.absence * (
        coming - 1 - len([each for each in player.rounds[: coming - 1] if each is not None])
    )
    now, later = sum(worth[: coming - 1], missing), sum(worth, missing)
    asked = sum((report.scale.of(bye.score) for bye in report.byes if player.number in bye.numbers), Fraction(0))
    unknown = any(each is not None and each.score is None for each in player.rounds)
    if unknown or player.points in {now, later, now + asked, later + asked}:
        return
    points, results = _decimal(player.points), _decimal(now)
    yield TrfProblem(line, 81, message("trf.points_differ", number=player.number, points=points, results=results))


def _decimal(points: Fraction) -> str:
    return f"{float(points):g}"


def _rounds_fault(report: TournamentReport) -> Iterator[TrfProblem]:
    last = coming_round(report) - 1
    if report.round_count is not None and last > report.round_count:
        yield TrfProblem(0, 0, message("trf.more_rounds", count=report.round_count, last=last))
    if report.is_team_event:
        return
    byes = Counter(
        number
        for player in report.players
        for number, each in enumerate(player.rounds, start=1)
        if each is not None and each.score is RoundScore.PAIRING_BYE
    )
    for number in sorted(number for number, count in byes.items() if count > 1):
        yield TrfProblem(0, 0, message("trf.two_byes", round=number))
