"""Tables of stages in which two who meet play several games: match points and game points. GN 27.6.1, 28.1."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, RoundResult
from gateway.tournament.team_tables import MatchPointScale, TeamRound, TeamRow, TeamTable

from .event import Event
from .stages import EventStage

__all__ = ["match_table"]

_Meeting = tuple[PairingNumber, PairingNumber]


def match_table(event: Event, stages: Iterable[EventStage], table: Crosstable, games: int) -> TeamTable:
    """The rows of a crosstable of matches, with what each game brought; matches are worth what a game is (GN 28.1)."""
    scale = table.scale
    points = _points(event, stages)
    rows = []
    for row in table.participants:
        rounds = tuple(None if each is None else _round(table, row.number, each, points, games) for each in row.rounds)
        rows.append(TeamRow(number=row.number, name=row.name, rounds=rounds))
    return TeamTable(
        rows=tuple(rows),
        board_count=games,
        game_scale=scale,
        match_scale=MatchPointScale(win=scale.win, draw=scale.draw, loss=scale.loss),
        round_count=table.round_count,
    )


def _points(event: Event, stages: Iterable[EventStage]) -> dict[_Meeting, list[tuple[Fraction, ...]]]:
    """What each got in the games against each opponent, match by match."""
    scale = event.regulations.points.scale
    found: dict[_Meeting, list[tuple[Fraction, ...]]] = {}
    for stage in stages:
        for a_round in event.rounds_of(stage):
            match: dict[_Meeting, list[Fraction]] = {}
            for game in a_round.games:
                score = event.counted(game)
                if game.extra or score is None:
                    continue
                for side in Side:
                    meeting = game.players[side], game.players[side.other]
                    match.setdefault(meeting, []).append(scale.of(score.by_side[side]))
            for meeting, games in match.items():
                found.setdefault(meeting, []).append(tuple(games))
    return found


def _round(
    table: Crosstable,
    number: PairingNumber,
    result: RoundResult,
    points: dict[_Meeting, list[tuple[Fraction, ...]]],
    games: int,
) -> TeamRound:
    """One match; one that a withdrawal has decided brings as much in every game as it does as a match."""
    worth = table.scale.of(result.score)
    played: list[tuple[Fraction, ...]] = []
    if result.opponent is not None:
        played = points.get((number, result.opponent), [])
    boards = played.pop(0) if played else (worth,) * games
    return TeamRound(
        score=result.score,
        match_points=worth,
        game_points=sum(boards, Fraction(0)),
        opponent=result.opponent,
        side=result.side,
        boards=boards,
    )
