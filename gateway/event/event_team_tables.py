"""Tables of team events as standings and pairing read them: match points and game points, board by board."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from gateway.tournament.crosstable import Crosstable, PairingNumber, PointScale, RoundResult, RoundScore
from gateway.tournament.team_tables import TeamRound, TeamRow, TeamTable

from .event import Event
from .stages import EventStage
from .team_match_scores import BoardPoints, board_points
from .team_regulations import TeamRegulations

__all__ = ["event_team_table"]

_Match = tuple[PairingNumber, PairingNumber]


def event_team_table(
    event: Event, rules: TeamRegulations, stages: Iterable[EventStage], table: Crosstable
) -> TeamTable:
    """The rows of a crosstable of teams, with what each board brought."""
    played = _played(event, rules, stages)
    games = event.regulations.points.scale
    rows = tuple(
        TeamRow(
            number=row.number,
            name=row.name,
            rounds=tuple(
                None if each is None else _round(table, games, rules, row.number, each, played) for each in row.rounds
            ),
        )
        for row in table.participants
    )
    return TeamTable(
        rows=rows,
        board_count=rules.boards,
        game_scale=games,
        match_scale=rules.match_points.match_scale,
        round_count=table.round_count,
    )


def _played(event: Event, rules: TeamRegulations, stages: Iterable[EventStage]) -> dict[_Match, list[BoardPoints]]:
    """The matches of each two teams that have their results, one after the other."""
    scale = event.regulations.points.scale
    found: dict[_Match, list[BoardPoints]] = {}
    for stage in stages:
        for a_round in event.rounds_of(stage):
            for games in a_round.matches():
                boards = board_points([(game, event.counted(game)) for game in games], rules, scale)
                if boards is not None:
                    for team, other in ((games[0].white, games[0].black), (games[0].black, games[0].white)):
                        found.setdefault((team, other), []).append(boards)
    return found


def _round(
    table: Crosstable,
    scale: PointScale,
    rules: TeamRegulations,
    number: PairingNumber,
    result: RoundResult,
    played: dict[_Match, list[BoardPoints]],
) -> TeamRound:
    """One round; a match that a withdrawal has decided is one that was forfeited on every board."""
    boards: tuple[Fraction, ...] = ()
    if result.opponent is not None:
        matches = played.get((number, result.opponent), [])
        boards = matches.pop(0)[number] if matches else (scale.of(result.score),) * rules.boards
    points = sum(boards, Fraction(0))
    if result.score is RoundScore.FORFEIT_WIN and rules.forfeited_match is not None:
        points = Fraction(rules.forfeited_match)
    if result.opponent is None:
        points = _without_opponent(scale, rules, result.score)
    return TeamRound(
        score=result.score,
        match_points=table.scale.of(result.score),
        game_points=points,
        opponent=result.opponent,
        side=result.side,
        boards=boards,
    )


def _without_opponent(scale: PointScale, rules: TeamRegulations, score: RoundScore) -> Fraction:
    """Game points of a bye: the pairing's own is a drawn match, unless the regulations say another value."""
    if score is RoundScore.PAIRING_BYE:
        given = rules.match_points.bye_games
        return scale.draw * rules.boards if given is None else Fraction(given)
    return scale.of(score) * rules.boards
