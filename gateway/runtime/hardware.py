"""The devices of a table: a board, and perhaps a clock beside it. A link each; a request goes to whoever can do it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

import msgspec

from drivers import registry
from drivers.errors import BadOptionError
from drivers.link import Link
from drivers.readings import Calibrated, RequestAnswer, Stamped
from drivers.requests import (
    ClearSquares,
    ClearText,
    ReadBoard,
    ReadPast,
    Request,
    SetClock,
    ShowSquares,
    ShowText,
    ShowTimes,
    tag,
)
from drivers.spec import Capability, DriverSpec
from gateway.clock.face import Source
from gateway.games import registry as games
from gateway.model.errors import SettingsError
from gateway.model.instants import Instant, Millis
from gateway.record.learned_options import Learned
from gateway.record.raw import FromClock
from gateway.referee.assignment import Assignment, Unfit
from gateway.table.setup import TableSetup
from gateway.table.state import Event
from gateway.tracking.vision import Vision

from .settings import ClockSection, DeviceSection, TableSettings

__all__ = ["Hardware", "table_setup"]

log = logging.getLogger(__name__)

_SHOW_TIMES = tag(ShowTimes(0, 0))


@dataclass(frozen=True, slots=True)
class _Part:
    given: DeviceSection | ClockSection
    spec: DriverSpec
    link: Link

    @classmethod
    def of(
        cls, given: DeviceSection | ClockSection, now: Callable[[], int], learned: Mapping[str, str] | None = None
    ) -> _Part:
        spec = registry.find(given.driver).configured({**(learned or {}), **given.options})
        return cls(given, spec, Link(spec, given.url, now))


class Hardware:
    """Board and clock, each kept connected on its own."""

    def __init__(self, settings: TableSettings, now: Callable[[], int]) -> None:
        """Find the drivers; raises what is wrong with their options."""
        self._now = now
        self._board = _Part.of(settings.device, now) if settings.device else None
        self._clock = _Part.of(settings.clock, now) if settings.clock and (self._board or settings.bridge) else None
        self._showing: Request | None = None
        """What was last shown on the clock, unless it was taken away."""
        board, clock = (part.spec if part else None for part in (self._board, self._clock))
        self.setup = table_setup(settings, board, clock)

    def remember(self, learned: Iterable[Learned]) -> None:
        """Tell the drivers what they knew before a restart; what the settings say stands above it."""
        if self._board is None:
            return
        known: dict[str, str] = {each.option: each.value for each in learned if each.driver == self._board.spec.name}
        try:
            self._board = _Part.of(self._board.given, self._now, known)
        except BadOptionError as error:
            log.warning("What the board told earlier is no longer understood, it has to be learned again. %s", error)

    def learned(self, event: Event) -> Learned | None:
        """The part of a reading that is worth keeping."""
        if not isinstance(event, Calibrated) or self._board is None:
            return None
        return Learned(self._board.spec.name, event.option, event.value)

    async def run(self, happened: Callable[[Instant, Event], None]) -> None:
        """Deliver what the devices say, until cancelled."""

        def board(said: Stamped) -> None:
            if not _is_idle(said):
                happened(Instant(said.at), said.reading)

        def clock(said: Stamped) -> None:
            if not _is_idle(said):
                happened(Instant(said.at), FromClock(said.reading))

        async with asyncio.TaskGroup() as tasks:
            if self._board is not None:
                tasks.create_task(self._board.link.run(board), name="board")
            if self._clock is not None:
                tasks.create_task(self._clock.link.run(clock), name="clock")

    @property
    def shows_times(self) -> bool:
        """Whether a device displays times that it does not keep."""
        return bool(self._with(Capability.TIMES))

    def request(self, request: Request) -> None:
        """Ask it of every device that can do it; where none can, it is left undone.

        Without lamps, squares are shown on the clock, if it does not show something else.
        """
        able = self._able(request)
        match request:
            case ShowSquares(text=text) if not able and text and not isinstance(self._showing, ShowText):
                self._showing = request
                request, able = ShowText(text), self._with(Capability.TEXT)
            case ClearSquares() if isinstance(self._showing, ShowSquares):
                self._showing = None
                request, able = ClearText(), self._with(Capability.TEXT)
            case ShowText():
                self._showing = request
            case ClearText():
                self._showing = None
        for part in able:
            part.link.request(request)

    def _able(self, request: Request) -> list[_Part]:
        match request:
            case ReadBoard() | ReadPast():
                return [self._board] if self._board is not None else []
            case SetClock():
                return [part for part in self._with(Capability.SETTING) if part is (self._clock or self._board)]
            case ShowText() | ClearText():
                return self._with(Capability.TEXT)
            case ShowSquares() | ClearSquares():
                return self._with(Capability.LAMPS)
            case ShowTimes():
                return self._with(Capability.TIMES)

    def _with(self, ability: Capability) -> list[_Part]:
        return [part for part in self._parts() if ability in part.spec.capabilities]

    def _parts(self) -> list[_Part]:
        return [part for part in (self._board, self._clock) if part is not None]


def _is_idle(said: Stamped) -> bool:
    """Whether a report only says how showing the times went: once a second that is nobody's news."""
    return isinstance(said.reading, RequestAnswer) and said.reading.request == _SHOW_TIMES


def table_setup(settings: TableSettings, board: DriverSpec | None, clock: DriverSpec | None = None) -> TableSetup:
    """The facts about settings and drivers that the pure part needs; of a board that is yet to be found, nothing."""
    if settings.bridge:
        return TableSetup(event=settings.event, table=settings.table, clock=Source.AGENT, apart=True, bridge=True)
    alone = settings.game.assignment() if settings.game else None
    if board is None:
        return TableSetup(event=settings.event, table=settings.table, clock=Source.AGENT)
    setup = TableSetup(
        event=settings.event,
        table=settings.table,
        clock=Source.HARDWARE if Capability.CLOCK in (clock or board).capabilities else Source.AGENT,
        apart=clock is not None,
        settable=Capability.SETTING in (clock or board).capabilities,
        vision=Vision.PIECES if Capability.PIECES in board.capabilities else Vision.OCCUPANCY,
        sizes=tuple(board.geometries),
        scan_ms=Millis(board.scan_ms),
    )
    if alone is None:
        return setup
    if (unfit := setup.unfit(alone)) is not None:
        raise SettingsError(_why_unfit(unfit, alone, board, clock or board))
    return msgspec.structs.replace(setup, alone=alone)


def _why_unfit(unfit: Unfit, alone: Assignment, board: DriverSpec, clock: DriverSpec) -> str:
    """The reason why the devices cannot serve what the settings say."""
    match unfit:
        case Unfit.BOARD_TOO_SMALL:
            game = games.find(alone.rules)
            sizes = ", ".join(f"{rows}x{cols}" for rows, cols in board.geometries)
            return f"{alone.rules} needs a board of {game.rows}x{game.cols}; {board.name} boards are {sizes}."
        case Unfit.CLOCK_CANNOT_BE_SET:
            return f"game.set_clock: the clock of {clock.name} cannot be set from outside; leave it out."
        case Unfit.CONTROL_CANNOT_BE_SET:
            return (
                "game.set_clock: a clock that is set from outside adds no bonus and no second period, so "
                f"{alone.control} has to be set by hand; leave set_clock out, or choose a control of one time."
            )
        case Unfit.BEYOND_LIMITS:
            return "game: a text or a number is too large, or has characters that it may not have."
        case _:
            assert_never(unfit)
