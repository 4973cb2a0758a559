"""Lists of a round: pairings by board and by name, results, and the pairing record of the handbook (抽编记录)."""

from __future__ import annotations

from gateway.model.messages import Message, message
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, RoundScore

from .form_event import FormEvent, FormPairing, FormRound, title_and_name
from .form_request import (
    FormRequest,
    alphabetical,
    bye_words,
    chief_arbiter,
    date_field,
    event_field,
    group_field,
    in_piles,
    pen_rows,
    points,
    result_words,
    round_field,
    round_of,
    side_words,
)
from .game_links import live_codes
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
    column,
)

__all__ = ["pairing_record", "pairings_by_board", "pairings_by_name", "round_results"]

_RECORD_TABLES = 20
"""Tables on a sheet of the handbook's pairing record."""


def pairings_by_board(event: FormEvent, request: FormRequest) -> PrintedForm:
    """The pairings of a round, to be hung up in the hall."""
    return _by_board(event, request, "pairings", message("form_name.pairings"), with_results=False)


def round_results(event: FormEvent, request: FormRequest) -> PrintedForm:
    """The results of a round, for the chief arbiter to sign and everybody to read."""
    return _by_board(event, request, "results", message("form_name.results"), with_results=True)


def _by_board(event: FormEvent, request: FormRequest, name: str, title: Message, *, with_results: bool) -> PrintedForm:
    a_round = round_of(event, request)
    rows = [_board_row(event, a_round, game, with_results=with_results) for game in a_round.pairings]
    rows += [_bye_row(event, a_round, number, score) for number, score in a_round.byes.items() if _is_shown(score)]
    sides = (event.first, event.first.other)
    grid = FormGrid(
        name="boards",
        columns=(
            column(message("form.board"), ColumnKind.SHORT),
            *_player_columns(sides[0]),
            column(message("form.outcome"), ColumnKind.MEDIUM),
            *_player_columns(sides[1]),
        ),
        groups=tuple((row,) for row in rows),
        height=RowHeight.CARD,
    )
    sheet = FormSheet(
        title=title,
        fields=_round_fields(event, request, a_round),
        parts=(grid,),
        signers=(chief_arbiter(event),),
        codes=live_codes(request.site),
        running=True,
    )
    return PrintedForm(name=name, title=title, sheets=(sheet,), paper=request.paper or Paper.A4)


def _player_columns(side: Side) -> tuple[FormColumns, ...]:
    number, score = column(message("form.number"), ColumnKind.NUMBER), column(message("form.points"), ColumnKind.POINTS)
    return (number, column(side_words(side)), score)


def _round_fields(event: FormEvent, request: FormRequest, a_round: FormRound) -> tuple[FormField, ...]:
    return (event_field(event), round_field(a_round.number), date_field(request, a_round))


def _board_row(event: FormEvent, a_round: FormRound, game: FormPairing, *, with_results: bool) -> FormRow:
    sides = (event.first, event.first.other)
    cells = [FormCell(str(game.board), _seat(game), kind=CellKind.STRONG)]
    for at, side in enumerate(sides):
        number = game.players[side]
        before = points(a_round.before.get(number))
        cells += [FormCell(str(number)), FormCell(*event.who(game.games[0], side)), FormCell(before)]
        if not at:
            shown = result_words(game, event.first, event.table.scale) if with_results else ""
            cells.append(FormCell(shown, kind=CellKind.STRONG))
    return tuple(cells)


def _seat(pairing: FormPairing) -> str:
    """The table and the group, where they say more than the board."""
    return " ".join(filter(None, (pairing.table.upper(), pairing.group)))


def _is_shown(score: RoundScore) -> bool:
    """Who is away or has withdrawn is on no list of pairings."""
    return score is not RoundScore.ZERO_BYE


def _bye_row(event: FormEvent, a_round: FormRound, number: PairingNumber, score: RoundScore) -> FormRow:
    row = event.row(number)
    before = points(a_round.before.get(number))
    return (
        FormCell("–"),
        FormCell(str(number)),
        FormCell(title_and_name(row), row.club or row.federation),
        FormCell(before),
        FormCell(points(event.table.scale.of(score)), kind=CellKind.STRONG),
        FormCell(bye_words(score), span=3),
    )


