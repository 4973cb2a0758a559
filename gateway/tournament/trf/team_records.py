"""Records about teams: who they are, their line-ups, byes and matches without play."""

from __future__ import annotations

from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.team_tables import MatchPointScale

from .tournament_report import ForfeitedMatch, MatchWinner, ReportTeam, TeamBye, TeamLineUp
from .trf_lines import TrfLine

__all__ = ["forfeited_match", "line_up", "match_point_scale", "old_team", "team", "team_bye"]

_BLANK = (8, 41, 47, 54, 61, 68, 72, 73)
"""Columns of a team's line that must be blank."""
_WINNERS = {winner.value for winner in MatchWinner}


def team(line: TrfLine) -> ReportTeam | None:
    """A team (310)."""
    line.count_bytes_if(_BLANK)
    number = line.integer(5, 7, needed=True)
    if not number:
        return None
    return ReportTeam(
        number=number,
        name=line.text(9, 40),
        nickname=line.text(42, 46),
        strength=line.points(48, 53),
        match_points=line.points(55, 60),
        game_points=line.points(62, 67),
        rank=line.integer(69, 71) or None,
        players=_players(line, 74),
    )


def old_team(line: TrfLine) -> ReportTeam:
    """A team as it was written before (013): a name and numbers."""
    return ReportTeam(name=line.text(5, 36), players=_players(line, 37))


def _players(line: TrfLine, first: int) -> tuple[PairingNumber, ...]:
    return tuple(PairingNumber(number) for number in line.integers(first, 4) if number)


def line_up(line: TrfLine) -> TeamLineUp | None:
    """A line-up (300)."""
    number, ours = line.integer(5, 7, needed=True), line.integer(9, 11, needed=True)
    if not number or not ours:
        return None
    players = tuple(PairingNumber(each) if each else None for each in line.integers(17, 4))
    return TeamLineUp(RoundNumber(number), ours, line.integer(13, 15) or None, players)


def team_bye(line: TrfLine) -> TeamBye:
    """What a team gets without an opponent (320)."""
    return TeamBye(line.points(5, 8), line.points(10, 13), line.integers(15, 3))


def forfeited_match(line: TrfLine) -> ForfeitedMatch | None:
    """A match without play (330)."""
    winner = line.text(5, 6)
    number, white, black = (line.integer(at, at + 2, needed=True) for at in (8, 12, 16))
    if winner not in _WINNERS:
        line.note(5, message("trf.not_a_winner", text=winner))
        return None
    if not number or not white or not black:
        return None
    return ForfeitedMatch(MatchWinner(winner), RoundNumber(number), white, black)


def match_point_scale(line: TrfLine) -> MatchPointScale:
    """What a match is worth (362)."""
    worth = dict(line.named_points())
    usual = MatchPointScale()
    return MatchPointScale(worth.get("TW", usual.win), worth.get("TD", usual.draw), worth.get("TL", usual.loss))
