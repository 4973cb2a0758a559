"""A game as its forms tell it: who played, every move with its times, what was ruled, and how it ended.

The score sheet prints the part that the books ask of one (GN 4.2, FIDE 8.1); the protocol for the arbiter prints all.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

import msgspec

from gateway.clock.face import ClockFace
from gateway.clock.facts import ClockPressed
from gateway.games import registry
from gateway.model.instants import Instant, Millis
from gateway.model.messages import Message
from gateway.model.persons import Person
from gateway.model.sides import BySide, Side
from gateway.record.entries import Entry
from gateway.referee import rulebooks
from gateway.referee.inputs import Clocked, Moved, Retracted, SetUp
from gateway.referee.rulings import (
    Adjourned,
    Arrived,
    CaseDecided,
    ClockPut,
    ClockRun,
    ControlChanged,
    Ended,
    NewClock,
    Offered,
    Opened,
    Overturned,
    Paused,
    Penalised,
    PositionSet,
    Resumed,
    RoundStarted,
    Sealed,
    Started,
    TimeChanged,
    Voided,
)

__all__ = ["ScoreSheet", "SheetEnvelope", "SheetMove", "SheetRuling", "score_sheet"]

Printed = (
    Adjourned
    | Arrived
    | CaseDecided
    | ClockPut
    | ClockRun
    | ControlChanged
    | Ended
    | NewClock
    | Offered
    | Overturned
    | Paused
    | Penalised
    | PositionSet
    | Resumed
    | RoundStarted
    | Sealed
    | Started
    | TimeChanged
    | Voided
)
_PRINTED = get_args(Printed)
"""Rulings that belong into the protocol; alerts, and claims that came to nothing, do not."""
OFFER = "(=)"
"""The sign of a draw offer (FIDE 8.1.5)."""

_replace = msgspec.structs.replace


class SheetMove(msgspec.Struct, frozen=True):
    """One move, and its player's time after it, where a press told it."""

    text: str
    left_ms: int | None = None
    used_ms: int | None = None
    """What the side has used in the whole game by then."""
    cell: int | None = None
    """Where it ended, for a diagram."""
    mark: str = ""


class SheetRuling(msgspec.Struct, frozen=True):
    """One ruling of the game."""

    at: Instant
    text: Message
    article: str = ""
    by: str = ""


class SheetEnvelope(msgspec.Struct, frozen=True):
    """An adjournment: when the envelope was closed, by whom, and the times that stood on the clock (GN 20.1)."""

    at: Instant
    sealer: Side
    left_ms: BySide[Millis] | None
    used_ms: BySide[Millis] | None


