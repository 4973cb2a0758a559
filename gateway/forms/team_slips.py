"""Papers of team matches: the line-up that a captain signs, and the slips of a match for one game, two games and many
boards (团体赛台次名单, 团体记分表)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gateway.model.messages import Message, message
from gateway.model.persons import Person
from gateway.model.sides import Side
from gateway.tournament.line_ups import points_of_board

from .form_event import FormEvent
from .form_request import (
    FormRefused,
    FormRequest,
    arbiter,
    chief_arbiter,
    cut_below,
    date_field,
    event_field,
    group_field,
    head_fields,
    points,
    round_field,
    score_mark,
    side_words,
)
from .form_teams import FormBoard, FormMatch, FormTeam, FormTeams
from .printed_form import (
    CellKind,
    ColumnKind,
    FormCell,
    FormColumns,
    FormField,
    FormGrid,
    FormRow,
    FormSheet,
    FormSigner,
    Paper,
    PrintedForm,
    RowHeight,
    Words,
    column,
)

__all__ = ["team_line_ups", "team_slips", "team_slips_long", "team_slips_two_games"]

_BOARDS, _RESERVES, _MANY = 4, 2, 20
"""Of the handbook's forms."""
_GROUPED = (ColumnKind.POINTS, ColumnKind.NUMBER)


# -- the line-up ------------------------------------------------------------------------------------------------------


def team_line_ups(event: FormEvent, request: FormRequest) -> PrintedForm:
    """团体赛台次名单: a sheet for each team, two on a page."""
    teams: Sequence[FormTeam | None]
    if request.blank:
        teams, boards = [None] * (request.per_page or 2), request.rows or _BOARDS
    else:
        found = teams_of(event)
        teams = [team for team in found.teams if request.number in {None, team.number}]
        boards = found.table.board_count
    if not teams:
        raise FormRefused(message("form.nobody"))
    title = message("form_name.team_line_up")
    return cut_below("team-line-up", title, tuple(_line_up(event, team, boards) for team in teams), request, 2)


def _line_up(event: FormEvent, team: FormTeam | None, boards: int) -> FormSheet:
    members = () if team is None else team.members
    count = max(len(members), boards + _RESERVES)
    rows = tuple(_member(at, members[at] if at < len(members) else None, boards) for at in range(count))
    columns = (
        column(message("form.board"), ColumnKind.SHORT),
        column(message("form.line_up_kind"), ColumnKind.MEDIUM),
        column(message("form.name")),
        column(message("form.rating"), ColumnKind.MEDIUM),
        column(message("form.title"), ColumnKind.MEDIUM),
    )
    return FormSheet(
        title=message("form_name.team_line_up"),
        fields=(event_field(event), FormField(message("form.team"), _numbered(team) or None)),
        parts=(FormGrid(columns=columns, groups=tuple((row,) for row in rows), height=RowHeight.PEN),),
        signers=(
            FormSigner(message("form.captain"), "" if team is None else team.captain),
            FormSigner(message("form.date")),
        ),
    )


def _member(at: int, person: Person | None, boards: int) -> FormRow:
    kind = message("form.regular") if at < boards else message("form.reserve")
    rating = "" if person is None or person.rating is None else str(person.rating)
    name, title = ("", "") if person is None else (person.name, person.title)
    return (FormCell(str(at + 1)), FormCell(kind), FormCell(name), FormCell(rating), FormCell(title))


def _numbered(team: FormTeam | None) -> str:
    return "" if team is None else f"{team.number}  {team.name}"


# -- slips of a match -------------------------------------------------------------------------------------------------


def team_slips(event: FormEvent, request: FormRequest) -> PrintedForm:
    """团体记分表: the boards of a match, two on a page."""
    title = message("form_name.team_slip")
    sheets = tuple(
        _slip(event, request, match, title, _one_game(event, match, request), _both_teams(event, match))
        for match in _matches(event, request, 2)
    )
    return cut_below("team-slip", title, sheets, request, 2)