def pairings_by_name(event: FormEvent, request: FormRequest) -> PrintedForm:
    """Everybody by name: at which board, with which side, against whom."""
    a_round = round_of(event, request)
    listed: list[tuple[str, FormRow]] = []
    for pairing in a_round.pairings:
        game = pairing.games[0]
        for side in Side:
            met = game.players[side.other]
            (name, _), (other, _) = event.who(game, side), event.who(game, side.other)
            seat = FormCell(str(pairing.board), _seat(pairing), kind=CellKind.STRONG)
            number = FormCell(str(game.players[side]))
            row = (FormCell(name), number, seat, FormCell(side_words(side)), FormCell(other, str(met)))
            listed += [(event.plain_name(game, side), row)] if name else []
    for each, score in a_round.byes.items():
        if _is_shown(score):
            bye = (FormCell("–"), FormCell(bye_words(score), span=2))
            found = event.row(each)
            listed.append((found.name, (FormCell(title_and_name(found)), FormCell(str(each)), *bye)))
    rows = [row for _, row in sorted(listed, key=lambda pair: alphabetical(pair[0]))]
    grid = FormGrid(
        name="names",
        columns=(
            column(message("form.name")),
            column(message("form.number"), ColumnKind.NUMBER),
            column(message("form.board"), ColumnKind.SHORT),
            column(message("form.side"), ColumnKind.SHORT),
            column(message("form.opponent")),
        ),
        groups=tuple((row,) for row in rows),
    )
    title = message("form_name.pairings_by_name")
    fields = _round_fields(event, request, a_round)
    sheet = FormSheet(title=title, fields=fields, parts=(grid,), codes=live_codes(request.site), running=True)
    return PrintedForm(name="pairings-by-name", title=title, sheets=(sheet,), paper=request.paper or Paper.A4)


def pairing_record(event: FormEvent, request: FormRequest) -> PrintedForm:
    """抽编记录: twenty tables on a sheet, signed by the pairing chief and the chief arbiter."""
    a_round = None if request.blank else round_of(event, request)
    count = request.rows or _RECORD_TABLES
    if a_round is None:
        rows = pen_rows(count, 8)
    else:
        rows = [_record_row(event, a_round, game) for game in a_round.pairings]
        rows += [_record_bye(event, a_round, number) for number, bye in a_round.byes.items() if _is_shown(bye)]
    title = message("form_name.pairing_record")
    sheets = tuple(
        FormSheet(
            title=title,
            fields=(
                group_field(),
                event_field(event),
                round_field(None if a_round is None else a_round.number),
                date_field(request, a_round),
            ),
            parts=(
                FormGrid(columns=_record_columns(event), groups=tuple((row,) for row in pile), height=RowHeight.PEN),
            ),
            signers=(FormSigner(message("form.pairing_chief")), chief_arbiter(event)),
        )
        for pile in in_piles(rows, count)
    )
    return PrintedForm(name="pairing-record", title=title, sheets=sheets, paper=request.paper or Paper.A4)


def _record_columns(event: FormEvent) -> tuple[FormColumns, ...]:
    inner = (message("form.number"), message("form.name"), message("form.points_before"))
    kinds = (ColumnKind.NUMBER, ColumnKind.WORDS, ColumnKind.POINTS)
    return (
        column(message("form.table"), ColumnKind.NUMBER),
        *(FormColumns(side_words(side), kinds, inner) for side in (event.first, event.first.other)),
        column(message("form.outcome"), ColumnKind.MEDIUM),
    )


def _record_row(event: FormEvent, a_round: FormRound, game: FormPairing) -> FormRow:
    cells = [FormCell(str(game.board))]
    for side in (event.first, event.first.other):
        cells += _record_player(event, a_round, game.players[side])
    return (*cells, FormCell(result_words(game, event.first, event.table.scale)))


def _record_player(event: FormEvent, a_round: FormRound, number: PairingNumber) -> list[FormCell]:
    before = points(a_round.before.get(number))
    return [FormCell(str(number)), FormCell(event.row(number).name), FormCell(before)]


def _record_bye(event: FormEvent, a_round: FormRound, number: PairingNumber) -> FormRow:
    score = a_round.byes[number]
    worth = points(event.table.scale.of(score))
    return (
        FormCell("–"),
        *_record_player(event, a_round, number),
        FormCell(),
        FormCell(bye_words(score)),
        FormCell(),
        FormCell(worth),
    )
