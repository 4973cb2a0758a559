"""Tables of teams, and of matches of several games: what each got in each round, in both scores and on each board."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from gateway.model.sides import Side

from .crosstable import PairingNumber, PointScale, RoundScore

__all__ = ["MatchPointScale", "TeamRound", "TeamRow", "TeamTable", "team_match"]


class MatchPointScale(msgspec.Struct, frozen=True):
    """The points of a match."""

    win: Fraction = Fraction(2)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)


class TeamRound(msgspec.Struct, frozen=True, kw_only=True):
    """One round of a team."""

    score: RoundScore
    """The match as a whole: won, drawn, lost, not played."""
    match_points: Fraction
    game_points: Fraction
    opponent: PairingNumber | None = None
    side: Side | None = None
    """That of board 1."""
    boards: tuple[Fraction, ...] = ()
    """Points board by board; of a two-game match game by game."""

    @property
    def is_given(self) -> bool:
        """Whether the pairing of the round had a place for the team: an opponent, or its bye."""
        return self.opponent is not None or self.score is RoundScore.PAIRING_BYE


class TeamRow(msgspec.Struct, frozen=True, kw_only=True):
    """A team, or one of two who play matches."""

    number: PairingNumber
    name: str = ""
    rounds: tuple[TeamRound | None, ...] = ()


class TeamTable(msgspec.Struct, frozen=True, kw_only=True):
    """All rows."""

    rows: tuple[TeamRow, ...]
    board_count: int
    game_scale: PointScale = PointScale()
    match_scale: MatchPointScale = MatchPointScale()
    round_count: int | None = None

    @property
    def rounds_known(self) -> int:
        """The number of the last round of which anything is known."""
        return max((len(row.rounds) for row in self.rows), default=0)


def team_match(
    boards: Sequence[RoundScore],
    theirs: Sequence[RoundScore],
    *,
    opponent: PairingNumber,
    side: Side | None = None,
    game_scale: PointScale | None = None,
    match_scale: MatchPointScale | None = None,
) -> TeamRound:
    """A match by the results of its boards, or of its games: who has more game points has won it."""
    games, matches = game_scale or PointScale(), match_scale or MatchPointScale()
    points, against = (tuple(map(games.of, each)) for each in (boards, theirs))
    ours, other = sum(points, Fraction(0)), sum(against, Fraction(0))
    played = any(one.is_played for one in boards)
    if ours == other:
        score = RoundScore.DRAW if played else RoundScore.FORFEIT_LOSS
        worth = matches.draw if played else matches.loss
    elif ours > other:
        score, worth = (RoundScore.WIN if played else RoundScore.FORFEIT_WIN), matches.win
    else:
        score, worth = (RoundScore.LOSS if played else RoundScore.FORFEIT_LOSS), matches.loss
    return TeamRound(score=score, match_points=worth, game_points=ours, opponent=opponent, side=side, boards=points)
