"""Papers for the tables of a bridge event: travellers and pick-up slips. BR (四).

Slips show both numbers, the boards, contract and result, and are collected before anybody moves (BR (四) 1).
"""

from __future__ import annotations

from collections.abc import Iterable

from gateway.event.bridge.board_results import Played, score_of
from gateway.event.bridge.bridge_event import (
    BridgeEvent,
    BridgeRoundState,
    BridgeTable,
    Room,
)
from gateway.event.bridge.bridge_seats import seatings
from gateway.model.messages import Message, message
from gateway.tournament.bridge.compass import Partnership, dealer, vulnerable
from gateway.tournament.bridge.contract import PlayedContract

from .form_request import FormRefused, FormRequest, cut_below
from .printed_form import (
    ColumnKind,
    FormCell,
    FormColumns,
    FormField,
    FormGrid,
    FormRow,
    FormSheet,
    FormSigner,
    PrintedForm,
    RowHeight,
    column,
)

__all__ = [
    "board_words",
    "bridge_round_of",
    "contract_cells",
    "head",
    "pick_up_slips",
    "played_columns",
    "room_words",
    "round_field",
    "seat_columns",
    "since_boards",
    "some_sheets",
    "table_words",
    "travellers",
]

_BLANK_BOARDS, _BLANK_LINES = 8, 8
_ROOMS = {Room.OPEN: "form.bridge_room_open", Room.CLOSED: "form.bridge_room_closed"}
NS, EW = Partnership.NORTH_SOUTH, Partnership.EAST_WEST


def bridge_round_of(event: BridgeEvent, request: FormRequest) -> BridgeRoundState:
    """The round that is asked for, or the last; raises `FormRefused`."""
    number = len(event.rounds) if request.round is None else request.round
    if not 1 <= number <= len(event.rounds):
        raise FormRefused(message("form.no_round", round=max(1, number), last=len(event.rounds)))
    return event.rounds[number - 1]


def head(event: BridgeEvent | None, *more: FormField) -> tuple[FormField, ...]:
    """The event, and what the paper is about."""
    return (FormField(message("form.event"), event.regulations.title if event is not None else None), *more)


def round_field(number: int | None) -> FormField:
    """The round."""
    return FormField(message("form.round"), None if number is None else str(number))


def room_words(room: Room) -> Message | str:
    """The open or the closed room; nothing where there are none."""
    return "" if room is Room.ONLY else message(_ROOMS[room])


def table_words(table: BridgeTable) -> str:
    """How a table is called in its round."""
    return table.label


def board_words(board: int) -> tuple[FormCell, FormCell, FormCell]:
    """Number, dealer, and who is vulnerable."""
    sides = vulnerable(board)
    words = "–" if not sides else message("form.bridge_both") if len(sides) == len(Partnership) else next(iter(sides))
    return FormCell(str(board)), FormCell(dealer(board).value), FormCell(words)


def played_columns() -> tuple[FormColumns, ...]:
    """Contract, by whom, lead, tricks over or short, and the scores of both sides."""
    return (
        column(message("form.bridge_contract"), ColumnKind.MEDIUM),
        column(message("form.bridge_by"), ColumnKind.SMALL),
        column(message("form.bridge_lead"), ColumnKind.SHORT),
        column(message("form.bridge_result"), ColumnKind.SHORT),
        FormColumns(message("form.bridge_score"), (ColumnKind.SHORT, ColumnKind.SHORT), ("NS", "EW")),
    )


def seat_columns() -> tuple[FormColumns, ...]:
    """Number, dealer, vulnerable."""
    return (
        column(message("form.bridge_board"), ColumnKind.SHORT),
        column(message("form.bridge_dealer"), ColumnKind.SMALL),
        column(message("form.bridge_vulnerable"), ColumnKind.SHORT),
    )


def contract_cells(event: BridgeEvent, table: BridgeTable, board: int) -> FormRow:
    """What became of a board, in the columns of `played_columns`; empty where nothing counts yet."""
    outcome = event.counted(table, board)
    if outcome is None:
        return tuple(FormCell() for _ in range(6))
    score = score_of(board, outcome)
    figures = ("", "")
    if score is None or score.averages is not None or len(score.parts) != 1:
        return (FormCell(message("form.bridge_adjusted"), span=4), FormCell(""), FormCell(""))
    part = score.parts[0]
    figures = (str(part.north_south) if part.north_south > 0 else "", str(part.east_west) if part.east_west > 0 else "")
    played = outcome.contract if isinstance(outcome, Played) else None
    if played is None:
        return (FormCell(message("form.bridge_adjusted"), span=4), FormCell(figures[0]), FormCell(figures[1]))
    return (*_played_cells(played), FormCell(figures[0]), FormCell(figures[1]))


_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "N": "NT"}


def _played_cells(played: PlayedContract) -> tuple[FormCell, ...]:
    if played.contract is None:
        return (FormCell(message("form.bridge_pass")), FormCell(), FormCell(), FormCell())
    contract = played.contract
    made = "=" if played.over == 0 else f"{played.over:+d}"
    lead = f"{_SIGNS[played.lead[0]]}{played.lead[1:]}" if played.lead else ""
    bid = f"{contract.level}{_SIGNS[contract.denomination]}{contract.doubling.lower()}"
    return (FormCell(bid), FormCell(contract.declarer.value), FormCell(lead), FormCell(made))


