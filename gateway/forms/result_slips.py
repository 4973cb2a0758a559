"""Result slips of individual events (个人积分表): for one game, and for matches of two."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gateway.model.messages import Message, message
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.line_ups import points_of_board

from .form_event import FormEvent, FormGame, FormPairing, FormRound
from .form_request import (
    FormRefused,
    FormRequest,
    arbiter,
    cut_below,
    date_field,
    event_field,
    group_field,
    points,
    round_field,
    round_of,
    score_mark,
    side_words,
)
from .game_links import result_link
from .printed_form import (
    ColumnKind,
    FormCell,
    FormCode,
    FormColumns,
    FormGrid,
    FormRow,
    FormSheet,
    FormSigner,
    PrintedForm,
    RowHeight,
    column,
)

__all__ = ["result_slips", "result_slips_two_games"]


def result_slips(event: FormEvent, request: FormRequest) -> PrintedForm:
    """A slip for each game of a round: four on a page, or two."""
    columns = (*_WHO, column(message("form.outcome"), ColumnKind.POINTS), *_REST)
    title = message("form_name.result_slip")
    a_round, pairings = _pairings(event, request, 4)
    sheets = tuple(
        _slip(event, request, a_round, pairing, (game,), _grid(columns, rows), title)
        for pairing in pairings
        for game in ((None,) if pairing is None else pairing.games)
        for rows in [_rows(event, pairing, game)]
    )
    return cut_below("result-slip", title, sheets, request, 4)


def result_slips_two_games(event: FormEvent, request: FormRequest) -> PrintedForm:
    """A slip for each match of two games: colours change hands, and both points are written down."""
    split = FormColumns(
        message("form.outcome"),
        (ColumnKind.POINTS, ColumnKind.POINTS),
        (message("form.game_points"), message("form.match_points")),
    )
    who, side = _WHO[:-1], _WHO[-1]
    columns = (*who, column(message("form.game"), ColumnKind.NUMBER), side, split, *_REST)
    title = message("form_name.result_slip_two_games")
    a_round, pairings = _pairings(event, request, 2)
    sheets = tuple(
        _slip(event, request, a_round, pairing, games, _grid(columns, rows), title)
        for pairing in pairings
        for games in [() if pairing is None else pairing.games[:2]]
        for rows in [_rows_of_two(event, pairing)]
    )
    return cut_below("result-slip-two-games", title, sheets, request, 2)


_WHO = (
    column(message("form.table"), ColumnKind.POINTS),
    column(message("form.number"), ColumnKind.NUMBER),
    column(message("form.club")),
    column(message("form.name")),
    column(message("form.white_black"), ColumnKind.POINTS),
)
_REST = (
    column(message("form.used"), ColumnKind.SHORT),
    column(message("form.fouls"), ColumnKind.NUMBER),
    column(message("form.remarks"), ColumnKind.SHORT),
)


def _grid(columns: tuple[FormColumns, ...], rows: tuple[tuple[FormRow, ...], ...]) -> FormGrid:
    return FormGrid(columns=columns, groups=rows, height=RowHeight.PEN)


def _pairings(
    event: FormEvent, request: FormRequest, blanks: int
) -> tuple[FormRound | None, Sequence[FormPairing | None]]:
    if request.blank:
        return None, [None] * (request.rows or request.per_page or blanks)
    a_round = round_of(event, request)
    pairings = [each for each in a_round.pairings if request.number in {None, each.board}]
    if not pairings:
        raise FormRefused(message("form.no_board", board=request.number or 0, round=a_round.number))
    return a_round, pairings


def _slip(
    event: FormEvent,
    request: FormRequest,
    a_round: FormRound | None,
    pairing: FormPairing | None,
    games: Sequence[FormGame | None],
    grid: FormGrid,
    title: Message,
) -> FormSheet:
    played = [game for game in games if game is not None]
    names = ("", "") if not played else tuple(event.plain_name(played[0], side) for side in Side)
    codes = () if pairing is None else tuple((game, result_link(request.site, pairing, game)) for game in played)
    return FormSheet(
        title=title,
        fields=(
            event_field(event),
            group_field("" if pairing is None else pairing.group),
            round_field(None if a_round is None else a_round.number),
            date_field(request, a_round),
        ),
        parts=(grid,),
        signers=(*map(FormSigner, map(side_words, Side), names), arbiter()),
        codes=tuple(FormCode(link, str(at) if len(codes) > 1 else "") for at, (_, link) in enumerate(codes, 1) if link),
    )


def _rows(event: FormEvent, pairing: FormPairing | None, game: FormGame | None) -> tuple[tuple[FormRow, ...], ...]:
    rows = []
    for at, side in enumerate((event.first, event.first.other)):
        score = None if game is None or game.scores is None else game.scores[side]
        lead = (_table(pairing, 2),) if not at else ()
        cells = (*_player(event, game, side), FormCell(side_words(side)), FormCell(score_mark(score)), *_pens(3))
        rows.append((*lead, *cells))
    return (tuple(rows),)


def _table(pairing: FormPairing | None, rows: int) -> FormCell:
    return FormCell(rows=rows) if pairing is None else FormCell(str(pairing.board), pairing.table.upper(), rows=rows)


def _rows_of_two(event: FormEvent, pairing: FormPairing | None) -> tuple[tuple[FormRow, ...], ...]:
    """For each player two games, the second with the other side; the match point is one for both."""
    rows: list[FormRow] = []
    for at, side in enumerate((event.first, event.first.other)):
        number = None if pairing is None else pairing.players[side]
        lead = (_table(pairing, 4),) if not at else ()
        game = None if pairing is None else pairing.games[0]
        who = tuple(FormCell(cell.text, rows=2) for cell in _player(event, game, side))
        marks = [_mark(pairing, number, at) for at in (0, 1)]
        worth = points(_match_points(event, pairing, number))
        first = (FormCell("1"), FormCell(side_words(side)), FormCell(marks[0]), FormCell(worth, rows=2), *_pens(3))
        second = (FormCell("2"), FormCell(side_words(side.other)), FormCell(marks[1]), *_pens(3))
        rows += [(*lead, *who, *first), second]
    return (tuple(rows),)


def _scores(pairing: FormPairing | None, number: PairingNumber | None) -> list[RoundScore | None]:
    """What somebody got in each game of a pairing."""
    found: list[RoundScore | None] = []
    for game in () if pairing is None else pairing.games[:2]:
        own = Side.WHITE if game.players.white == number else Side.BLACK
        found.append(None if game.scores is None else game.scores[own])
    return found


def _mark(pairing: FormPairing | None, number: PairingNumber | None, at: int) -> str:
    scores = _scores(pairing, number)
    return score_mark(scores[at]) if at < len(scores) else ""


def _match_points(event: FormEvent, pairing: FormPairing | None, number: PairingNumber | None) -> Fraction | None:
    """What the match is worth to somebody, once both games are over."""
    if pairing is None or len(pairing.games) < 2:
        return None
    met = next(each for each in (pairing.players.white, pairing.players.black) if each != number)
    own, theirs = ([score for score in _scores(pairing, each) if score is not None] for each in (number, met))
    return points_of_board(own, theirs, event.table.scale)[1] if len(own) == len(theirs) == 2 else None


def _player(event: FormEvent, game: FormGame | None, side: Side) -> tuple[FormCell, FormCell, FormCell]:
    if game is None:
        return (FormCell(), FormCell(), FormCell())
    _, club = event.who(game, side)
    return (FormCell(str(game.players[side])), FormCell(club), FormCell(event.plain_name(game, side)))


def _pens(count: int) -> tuple[FormCell, ...]:
    return tuple(FormCell() for _ in range(count))
