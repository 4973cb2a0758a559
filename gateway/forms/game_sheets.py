"""Score sheets: of a game that was played, and blank for the games of a round; and the 26 openings on one page."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, tzinfo

from gateway.games.renju.points import CENTRE, parse_point
from gateway.games.renju.prescribed_openings import OPENINGS
from gateway.model.messages import Message, message, name_of
from gateway.model.persons import Person
from gateway.model.sides import Side

from .diagram import board_diagram, opening_diagram
from .form_event import FormEvent, FormPairing, FormRound
from .form_request import FormRefused, FormRequest, arbiter, round_of, side_words, when
from .printed_form import (
    Abreast,
    CellKind,
    ColumnKind,
    FormCell,
    FormColumns,
    FormField,
    FormGrid,
    FormNote,
    FormPart,
    FormRow,
    FormSheet,
    FormSigner,
    PrintedForm,
    RowHeight,
    Words,
    column,
)
from .score_sheet import ScoreSheet, SheetMove

__all__ = [
    "game_signers",
    "game_title",
    "opening_sheet",
    "result_note",
    "round_score_sheets",
    "score_sheet_form",
    "time_words",
]

_ON_POINTS = ("renju", "gomoku")
"""Games whose sheet is a reduced board (GN 4.2, RIF 13.1)."""
_FIRST_PAGE, _LATER_PAGE = 30, 44
"""Moves of both that stand below each other."""
_ROWS_TO_WRITE = 30
_BIG_DIAGRAM = 150.0
"""Millimetres of a board that is written upon."""


def score_sheet_form(sheet: ScoreSheet, zone: tzinfo = UTC) -> PrintedForm:
    """The sheet of a game, as the books want it; the protocol tells the rest."""
    on_points = _is_on_points(sheet.setup.rules)
    parts: list[FormPart] = [_players(sheet)]
    if on_points:
        parts.append(board_diagram([_stone(sheet, n, move) for n, move in enumerate(sheet.moves, 1)]))
    parts += _moves(sheet, 6 if on_points else _FIRST_PAGE)
    parts.append(result_note(sheet))
    title = message("form_name.score_sheet")
    page = FormSheet(
        title=title, fields=_fields(sheet, zone, on_points=on_points), parts=tuple(parts), signers=game_signers(sheet)
    )
    return PrintedForm(name="score-sheet", title=game_title(sheet, title), sheets=(page,))


def _is_on_points(rules: str) -> bool:
    return rules.startswith(_ON_POINTS)


def game_title(sheet: ScoreSheet, title: Message) -> Message:
    """The name of the page: the form, the table and the game."""
    return message("form.of_game", form=title, table=sheet.table, game=sheet.setup.game)


def _fields(sheet: ScoreSheet, zone: tzinfo, *, on_points: bool) -> tuple[FormField, ...]:
    """The data of the event. What nobody has told the table is left for a pen."""
    setup = sheet.setup
    rows = [
        FormField(message("form.event"), sheet.event or None),
        FormField(message("form.date"), when(sheet.begun, zone)),
        FormField(message("form.group")),
        FormField(message("form.round"), str(setup.round) if setup.round else None),
        FormField(message("form.table"), sheet.table.upper()),
        FormField(message("form.rules"), Message(f"game.{setup.rules}")),
        FormField(message("form.control"), message("control.notation", control=setup.control)),
    ]
    if on_points:
        rows.append(FormField(message("form.fifths"), ", ".join(sheet.fifths) or "–"))
        rows.append(FormField(message("form.swaps"), str(sheet.swaps)))
    return tuple(rows)


def _players(sheet: ScoreSheet) -> FormGrid:
    """Name, remaining time, recorder and result of each (GN 4.2)."""
    left, score = sheet.left_ms, sheet.score
    sides = (sheet.first, sheet.first.other)
    rows = [
        (
            FormCell(side_words(side), kind=CellKind.STRONG),
            FormCell(_about(sheet.players[side])),
            FormCell(time_words(None if left is None else left[side])),
            FormCell(),
            FormCell("" if score is None else score[side], kind=CellKind.STRONG),
        )
        for side in sides
    ]
    return FormGrid(name="players", columns=_PLAYERS, groups=tuple((row,) for row in rows), height=RowHeight.CARD)


_PLAYERS = (
    column(message("form.side"), ColumnKind.SHORT),
    column(message("form.name")),
    column(message("form.left"), ColumnKind.MEDIUM),
    column(message("form.recorder")),
    column(message("form.points"), ColumnKind.MEDIUM),
)


def _about(person: Person) -> str:
    """A player as the event lists him."""
    known = (person.title, person.name, person.federation, str(person.rating or ""), person.club)
    return ", ".join(part for part in known if part)


def time_words(ms: int | None) -> Words:
    """A length of time as a clock shows it; nothing where it is not known."""
    return "" if ms is None else message("form.time", ms=ms)


def _stone(sheet: ScoreSheet, n: int, move: SheetMove) -> tuple[int, Side] | None:
    side = sheet.first if n % 2 else sheet.first.other
    return None if move.cell is None else (move.cell, side)  # a pass, or a step of the opening


def _moves(sheet: ScoreSheet, first_page: int) -> list[FormPart]:
    """The moves in two columns, with the times that were left."""
    rows = [
        (FormCell(str(number)), *_cells(one), *_cells(other)) for number, (one, other) in enumerate(sheet.pairs(), 1)
    ]
    sides = (sheet.first, sheet.first.other)
    return _in_columns(rows, _move_columns(sides, timed=True), first_page, RowHeight.LINE)


def _move_columns(sides: tuple[Side, Side], *, timed: bool) -> tuple[FormColumns, ...]:
    kinds = (ColumnKind.WORDS, ColumnKind.SHORT) if timed else (ColumnKind.WORDS,)
    return (column("", ColumnKind.NUMBER), *(FormColumns(side_words(side), kinds) for side in sides))


def _in_columns(
    rows: Sequence[FormRow], columns: tuple[FormColumns, ...], first_page: int, height: RowHeight
) -> list[FormPart]:
    """The rows in two tables beside each other, as many times as there are pages to fill."""
    parts: list[FormPart] = []
    rest, most = list(rows), first_page
    while rest or not parts:
        here, rest = rest[: 2 * most], rest[2 * most :]
        half = max((len(here) + 1) // 2, min(len(here), 5))
        parts.append(
            Abreast(
                tuple(
                    FormGrid(name="moves", columns=columns, groups=tuple((row,) for row in part), height=height)
                    for part in (here[:half], here[half:])
                )
            )
        )
        most = _LATER_PAGE
    return parts


def _cells(move: SheetMove | None) -> tuple[FormCell, FormCell]:
    if move is None:
        return FormCell(), FormCell()
    text: Words = message("form.pass") if move.text == "pass" else move.text
    return FormCell(text, move.mark), FormCell(time_words(move.left_ms))


def result_note(sheet: ScoreSheet) -> FormNote:
    """The result in a sentence, with its article."""
    if sheet.result is None:
        return FormNote(message("form.result", result=message("form.no_result")), strong=True)
    if not sheet.result.article:
        return FormNote(message("form.result", result=sheet.result.text), strong=True)
    return FormNote(message("form.result_by", result=sheet.result.text, article=sheet.result.article), strong=True)


def game_signers(sheet: ScoreSheet) -> tuple[FormSigner, ...]:
    """A line for each who signs the result (FIDE 8.7, GN 25.4)."""
    return (*(FormSigner(name_of(side), sheet.players[side].name) for side in Side), arbiter())


# -- to be written upon -----------------------------------------------------------------------------------------------


def round_score_sheets(event: FormEvent, request: FormRequest) -> PrintedForm:
    """A sheet for each game of a round, with its head filled and room for the moves."""
    title = message("form_name.score_sheet")
    sheets: tuple[FormSheet, ...] = (_to_write(event, None, None, request),)
    if not request.blank:
        a_round = round_of(event, request)
        pairings = [each for each in a_round.pairings if request.number in {None, each.board}]
        if not pairings:
            raise FormRefused(message("form.no_board", board=request.number or 0, round=a_round.number))
        sheets = tuple(_to_write(event, a_round, pairing, request) for pairing in pairings)
    return PrintedForm(name="score-sheet", title=title, sheets=sheets)


def _to_write(event: FormEvent, a_round: FormRound | None, game: FormPairing | None, request: FormRequest) -> FormSheet:
    rules = event.rules or "chess"
    on_points = _is_on_points(rules)
    start = None if a_round is None else a_round.start
    pace = message("control.notation", control=event.control) if event.control else None
    fields = [
        FormField(message("form.event"), event.title or None),
        FormField(message("form.date"), None if start is None else when(start, request.zone)),
        FormField(message("form.group"), game.group or None if game else None),
        FormField(message("form.round"), None if a_round is None else str(a_round.number)),
        FormField(message("form.table"), None if game is None else game.table.upper() or str(game.board)),
        FormField(message("form.rules"), Message(f"game.{rules}")),
        FormField(message("form.control"), pace),
    ]
    if on_points:
        fields += [FormField(message("form.fifths")), FormField(message("form.swaps"))]
    sides = (event.first, event.first.other)
    names = ["" if game is None else event.plain_name(game.games[0], side) for side in sides]
    rows = [
        ((FormCell(side_words(side), kind=CellKind.STRONG), FormCell(name), FormCell(), FormCell(), FormCell()),)
        for side, name in zip(sides, names, strict=True)
    ]
    players = FormGrid(name="players", columns=_PLAYERS, groups=tuple(rows), height=RowHeight.PEN)
    signers = (*(FormSigner(side_words(side), name) for side, name in zip(sides, names, strict=True)), arbiter())
    body = [board_diagram((), _BIG_DIAGRAM)] if on_points else _lines_to_write(sides, request.rows)
    return FormSheet(
        title=message("form_name.score_sheet"), fields=tuple(fields), parts=(players, *body), signers=signers
    )


def _lines_to_write(sides: tuple[Side, Side], rows: int | None) -> list[FormPart]:
    count = 2 * (rows or _ROWS_TO_WRITE)
    numbered = [(FormCell(str(at)), FormCell(), FormCell()) for at in range(1, count + 1)]
    return _in_columns(numbered, _move_columns(sides, timed=False), count // 2, RowHeight.CARD)


# -- openings ---------------------------------------------------------------------------------------------------------

_ACROSS, _OPENING = 5, 33.0
"""Openings beside each other, and their width in millimetres."""


def opening_sheet(event: FormEvent, request: FormRequest) -> PrintedForm:  # noqa: ARG001 - as all forms
    """The 26 prescribed openings (GN app. 1), for the players' tables."""
    drawn = [
        opening_diagram(
            (CENTRE, parse_point(each.white_2), parse_point(each.black_3)),
            message("form.opening", code=each.code, chinese=each.chinese, name=each.name),
            _OPENING,
        )
        for each in OPENINGS
    ]
    rows = [Abreast(tuple(drawn[at : at + _ACROSS])) for at in range(0, len(drawn), _ACROSS)]
    title = message("form_name.openings")
    sheet = FormSheet(title=title, parts=tuple(rows))
    return PrintedForm(name="openings", title=title, sheets=(sheet,))