# -- travellers --------------------------------------------------------------------------------------------------------


def travellers(event: BridgeEvent | None, request: FormRequest) -> PrintedForm:
    """A slip for each board of a round: it travels with the board, and every table writes a line."""
    title = message("form_name.bridge_traveller")
    if event is None or request.blank:
        lines = [
            [FormCell(str(at)), *(FormCell() for _ in range(8))] for at in range(1, (request.rows or _BLANK_LINES) + 1)
        ]
        sheets = [_traveller(event, None, None, [tuple(line) for line in lines])] * (request.per_page or 2)
    else:
        a_round = bridge_round_of(event, request)
        boards = sorted({board for table in a_round.tables for board in table.boards})
        sheets = [
            _traveller(
                event,
                a_round.number,
                board,
                [_line(event, table, board) for table in a_round.tables if board in table.boards],
            )
            for board in boards
            if request.number in {None, board}
        ]
    return cut_below("bridge-traveller", title, tuple(some_sheets(sheets)), request, 2)


def _line(event: BridgeEvent, table: BridgeTable, board: int) -> FormRow:
    return (
        FormCell(table_words(table)),
        FormCell(str(table.north_south or "/".join(map(str, table.four[::2])))),
        FormCell(str(table.east_west or "/".join(map(str, table.four[1::2])))),
        *contract_cells(event, table, board),
    )


def _traveller(event: BridgeEvent | None, number: int | None, board: int | None, lines: list[FormRow]) -> FormSheet:
    columns = (
        column(message("form.table"), ColumnKind.SHORT),
        column("NS", ColumnKind.NUMBER),
        column("EW", ColumnKind.NUMBER),
        *played_columns(),
    )
    _, deals, exposed = board_words(board) if board is not None else (FormCell(), FormCell(), FormCell())
    fields = (
        FormField(message("form.bridge_board"), None if board is None else str(board)),
        FormField(message("form.bridge_dealer"), deals.text or None),
        FormField(message("form.bridge_vulnerable"), exposed.text or None),
    )
    return FormSheet(
        title=message("form_name.bridge_traveller"),
        fields=head(event, round_field(number), *fields),
        parts=(FormGrid(columns=columns, groups=tuple((line,) for line in lines), height=RowHeight.CARD, dense=True),),
    )


# -- pick-up slips -----------------------------------------------------------------------------------------------------


def pick_up_slips(event: BridgeEvent | None, request: FormRequest) -> PrintedForm:
    """A slip for each table of a round with all of its boards; both sides sign it, and it is collected."""
    title = message("form_name.bridge_pick_up")
    if event is None or request.blank:
        sheets = [_pick_up(event, None, None, request.rows or _BLANK_BOARDS)] * (request.per_page or 2)
    else:
        a_round = bridge_round_of(event, request)
        tables = [table for table in a_round.tables if request.number in {None, table.match}]
        sheets = [_pick_up(event, a_round.number, table, 0) for table in tables]
    return cut_below("bridge-pick-up", title, tuple(some_sheets(sheets)), request, 2)


def _pick_up(event: BridgeEvent | None, number: int | None, table: BridgeTable | None, blank: int) -> FormSheet:
    rows: list[FormRow] = []
    if event is not None and table is not None:
        rows = [(*board_words(board), *contract_cells(event, table, board)) for board in table.boards]
    else:
        rows = [tuple(FormCell() for _ in range(9)) for _ in range(blank)]
    fields = [round_field(number), FormField(message("form.table"), None if table is None else table_words(table))]
    if table is None or table.room is not Room.ONLY:
        room = None if table is None else room_words(table.room)
        fields.append(FormField(message("form.bridge_room"), room))
    fields += [FormField(side.value, _side(event, table, side)) for side in Partnership]
    return FormSheet(
        title=message("form_name.bridge_pick_up"),
        fields=head(event, *fields),
        parts=(
            FormGrid(
                columns=(*seat_columns(), *played_columns()),
                groups=tuple((row,) for row in rows),
                height=RowHeight.CARD,
                dense=True,
            ),
        ),
        signers=(FormSigner("NS"), FormSigner("EW")),
    )


def _side(event: BridgeEvent | None, table: BridgeTable | None, side: Partnership) -> str | None:
    """`3  Harbour: Ann, Bo`."""
    if event is None or table is None:
        return None
    names = since_boards(
        (
            table.boards[at],
            " – ".join(person.name for seat, person in people.items() if person and seat.partnership is side),
        )
        for at, people in seatings(event, table)
    )
    if table.four:
        return names
    number = table.number(side)
    who = event.contestant(number)
    return f"{number}  {who.name}" if who.name == names or not names else f"{number}  {who.name}: {names}"


def since_boards(names: Iterable[tuple[int, str]]) -> str:
    """Who sat somewhere, after a substitution with the board from which on: `Ann – Bo; 5: Ann – Di`."""
    found: list[tuple[int, str]] = []
    for board, name in names:
        if not found or found[-1][1] != name:
            found.append((board, name))
    return "; ".join(f"{board}: {name}" if at else name for at, (board, name) in enumerate(found))


def some_sheets(sheets: list[FormSheet]) -> list[FormSheet]:
    """The sheets; raises `FormRefused` where there are none."""
    if not sheets:
        raise FormRefused(message("form.nobody"))
    return sheets
