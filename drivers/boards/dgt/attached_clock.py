"""The clock behind the board: which one it is, what it shows, and what is asked of it."""

from __future__ import annotations

from collections.abc import Callable

from drivers.codec import refused
from drivers.readings import ClockMissing, ClockTimes, Reading, Seat
from drivers.requests import ClearText, Request, SetClock, ShowText, tag

from . import messages as wire
from .clock_models import LONGEST_S, DgtClockModel, spell
from .clockline import ClockLine, ClockOrder
from .lever_or_turn import LeverOrTurn
from .messages import ClockCommand

__all__ = ["AttachedClock"]

STALE_MS = 2000
"""How long after it was set a clock may still tell its old times."""
RAN_S = 3
"""Seconds that may have run from the times that were set when the clock first tells them."""


class AttachedClock:
    """A clock that is reached through the board it is plugged into; `left_alone`, it is only listened to."""

    def __init__(self, introduce: Callable[[str], list[Reading]], *, left_alone: bool) -> None:
        """`introduce` takes what the clock says that it is."""
        self._introduce = introduce
        self._left_alone = left_alone
        self._line = ClockLine()
        self._model = DgtClockModel.ABSENT if left_alone else DgtClockModel.UNASKED
        self._times: ClockTimes | None = None
        self._held: ShowText | None = None
        """A text that waits until it is known which clock it is for."""
        self._set_s: tuple[int, int] = (0, 0)
        self._set_running: Seat | None = None
        """The side that was to run when the clock was last set, until it has told its times."""
        self._stale_until = 0
        self._turn = LeverOrTurn()

    def greet(self, at: int) -> None:
        """Ask which clock it is, if that is not known."""
        if self._model is DgtClockModel.UNASKED:
            self._ask(at)

    def tells(self, times: ClockTimes, at: int) -> tuple[list[Reading], bool]:
        """The clock shows these times; what of it is news, and whether the lever has moved."""
        if self._model is DgtClockModel.ABSENT and not self._left_alone:
            self._ask(at)
        if self._line.setting or (at < self._stale_until and not self._as_set(times)):
            return [], False
        times, self._set_running = self._turn.read(times, self._set_running), None
        before, self._times = self._times, times
        return [] if times == before else [times], before is not None and before.up is not times.up

    def _ask(self, at: int) -> None:
        self._model = DgtClockModel.UNASKED
        self._line.order(ClockOrder(ClockCommand.VERSION, wire.clock_command(ClockCommand.VERSION)), at)

    def _as_set(self, times: ClockTimes) -> bool:
        """Whether these can be the times that the clock was set to, a little later."""
        shown = (times.left_ms // 1000, times.right_ms // 1000)
        return all(0 <= was - now <= RAN_S for was, now in zip(self._set_s, shown, strict=True))

    def gone(self) -> list[Reading]:
        """No clock is attached to the board."""
        if self._model is DgtClockModel.ABSENT:
            return []
        self._model = DgtClockModel.ABSENT
        self._times = None
        detail = "no clock is attached to the board"
        return [ClockMissing(), *self._line.clear(detail), *self._refuse_held(detail)]

    def ack(self, ack: wire.Ack, at: int) -> list[Reading]:
        """The clock answers a command."""
        ended, answers = self._line.ack(ack, at)
        readings: list[Reading] = [*answers]
        if ended is not None and ended.command is ClockCommand.SETNRUN and ack.status == wire.Ack.OK:
            self._stale_until = at + STALE_MS
        if ended is not None and ended.command is ClockCommand.VERSION:
            readings += self._version_told(ack, at)
        return readings

    def _version_told(self, ack: wire.Ack, at: int) -> list[Reading]:
        major, minor = divmod(ack.data[0], 16)
        self._model = {1: DgtClockModel.DGT_XL, 2: DgtClockModel.DGT_3000}.get(major, DgtClockModel.OTHER)
        name = {DgtClockModel.DGT_XL: "DGT XL", DgtClockModel.DGT_3000: "DGT 3000"}.get(self._model, "unknown")
        readings = self._introduce(f"{name} clock {major}.{minor}")
        held, self._held = self._held, None
        return readings if held is None else readings + self.show(held, at)

    def show(self, request: ShowText, at: int) -> list[Reading]:
        """Show a text; one for a clock that is not known yet is held until it has told what it is."""
        readings = self._refuse_held("replaced by a later text")
        if self._model is DgtClockModel.ABSENT:
            return [*readings, refused(request, "no clock is attached to the board")]
        if self._model in (DgtClockModel.UNASKED, DgtClockModel.SILENT):
            if self._model is DgtClockModel.SILENT:
                self._ask(at)
            self._held = request
            return readings
        spelled = spell(request, self._model)
        if isinstance(spelled, str):
            return [*readings, refused(request, spelled)]
        return readings + self._order(*spelled, request, at)

    def clear_text(self, request: ClearText, at: int) -> list[Reading]:
        """Show the times again."""
        readings = self._refuse_held("replaced by a later text")
        if self._model is DgtClockModel.ABSENT:
            return [*readings, refused(request, "no clock is attached to the board")]
        return readings + self._order(ClockCommand.END, wire.clock_command(ClockCommand.END), request, at)

    def set(self, request: SetClock, at: int) -> list[Reading]:
        """Set both times, and let one side run or none."""
        if self._model is DgtClockModel.ABSENT:
            return [refused(request, "no clock is attached to the board")]
        left_s, right_s = -(-request.left_ms // 1000), -(-request.right_ms // 1000)
        if not 0 <= min(left_s, right_s) <= max(left_s, right_s) <= LONGEST_S:
            return [refused(request, "a DGT clock shows 0:00:00 to 9:59:59")]
        if request.left_runs and request.right_runs:
            return [refused(request, "a DGT clock runs for one side at a time")]
        self._set_s = left_s, right_s
        self._set_running = Seat.LEFT if request.left_runs else Seat.RIGHT if request.right_runs else None
        data = wire.set_command(left_s, right_s, left_runs=request.left_runs, right_runs=request.right_runs)
        return self._order(ClockCommand.SETNRUN, data, request, at)

    def _order(self, command: ClockCommand, data: bytes, request: Request, at: int) -> list[Reading]:
        return [*self._line.order(ClockOrder(command, data, serves=tag(request)), at)]

    def _refuse_held(self, detail: str) -> list[Reading]:
        held, self._held = self._held, None
        return [] if held is None else [refused(held, detail)]

    def wake(self, at: int) -> list[Reading]:
        """Send again or give up what is overdue."""
        given_up, answers = self._line.wake(at)
        readings: list[Reading] = [*answers]
        if given_up is not None and given_up.command is ClockCommand.VERSION:
            self._model = DgtClockModel.SILENT
            readings += self._refuse_held("the clock does not answer")
        return readings

    def data_to_send(self) -> list[bytes]:
        """Take the queued writes."""
        return self._line.data_to_send()

    def next_deadline(self) -> int | None:
        """When `wake` has something to do."""
        return self._line.next_deadline()