class ScoreSheet(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the forms of a game print."""

    event: str
    table: str
    setup: SetUp
    players: BySide[Person]
    """Who held which colour in the end."""
    begun: Instant
    """When it was set up, and from the start of play on when that was."""
    ended: Instant | None = None
    first: Side
    """Whose move stands in the first column."""
    moves: tuple[SheetMove, ...] = ()
    rulings: tuple[SheetRuling, ...] = ()
    envelopes: tuple[SheetEnvelope, ...] = ()
    result: Ended | None = None
    swaps: int = 0
    """How often the players changed colours in the opening."""
    fifths: tuple[str, ...] = ()
    """Fifth moves that were offered (GN 4.2)."""
    face: ClockFace | None = None
    """The clock as it was told last."""
    offering: Side | None = None
    """Who has offered a draw and makes his move after it."""
    pressed: BySide[tuple[int, int] | None] = BySide(None, None)
    """What was left and used at a press whose move the board has not shown yet: sensors need a moment."""

    @property
    def left_ms(self) -> BySide[Millis] | None:
        """The remaining times at the end, or as they were told last."""
        return None if self.face is None else _left(self.face, self.ended)

    @property
    def score(self) -> BySide[str] | None:
        """Each side's points."""
        if self.result is None or self.setup.rulebook not in rulebooks.NAMES:
            return None
        return rulebooks.load(self.setup.rulebook).score(self.result.result, self.result.lost)

    def pairs(self) -> list[tuple[SheetMove | None, SheetMove | None]]:
        """The moves, two by two."""
        padded = (*self.moves, None)
        return [(padded[i], padded[i + 1]) for i in range(0, len(self.moves), 2)]

    def spent_ms(self, ply: int) -> int | None:
        """The time that was used for one move; None where it cannot be known."""
        now = self.moves[ply].used_ms
        before = self.moves[ply - 2].used_ms if ply > 1 else 0
        return None if now is None or before is None else max(0, now - before)


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
    first = registry.find(setup.rules).position(setup.fen).turn
    return ScoreSheet(event=event, table=table, setup=setup, players=setup.players, begun=at, first=first)


def _with(sheet: ScoreSheet, entry: Entry) -> ScoreSheet:
    """The sheet after one more line of the record."""
    match entry.what:
        case Moved() as moved:
            return _moved(sheet, moved)
        case Retracted():
            return _replace(sheet, moves=sheet.moves[:-1])
        case Clocked(fact=fact, face=face):
            sheet = sheet if sheet.ended is not None else _replace(sheet, face=face)
            return _timed(sheet, fact.by, face, entry.at) if isinstance(fact, ClockPressed) else sheet
        case Opened() as opened:
            return _opened(sheet, opened)
        case ruling if isinstance(ruling, _PRINTED):
            return _ruled(sheet, ruling, entry.at)
        case _:
            return sheet


def _moved(sheet: ScoreSheet, moved: Moved) -> ScoreSheet:
    left, used = sheet.pressed[moved.side] or (None, None)
    offers = sheet.offering is moved.side
    move = SheetMove(moved.text, left, used, moved.path[-1] if moved.path else None, OFFER if offers else "")
    stood = (SheetMove(moved.stood),) if moved.stood else ()
    return _replace(
        sheet,
        moves=(*sheet.moves, *stood, move),
        pressed=BySide(None, None),
        offering=None if offers else sheet.offering,
    )


def _opened(sheet: ScoreSheet, opened: Opened) -> ScoreSheet:
    """A step of an opening: colours change hands, fifth stones are offered."""
    square = registry.find(sheet.setup.rules).square
    return _replace(
        sheet,
        players=opened.players if opened.players.white.name or opened.players.black.name else sheet.players,
        swaps=sheet.swaps + (opened.swapped is not (sheet.swaps % 2 == 1)),
        fifths=tuple(map(square, opened.offers)) or sheet.fifths,
    )


def _ruled(sheet: ScoreSheet, ruling: Printed, at: Instant) -> ScoreSheet:
    """The sheet after a ruling that belongs on it."""
    by = getattr(ruling, "by", "")  # not every ruling is somebody's
    sheet = _replace(sheet, rulings=(*sheet.rulings, SheetRuling(at, ruling.text, ruling.article, by)))
    match ruling:
        case Started() if not sheet.moves:
            return _replace(sheet, begun=at)
        case Offered(open=True):
            return _offered(sheet, ruling.side)
        case Sealed():
            face = sheet.face
            times = (_left(face, at), face.used_ms) if face is not None else (None, None)
            return _replace(sheet, envelopes=(*sheet.envelopes, SheetEnvelope(at, ruling.sealer, *times)))
        case PositionSet():
            before = dict(enumerate(sheet.moves))
            moves = [
                before[n] if n in before and before[n].text == text else SheetMove(text)
                for n, text in enumerate(ruling.moves)
            ]
            return _replace(sheet, moves=tuple(moves))
        case Ended():
            return _replace(sheet, result=ruling, ended=at)
        case Overturned() if sheet.result is not None and ruling.ruling != sheet.result.no:
            return sheet
        case Overturned() | Voided():
            return _replace(sheet, result=None, ended=None)
        case _:
            return sheet


def _left(face: ClockFace, at: Instant | None) -> BySide[Millis]:
    return BySide(*(face.base_ms(side) if at is None else face.shown_ms(side, at) for side in Side))


def _mover(sheet: ScoreSheet) -> Side:
    """Who made the last move."""
    return sheet.first if len(sheet.moves) % 2 else sheet.first.other


def _offered(sheet: ScoreSheet, side: Side) -> ScoreSheet:
    """The sign of the offer stands at the move with which it was made."""
    if sheet.moves and _mover(sheet) is side:
        return _replace(sheet, moves=(*sheet.moves[:-1], _replace(sheet.moves[-1], mark=OFFER)))
    return _replace(sheet, offering=side)


def _timed(sheet: ScoreSheet, by: Side, face: ClockFace, at: Instant) -> ScoreSheet:
    """The time that a press left, beside the move that it ended, or kept for the move that is still to show."""
    left, used = face.shown_ms(by, at), face.used_ms[by]
    if sheet.moves and _mover(sheet) is by and sheet.moves[-1].left_ms is None:
        last = _replace(sheet.moves[-1], left_ms=left, used_ms=used)
        return _replace(sheet, moves=(*sheet.moves[:-1], last))
    return _replace(sheet, pressed=BySide[tuple[int, int] | None](None, None).replace(by, (left, used)))
