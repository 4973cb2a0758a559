"""A chess table as a client of LiveChess's API sees it, an "eboard": what stands on the board, the moves, the clock.

A table that plays another game is no board of that API: whoever asks for it is told so in a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from gateway.clock.face import ClockFace, Way
from gateway.model.instants import Instant
from gateway.model.persons import Person
from gateway.model.sides import BySide, Side
from gateway.record.table_state import Device, TableState

from .game_line import GameLine

__all__ = [
    "SOURCE",
    "Boards",
    "EBoard",
    "EBoardClock",
    "FixedBoards",
    "battery_of",
    "chess_rules",
    "comment_of",
    "eboard_clock",
    "eboard_of",
    "is_chess960",
    "named_pieces",
    "placement",
    "refusal_of",
    "state_of",
]

SOURCE = "flagfall"
_RULES = {"chess": False, "chess960": True}
_UNKNOWN = "?"
_EMPTY = "."
_TOLD = frozenset({Way.DOWN, Way.HOURGLASS})
"""Clocks that a reader can go on counting: the running side's time goes down."""


class EBoardClock(msgspec.Struct, frozen=True):
    """A clock as the API writes it."""

    white: int
    """Seconds."""
    black: int
    run: bool | None
    """Whose time runs: True for White, False for Black, None while it stands."""
    time: int
    """The instant that the times are for, in milliseconds since 1970."""


class EBoard(msgspec.Struct, frozen=True, kw_only=True):
    """One board, now."""

    serialnr: str
    source: str
    state: str
    battery: str | None = None
    comment: str | None = None
    board: str | None
    """What stands on it, as the first field of a FEN; None while nobody knows."""
    flipped: bool = False
    clock: EBoardClock | None = None
    chess960: bool = False
    game: str = ""
    """Which game it is; another text means another game. Empty: none."""
    fen: str = ""
    """The position by the rules."""
    start: str = ""
    """The position before the first of `moves`."""
    moves: tuple[str, ...] = ()
    """Every move since `start`, in the notation of players."""
    over: bool = False
    """The table's game has its result: no more moves of it will come."""
    since: Instant = Instant(0)
    """When what stands on the board last changed; long ago where only positions are told."""


class Boards(Protocol):
    """The boards of a server."""

    def all(self) -> list[EBoard]:
        """Every chess board, the one that a client takes first at the head."""

    def find(self, serialnr: str) -> EBoard | str:
        """The board of this number, or the sentence that says why there is none."""


def chess_rules(rules: str) -> bool:
    """Whether games by these rules can be shown as LiveChess shows them."""
    return rules in _RULES


def refusal_of(table: str, rules: str) -> str:
    """The sentence for somebody who asks for a table where no chess is played."""
    return f"Table {table} plays {rules}, which this API cannot show: it knows chess boards only."


def eboard_of(
    state: TableState,
    line: GameLine,
    *,
    journal: int = 1,
    offset: int = 0,
    online: bool = True,
    clock: ClockFace | None = None,
    start: str = "",
) -> EBoard:
    """A table as an eboard, from what everybody may see of it; `line` follows its moves.

    `offset` is what makes the table's instants the reader's, `start` the position that the game began from.
    """
    board = next((device for device in state.devices if device.name == "board"), None)
    game, chess960 = f"{journal}.{state.game}" if state.game else "", is_chess960(state.rules)
    line.follow(game, state.moves, state.fen, start, chess960=chess960)
    return EBoard(
        serialnr=state.table,
        source=SOURCE,
        state=state_of(board, online=online),
        battery=battery_of(board),
        comment=comment_of(state.players),
        board=placement(state.board),
        clock=eboard_clock(clock or state.clock, offset),
        chess960=chess960,
        game=game,
        fen=state.fen,
        start=line.start,
        moves=line.moves,
        over=state.result is not None,
    )


def placement(cells: str) -> str:
    """Sixty-four cells, a8 first, as the first field of a FEN."""
    rows = ("".join(cells[at : at + 8]) for at in range(0, 64, 8))
    return "/".join(_row(row) for row in rows)


def _row(cells: str) -> str:
    written, empty = "", 0
    for cell in cells:
        if cell == _EMPTY:
            empty += 1
            continue
        written += f"{empty or ''}{cell}"
        empty = 0
    return f"{written}{empty or ''}"


def named_pieces(shown: str, position: str) -> str:
    """What sensors show that only tell that something stands there, with the pieces that it must be.

    A piece that has appeared is the one that is missing elsewhere, if only one is; else nobody knows it yet.
    """
    if _UNKNOWN not in shown:
        return shown
    missing = [piece for seen, piece in zip(shown, position, strict=True) if seen == _EMPTY != piece]
    moved = missing[0] if len(missing) == 1 else _EMPTY
    return "".join(
        seen if seen != _UNKNOWN else piece if piece != _EMPTY else moved
        for seen, piece in zip(shown, position, strict=True)
    )


def is_chess960(rules: str) -> bool:
    """Whether the rules are those of Chess960."""
    return _RULES.get(rules, False)


def state_of(board: Device | None, *, online: bool = True) -> str:
    """A board's state as LiveChess calls it."""
    return "ACTIVE" if online and board is not None and board.online else "NOTRESPONDING"


def battery_of(board: Device | None) -> str | None:
    """What is left in its battery."""
    return None if board is None or board.battery is None else f"{board.battery}%"


def comment_of(players: BySide[Person]) -> str | None:
    """Who plays on the board, by which people tell it from others."""
    names = (players.white.name, players.black.name)
    return " - ".join(names) if all(names) else None


def eboard_clock(face: ClockFace | None, offset: int = 0) -> EBoardClock | None:
    """The clock; None for one whose times go another way than down, which a reader of this API would count wrongly."""
    if face is None or face.way not in _TOLD:
        return None
    run = None if face.running is None else face.running is Side.WHITE
    return EBoardClock(face.white_ms // 1000, face.black_ms // 1000, run, face.since + offset)


class FixedBoards(msgspec.Struct, frozen=True):
    """Boards that are given, and tables that are none."""

    boards: Mapping[str, EBoard]
    others: Mapping[str, str] = {}
    """The rules that each of these tables plays by."""

    def all(self) -> list[EBoard]:
        """Every chess board."""
        return list(self.boards.values())

    def find(self, serialnr: str) -> EBoard | str:
        """The board of this number, or why there is none."""
        if serialnr in self.others:
            return refusal_of(serialnr, self.others[serialnr])
        return self.boards.get(serialnr, f"There is no board {serialnr!r} here.")