def team_slips_two_games(event: FormEvent, request: FormRequest) -> PrintedForm:
    """The same for two games on each board."""
    title = message("form_name.team_slip_two_games")
    signers = (FormSigner(side_words(Side.WHITE)), FormSigner(side_words(Side.BLACK)), arbiter())
    sheets = tuple(
        _slip(event, request, match, title, _two_games(event, match, request), signers)
        for match in _matches(event, request, 2)
    )
    return cut_below("team-slip-two-games", title, sheets, request, 2)


def team_slips_long(event: FormEvent, request: FormRequest) -> PrintedForm:
    """The slip of a match on many boards, a page each."""
    title = message("form_name.team_slip_long")
    sheets = tuple(_long(event, request, match) for match in _matches(event, request, 1))
    return PrintedForm(name="team-slip-long", title=title, sheets=sheets, paper=request.paper or Paper.A4)


def teams_of(event: FormEvent) -> FormTeams:
    """The teams; raises `FormRefused` where persons play."""
    if event.teams is None:
        raise FormRefused(message("form.no_teams"))
    return event.teams


def _matches(event: FormEvent, request: FormRequest, blanks: int) -> list[FormMatch | None]:
    if request.blank:
        return [None] * (request.per_page or blanks)
    teams = teams_of(event)
    number = request.round or max(teams.rounds, default=0)
    if number not in teams.rounds:
        raise FormRefused(message("form.no_round", round=number or 1, last=max(teams.rounds, default=0)))
    found: list[FormMatch | None] = [each for each in teams.rounds[number] if request.number in {None, each.number}]
    if not found:
        raise FormRefused(message("form.no_board", board=request.number or 0, round=number))
    return found


def _slip(
    event: FormEvent,
    request: FormRequest,
    match: FormMatch | None,
    title: Message,
    grid: FormGrid,
    signers: tuple[FormSigner, ...],
) -> FormSheet:
    number = _round_number(event, match)
    a_round = None if number is None else event.round(number)
    fields = (event_field(event), group_field(), round_field(number), date_field(request, a_round))
    return FormSheet(title=title, fields=fields, parts=(grid,), signers=signers)


def _round_number(event: FormEvent, match: FormMatch | None) -> int | None:
    if match is None or event.teams is None:
        return None
    return next((number for number, matches in event.teams.rounds.items() if match in matches), None)


def _team_head(event: FormEvent, match: FormMatch | None, own: int) -> Words:
    """`First-moving team: 3 Riverside`, or room for a pen."""
    role = message("form.first_team") if own == 0 else message("form.second_team")
    team = None if match is None or event.teams is None else event.teams.team(match.teams[own])
    return message("form.team_head", role=role, team=_numbered(team) or "________")


def _both_teams(event: FormEvent, match: FormMatch | None) -> tuple[FormSigner, ...]:
    names = ["", ""] if match is None else [teams_of(event).team(number).name for number in match.teams]
    first, second = message("form.first_team"), message("form.second_team")
    return (FormSigner(first, names[0]), FormSigner(second, names[1]), arbiter())


def _boards(match: FormMatch | None, request: FormRequest, usual: int, games: int) -> tuple[FormBoard, ...]:
    if match is not None:
        return match.boards
    count = request.rows or usual
    return tuple(FormBoard(number=at, games=(None,) * games) for at in range(1, count + 1))


def _one_game(event: FormEvent, match: FormMatch | None, request: FormRequest) -> FormGrid:
    inner = (
        message("form.board"),
        message("form.name"),
        message("form.individual_points"),
        message("form.team_points"),
    )
    kinds = (ColumnKind.NUMBER, ColumnKind.WORDS, *_GROUPED)
    boards = _boards(match, request, _BOARDS, 1)
    rows = []
    for at, board in enumerate(boards):
        cells: list[FormCell] = []
        for own in (0, 1):
            game = board.games[0] if board.games else None
            score = "" if game is None else score_mark(game[own])
            cells += [FormCell(str(board.number)), FormCell(_name(board, own)), FormCell(score)]
            if not at:
                cells.append(FormCell(_match_total(event, match, own), rows=len(boards), kind=CellKind.STRONG))
        rows.append(tuple(cells))
    return FormGrid(
        name="match",
        columns=tuple(FormColumns(_team_head(event, match, own), kinds, inner) for own in (0, 1)),
        groups=(tuple(rows),),
        height=RowHeight.PEN,
    )


