"""The score of a match between teams, from the games on its boards. GN 26.2, 28, C.04.6 1.2."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gateway.tournament.crosstable import PairingNumber, PointScale, RoundScore
from gateway.tournament.line_ups import points_of_board

from .event_rounds import EventGame
from .game_scores import GameScore
from .team_regulations import TeamRegulations

__all__ = ["BoardPoints", "board_points", "team_match_scores"]

BoardPoints = dict[PairingNumber, tuple[Fraction, ...]]
"""What each of the two teams has on board 1, 2, ..."""
_Played = tuple[EventGame, GameScore | None]
"""A game, and its result if it has one."""


def board_points(games: Sequence[_Played], rules: TeamRegulations, scale: PointScale) -> BoardPoints | None:
    """The points of a match, board by board; None while a game has no result."""
    if any(score is None for _, score in games):
        return None
    teams = (games[0][0].white, games[0][0].black)
    found: dict[PairingNumber, list[Fraction]] = {team: [] for team in teams}
    for seat in range(1, rules.boards + 1):
        own: dict[PairingNumber, list[RoundScore]] = {team: [] for team in teams}
        for game, score in games:
            if game.seat == seat and score is not None:
                own[game.white].append(score.white)
                own[game.black].append(score.black)
        for team, other in (teams, teams[::-1]):
            points, board = points_of_board(own[team], own[other], scale)
            found[team].append(board if rules.board_points else points)
    return {team: tuple(points) for team, points in found.items()}


def team_match_scores(games: Sequence[_Played], rules: TeamRegulations, scale: PointScale) -> GameScore | None:
    """The match as one result, that of the team with white on board 1 first; None while a game has no result."""
    boards = board_points(games, rules, scale)
    if boards is None:
        return None
    white, black = games[0][0].white, games[0][0].black
    lead = sum(boards[white], Fraction(0)) - sum(boards[black], Fraction(0))
    if any(score is not None and score.is_played for _, score in games):
        won, lost, level = RoundScore.WIN, RoundScore.LOSS, RoundScore.DRAW
    else:
        won, lost, level = RoundScore.FORFEIT_WIN, RoundScore.FORFEIT_LOSS, RoundScore.FORFEIT_LOSS
    return GameScore(level, level) if not lead else GameScore(won, lost) if lead > 0 else GameScore(lost, won)
