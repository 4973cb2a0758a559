"""The score sheet of a game: what the record tells of it, for whoever signs it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec

from gateway.clock.facts import ClockPressed
from gateway.games import registry
from gateway.model.instants import Instant
from gateway.model.messages import Message
from gateway.model.persons import Person
from gateway.model.sides import BySide, Side
from gateway.record.entries import Entry
from gateway.referee.inputs import Clocked, Moved, Retracted, SetUp
from gateway.referee.rulings import (
    CaseDecided,
    Ended,
    Overturned,
    Paused,
    Penalised,
    PositionSet,
    Resumed,
    TimeChanged,
    Voided,
)

__all__ = ["ScoreSheet", "SheetMove", "SheetRuling", "score_sheet"]

Printed = CaseDecided | Ended | Overturned | Paused | Penalised | PositionSet | Resumed | TimeChanged | Voided
_PRINTED = get_args(Printed)
"""Rulings that belong on the sheet; offers, claims and alerts do not."""


class SheetMove(msgspec.Struct, frozen=True):
    """One move, and the time that its player had left after it, where a press told it."""

    text: str
    left_ms: int | None = None


class SheetRuling(msgspec.Struct, frozen=True):
    """One ruling of the game."""

    at: Instant
    text: Message
    article: str = ""
    by: str = ""


class ScoreSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything on the sheet."""

    event: str
    table: str
    game: int
    rules: str
    rulebook: str
    control: str
    players: BySide[Person]
    begun: Instant
    first: Side
    """Whose move stands in the first column."""
    moves: tuple[SheetMove, ...] = ()
    rulings: tuple[SheetRuling, ...] = ()
    result: Ended | None = None
    pressed_ms: BySide[int | None] = BySide(None, None)
    """What was left at a press whose move the board has not shown yet: sensors need a moment."""

    def pairs(self) -> list[tuple[SheetMove | None, SheetMove | None]]:
        """The moves, two by two."""
        padded = (*self.moves, None)
        return [(padded[i], padded[i + 1]) for i in range(0, len(self.moves), 2)]


def score_sheet(entries: Iterable[Entry], game: int, event: str = "", table: str = "") -> ScoreSheet | None:
    """The sheet of one game of a record; None if the record does not have it."""
    sheet: ScoreSheet | None = None
    for entry in entries:
        if isinstance(entry.what, SetUp):
            if sheet is not None:
                break
            sheet = _begun(entry.what, entry.at, event, table) if entry.what.game == game else None
        elif sheet is not None:
            sheet = _with(sheet, entry)
    return sheet


def _begun(setup: SetUp, at: Instant, event: str, table: str) -> ScoreSheet:
    return ScoreSheet(
        event=event,
        table=table,
        game=setup.game,
        rules=setup.rules,
        rulebook=setup.rulebook,
        control=setup.control,
        players=setup.players,
        begun=at,
        first=registry.find(setup.rules).position(setup.fen).turn,
    )


def _with(sheet: ScoreSheet, entry: Entry) -> ScoreSheet:
    """The sheet after one more line of the record."""
    match entry.what:
        case Moved() as moved:
            left_ms = sheet.pressed_ms[moved.side]
            move = SheetMove(moved.text, left_ms)
            stood = (SheetMove(moved.stood),) if moved.stood else ()
            return msgspec.structs.replace(sheet, moves=(*sheet.moves, *stood, move), pressed_ms=BySide(None, None))
        case Retracted():
            return msgspec.structs.replace(sheet, moves=sheet.moves[:-1])
        case Clocked(fact=ClockPressed(by=by), face=face):
            return _timed(sheet, by, face.shown_ms(by, entry.at))
        case ruling if isinstance(ruling, _PRINTED):
            return _ruled(sheet, ruling, entry.at)
        case _:
            return sheet


def _ruled(sheet: ScoreSheet, ruling: Printed, at: Instant) -> ScoreSheet:
    """The sheet after a ruling that belongs on it."""
    printed = SheetRuling(at, ruling.text, ruling.article, ruling.by)
    sheet = msgspec.structs.replace(sheet, rulings=(*sheet.rulings, printed))
    match ruling:
        case PositionSet():
            before = dict(enumerate(sheet.moves))
            moves = [
                before[n] if n in before and before[n].text == text else SheetMove(text)
                for n, text in enumerate(ruling.moves)
            ]
            return msgspec.structs.replace(sheet, moves=tuple(moves))
        case Ended():
            return msgspec.structs.replace(sheet, result=ruling)
        case Overturned() if sheet.result is not None and ruling.ruling != sheet.result.no:
            return sheet
        case Overturned() | Voided():
            return msgspec.structs.replace(sheet, result=None)
        case _:
            return sheet


def _timed(sheet: ScoreSheet, by: Side, left_ms: int) -> ScoreSheet:
    """The time that a press left, beside the move that it ended, or kept for the move that is still to show."""
    mover = sheet.first if len(sheet.moves) % 2 else sheet.first.other
    if sheet.moves and mover is by and sheet.moves[-1].left_ms is None:
        last = SheetMove(sheet.moves[-1].text, left_ms)
        return msgspec.structs.replace(sheet, moves=(*sheet.moves[:-1], last))
    return msgspec.structs.replace(sheet, pressed_ms=BySide[int | None](None, None).replace(by, left_ms))
