"""Lists of those who take part: entries by name, the start list, the list for checking in, and cards for tables."""

from __future__ import annotations

import msgspec

from gateway.model.messages import Message, message
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber

from .form_event import FormEntrant, FormEvent, FormGame, title_and_name
from .form_request import (
    FormRefused,
    FormRequest,
    alphabetical,
    chief_arbiter,
    head_fields,
)
from .game_links import live_codes
from .printed_form import (
    ColumnKind,
    FormCell,
    FormColumns,
    FormGrid,
    FormRow,
    FormSheet,
    NameCard,
    Paper,
    PrintedForm,
    RowHeight,
    Words,
    column,
)

__all__ = ["check_in_list", "entry_list", "place_cards", "start_list"]

_BLANK_ROWS = 25
_ABOUT = (
    column(message("form.title"), ColumnKind.SHORT),
    column(message("form.rating"), ColumnKind.SHORT),
    column(message("form.federation"), ColumnKind.SHORT),
    column(message("form.club")),
)


def entry_list(event: FormEvent, request: FormRequest) -> PrintedForm:
    """Everybody by name."""
    rows = [(FormCell(str(at)), *_about(each)) for at, each in enumerate(_by_name(event), 1)]
    columns = (column(message("form.count"), ColumnKind.NUMBER), column(message("form.name")), *_ABOUT)
    return _list(event, request, "entries", message("form_name.entries"), columns, rows)


def start_list(event: FormEvent, request: FormRequest) -> PrintedForm:
    """Everybody by pairing number."""
    rows = [(FormCell(_number(each)), *_about(each)) for each in event.entrants]
    columns = (column(message("form.number"), ColumnKind.NUMBER), column(message("form.name")), *_ABOUT)
    return _list(event, request, "start-list", message("form_name.start_list"), columns, rows)


def check_in_list(event: FormEvent, request: FormRequest) -> PrintedForm:
    """Everybody by name, with room for a tick and a signature (GN 24.1.1)."""
    rows = [(FormCell("☐"), *_about(each)[:3], FormCell(each.person.club), FormCell()) for each in _by_name(event)]
    columns = (
        column(message("form.present"), ColumnKind.SHORT),
        column(message("form.name")),
        column(message("form.title"), ColumnKind.SHORT),
        column(message("form.rating"), ColumnKind.SHORT),
        column(message("form.club")),
        column(message("form.signature")),
    )
    return _list(event, request, "check-in", message("form_name.check_in"), columns, rows, RowHeight.PEN)


def _by_name(event: FormEvent) -> list[FormEntrant]:
    return sorted(event.entrants, key=lambda each: alphabetical(each.person.name))


def _number(entrant: FormEntrant) -> str:
    return "" if entrant.number is None else str(entrant.number)


def _about(entrant: FormEntrant) -> tuple[FormCell, ...]:
    person = entrant.person
    rating = "" if person.rating is None else str(person.rating)
    left = message("form.withdrawn") if entrant.withdrawn else ""
    words = (person.title, rating, person.federation, person.club)
    return (FormCell(person.name, left), *map(FormCell, words))


def _list(
    event: FormEvent,
    request: FormRequest,
    name: str,
    title: Message,
    columns: tuple[FormColumns, ...],
    rows: list[FormRow],
    height: RowHeight = RowHeight.LINE,
) -> PrintedForm:
    if request.blank:
        rows, height = [tuple(FormCell() for _ in columns)] * (request.rows or _BLANK_ROWS), RowHeight.PEN
    grid = FormGrid(name=name, columns=columns, groups=tuple((row,) for row in rows), height=height)
    sheet = FormSheet(
        title=title,
        fields=head_fields(event, request),
        parts=(grid,),
        signers=(chief_arbiter(event),),
        codes=live_codes(request.site),
        running=True,
    )
    return PrintedForm(name=name, title=title, sheets=(sheet,), paper=request.paper or Paper.A4)


# -- cards ------------------------------------------------------------------------------------------------------------


def place_cards(event: FormEvent, request: FormRequest) -> PrintedForm:
    """A card for each player, folded in the middle, two or four on a page; with a round they come board by board."""
    cards = _cards_of_round(event, request) if request.round is not None else _cards(event, request)
    if request.blank:
        cards = [NameCard(name="", event=event.title)] * (request.rows or request.per_page or 2)
    elif not cards:
        raise FormRefused(message("form.nobody"))
    title = message("form_name.place_cards")
    return PrintedForm(
        name="place-cards",
        title=title,
        sheets=tuple(FormSheet(parts=(card,)) for card in cards),
        paper=request.paper or Paper.A4,
        down=request.per_page or (2 if request.paper is not Paper.A5 else 1),
    )


def _cards(event: FormEvent, request: FormRequest) -> list[NameCard]:
    return [
        _card(event, each, f"{each.number}" if each.number else "")
        for each in event.entrants
        if request.number in {None, each.number} and not each.withdrawn
    ]


def _cards_of_round(event: FormEvent, request: FormRequest) -> list[NameCard]:
    a_round = event.round(request.round or 0)
    if a_round is None:
        raise FormRefused(message("form.no_round", round=request.round or 0, last=len(event.rounds)))
    sides: tuple[Side, Side] = (event.first, event.first.other)
    by_number = {each.number: each for each in event.entrants}
    return [
        _card(event, entrant, message("form.board_number", board=pairing.board))
        for pairing in a_round.pairings
        for side in sides
        for entrant in [_seated(pairing.games[0], side, by_number)]
        if request.number in {None, pairing.board} and entrant is not None
    ]


def _seated(game: FormGame, side: Side, by_number: dict[PairingNumber | None, FormEntrant]) -> FormEntrant | None:
    """Who sits at a board: a player, or a member of a team with its name; None: nobody."""
    entrant = by_number[game.players[side]]
    if game.seated is None:
        return entrant
    person = game.seated[side]
    club = entrant.person.name
    return None if person is None else FormEntrant(msgspec.structs.replace(person, club=club), entrant.number)


def _card(event: FormEvent, entrant: FormEntrant, corner: Words) -> NameCard:
    person = entrant.person
    known = (person.club, person.federation, str(person.rating or ""))
    about = " · ".join(dict.fromkeys(part for part in known if part))
    return NameCard(name=title_and_name(person), about=about, corner=corner, event=event.title)
