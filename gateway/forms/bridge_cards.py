"""Papers for the contestants of a bridge event: guide cards, and line-up sheets for captains. BR (三)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from gateway.event.bridge.bridge_drawing import drawn_round, known_rounds, round_count
from gateway.event.bridge.bridge_event import (
    BridgeEvent,
    BridgeRoundState,
    BridgeTable,
    Contestant,
    ContestantNumber,
    Room,
)
from gateway.event.bridge.bridge_regulations import BridgeSystem
from gateway.model.messages import message
from gateway.tournament.bridge.compass import CompassSeat, Partnership

from .bridge_slips import bridge_round_of, head, room_words, round_field, since_boards, some_sheets, table_words
from .form_request import FormRefused, FormRequest, cut_below
from .printed_form import (
    ColumnKind,
    FormCell,
    FormField,
    FormGrid,
    FormRow,
    FormSheet,
    FormSigner,
    PrintedForm,
    RowHeight,
    column,
)

__all__ = ["guide_cards", "line_up_sheets"]

NS, EW = Partnership.NORTH_SOUTH, Partnership.EAST_WEST


# -- guide cards -------------------------------------------------------------------------------------------------------


def guide_cards(event: BridgeEvent | None, request: FormRequest) -> PrintedForm:
    """A card for each contestant: where to sit in every round, against whom, and which boards are played."""
    title = message("form_name.bridge_guide")
    if event is None or request.blank:
        rows = [(FormCell(str(at)), *(FormCell() for _ in range(4))) for at in range(1, (request.rows or 7) + 1)]
        sheets = [_guide(event, None, rows)] * (request.per_page or 2)
    else:
        rounds = coming_rounds(event)
        sheets = [
            _guide(event, event.contestant(number), _guide_rows(event, rounds, number))
            for at in range(len(event.order))
            if request.number in {None, number := ContestantNumber(at + 1)}
        ]
    return cut_below("bridge-guide", title, tuple(some_sheets(sheets)), request, 2)


def coming_rounds(event: BridgeEvent) -> tuple[BridgeRoundState, ...]:
    """The rounds that are drawn, and those that follow from the movement whatever is played."""
    if event.regulations.system is BridgeSystem.ROUND_ROBIN:
        while event.next_round <= round_count(event):
            event = _with(event, *_state(event, len(event.rounds), drawn_round(event, "").tables))
        return event.rounds
    later = known_rounds(event)[len(event.rounds) :]
    return (
        *event.rounds,
        *(BridgeRoundState(number=at, tables=each.tables) for at, each in enumerate(later, len(event.rounds) + 1)),
    )


def _state(event: BridgeEvent, before: int, tables: Sequence[BridgeTable]) -> tuple[BridgeRoundState, ...]:
    return (*event.rounds, BridgeRoundState(number=before + 1, tables=tuple(tables)))


def _with(event: BridgeEvent, *rounds: BridgeRoundState) -> BridgeEvent:
    return msgspec.structs.replace(event, rounds=rounds)


def _guide_rows(event: BridgeEvent, rounds: Sequence[BridgeRoundState], number: ContestantNumber) -> list[FormRow]:
    rows: list[FormRow] = []
    for a_round in rounds:
        mine = [table for table in a_round.tables if number in {table.north_south, table.east_west, *table.four}]
        if not mine:
            rows.append((FormCell(str(a_round.number)), FormCell(message("form.bridge_sits_out"), span=4)))
        else:
            rows.append(_guide_row(event, a_round.number, mine, number))
    return rows


def _guide_row(
    event: BridgeEvent, round_number: int, tables: Sequence[BridgeTable], number: ContestantNumber
) -> FormRow:
    """Where a contestant is in a round; a team sits at several tables."""
    table = tables[0]
    if table.four:
        seat = list(CompassSeat)[table.four.index(number)].value
        others = ", ".join(event.contestant(each).name for each in table.four if each != number)
    else:
        sides = [NS if each.north_south == number else EW for each in tables]
        seat, other = " / ".join(side.value for side in sides), table.number(sides[0].opponents)
        others = f"{other}  {event.contestant(other).name}"
    boards = f"{table.boards[0]}–{table.boards[-1]}" if len(table.boards) > 1 else str(table.boards[0])
    return (
        FormCell(str(round_number)),
        FormCell(" / ".join(table_words(each) for each in tables)),
        FormCell(seat),
        FormCell(others),
        FormCell(boards),
    )


def _guide(event: BridgeEvent | None, who: Contestant | None, rows: Sequence[FormRow]) -> FormSheet:
    columns = (
        column(message("form.round"), ColumnKind.SMALL),
        column(message("form.table"), ColumnKind.MEDIUM),
        column(message("form.bridge_seats"), ColumnKind.MEDIUM),
        column(message("form.bridge_against")),
        column(message("form.bridge_boards"), ColumnKind.SHORT),
    )
    return FormSheet(
        title=message("form_name.bridge_guide"),
        fields=head(event, FormField(message("form.team"), None if who is None else f"{who.number}  {who.name}")),
        parts=(FormGrid(columns=columns, groups=tuple((row,) for row in rows), dense=True),),
    )


# -- line-ups ----------------------------------------------------------------------------------------------------------


def line_up_sheets(event: BridgeEvent | None, request: FormRequest) -> PrintedForm:
    """A sheet for each team and round: who sits where, for the captain to sign."""
    title = message("form_name.bridge_line_up")
    if event is None or request.blank:
        sheets = [_line_up(event, None, None)] * (request.per_page or 2)
    else:
        if not event.regulations.form.is_teams:
            raise FormRefused(message("form.no_teams"))
        a_round = bridge_round_of(event, request)
        sheets = [
            _line_up(event, a_round, event.contestant(number))
            for at in range(len(event.order))
            if request.number in {None, number := ContestantNumber(at + 1)}
        ]
    return cut_below("bridge-line-up", title, tuple(some_sheets(sheets)), request, 2)


def _line_up(event: BridgeEvent | None, a_round: BridgeRoundState | None, who: Contestant | None) -> FormSheet:
    sets = event.regulations.sets if event is not None else 1
    columns = (
        column(message("form.bridge_room"), ColumnKind.MEDIUM),
        column(message("form.bridge_seat"), ColumnKind.SHORT),
        *(
            column(message("form.bridge_set", n=number) if sets > 1 else message("form.name"))
            for number in range(1, sets + 1)
        ),
    )
    rows = list(_seats(event, a_round, who, sets))
    members = "" if who is None else ", ".join(person.name for person in who.members)
    return FormSheet(
        title=message("form_name.bridge_line_up"),
        fields=head(
            event,
            round_field(None if a_round is None else a_round.number),
            FormField(message("form.team"), None if who is None else f"{who.number}  {who.name}"),
            FormField(message("form.bridge_members"), members or None),
        ),
        parts=(FormGrid(columns=columns, groups=tuple((row,) for row in rows), height=RowHeight.PEN),),
        signers=(
            FormSigner(message("form.captain"), "" if who is None else who.captain),
            FormSigner(message("form.date")),
        ),
    )


def _seats(
    event: BridgeEvent | None, a_round: BridgeRoundState | None, who: Contestant | None, sets: int
) -> Iterator[FormRow]:
    if event is None or a_round is None or who is None:
        for blank in (Room.OPEN, Room.OPEN, Room.CLOSED, Room.CLOSED):
            yield (FormCell(room_words(blank)), FormCell(), *(FormCell() for _ in range(sets)))
        return
    for table in a_round.tables:
        side = next((each for each in Partnership if table.number(each) == who.number), None)
        if side is None:
            continue
        for seat in CompassSeat:
            if seat.partnership is side:
                cells = (FormCell(_in_set(event, table, seat, number)) for number in range(sets))
                room = room_words(table.room) or table_words(table)
                yield (FormCell(room), FormCell(seat.value), *cells)


def _in_set(event: BridgeEvent, table: BridgeTable, seat: CompassSeat, number: int) -> str:
    """Who sits there in a set, from 0."""
    size = event.regulations.set_boards
    return since_boards(
        (table.boards[at], "" if (person := event.seated(table, at)[seat]) is None else person.name)
        for at in range(number * size, (number + 1) * size)
    )
