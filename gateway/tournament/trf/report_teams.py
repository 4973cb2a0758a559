"""The matches of teams in a tournament report: who met whom, and what came of it, from the players' own lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import msgspec

from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.team_tables import MatchPointScale, TeamRound, TeamRow, TeamTable, team_match

from .report_tables import coming_round
from .tournament_report import ForfeitedMatch, MatchWinner, ReportRound, ReportTeam, TournamentReport

__all__ = ["team_table"]

_Line = tuple[ReportRound | None, ...]
_BYES = {RoundScore.FULL_BYE, RoundScore.HALF_BYE, RoundScore.ZERO_BYE}


def team_table(report: TournamentReport) -> TeamTable:
    """The teams and their rounds; a team without a number (013) has its place in the file."""
    return _Teams(report).table()


class _Teams:
    """The report while its matches are put together."""

    def __init__(self, report: TournamentReport) -> None:
        self.report = report
        teams = report.teams or report.old_teams
        self.teams: dict[PairingNumber, ReportTeam] = {}
        for place, team in enumerate(teams, start=1):
            self.teams.setdefault(PairingNumber(team.number or place), team)
        self.team_of = {player: number for number, team in self.teams.items() for player in team.players}
        self.lines: dict[PairingNumber, _Line] = {player.number: player.rounds for player in report.players}
        self.last = max((int(coming_round(report)) - 1, *(match.round_number for match in report.forfeited_matches)))
        self.boards = len(report.board_colours) or self._most_boards()
        self.scale = report.match_point_scale or MatchPointScale()

    def table(self) -> TeamTable:
        rows = tuple(
            TeamRow(
                number=number,
                name=team.name,
                rounds=tuple(self._adjusted(number, at, self._round(number, at)) for at in range(1, self.last + 1)),
            )
            for number, team in sorted(self.teams.items())
        )
        return TeamTable(
            rows=rows,
            board_count=self.boards,
            game_scale=self.report.scale,
            match_scale=self.scale,
            round_count=self.report.round_count,
        )

    def _most_boards(self) -> int:
        """The most games that a team had in one round."""
        counts = Counter(
            (team, at)
            for player, team in self.team_of.items()
            for at, each in enumerate(self.lines.get(player, ()), start=1)
            if each is not None and (each.opponent is not None or each.score is RoundScore.FORFEIT_WIN)
        )
        fewest = min((len(team.players) for team in self.teams.values()), default=1)
        return max(counts.values(), default=fewest) or 1

    def _entry(self, player: PairingNumber | None, at: int) -> ReportRound | None:
        line = self.lines.get(player, ()) if player is not None else ()
        return line[at - 1] if at <= len(line) else None

    def _round(self, number: PairingNumber, at: int) -> TeamRound | None:
        forfeited = next((each for each in self.report.forfeited_matches if _is_of(each, number, at)), None)
        if forfeited is not None:
            return self._forfeited(number, forfeited)
        entries = self._line_up(number, at)
        opponents = Counter(
            self.team_of[each.opponent]
            for each in entries
            if each is not None and each.opponent is not None and each.opponent in self.team_of
        )
        if not opponents:
            return self._without_opponent(number, at, entries)
        opponent = opponents.most_common(1)[0][0]
        theirs = self._line_up(opponent, at)
        side = self._side(entries)
        return team_match(
            [_score(each) for each in entries],
            [_score(each) for each in theirs],
            opponent=opponent,
            side=side,
            game_scale=self.report.scale,
            match_scale=self.scale,
        )

    def _side(self, entries: list[ReportRound | None]) -> Side | None:
        """That of board 1; where nobody has one there, as another board's tells."""
        colours = self.report.board_colours
        for board, each in enumerate(entries):
            if each is not None and each.side is not None:
                turned = colours[board] is not colours[0] if board < len(colours) else board % 2 == 1
                return each.side.other if turned else each.side
        return None

    def _line_up(self, number: PairingNumber, at: int) -> list[ReportRound | None]:
        """Board by board: as the line-up says, else those of the team who played, in its order."""
        for named in self.report.line_ups:
            if named.team == number and named.round_number == at:
                return [self._entry(player, at) for player in named.players]
        entries = [each for player in self.teams[number].players if (each := self._entry(player, at)) is not None]
        playing = [each for each in entries if each.opponent is not None or each.score is RoundScore.FORFEIT_WIN]
        spare = self.boards - len(playing)
        found: list[ReportRound | None] = []
        for each in entries:  # an absent member keeps the board where there is one
            if each in playing:
                found.append(each)
            elif spare > 0:
                found.append(each)
                spare -= 1
        return found

    def _without_opponent(self, number: PairingNumber, at: int, entries: list[ReportRound | None]) -> TeamRound | None:
        bye = self.report.team_bye
        given = {each.score for each in entries if each is not None}
        if (
            bye is not None and at <= len(bye.teams) and bye.teams[at - 1] == number
        ) or RoundScore.PAIRING_BYE in given:
            drawn = self.report.scale.draw * self.boards
            return TeamRound(
                score=RoundScore.PAIRING_BYE,
                match_points=self.scale.draw if bye is None or bye.match_points is None else bye.match_points,
                game_points=drawn if bye is None or bye.game_points is None else bye.game_points,
            )
        asked = [each.score for each in self.report.byes if each.round_number == at and number in each.numbers]
        score = next((each for each in (*asked, *given) if each in _BYES), RoundScore.ZERO_BYE)
        worth = {RoundScore.FULL_BYE: self.scale.win, RoundScore.HALF_BYE: self.scale.draw}
        return TeamRound(
            score=score,
            match_points=worth.get(score, self.scale.loss),
            game_points=self.report.scale.of(score) * self.boards,
        )

    def _forfeited(self, number: PairingNumber, match: ForfeitedMatch) -> TeamRound:
        theirs = match.black if match.white == number else match.white
        winner = {MatchWinner.WHITE: match.white, MatchWinner.BLACK: match.black}.get(match.winner)
        score = RoundScore.FORFEIT_WIN if winner == number else RoundScore.FORFEIT_LOSS
        boards = (self.report.scale.of(score),) * self.boards
        return TeamRound(
            score=score,
            match_points=self.scale.win if winner == number else self.scale.loss,
            game_points=sum(boards, Fraction(0)),
            opponent=PairingNumber(theirs),
            side=Side.WHITE if match.white == number else Side.BLACK,
            boards=boards,
        )

    def _adjusted(self, number: PairingNumber, at: int, each: TeamRound | None) -> TeamRound | None:
        """The round with the points that record 299 gives it."""
        if each is None:
            return None
        for change in self.report.adjustments:
            if change.round_number not in {None, at} or (change.numbers and number not in change.numbers):
                continue
            if change.kind and change.kind == _KINDS.get(each.score):
                each = msgspec.structs.replace(
                    each,
                    match_points=each.match_points if change.match_points is None else change.match_points,
                    game_points=each.game_points if change.game_points is None else change.game_points,
                )
            elif not change.kind and (change.round_number == at or at == 1):
                each = msgspec.structs.replace(
                    each,
                    match_points=each.match_points + (change.match_points or 0),
                    game_points=each.game_points + (change.game_points or 0),
                )
        return each


_KINDS: Mapping[RoundScore, str] = {
    RoundScore.WIN: "W", RoundScore.DRAW: "D", RoundScore.LOSS: "L", RoundScore.FORFEIT_WIN: "+",
    RoundScore.FORFEIT_LOSS: "-", RoundScore.FULL_BYE: "F", RoundScore.HALF_BYE: "H", RoundScore.ZERO_BYE: "Z",
}  # fmt: skip


def _is_of(match: ForfeitedMatch, number: PairingNumber, at: int) -> bool:
    return match.round_number == at and number in {match.white, match.black}


def _score(each: ReportRound | None) -> RoundScore:
    return RoundScore.FORFEIT_LOSS if each is None or each.score is None else each.score
