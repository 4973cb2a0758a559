"""Results of a bridge event on paper: matches of a round, boards, the Butler ranking, places, and the scale of victory
points."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

from gateway.event.bridge.bridge_event import BridgeEvent, BridgeRoundState, Room
from gateway.event.bridge.bridge_matches import BridgeMatch, round_matches
from gateway.event.bridge.bridge_places import standing_rows
from gateway.event.bridge.butler_ranking import butler_ranking
from gateway.event.bridge.pairs_scores import board_scores
from gateway.model.messages import message
from gateway.tournament.bridge.victory_points import PRINTED_BOARDS, PrintedScale, VictoryPointScale

from .bridge_slips import (
    board_words,
    bridge_round_of,
    contract_cells,
    head,
    played_columns,
    room_words,
    round_field,
    table_words,
)
from .form_request import FormRefused, FormRequest
from .printed_form import (
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

__all__ = ["board_results_form", "bridge_standings_form", "butler_form", "match_results_form", "victory_point_table"]


def _opened(event: BridgeEvent | None) -> BridgeEvent:
    if event is None:
        raise FormRefused(message("form.no_bridge"))
    return event


def _form(name: str, sheets: list[FormSheet], request: FormRequest) -> PrintedForm:
    return PrintedForm(name=name, title=sheets[0].title, sheets=tuple(sheets), paper=request.paper or Paper.A4)


def figure(value: Fraction | Decimal | None) -> str:
    """A number as people write it, with two decimals where it has any."""
    if value is None:
        return ""
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.2f}"


# -- rounds and boards -------------------------------------------------------------------------------------------------


def match_results_form(event: BridgeEvent | None, request: FormRequest) -> PrintedForm:
    """The matches of a round, with IMPs and victory points; of pairs, the places after it."""
    found = _opened(event)
    if not found.regulations.form.is_teams:
        return bridge_standings_form(found, request)
    a_round = bridge_round_of(found, request)
    columns = (
        column(message("form.table"), ColumnKind.SMALL),
        column(message("form.bridge_home")),
        column(message("form.bridge_away")),
        FormColumns(
            "IMP", (ColumnKind.POINTS, ColumnKind.POINTS), (message("form.bridge_home"), message("form.bridge_away"))
        ),
        FormColumns(
            "VP", (ColumnKind.POINTS, ColumnKind.POINTS), (message("form.bridge_home"), message("form.bridge_away"))
        ),
    )
    rows = [_match_row(found, match) for match in round_matches(found, a_round)]
    rows += [
        (FormCell(), FormCell(found.contestant(number).name), FormCell(message("form.bridge_sits_out"), span=5))
        for number in a_round.byes
    ]
    sheet = FormSheet(
        title=message("form_name.bridge_results"),
        fields=head(found, round_field(a_round.number)),
        parts=(FormGrid(columns=columns, groups=tuple((row,) for row in rows), height=RowHeight.CARD),),
        signers=(FormSigner(message("form.bridge_director")),),
    )
    return _form("bridge-results", [sheet], request)


def _match_row(event: BridgeEvent, match: BridgeMatch) -> FormRow:
    names = [event.contestant(number).name for number in (match.home, match.away)]
    if not any(comparison.boards for comparison in match.comparisons):
        return (FormCell(str(match.number)), FormCell(names[0]), FormCell(names[1]), *(FormCell() for _ in range(4)))
    note = "" if match.complete else message("form.bridge_unfinished")
    imps = [max(Fraction(0), each) for each in (match.home_margin, match.away_margin)]
    return (
        FormCell(str(match.number)),
        FormCell(names[0], note=note),
        FormCell(names[1]),
        FormCell(figure(imps[0])),
        FormCell(figure(imps[1])),
        FormCell(figure(match.home_vp)),
        FormCell(figure(match.away_vp)),
    )


def board_results_form(event: BridgeEvent | None, request: FormRequest) -> PrintedForm:
    """Every board of a round: what was played at each table, and what it brought."""
    found = _opened(event)
    a_round = bridge_round_of(found, request)
    boards = sorted({board for table in a_round.tables for board in table.boards})
    gained = _gained(found, a_round)
    columns = (
        column(message("form.table"), ColumnKind.SHORT),
        column(message("form.bridge_room"), ColumnKind.MEDIUM),
        column("NS"),
        column("EW"),
        *played_columns(),
        column("IMP" if found.regulations.form.is_teams else message("form.points"), ColumnKind.SHORT),
    )
    parts = []
    for board in boards:
        if request.number not in {None, board}:
            continue
        rows: list[FormRow] = []
        for table in a_round.tables:
            if board not in table.boards:
                continue
            sides = (table.north_south, table.east_west) if not table.four else (table.four[0], table.four[1])
            rows.append(
                (
                    FormCell(table_words(table)),
                    FormCell(room_words(table.room)),
                    *(FormCell(found.contestant(number).name) for number in sides),
                    *contract_cells(found, table, board),
                    FormCell(gained.get((table.id, board), "")),
                )
            )
        _, deals, exposed = board_words(board)
        title = message("form.bridge_board_title", board=board, dealer=deals.text, vulnerable=exposed.text)
        parts.append(FormGrid(columns=columns, groups=(tuple(rows),), title=title, dense=True))
    if not parts:
        raise FormRefused(message("form.nobody"))
    sheet = FormSheet(
        title=message("form_name.bridge_boards"), fields=head(found, round_field(a_round.number)), parts=tuple(parts)
    )
    form = _form("bridge-boards", [sheet], request)
    return PrintedForm(name=form.name, title=form.title, sheets=form.sheets, paper=form.paper, landscape=True)


def _gained(event: BridgeEvent, a_round: BridgeRoundState) -> dict[tuple[str, int], str]:
    """What a board brought North-South, by table and board."""
    found: dict[tuple[str, int], str] = {}
    if event.regulations.form.is_teams:
        rooms = {table.id: table.room for table in a_round.tables}
        for match in round_matches(event, a_round):
            for comparison in match.comparisons:
                for each in comparison.boards:
                    for table in (comparison.open, comparison.closed):
                        own = each.away if rooms.get(table) is Room.CLOSED else each.home
                        found[table, each.board] = f"{'+' if own > 0 else ''}{figure(own)}"
        return found
    boards = {board for table in a_round.tables for board in table.boards}
    return {(each.table.id, board): figure(each.north_south) for board in boards for each in board_scores(event, board)}


# -- places ------------------------------------------------------------------------------------------------------------


def bridge_standings_form(event: BridgeEvent | None, request: FormRequest) -> PrintedForm:
    """The places, after a round or now."""
    found = _opened(event)
    standing = standing_rows(found, request.round) if found.closed else []
    columns: tuple[FormColumns, ...]
    cells: list[tuple[str, ...]]
    if found.regulations.form.is_teams:
        columns = (
            column(message("form.place"), ColumnKind.SMALL),
            column(message("form.number"), ColumnKind.SMALL),
            column(message("form.team")),
            column(message("form.bridge_matches"), ColumnKind.POINTS),
            column("IMP +", ColumnKind.POINTS),
            column("IMP −", ColumnKind.POINTS),
            column(message("form.bridge_penalty"), ColumnKind.POINTS),
            column("VP", ColumnKind.POINTS),
        )
        cells = [(str(row.matches), row.won, row.lost, row.penalty, row.points) for row in standing]
    else:
        columns = (
            column(message("form.place"), ColumnKind.SMALL),
            column(message("form.number"), ColumnKind.SMALL),
            column(message("form.name")),
            column(message("form.bridge_boards"), ColumnKind.POINTS),
            column(message("form.points"), ColumnKind.MEDIUM),
            column("%", ColumnKind.MEDIUM),
        )
        cells = [(str(row.matches), row.points, row.percent) for row in standing]
    rows: list[FormRow] = [
        tuple(map(FormCell, (f"{row.group}{row.place}", str(row.number), row.name, *own)))
        for row, own in zip(standing, cells, strict=True)
    ]
    sheet = FormSheet(
        title=message("form_name.bridge_standings"),
        fields=head(found, round_field(request.round or len(found.rounds) or None)),
        parts=(FormGrid(columns=columns, groups=tuple((row,) for row in rows), height=RowHeight.TIGHT),),
        signers=(FormSigner(message("form.bridge_director")),),
    )
    return _form("bridge-standings", [sheet], request)


def butler_form(event: BridgeEvent | None, request: FormRequest) -> PrintedForm:
    """The Butler ranking: what each two who played together gained against the datum."""
    found = _opened(event)
    columns = (
        column(message("form.place"), ColumnKind.SMALL),
        column(message("form.bridge_pair")),
        column(message("form.team")),
        column(message("form.bridge_boards"), ColumnKind.POINTS),
        column("IMP", ColumnKind.POINTS),
        column(message("form.bridge_average"), ColumnKind.SHORT),
    )
    rows: list[FormRow] = [
        tuple(
            FormCell(text)
            for text in (
                str(line.place),
                " – ".join(person.name for person in line.players),
                found.contestant(line.contestant).name if line.contestant else "",
                str(line.boards),
                figure(line.imps),
                f"{float(line.average):+.2f}",
            )
        )
        for line in butler_ranking(found, through=request.round)
    ]
    if not rows:
        raise FormRefused(message("form.nobody"))
    sheet = FormSheet(
        title=message("form_name.bridge_butler"),
        fields=head(found, round_field(request.round or len(found.rounds))),
        parts=(FormGrid(columns=columns, groups=tuple((row,) for row in rows), height=RowHeight.TIGHT, dense=True),),
    )
    return _form("bridge-butler", [sheet], request)


# -- the scale ---------------------------------------------------------------------------------------------------------


def victory_point_table(event: BridgeEvent | None, request: FormRequest) -> PrintedForm:
    """The scale of victory points: that of the event, or without one the printed table of 1984."""
    if event is None or request.blank:
        part, fields = _printed(), head(None)
    else:
        rules = event.regulations
        scale = rules.scale.made(rules.boards) if rules.form.is_teams else None
        if scale is None:
            raise FormRefused(message("form.bridge_no_scale"))
        part = _steps(scale)
        fields = head(event, FormField(message("form.bridge_boards"), str(rules.scale.column or rules.boards)))
    sheet = FormSheet(title=message("form_name.bridge_vp_table"), fields=fields, parts=(part,))
    return _form("bridge-vp-table", [sheet], request)


def _steps(scale: VictoryPointScale) -> FormGrid:
    """From which margin to which each result goes."""
    rows: list[list[object]] = []
    margin, last = 0, None
    while margin <= 500:
        points = scale.of(margin)
        if points != last:
            rows.append([margin, margin, points])
            last = points
        else:
            rows[-1][1] = margin
        margin += 1
    columns = (column("IMP", ColumnKind.MEDIUM), column("VP", ColumnKind.MEDIUM))
    groups = tuple(
        (
            (
                FormCell(f"{first}+" if at == len(rows) else str(first) if first == until else f"{first}–{until}"),
                FormCell(f"{figure(points.winner)} – {figure(points.loser)}"),  # type: ignore[attr-defined]
            ),
        )
        for at, (first, until, points) in enumerate(rows, 1)
    )
    return FormGrid(columns=columns, groups=groups, dense=len(rows) > 40)


def _printed() -> FormGrid:
    """All columns of the printed table: the least margin of each result."""
    scales = [PrintedScale(boards) for boards in PRINTED_BOARDS]
    steps = []
    for step in range(16):
        cells = [FormCell(f"{min(25, 15 + step)}–{15 - step}")]
        for scale in scales:
            least = next(margin for margin in range(500) if scale.of(margin).loser <= 15 - step)
            cells.append(FormCell(f"{least}+" if step == 15 else str(least)))
        steps.append((tuple(cells),))
    columns = (
        column("VP", ColumnKind.SHORT),
        FormColumns(
            message("form.bridge_boards"), tuple(ColumnKind.NUMBER for _ in scales), tuple(map(str, PRINTED_BOARDS))
        ),
    )
    return FormGrid(columns=columns, groups=tuple(steps), dense=True)
