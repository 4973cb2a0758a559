"""A simulated set, and what a person at a page may do to it: lift, put, press the clock, pull a cable, set up anew."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Literal

import msgspec

from drivers.readings import Seat
from firmware_sim.devices.dgt_clock import DgtClock
from firmware_sim.faults import LineNoise
from firmware_sim.surface import EMPTY
from firmware_sim.timebase import Timebase
from gateway.clock.control import TimeControl
from gateway.clock.control_notation import parse_control
from gateway.games import registry
from gateway.games.game import Game, PieceSet
from gateway.lab.demo.equipment import Kit, hardware_control, make_kit
from gateway.model.errors import GatewayError
from gateway.model.messages import Message
from gateway.model.sides import BySide, Side
from gateway.record.table_state import TableState
from gateway.referee.player_requests import PlayerRequest

from .hall_link import HallLink
from .shown_clock import shown_by_dgt, shown_by_table

__all__ = ["ChooseGame", "Deed", "DeedRefused", "PlayerAsks", "Reset", "VirtualTable", "check_set", "read_deed"]

_RESERVE = {PieceSet.DRAUGHTS: "MDmd", PieceSet.CHESS: "KQRBNPkqrbnp", PieceSet.STONES: "sS"}
"""The letters of the pieces, which is also what lies beside the board."""
_NOISE = 0.7


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


class _Cable(msgspec.Struct, tag="cable", tag_field="do"):
    """The cable of the board, or of a clock beside it, is pulled out or put back."""

    device: Literal["board", "clock"]
    out: bool


class _Sensor(msgspec.Struct, tag="sensor", tag_field="do"):
    """The sensor of a cell dies."""

    cell: int


class _Mend(msgspec.Struct, tag="mend", tag_field="do"):
    """All sensors see again."""


class _Noise(msgspec.Struct, tag="noise", tag_field="do"):
    """Bytes that nobody has sent are on the board's line, or no more."""

    on: bool


class Reset(msgspec.Struct, tag="reset", tag_field="do"):
    """Pieces and clock are put back for a new game."""


class ChooseGame(msgspec.Struct, tag="game", tag_field="do"):
    """Another game is to be played here."""

    game: str
    control: str


class PlayerAsks(msgspec.Struct, tag="ask", tag_field="do"):
    """The holder of a colour asks for something."""

    side: Side
    request: PlayerRequest


Deed = _Lift | _Put | _Press | _RunStop | _Cable | _Sensor | _Mend | _Noise | Reset | ChooseGame | PlayerAsks
_DEEDS: msgspec.json.Decoder[Deed] = msgspec.json.Decoder(Deed)


def read_deed(message: str | bytes) -> Deed:
    """What a message from a page asks for; raises `DeedRefused`."""
    try:
        return _DEEDS.decode(message)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise DeedRefused(Message("virtual.not_understood", {"what": str(error)})) from error


def check_set(game: str, control: str) -> tuple[Game, TimeControl]:
    """The game and the control, if there is a set for them; raises a sentence."""
    return registry.find(game), parse_control(control)


