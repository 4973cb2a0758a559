"""The report of an event of teams: members with their games, teams with both scores, line-ups, byes (TRF26 300 to 362).

A report file has one game a round. Where two teams play several on a board, each game of a round is a round of the
file, and a remark says so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import msgspec

from gateway.model.pairings import RoundNumber
from gateway.model.persons import PersonId
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.team_swiss.team_rules import PreferenceType, PrimaryScore
from gateway.tournament.team_tables import TeamTable
from gateway.tournament.trf.tournament_report import (
    ByeRequest,
    ForfeitedMatch,
    MatchWinner,
    ReportPlayer,
    ReportRound,
    ReportTeam,
    TeamBye,
    TeamLineUp,
    TournamentReport,
)

from .event import Event
from .event_schedule import stage_table
from .event_standings import standings
from .event_team_tables import event_team_table
from .member_games import member_games
from .regulations import System
from .stage_closing import rounds_planned
from .team_boards import default_line_up
from .team_regulations import TeamRegulations

__all__ = ["member_numbers", "team_report"]

_replace = msgspec.structs.replace
_BYES = (RoundScore.FULL_BYE, RoundScore.HALF_BYE, RoundScore.ZERO_BYE)


def member_numbers(event: Event) -> dict[PersonId, PairingNumber]:
    """The number of each member in a report: through all teams by pairing number, each in its order."""
    members = [member.id for player in event.order for member in event.entrants[player].members]
    return {member: PairingNumber(at) for at, member in enumerate(members, 1)}


def team_report(event: Event, rules: TeamRegulations) -> TournamentReport:
    """All that other programs can read of it, without what is the same for persons."""
    numbers = member_numbers(event)
    games = _games(event)
    remark = f"Each round of the event is {games} rounds here, one for each game of a board."
    return TournamentReport(
        players=tuple(_players(event, numbers, games)),
        player_count=str(len(numbers)),
        rated_count=str(sum(1 for each in event.entrants.values() for member in each.members if member.rating)),
        team_count=str(len(event.order)),
        system=_code(event, rules),
        scale=_replace(event.regulations.points.scale, pairing_bye=None),
        board_colours=rules.sides(1),
        match_point_scale=rules.match_points.match_scale,
        teams=tuple(_teams(event, rules, numbers)),
        line_ups=tuple(_line_ups(event, rules, numbers, games)),
        team_bye=_team_bye(event, rules, games),
        forfeited_matches=tuple(_forfeited(event, games)),
        byes=tuple(_byes(event, games)),
        round_count=rounds_planned(event, play_offs=False) * games,
        comments=(remark,) if games > 1 else (),
    )


def _games(event: Event) -> int:
    """The games that the two of a board play in a round, the most of all stages."""
    return max(rules.games for rules in event.regulations.plan)


def _in_file(number: RoundNumber, game: int, games: int) -> RoundNumber:
    return RoundNumber((number - 1) * games + game)


def _code(event: Event, rules: TeamRegulations) -> str:
    """The coded type (192)."""
    by_games = rules.pairing.primary is PrimaryScore.GAME_POINTS
    if event.regulations.system is not System.TEAM_SWISS:
        return {System.ROUND_ROBIN: "BERGER_ROUNDROBIN", System.DOUBLE_ROUND_ROBIN: "FIDE_DOUBLEROUNDROBIN"}.get(
            event.regulations.system, "CUSTOM_TEAM_SWISS" + ("_GP" if by_games else "_MP")
        )
    kind = {PreferenceType.SIMPLE: "_TYPEA", PreferenceType.GRADED: "_TYPEB", PreferenceType.NONE: ""}
    scores = ["GP", "MP"] if by_games else ["MP", "GP"]
    named = scores if rules.pairing.secondary_decides else scores[:1]
    return f"FIDE_TEAM{kind[rules.pairing.preferences]}_{'_'.join(named)}"


def _players(event: Event, numbers: Mapping[PersonId, PairingNumber], games: int) -> Iterator[ReportPlayer]:
    scale = event.regulations.points.scale
    rounds: dict[PersonId, dict[int, ReportRound]] = {}
    for each in member_games(event):
        if each.score is not None:
            at = _in_file(each.a_round.number, each.game.game, games)
            met = None if each.opponent is None else numbers[each.opponent.id]
            found = ReportRound(each.score, met, None if met is None else each.side)
            rounds.setdefault(each.player, {})[at] = found
    for player in event.order:
        for member in event.entrants[player].members:
            played = rounds.get(member.id, {})
            yield ReportPlayer(
                number=numbers[member.id],
                title=member.title,
                name=member.name,
                rating=member.rating,
                federation=member.federation,
                fide_id=member.federation_id,
                points=sum((scale.of(each.score) for each in played.values() if each.score), Fraction(0)),
                rounds=tuple(played.get(at) for at in range(1, max(played, default=0) + 1)),
            )


def _table(event: Event, rules: TeamRegulations) -> TeamTable:
    """The teams of the stage that is played."""
    stage = event.current
    table = stage_table(event, stage, stage.groups[0])
    return event_team_table(event, rules, (stage,), table)


def _teams(event: Event, rules: TeamRegulations, numbers: Mapping[PersonId, PairingNumber]) -> Iterator[ReportTeam]:
    ranks = {row.number: row.rank for row in standings(event).rows}
    rows = {row.number: row for row in _table(event, rules).rows}
    for at, player in enumerate(event.order, 1):
        number, entrant = PairingNumber(at), event.entrants[player]
        rounds = [each for each in rows[number].rounds if each is not None] if number in rows else []
        yield ReportTeam(
            number=at,
            name=entrant.person.name,
            nickname=entrant.person.name[:5],
            strength=None if entrant.person.rating is None else Fraction(entrant.person.rating),
            match_points=sum((each.match_points for each in rounds), Fraction(0)),
            game_points=sum((each.game_points for each in rounds), Fraction(0)),
            rank=ranks.get(number),
            players=tuple(numbers[member.id] for member in entrant.members),
        )


def _line_ups(
    event: Event, rules: TeamRegulations, numbers: Mapping[PersonId, PairingNumber], games: int
) -> Iterator[TeamLineUp]:
    """Those that nobody could guess: a board is empty, or the order is not that of entry."""
    for a_round in event.rounds:
        for match in a_round.matches():
            for team, other in ((match[0].white, match[0].black), (match[0].black, match[0].white)):
                seated = [
                    game.seated[Side.WHITE if game.white == team else Side.BLACK]
                    for game in match
                    if game.game == 1 and game.seated is not None
                ]
                members = [member.id for member in event.entrant(team).members]
                usual = default_line_up([member for member in members if member in seated], rules.boards)
                if None in seated or list(usual) != seated:
                    players = tuple(None if each is None else numbers[each] for each in seated)
                    for game in range(1, games + 1):
                        yield TeamLineUp(_in_file(a_round.number, game, games), team, other, players)


def _team_bye(event: Event, rules: TeamRegulations, games: int) -> TeamBye | None:
    points = rules.match_points
    given = [
        next((team for team, score in a_round.byes.items() if score is RoundScore.PAIRING_BYE), None)
        for a_round in event.rounds
        for _ in range(games)
    ]
    if not any(given):
        return None
    drawn = event.regulations.points.scale.draw * rules.boards
    return TeamBye(
        points.scale.pairing_bye, drawn if points.bye_games is None else Fraction(points.bye_games), tuple(given)
    )


def _forfeited(event: Event, games: int) -> Iterator[ForfeitedMatch]:
    """Matches in which no board was played."""
    for a_round in event.rounds:
        results = event.results(a_round)
        for match in a_round.matches():
            white, black = match[0].white, match[0].black
            found = results[white], results[black]
            if any(each is None or not each.score.is_forfeit for each in found):
                continue
            won = [each is not None and each.score is RoundScore.FORFEIT_WIN for each in found]
            winner = MatchWinner.WHITE if won[0] else MatchWinner.BLACK if won[1] else MatchWinner.NOBODY
            for game in range(1, games + 1):
                yield ForfeitedMatch(winner, _in_file(a_round.number, game, games), white, black)


def _byes(event: Event, games: int) -> Iterator[ByeRequest]:
    """Teams that did not play in a round, or will not in the coming one."""
    coming = event.next_round
    for number in range(1, coming + 1):
        byes = dict(event.rounds[number - 1].byes) if number < coming else _granted(event, coming)
        for score in _BYES:
            teams = tuple(sorted(team for team, each in byes.items() if each is score))
            for game in range(1, games + 1) if teams else ():
                yield ByeRequest(score, _in_file(RoundNumber(number), game, games), teams)


def _granted(event: Event, number: RoundNumber) -> dict[PairingNumber, RoundScore]:
    if number > rounds_planned(event):
        return {}
    byes = ((PairingNumber(at), event.entrants[player].bye_in(number)) for at, player in enumerate(event.order, 1))
    return {team: bye for team, bye in byes if bye is not None}
