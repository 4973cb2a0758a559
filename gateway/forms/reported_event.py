"""An event as its forms print it, from a tournament report file (TRF)."""

from __future__ import annotations

from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person
from gateway.model.sides import BySide, Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, RoundScore
from gateway.tournament.report_standings import report_event, report_rule, report_tie_breaks
from gateway.tournament.standings import parse_tie_breaks, person_event, rank
from gateway.tournament.trf import TournamentReport, crosstable, team_table
from gateway.tournament.trf.tournament_report import ReportPlayer, ReportRound, ReportTeam

from .form_event import FormEntrant, FormEvent, FormGame, FormPairing, FormRound, FormSection
from .form_teams import FormBoard, FormMatch, FormTeam, FormTeams

__all__ = ["reported_event"]


def reported_event(report: TournamentReport, *, through: RoundNumber | None = None) -> FormEvent:
    """The event of a file, up to the end of a round or as it is."""
    rule = report_rule(report)
    persons = {player.number: _person(player) for player in report.players}
    table = crosstable(report)
    codes = parse_tie_breaks(report_tie_breaks(report, rule))
    event = report_event(report, rule=rule, through=through)
    individual = person_event(table, rule=rule, through=through) if report.is_team_event else event
    rounds = report.round_count or table.rounds_known
    section = FormSection(
        table=table,
        round_count=rounds,
        standings=None if report.is_team_event else rank(event, codes),
        played=individual,
    )
    return FormEvent(
        title=report.name,
        place=report.city,
        dates=" – ".join(dict.fromkeys(filter(None, (report.start_date, report.end_date)))),
        chief=report.chief_arbiter,
        control=report.time_control,
        entrants=tuple(FormEntrant(persons[row.number], row.number) for row in table.participants),
        table=table,
        round_count=rounds,
        rounds=tuple(_round(report, table, at) for at in range(1, _last(report) + 1)),
        sections=(section,),
        teams=_Matches(report, persons).teams(through) if report.is_team_event else None,
    )


def _person(player: ReportPlayer) -> Person:
    return Person(
        player.name,
        title=player.title,
        federation=player.federation,
        rating=player.rating,
        federation_id=player.fide_id,
    )


def _last(report: TournamentReport) -> int:
    """The last round of which anything is known."""
    return max((len(player.rounds) for player in report.players), default=0)


def _round(report: TournamentReport, table: Crosstable, number: int) -> FormRound:
    """The games of a round; a file does not say at which boards, so that the highest scores come first."""
    entries = {player.number: each for player in report.players if (each := _entry(player, number)) is not None}
    met: dict[frozenset[PairingNumber], BySide[PairingNumber]] = {}
    for own, each in entries.items():
        if each.opponent is not None and each.opponent in entries:
            white, black = (own, each.opponent) if each.side is not Side.BLACK else (each.opponent, own)
            met.setdefault(frozenset({own, each.opponent}), BySide(white, black))

    def height(pair: BySide[PairingNumber]) -> tuple[object, ...]:
        scores = sorted((table.points(one, number - 1) for one in (pair.white, pair.black)), reverse=True)
        return (*(-score for score in scores), min(pair.white, pair.black))

    pairings = [
        FormPairing(board=board, games=(_game(number, board, pair, entries),))
        for board, pair in enumerate(sorted(met.values(), key=height), 1)
    ]
    byes = {own: each.score for own, each in entries.items() if each.opponent is None and each.score is not None}
    before = {row.number: table.points(row.number, number - 1) for row in table.participants}
    return FormRound(number=RoundNumber(number), pairings=tuple(pairings), byes=byes, before=before)


def _game(number: int, board: int, pair: BySide[PairingNumber], entries: dict[PairingNumber, ReportRound]) -> FormGame:
    scores = _scores(entries[pair.white], entries[pair.black])
    return FormGame(id=PairingId(f"{number}.{board}"), players=pair, scores=scores)


def _entry(player: ReportPlayer, number: int) -> ReportRound | None:
    return player.rounds[number - 1] if number <= len(player.rounds) else None


def _scores(white: ReportRound, black: ReportRound) -> BySide[RoundScore] | None:
    return None if white.score is None or black.score is None else BySide(white.score, black.score)


class _Matches:
    """The matches of a file's teams, as their members' lines tell them."""

    def __init__(self, report: TournamentReport, persons: dict[PairingNumber, Person]) -> None:
        self.report = report
        self.persons = persons
        self.players = {player.number: player for player in report.players}
        named = enumerate(report.teams or report.old_teams, 1)
        self.by_number: dict[PairingNumber, ReportTeam] = {}
        for place, team in named:
            self.by_number.setdefault(PairingNumber(team.number or place), team)
        self.table = team_table(report)

    def teams(self, through: int | None) -> FormTeams:
        """All of them, with their matches round by round."""
        event = report_event(self.report, through=through)
        codes = parse_tie_breaks(report_tie_breaks(self.report, report_rule(self.report)))
        return FormTeams(
            teams=tuple(self._team(number, team) for number, team in sorted(self.by_number.items())),
            table=self.table,
            played=event,
            standings=rank(event, codes),
            rounds={at: self._round(at) for at in range(1, self.table.rounds_known + 1)},
        )

    def _team(self, number: PairingNumber, team: ReportTeam) -> FormTeam:
        members = tuple(self.persons[player] for player in team.players if player in self.persons)
        boards = self.table.board_count
        return FormTeam(number=number, name=team.name, regulars=members[:boards], reserves=members[boards:])

    def _round(self, at: int) -> tuple[FormMatch, ...]:
        matches: list[FormMatch] = []
        done: set[PairingNumber] = set()
        for row in self.table.rows:
            each = row.rounds[at - 1] if at <= len(row.rounds) else None
            if each is None or each.opponent is None or row.number in done:
                continue
            done |= {row.number, each.opponent}
            pair = (row.number, each.opponent) if each.side is not Side.BLACK else (each.opponent, row.number)
            matches.append(FormMatch(number=len(matches) + 1, teams=pair, boards=self._boards(pair[0], at)))
        return tuple(matches)

    def _boards(self, first: PairingNumber, at: int) -> tuple[FormBoard, ...]:
        boards: list[FormBoard] = []
        for number in self._seated(first, at):
            own = None if number is None else _entry(self.players[number], at)
            met = None if own is None else own.opponent
            theirs = None if met is None or met not in self.players else _entry(self.players[met], at)
            if own is None or (own.opponent is None and own.score is not RoundScore.FORFEIT_WIN):
                continue
            game = (own.score, theirs.score) if theirs is not None and own.score and theirs.score else None
            boards.append(
                FormBoard(
                    number=len(boards) + 1,
                    players=(
                        None if number is None else self.persons.get(number),
                        None if met is None else self.persons.get(met),
                    ),
                    first_side=own.side or Side.WHITE,
                    games=(game,),
                )
            )
        return tuple(boards)

    def _seated(self, team: PairingNumber, at: int) -> tuple[PairingNumber | None, ...]:
        """The members in the order of the boards."""
        for named in self.report.line_ups:
            if named.team == team and named.round_number == at:
                return named.players
        return self.by_number[team].players