class VirtualTable:
    """The set on its cables. `do` takes a person's deed, `state` is what stands on the table now."""

    def __init__(self, game: str, control: str, path: Path, time: Timebase | None = None) -> None:
        self.hall: HallLink | None = None
        """The hall around it, if there is one."""
        self._path = path
        self._time = time
        self._listeners: set[asyncio.Event] = set()
        self._noise = False
        self.laid = 0
        """How often a set was laid out here."""
        self._lay(game, control)

    def _lay(self, game: str, control: str) -> None:
        rules, wanted = check_set(game, control)
        try:
            hardware_control(wanted)
            driver = "dgt" if rules.rows == 10 or rules.pieces is PieceSet.CHESS else "cpp"
        except ValueError:  # more than a simulated clock can be set to: the table keeps the time, and there are buttons
            driver = "cpp"
        self.kit: Kit = make_kit(driver, rules, wanted, self._path, self._time)
        self.game, self.control = game, control
        self._rules = rules
        self._noise = False
        self.laid += 1
        self.kit.surface.watch(lambda _cell, _at: self.changed())
        self.kit.clock.watch(self.changed)

    async def lay(self, game: str, control: str) -> None:
        """Take the set off the table, and lay out that of another game."""
        for port in self.kit.ports:
            await port.__aexit__()
        try:
            self._lay(game, control)
        finally:
            for port in self.kit.ports:
                await port.__aenter__()
        self.changed()

    @contextlib.asynccontextmanager
    async def plugged_in(self) -> AsyncIterator[None]:
        """The devices run while the block lasts, whatever set is laid out meanwhile."""
        for port in self.kit.ports:
            await port.__aenter__()
        try:
            yield
        finally:
            for port in self.kit.ports:
                await port.__aexit__()

    # -- what people see ---------------------------------------------------------------------------------------------

    def about(self) -> dict[str, object]:
        """What does not change while a set lies on the table: the game and the shape of its board."""
        surface = self.kit.surface
        return {
            "rules": self.game,
            "control": self.control,
            "rows": surface.rows,
            "cols": surface.cols,
            "start": self._rules.start().board(),
            "reserve": _RESERVE[self._rules.pieces],
            "first": self._rules.first.value,
            "clock_apart": len(self.kit.ports) > 1,
        }

    def state(self) -> dict[str, object]:
        """What stands on the board, the clock's face, and what is out of order at this moment."""
        ports = self.kit.ports
        return {
            "hall": self._from_hall(),
            "board": self.kit.surface.cells,
            "clock": self._clock(),
            "trouble": {
                "board_out": not ports[0].is_plugged,
                "clock_out": len(ports) > 1 and not ports[1].is_plugged,
                "noise": self._noise,
                "dead": sorted(self.kit.sensors.cells),
            },
        }

    def _from_hall(self) -> dict[str, object] | None:
        """What the table makes of it: what each side may ask for now, and what it was told."""
        hall = self.hall
        if hall is None:
            return None
        state = self._table_state()
        asked = state.arbiters.requests if state is not None and state.arbiters is not None else BySide((), ())
        return {
            "status": state.status.value if state is not None else None,
            "swapped": hall.swapped,
            "requests": {side.value: msgspec.to_builtins(asked[side]) for side in Side},
            "told": msgspec.to_builtins(hall.told),
        }

    def _clock(self) -> dict[str, object]:
        clock = self.kit.clock
        if isinstance(clock, DgtClock):
            return shown_by_dgt(clock, self.kit.time.now())
        if self.hall is None:
            return {**shown_by_table(None, None), "up": clock.up.value, "middle": "start"}
        state = self._table_state()
        face = self.hall.face if state is not None else None
        return shown_by_table(state, face, self.hall.now(), swapped=self.hall.swapped)

    def _table_state(self) -> TableState | None:
        """What the table says of the game that is laid out here; None until it knows of it."""
        state = self.hall.state if self.hall is not None else None
        known = state is not None and (state.rules, state.control) == (self.game, self.control)
        return state if known else None

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

    async def do(self, deed: Deed) -> None:
        """Do what somebody at the table does, or raise `DeedRefused` and leave everything as it was."""
        surface, clock, now = self.kit.surface, self.kit.clock, self.kit.time.now()
        match deed:
            case _Lift(cell):
                if surface[self._on_board(cell)] == EMPTY:
                    raise DeedRefused(Message("virtual.empty_square"))
                surface.lift(cell, now)
            case _Put(cell, piece):
                pieces = _RESERVE[self._rules.pieces]
                if len(piece) != 1 or piece not in pieces:
                    raise DeedRefused(Message("virtual.no_such_piece", {"pieces": tuple(pieces)}))
                surface.put(self._on_board(cell), piece, now)
            case _Press(seat):
                clock.press(Seat(seat), now)
            case _RunStop():
                self._run_stop(now)
            case Reset():
                for cell, piece in enumerate(self._rules.start().board()):
                    if surface[cell] != piece:
                        surface.put(cell, piece, now)
                clock.reset()
            case _:
                await self._trouble(deed)
        self.changed()

    def reset_clock(self) -> None:
        """Make the clock ready for a new game: one that runs on would begin it."""
        self.kit.clock.reset()

    def _run_stop(self, now: int) -> None:
        """The button in the middle; where there is none, whoever moves second presses to begin."""
        clock = self.kit.clock
        if isinstance(clock, DgtClock):
            clock.run_stop(now)
        else:
            clock.press(Seat.LEFT if self._rules.first is Side.BLACK else Seat.RIGHT, now)

    async def _trouble(self, deed: Deed) -> None:
        """What goes wrong with things, on purpose."""
        match deed:
            case _Cable(device, out):
                port = self.kit.ports[0 if device == "board" else -1]
                if out:
                    port.unplug()
                else:
                    await port.plug()
            case _Sensor(cell):
                self.kit.fail(self._on_board(cell))
            case _Mend():
                self.kit.mend()
            case _Noise(on):
                self._noise = on
                rng = random.Random(0)  # noqa: S311 - noise, not a secret
                self.kit.ports[0].faults = (LineNoise(rng, _NOISE),) if on else ()
            case _:
                pass  # what concerns the hall is not the table's

    def changed(self) -> None:
        """Have everybody look."""
        for event in self._listeners:
            event.set()

    def _on_board(self, cell: int) -> int:
        if not 0 <= cell < len(self.kit.surface):
            raise DeedRefused(Message("virtual.no_such_square", {"last": len(self.kit.surface) - 1}))
        return cell
