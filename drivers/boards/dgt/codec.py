"""The host's side of the DGT protocol, without I/O.

connected ─ 4B update-nice, 4D version ─> 93 ─ 42 board ─> 86 ─ 2B clock version ─> 8D ack ─> listening
listening: 8E and 8D as they come; 45 once a second to see that the board lives; 42 after every burst of changes,
which repairs an update lost on the way
connected again, and the board has changed: 49 memory ─> 8F, of which the part that was missed is told before the board
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from drivers.codec import Codec
from drivers.framing import Dropped, Frame, MarkedFramer
from drivers.readings import (
    Battery,
    Calibrated,
    ClockAnswer,
    ClockMissing,
    ClockTimes,
    Identity,
    LinkDown,
    Noise,
    Reading,
    Unknown,
)
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

from . import messages as wire
from .account import WAIT_MS, Account
from .clockline import ClockLine, Order
from .faces import LONGEST_S, ClockModel, read_times, spell
from .fields import CODES, Fields
from .messages import ClockCommand, Command
from .questions import Questions

__all__ = ["OPTIONS", "DgtCodec", "configure"]

OPTIONS = {
    "memory": "seconds that the board is held back for its memory after a lost connection: 3 unless set, "
    "10 reads a full memory over a serial line, 0 leaves it alone",
    "codes": "how a draughts board codes its pieces, as it told when they stood in the start position: "
    "2011 or before-2011",
}

WATCH_MS = 1000
"""How often the board is asked for a sign of life."""
SILENCES = 3
"""So many watches in a row without a message, and the link counts as dead. Watches are counted rather than time, so
that a computer that slept does not blame the board."""
QUIET_MS = 700
"""So long after the last change the board is read again: three scans, and the hands are off the board."""
REVIEW_MS = 5_000
"""How often board and clock are read for no reason at all."""
BATTERY_MS = 60_000


class DgtCodec:
    """One connection to one DGT board."""

    def __init__(self, memory_ms: int = WAIT_MS, codes: str = "") -> None:
        self._framer = MarkedFramer(wire.LONGEST)
        self._fields = Fields(codes)
        self._codes = codes
        self._questions = Questions()
        self.account = Account(self._fields, self._questions, memory_ms)
        self._line = ClockLine()
        self._identity = Identity(product="DGT board")
        self._clock = ClockModel.UNASKED
        self._held: ShowText | None = None
        self._greeted = False
        self._board_wanted = False
        self._heard = False
        self._silences = 0
        self._dead = False
        self._long_serial = False
        self._times: ClockTimes | None = None
        self._tell_board = False
        self._watch_at: int | None = None
        self._review_at: int | None = None
        self._reread_at: int | None = None
        self._battery_at: int | None = None

    def follows(self, before: Codec) -> None:
        """Take over what was told before the connection was lost, to find it in the board's memory."""
        if isinstance(before, DgtCodec):
            self.account.follows(before.account)

    # -- the codec protocol ------------------------------------------------------------------------------------------

    def connected(self, at: int) -> None:
        """Greet the board."""
        self._questions.tell(Command.SEND_UPDATE_NICE)
        self._questions.ask(Command.SEND_VERSION, at)
        self._questions.ask(Command.SEND_BRD, at)
        self._watch_at = at + WATCH_MS
        self._review_at = at + REVIEW_MS

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        """Take bytes in any split; return what they completed."""
        readings: list[Reading] = []
        self._heard |= self._questions.downloading  # eight seconds of bytes are a sign of life too
        for item in self._framer.feed(data):
            match item:
                case Dropped(count):
                    self._reread_at = self._reread_at or at + QUIET_MS  # perhaps a change was among them
                    readings.append(Noise(count))
                case Frame():
                    readings += self._frame(item, at)
        if self._questions.downloading:
            readings += self.account.coming(self._framer.unfinished, at)
        return readings

    def request(self, request: Request, at: int) -> Sequence[Reading]:
        """Ask something of board or clock."""
        match request:
            case ReadBoard():
                self._board_wanted = True
                self._read_board(at)
                return []
            case ReadPast():
                self.account.want(at)
                return []
            case SetClock():
                return self._set_clock(request, at)
            case ShowText():
                return self._show(request, at)
            case ClearText():
                readings = self._refuse_held("replaced by a later text")
                if self._clock is ClockModel.ABSENT:
                    return [*readings, _refusal(request, "no clock is attached to the board")]
                return readings + self._order(ClockCommand.END, wire.clock_command(ClockCommand.END), request, at)
            case ShowSquares() | ClearSquares():
                return [_refusal(request, "a DGT board has no lamps")]
            case ShowTimes():
                return [_refusal(request, "a DGT clock shows its own times")]

    def wake(self, at: int) -> Sequence[Reading]:
        """Retry, poll or give up."""
        if self._dead:
            return []
        readings = self._overdue_question(at)
        readings += self.account.wake(at)
        given_up, answers = self._line.wake(at)
        readings += answers
        if given_up is not None and given_up.command is ClockCommand.VERSION:
            self._clock = ClockModel.SILENT
            readings += self._refuse_held("the clock does not answer")
        if _due(self._reread_at, at):
            self._reread_at = None
            self._read_board(at)
        if _due(self._review_at, at):
            self._review_at = at + REVIEW_MS
            self._questions.ask(Command.SEND_BRD, at)
            if not self._questions.downloading:
                self._questions.tell(Command.SEND_CLK)
        if _due(self._battery_at, at):
            self._battery_at = None
            self._questions.tell(Command.SEND_BATTERY_STATUS)
        if _due(self._watch_at, at):
            readings += self._watch(at)
        return readings

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued writes, oldest first."""
        return [*self._questions.data_to_send(), *self._line.data_to_send()]

    def next_deadline(self) -> int | None:
        """When `wake` wants to be called, if nothing else happens."""
        if self._dead:
            return None
        deadlines = (
            self._watch_at,
            self._review_at,
            self._reread_at,
            self._battery_at,
            self.account.next_deadline(),
            self._questions.next_deadline(),
            self._line.next_deadline(),
        )
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    # -- messages ----------------------------------------------------------------------------------------------------

    def _frame(self, frame: Frame, at: int) -> list[Reading]:
        self._heard = True
        message = wire.parse(frame.code, frame.payload)
        if isinstance(message, wire.Other):
            return [Unknown(frame.code, frame.payload.hex())]
        readings = self._message(message, frame, at)
        ended = self._questions.answered(frame.code, at)
        if ended is Command.SEND_BRD:
            self._board_wanted = False
        if ended in (Command.SEND_BRD, Command.SEND_EE_MOVES):
            self._greet_clock(at)
        return readings

    def _message(self, message: wire.Message, frame: Frame, at: int) -> list[Reading]:
        match message:
            case wire.Dump():
                return self._dump(message, at)
            case wire.FieldUpdate():
                return self._field_update(message, at)
            case wire.Times():
                return self._clock_times(read_times(message), at)
            case wire.ClockAbsent():
                return self._clock_gone()
            case wire.Ack():
                return self._ack(message, frame, at)
            case wire.SerialNumber(text):
                return [] if self._long_serial else self._introduce(serial=text)
            case wire.LongSerial(text):
                self._long_serial = True
                return self._introduce(serial=text)
            case wire.Memory(data):
                return self.account.memory(data)
            case wire.Version(major, minor):
                return self._introduce(firmware=f"{major}.{minor:02d}")
            case wire.BatteryStatus(percent, charging):
                self._battery_at = at + BATTERY_MS
                return [Battery(percent, charging)]
            case wire.Nothing() | wire.Other():
                return []

    def _dump(self, dump: wire.Dump, at: int) -> list[Reading]:
        snapshot = self._fields.dump(dump)
        news = self._tell_board or snapshot != self.account.board
        self._tell_board = False
        readings: list[Reading] = []
        if self._fields.codes != self._codes:
            self._codes = self._fields.codes
            readings.append(Calibrated("codes", self._codes))
        return readings + self.account.whole(snapshot, at) if news else readings

    def _field_update(self, update: wire.FieldUpdate, at: int) -> list[Reading]:
        self._reread_at = at + QUIET_MS
        changed = self._fields.update(update)
        if changed is None:
            self._read_board(at)
            return []
        return self.account.changed(changed, at)

    def _read_board(self, at: int) -> None:
        """Ask for the board and tell it, whether or not it is news."""
        self._tell_board = True
        self._questions.ask(Command.SEND_BRD, at)

    def _introduce(self, product: str = "", serial: str = "", firmware: str = "") -> list[Reading]:
        """Tell who the device is, when that is news: the sign of life repeats the serial number every second."""
        known = self._identity
        self._identity = Identity(
            product=product or known.product, serial=serial or known.serial, firmware=firmware or known.firmware
        )
        return [] if self._identity == known else [self._identity]

    # -- staying in touch --------------------------------------------------------------------------------------------

    def _watch(self, at: int) -> list[Reading]:
        if self._heard:
            if self._silences:
                # It was away, perhaps without power: then it forgot its mode, and we missed changes.
                self._questions.tell(Command.SEND_UPDATE_NICE)
                self._read_board(at)
            self._silences = 0
        else:
            self._silences += 1
            if self._silences >= SILENCES:
                self._dead = True
                return [LinkDown("the board does not answer")]
        self._heard = False
        self._watch_at = at + WATCH_MS
        if not self._questions.downloading:
            self._questions.tell(Command.RETURN_SERIALNR)
        return []

    def _overdue_question(self, at: int) -> list[Reading]:
        given_up = self._questions.wake(at)
        if given_up is Command.SEND_EE_MOVES:
            self._greet_clock(at)
            return self.account.no_memory()
        if given_up is not Command.SEND_BRD:
            return []
        self._greet_clock(at)
        if not self._board_wanted:
            return []
        self._board_wanted = False
        return [_refusal(ReadBoard(), "the board does not send its position")]

    # -- the clock ---------------------------------------------------------------------------------------------------

    def _greet_clock(self, at: int) -> None:
        if not self._greeted and not self._questions.downloading:  # a board that sends its memory takes ten bytes
            self._greeted = True
            self._questions.tell(Command.RETURN_SERIALNR)
            self._questions.tell(Command.RETURN_LONG_SERIALNR)  # older boards do not answer
            self._questions.tell(Command.SEND_BATTERY_STATUS)  # only Bluetooth boards answer
            if self._clock is ClockModel.UNASKED:
                self._ask_clock(at)

    def _ask_clock(self, at: int) -> None:
        self._clock = ClockModel.UNASKED
        self._line.order(Order(ClockCommand.VERSION, wire.clock_command(ClockCommand.VERSION)), at)

    def _clock_times(self, times: ClockTimes, at: int) -> list[Reading]:
        if self._clock is ClockModel.ABSENT:
            self._ask_clock(at)
        if self._line.setting:
            return []
        before, self._times = self._times, times
        if before is not None and before.up is not times.up:
            self._reread_at = at + QUIET_MS  # somebody moved, whatever the board said of it
        return [] if times == before else [times]

    def _clock_gone(self) -> list[Reading]:
        if self._clock is ClockModel.ABSENT:
            return []
        self._clock = ClockModel.ABSENT
        self._times = None
        detail = "no clock is attached to the board"
        return [ClockMissing(), *self._line.clear(detail), *self._refuse_held(detail)]

    def _ack(self, ack: wire.Ack, frame: Frame, at: int) -> list[Reading]:
        if ack.command & 0x80:  # said of the clock's own accord: a button, "ready"
            return [Unknown(frame.code, frame.payload.hex())]
        ended, answers = self._line.ack(ack, at)
        readings: list[Reading] = [*answers]
        if ended is not None and ended.command is ClockCommand.VERSION:
            readings += self._clock_told(ack, at)
        return readings

    def _clock_told(self, ack: wire.Ack, at: int) -> list[Reading]:
        major, minor = divmod(ack.data[0], 16)
        self._clock = {1: ClockModel.DGT_XL, 2: ClockModel.DGT_3000}.get(major, ClockModel.OTHER)
        name = {ClockModel.DGT_XL: "DGT XL", ClockModel.DGT_3000: "DGT 3000"}.get(self._clock, "unknown")
        readings = self._introduce(product=f"DGT board, {name} clock {major}.{minor}")
        held, self._held = self._held, None
        return readings if held is None else readings + self._show(held, at)

    def _show(self, request: ShowText, at: int) -> list[Reading]:
        readings = self._refuse_held("replaced by a later text")
        if self._clock is ClockModel.ABSENT:
            return [*readings, _refusal(request, "no clock is attached to the board")]
        if self._clock in (ClockModel.UNASKED, ClockModel.SILENT):
            if self._clock is ClockModel.SILENT:
                self._ask_clock(at)
            self._held = request
            return readings
        spelled = spell(request, self._clock)
        if isinstance(spelled, str):
            return [*readings, _refusal(request, spelled)]
        return readings + self._order(*spelled, request, at)

    def _set_clock(self, request: SetClock, at: int) -> list[Reading]:
        if self._clock is ClockModel.ABSENT:
            return [_refusal(request, "no clock is attached to the board")]
        left_s, right_s = -(-request.left_ms // 1000), -(-request.right_ms // 1000)
        if not 0 <= min(left_s, right_s) <= max(left_s, right_s) <= LONGEST_S:
            return [_refusal(request, "a DGT clock shows 0:00:00 to 9:59:59")]
        if request.left_runs and request.right_runs:
            return [_refusal(request, "a DGT clock runs for one side at a time")]
        data = wire.set_command(left_s, right_s, left_runs=request.left_runs, right_runs=request.right_runs)
        return self._order(ClockCommand.SETNRUN, data, request, at)

    def _order(self, command: ClockCommand, data: bytes, request: Request, at: int) -> list[Reading]:
        return [*self._line.order(Order(command, data, serves=tag(request)), at)]

    def _refuse_held(self, detail: str) -> list[Reading]:
        held, self._held = self._held, None
        return [] if held is None else [_refusal(held, detail)]


def _due(deadline: int | None, at: int) -> bool:
    return deadline is not None and deadline <= at


def _refusal(request: Request, detail: str) -> ClockAnswer:
    return ClockAnswer(tag(request), ok=False, detail=detail)


def configure(options: Mapping[str, str]) -> DgtCodec:
    """A codec that waits for the board's memory as long as the settings say, and knows its codes if they do."""
    text = options.get("memory", "3")
    if not text.isdecimal() or int(text) > 15:
        raise ValueError("memory is a whole number of seconds, 0 to 15")
    codes = options.get("codes", "")
    if codes and codes not in CODES:
        raise ValueError(f"codes is one of {' and '.join(CODES)}")
    return DgtCodec(int(text) * 1000, codes)