def _two_games(event: FormEvent, match: FormMatch | None, request: FormRequest) -> FormGrid:
    inner = (
        message("form.board"),
        message("form.name"),
        message("form.game"),
        message("form.game_points"),
        message("form.individual_points"),
        message("form.team_points"),
    )
    mark = ColumnKind.NUMBER
    kinds = (mark, ColumnKind.WORDS, mark, ColumnKind.POINTS, *_GROUPED)
    boards = _boards(match, request, _BOARDS, 2)
    rows: list[FormRow] = []
    for at, board in enumerate(boards):
        first: list[FormCell] = []
        second: list[FormCell] = []
        for own in (0, 1):
            marks = [("" if game is None else score_mark(game[own])) for game in board.games] + ["", ""]
            first += [FormCell(str(board.number), rows=2), FormCell(_name(board, own), rows=2), FormCell("1")]
            first += [FormCell(marks[0]), FormCell(points(_board_points(event, board, own)), rows=2)]
            second += [FormCell("2"), FormCell(marks[1])]
            if not at:
                total = _match_total(event, match, own)
                first.append(FormCell(total, rows=2 * len(boards), kind=CellKind.STRONG))
        rows += [tuple(first), tuple(second)]
    return FormGrid(
        name="match",
        columns=tuple(FormColumns(_team_head(event, match, own), kinds, inner) for own in (0, 1)),
        groups=(tuple(rows),),
        height=RowHeight.CARD,
    )


def _long(event: FormEvent, request: FormRequest, match: FormMatch | None) -> FormSheet:
    names = ["", ""] if match is None else [_numbered(teams_of(event).team(number)) for number in match.teams]
    columns = (
        column(message("form.board"), ColumnKind.SHORT),
        FormColumns(
            _team_head(event, match, 0),
            (ColumnKind.WORDS, ColumnKind.SHORT),
            (message("form.name"), message("form.points")),
        ),
        FormColumns(
            _team_head(event, match, 1),
            (ColumnKind.WORDS, ColumnKind.SHORT),
            (message("form.name"), message("form.points")),
        ),
        column(message("form.board"), ColumnKind.SHORT),
    )
    rows = [_long_row(board) for board in _boards(match, request, _MANY, 1)]
    totals = [_match_total(event, match, own) for own in (0, 1)]
    total = (FormCell(message("form.total"), kind=CellKind.STRONG), FormCell(), FormCell(totals[0]))
    grid = FormGrid(
        columns=columns,
        groups=(*((row,) for row in rows), ((*total, FormCell(), FormCell(totals[1]), FormCell()),)),
        height=RowHeight.PEN,
    )
    captains = [message("form.captain_of", team=name) if name else message("form.captain") for name in names]
    return FormSheet(
        title=message("form_name.team_slip_long"),
        fields=head_fields(event, request),
        parts=(grid,),
        signers=(*map(FormSigner, captains), chief_arbiter(event)),
    )


def _long_row(board: FormBoard) -> FormRow:
    game = board.games[0] if board.games else None
    marks = ("", "") if game is None else (score_mark(game[0]), score_mark(game[1]))
    number = FormCell(str(board.number))
    return (
        number,
        FormCell(_name(board, 0)),
        FormCell(marks[0]),
        FormCell(_name(board, 1)),
        FormCell(marks[1]),
        number,
    )


def _name(board: FormBoard, own: int) -> str:
    person = board.players[own]
    return "" if person is None else person.name


def _board_points(event: FormEvent, board: FormBoard, own: int) -> Fraction | None:
    """What a board is worth whose games are all played."""
    played = [game for game in board.games if game is not None]
    if event.teams is None or not played or len(played) < len(board.games):
        return None
    ours, theirs = [game[own] for game in played], [game[1 - own] for game in played]
    return points_of_board(ours, theirs, event.teams.table.game_scale)[1]


def _match_total(event: FormEvent, match: FormMatch | None, own: int) -> str:
    """The game points of a team, once every game of the match has its result."""
    if match is None or event.teams is None or any(game is None for board in match.boards for game in board.games):
        return ""
    scale = event.teams.table.game_scale
    games = [game for board in match.boards for game in board.games if game is not None]
    return points(sum((scale.of(game[own]) for game in games), Fraction(0))) if games else ""
