"""The protocol of a game, for the arbiter: all that the record tells of it, on as many pages as it needs."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, tzinfo

from gateway.model.instants import Instant, wall_time
from gateway.model.messages import Message, message, name_of
from gateway.model.sides import Side

from .form_request import side_words, when
from .game_sheets import game_signers, game_title, result_note, time_words
from .printed_form import (
    CellKind,
    ColumnKind,
    FormCell,
    FormColumns,
    FormField,
    FormGrid,
    FormRow,
    FormSheet,
    PrintedForm,
    Words,
    column,
)
from .score_sheet import ScoreSheet, SheetMove

__all__ = ["protocol_form"]


def protocol_form(sheet: ScoreSheet, zone: tzinfo = UTC) -> PrintedForm:
    """The protocol; it tells what the sheet was made from, be it the public part only."""
    title = message("form.protocol")
    grids = (_players(sheet), _moves(sheet), _envelopes(sheet, zone), _course(sheet, zone))
    page = FormSheet(
        title=title,
        fields=_fields(sheet, zone),
        parts=(*(grid for grid in grids if grid is not None), result_note(sheet)),
        signers=game_signers(sheet),
    )
    return PrintedForm(name="protocol", title=game_title(sheet, title), sheets=(page,))


def _fields(sheet: ScoreSheet, zone: tzinfo) -> tuple[FormField, ...]:
    """What is known; what is not has no place here."""
    setup = sheet.setup
    rows: tuple[tuple[Message, Words], ...] = (
        (message("form.event"), sheet.event),
        (message("form.round"), str(setup.round or "")),
        (message("form.pairing"), setup.pairing),
        (message("form.table"), sheet.table.upper()),
        (message("form.game"), str(setup.game)),
        (message("form.begun"), when(sheet.begun, zone)),
        (message("form.ended"), "" if sheet.ended is None else when(sheet.ended, zone)),
        (message("form.zone"), _zone_words(zone, sheet.begun)),
        (message("form.rules"), Message(f"game.{setup.rules}")),
        (message("form.rulebook"), Message(f"rulebook.{setup.rulebook}")),
        (message("form.control"), setup.control and message("control.notation", control=setup.control)),
        (message("form.fifths"), ", ".join(sheet.fifths)),
        (message("form.swaps"), str(sheet.swaps or "")),
    )
    return tuple(FormField(label, value) for label, value in rows if value)


def _zone_words(zone: tzinfo, at: Instant) -> str:
    """`Asia/Shanghai (UTC+08:00)`."""
    name, offset = str(zone), wall_time(at).astimezone(zone).strftime("%z")
    return name if name == "UTC" else f"{name} (UTC{offset[:3]}:{offset[3:5]})"


def _players(sheet: ScoreSheet) -> FormGrid:
    """What the event knows of both, their times and points; what it knows of neither has no column."""
    left, score = sheet.left_ms, sheet.score
    used = None if sheet.face is None else sheet.face.used_ms
    sides = (sheet.first, sheet.first.other)
    persons = [sheet.players[side] for side in sides]
    short, words = ColumnKind.SHORT, ColumnKind.WORDS
    columns: list[tuple[FormColumns, list[Words]]] = [
        (column(message("form.title"), short), [person.title for person in persons]),
        (column(message("form.name"), words), [person.name for person in persons]),
        (column(message("form.id"), ColumnKind.MEDIUM), [person.id for person in persons]),
        (column(message("form.federation"), short), [person.federation for person in persons]),
        (column(message("form.rating"), short), [str(person.rating or "") for person in persons]),
        (column(message("form.club"), words), [person.club for person in persons]),
        (column(message("form.used"), short), [time_words(used[side] if used else None) for side in sides]),
        (column(message("form.left"), short), [time_words(left[side] if left else None) for side in sides]),
        (column(message("form.points"), short), [score[side] if score else "" for side in sides]),
    ]
    known = [(head, values) for head, values in columns if any(values)]
    rows = [
        (FormCell(side_words(side), kind=CellKind.STRONG), *(FormCell(values[n]) for _, values in known))
        for n, side in enumerate(sides)
    ]
    return _grid("players", (column(message("form.side"), short), *(head for head, _ in known)), rows)


def _moves(sheet: ScoreSheet) -> FormGrid | None:
    """Every move with the time that was used for it and the time that was left after it."""
    inner = (message("form.move"), message("form.spent"), message("form.left"))
    kinds = (ColumnKind.WORDS, ColumnKind.MEDIUM, ColumnKind.MEDIUM)
    columns = (
        column("", ColumnKind.NUMBER),
        *(FormColumns(side_words(side), kinds, inner) for side in (sheet.first, sheet.first.other)),
    )
    rows = [
        (FormCell(str(n + 1)), *_move(sheet, one, 2 * n), *_move(sheet, two, 2 * n + 1))
        for n, (one, two) in enumerate(sheet.pairs())
    ]
    return _grid("timed", columns, rows, message("form.moves")) if rows else None


def _move(sheet: ScoreSheet, move: SheetMove | None, ply: int) -> tuple[FormCell, ...]:
    if move is None:
        return FormCell(), FormCell(), FormCell()
    text: Words = message("form.pass") if move.text == "pass" else move.text
    return (FormCell(text, move.mark), FormCell(time_words(sheet.spent_ms(ply))), FormCell(time_words(move.left_ms)))


def _envelopes(sheet: ScoreSheet, zone: tzinfo) -> FormGrid | None:
    """Adjournments, with what has to be written on the envelope (GN 20.1)."""
    inner = (message("form.used"), message("form.left"))
    kinds = (ColumnKind.MEDIUM, ColumnKind.MEDIUM)
    columns = (
        column(message("form.time_of_day")),
        column(message("form.sealer")),
        *(FormColumns(side_words(side), kinds, inner) for side in Side),
    )
    rows = [
        (
            FormCell(when(each.at, zone)),
            FormCell(name_of(each.sealer)),
            *(
                FormCell(time_words(None if ms is None else ms[side]))
                for side in Side
                for ms in (each.used_ms, each.left_ms)
            ),
        )
        for each in sheet.envelopes
    ]
    return _grid("envelopes", columns, rows, message("form.adjournment")) if rows else None


def _course(sheet: ScoreSheet, zone: tzinfo) -> FormGrid | None:
    """Every ruling with its article and who made it."""
    columns = (
        column(message("form.time_of_day"), ColumnKind.SHORT),
        FormColumns(message("form.ruling"), (ColumnKind.WORDS,)),
        column(message("form.article"), ColumnKind.MEDIUM),
        column(message("form.by"), ColumnKind.MEDIUM),
    )
    rows = [
        (FormCell(_time(each.at, zone)), FormCell(each.text), FormCell(_cited(each.article)), FormCell(_who(each.by)))
        for each in sheet.rulings
    ]
    return _grid("course", columns, rows, message("form.rulings")) if rows else None


def _grid(name: str, columns: tuple[FormColumns, ...], rows: Iterable[FormRow], title: Words = "") -> FormGrid:
    return FormGrid(name=name, columns=columns, groups=tuple((row,) for row in rows), title=title)


def _cited(article: str) -> Words:
    return message("citation.of", article=article) if article else ""


def _who(by: str) -> Words:
    """A person, or the side that stopped the clock."""
    return name_of(Side(by)) if by in set(Side) else by


def _time(at: Instant, zone: tzinfo) -> str:
    return wall_time(at).astimezone(zone).strftime("%H:%M:%S")
