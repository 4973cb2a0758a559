"""Ties: two who meet on one board, in one game or in several, and who of them goes on. DH rapid 3, GN 27.6.1, 29.3.

The games of a board come in parts: first those that the stage gives to everybody, then play-offs, each at one control.
A part that ends level is followed by the next; one that has been decided leaves the games after it without need.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from gateway.model.pairings import PairingId
from gateway.tournament.crosstable import PointScale, RoundScore
from gateway.tournament.knockout_bracket import TieEnd, TieResult

from .event_rounds import EventGame
from .game_scores import GameScore

__all__ = ["first_game_id", "match_scores", "next_part", "tie_result"]

_Played = tuple[EventGame, GameScore | None]
"""A game, and its result if it has one."""


def first_game_id(game: EventGame) -> PairingId:
    """The id by which a board is known: that of its first game."""
    return PairingId(".".join(game.id.split(".")[:2]))


def tie_result(games: Sequence[_Played], scale: PointScale) -> TieResult | None:
    """Who goes on by these games of one board; None: it is not decided."""
    for game, _ in games:
        if game.advanced is not None:
            return TieResult(game.advanced)
    if all(_is_double_forfeit(score) for _, score in games):
        return TieResult(None, TieEnd.BOTH_FORFEIT)
    for part in _parts(games):
        lead = _lead(part, scale)
        left = sum(1 for _, score in part if score is None)
        if abs(lead) > left * (scale.win - scale.loss):
            winner = games[0][0].white if lead > 0 else games[0][0].black
            forfeited = all(score is None or not score.is_played for _, score in part)
            return TieResult(winner, TieEnd.FORFEIT if forfeited else TieEnd.PLAYED)
        if left:
            return None
    return None


def next_part(games: Sequence[_Played], scale: PointScale, controls: Sequence[str]) -> tuple[EventGame, ...]:
    """The games of a board as they stand: without play-off games that are not needed any more, with those that are.

    `controls` are those of the play-off, a game each; equal ones that follow one another are one part of it.
    """
    kept = list(games)
    while kept and _is_superfluous(kept, scale):
        kept.pop()
    played = tuple(game for game, _ in kept)
    if tie_result(kept, scale) is not None or any(score is None for _, score in kept):
        return played
    done = sum(1 for game in played if game.extra)
    part = next((list(run) for _, run in groupby(controls[done:])), [])
    return played + tuple(_following(played[-1], control, at) for at, control in enumerate(part, 1))


def match_scores(games: Sequence[_Played], scale: PointScale) -> GameScore | None:
    """The scores of a match of one game or several, as of one game: who has more points in it has won it."""
    scores = [score for _, score in games if score is not None]
    if len(scores) < len(games):
        return None
    if len(scores) == 1:
        return scores[0]
    if not any(score.is_played for score in scores):
        won, lost, level = RoundScore.FORFEIT_WIN, RoundScore.FORFEIT_LOSS, RoundScore.FORFEIT_LOSS
    else:
        won, lost, level = RoundScore.WIN, RoundScore.LOSS, RoundScore.DRAW
    lead = _lead(games, scale)
    return GameScore(level, level) if not lead else GameScore(won, lost) if lead > 0 else GameScore(lost, won)


def _parts(games: Sequence[_Played]) -> list[list[_Played]]:
    return [list(part) for _, part in groupby(games, key=lambda each: (each[0].extra, each[0].control))]


def _lead(games: Sequence[_Played], scale: PointScale) -> Fraction:
    """By how much the one who has White in the first game of the board is ahead."""
    opening = games[0][0]
    first = opening.white if opening.game % 2 else opening.black
    lead = Fraction(0)
    for game, score in games:
        if score is not None:
            ahead = scale.of(score.white) - scale.of(score.black)
            lead += ahead if game.white == first else -ahead
    return lead


def _is_double_forfeit(score: GameScore | None) -> bool:
    return score is not None and score.white is score.black is RoundScore.FORFEIT_LOSS


def _is_superfluous(games: Sequence[_Played], scale: PointScale) -> bool:
    """Whether the last game is one of a play-off that nobody has said anything of, and is not needed."""
    game, score = games[-1]
    if not game.extra or score is not None or game.reports or game.adjourned or game.advanced is not None:
        return False
    before = [each for each in games[:-1] if (each[0].extra, each[0].control) != (game.extra, game.control)]
    return tie_result(before, scale) is not None or any(one is None for _, one in before)


def _following(last: EventGame, control: str, at: int) -> EventGame:
    """A play-off game after the last one: at the same table, with colours changed each time.

    Whoever has White in the first game of a board so has it in each game with an odd number.
    """
    white, black = (last.black, last.white) if at % 2 else (last.white, last.black)
    number = last.game + at
    return EventGame(
        id=PairingId(f"{first_game_id(last)}.{number}"),
        board=last.board,
        game=number,
        white=white,
        black=black,
        table=last.table,
        control=control,
        extra=True,
    )
