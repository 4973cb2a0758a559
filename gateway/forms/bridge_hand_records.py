"""Hand records of a bridge event on paper: the deals of a round, of boards that nobody has still to play."""

from __future__ import annotations

import msgspec

from gateway.event.bridge.bridge_event import BridgeEvent
from gateway.event.bridge.bridge_window import with_open_deals
from gateway.model.messages import message
from gateway.tournament.bridge.compass import CompassSeat
from gateway.tournament.bridge.deal import SUITS, Deal

from .bridge_slips import board_words, bridge_round_of, head, round_field
from .form_request import FormRefused, FormRequest
from .printed_form import ColumnKind, FormCell, FormGrid, FormRow, FormSheet, Paper, PrintedForm, column

__all__ = ["hand_records"]

_SIGNS = dict(zip(SUITS, "♠♥♦♣", strict=True))


def hand_records(event: BridgeEvent | None, request: FormRequest) -> PrintedForm:
    """The deals of the boards of a round; raises `FormRefused` where none may be told."""
    if event is None:
        raise FormRefused(message("form.no_bridge"))
    found = with_open_deals(event)
    a_round = bridge_round_of(found, request)
    boards = sorted({board for table in a_round.tables for board in table.boards})
    groups = [
        _rows(board, Deal.parse(text))
        for board in boards
        if request.number in {None, board} and (text := found.deal_of(a_round.number, board))
    ]
    if not groups:
        raise FormRefused(message("form.no_deals", round=a_round.number))
    columns = (
        column(message("form.bridge_board"), ColumnKind.SHORT),
        column(message("form.bridge_dealer"), ColumnKind.SHORT),
        column(message("form.bridge_vulnerable"), ColumnKind.SHORT),
        column("", ColumnKind.MARK),
        *(column(message(f"bridge_table.seat_{seat.value.lower()}")) for seat in CompassSeat),
    )
    title = message("form_name.bridge_hands")
    sheet = FormSheet(
        title=title,
        fields=head(found, round_field(a_round.number)),
        parts=(FormGrid(columns=columns, groups=tuple(groups), dense=True),),
    )
    return PrintedForm(name="bridge-hands", title=title, sheets=(sheet,), paper=request.paper or Paper.A4)


def _rows(board: int, deal: Deal) -> tuple[FormRow, ...]:
    """A line for each suit, with the board before them."""
    about = tuple(msgspec.structs.replace(cell, rows=len(SUITS)) for cell in board_words(board))
    lines = [
        (FormCell(_SIGNS[suit]), *(FormCell(deal.suit(seat, suit).replace("T", "10") or "–") for seat in CompassSeat))
        for suit in SUITS
    ]
    return ((*about, *lines[0]), *lines[1:])
