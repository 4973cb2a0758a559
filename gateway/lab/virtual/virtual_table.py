"""A simulated DGT set, and what a person at a page may do to it: lift, put, press the clock, set up anew."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from drivers.readings import Seat
from firmware_sim.ports import PtyPort
from firmware_sim.sets import DgtSet
from firmware_sim.surface import EMPTY
from firmware_sim.timebase import Timebase, WallTime
from gateway.clock.control_notation import parse_control
from gateway.games import registry
from gateway.games.game import PieceSet
from gateway.lab.demo.equipment import hardware_control
from gateway.model.errors import GatewayError, SettingsError
from gateway.model.messages import Message

__all__ = ["GAMES", "DeedRefused", "VirtualTable"]

GAMES = {"draughts-international": "MDmd", "chess": "KQRBNPkqrbnp"}
"""The games that can be played, each with the letters of its pieces, which is also what lies in the reserve."""


class DeedRefused(GatewayError):
    """A wish that cannot be carried out."""


class _Lift(msgspec.Struct, tag="lift", tag_field="do"):
    cell: int


class _Put(msgspec.Struct, tag="put", tag_field="do"):
    cell: int
    piece: str


class _Press(msgspec.Struct, tag="press", tag_field="do"):
    seat: Literal["left", "right"]


class _RunStop(msgspec.Struct, tag="run_stop", tag_field="do"):
    pass


class _Reset(msgspec.Struct, tag="reset", tag_field="do"):
    pass


_Deed = _Lift | _Put | _Press | _RunStop | _Reset
_DEEDS: msgspec.json.Decoder[_Deed] = msgspec.json.Decoder(_Deed)


class VirtualTable:
    """The set on its cable. `do` takes a person's message, `state` is what stands on the table now."""

    def __init__(self, game: str, control: str, path: Path, time: Timebase | None = None) -> None:
        if game not in GAMES:
            raise SettingsError(f"There is no virtual table for {game!r}: choose one of {', '.join(GAMES)}.")
        wanted = parse_control(control)
        try:
            setting = hardware_control(wanted)
        except ValueError as error:
            raise SettingsError(
                f"The simulated clock cannot be set to {control!r}: write one time, with or without a bonus: 5m+3s."
            ) from error
        self.game = game
        self.control = control
        self._time = time or WallTime()
        with_draughts = registry.find(game).pieces is PieceSet.DRAUGHTS
        self._kit = (DgtSet.draughts if with_draughts else DgtSet.chess)(setting)
        self.port = PtyPort(self._kit.board, path, self._time)
        self._listeners: set[asyncio.Event] = set()
        self._kit.surface.watch(lambda _cell, _at: self._changed())
        self._kit.clock.watch(self._changed)

    # -- what people see ---------------------------------------------------------------------------------------------

    def about(self) -> dict[str, object]:
        """What does not change: the game and the shape of its board."""
        surface = self._kit.surface
        return {
            "rules": self.game,
            "control": self.control,
            "rows": surface.rows,
            "cols": surface.cols,
            "start": self._kit.start,
            "reserve": GAMES[self.game],
        }

    def state(self) -> dict[str, object]:
        """What stands on the board and the clock's face at this moment."""
        clock = self._kit.clock
        return {
            "board": self._kit.surface.cells,
            "clock": {
                "left_ms": self._left_ms(Seat.LEFT),
                "right_ms": self._left_ms(Seat.RIGHT),
                "runs": clock.up.value if clock.running else None,
                "up": clock.up.value,
                "flag": clock.flag.value if clock.flag is not None else None,
                "frozen": clock.frozen,
                "text": clock.text or None,
            },
        }

    @contextlib.contextmanager
    def listening(self) -> Iterator[asyncio.Event]:
        """An event that is set whenever `state` is another, other than by counting."""
        event = asyncio.Event()
        self._listeners.add(event)
        try:
            yield event
        finally:
            self._listeners.discard(event)

    # -- what people do ----------------------------------------------------------------------------------------------

    def is_reset(self, message: str | bytes) -> bool:
        """Whether this sweeps the board; raises `DeedRefused` for what is no deed."""
        return isinstance(_read(message), _Reset)

    def do(self, message: str | bytes) -> None:
        """Do what a message asks for, or raise `DeedRefused` and leave everything as it was."""
        deed = _read(message)
        surface, clock, now = self._kit.surface, self._kit.clock, self._time.now()
        match deed:
            case _Lift(cell):
                if surface[self._on_board(cell)] == EMPTY:
                    raise DeedRefused(Message("virtual.empty_square"))
                surface.lift(cell, now)
            case _Put(cell, piece):
                if len(piece) != 1 or piece not in GAMES[self.game]:
                    raise DeedRefused(Message("virtual.no_such_piece", {"pieces": tuple(GAMES[self.game])}))
                surface.put(self._on_board(cell), piece, now)
            case _Press(seat):
                clock.press(Seat(seat), now)
            case _RunStop():
                clock.run_stop(now)
            case _Reset():
                for cell, piece in enumerate(self._kit.start):
                    if surface[cell] != piece:
                        surface.put(cell, piece, now)
                clock.reset()

    # -- inside ------------------------------------------------------------------------------------------------------

    def _on_board(self, cell: int) -> int:
        if not 0 <= cell < len(self._kit.surface):
            raise DeedRefused(Message("virtual.no_such_square", {"last": len(self._kit.surface) - 1}))
        return cell

    def _left_ms(self, seat: Seat) -> int:
        """The clock shows whole seconds; the rest is how long it will go on showing the same."""
        clock, now = self._kit.clock, self._time.now()
        shown = clock.seconds(seat, now)
        if shown == 0 or clock.seconds(seat, now + 1000) == shown:
            return shown * 1000
        same, other = 0, 1000
        while other - same > 1:
            middle = (same + other) // 2
            same, other = (middle, other) if clock.seconds(seat, now + middle) == shown else (same, middle)
        return (shown - 1) * 1000 + other

    def _changed(self) -> None:
        for event in self._listeners:
            event.set()


def _read(message: str | bytes) -> _Deed:
    try:
        return _DEEDS.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise DeedRefused(Message("virtual.not_understood", {"what": str(error)})) from error
