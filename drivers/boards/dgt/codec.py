"""The host's side of the DGT protocol, without I/O.

connected ─ 4B update-nice, 4D version ─> 93 ─ 42 board ─> 86 ─ 2B clock version ─> 8D ack ─> listening
listening: 8E and 8D as they come; 45 once a second to see that the board lives; 42 after every burst of changes,
which repairs an update lost on the way
connected again, and the board has changed: 49 memory ─> 8F, of which the part that was missed is told before the board
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from drivers.codec import Codec, done, refused
from drivers.framing import Dropped, Frame, MarkedFramer
from drivers.readings import (
    Battery,
    Calibrated,
    Identity,
    LinkDown,
    Noise,
    Reading,
    SquareChanged,
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
)

from . import messages as wire
from .attached_clock import AttachedClock
from .catchup import WAIT_MS, CatchUp
from .clock_models import read_times
from .fields import CODES, Fields
from .messages import BoardCommand
from .questions import BOARD_QUESTIONS, Questions

__all__ = ["OPTIONS", "DgtCodec", "configure"]

OPTIONS = {
    "memory": "seconds that the board is held back for its memory after a lost connection: 3 unless set, "
    "10 reads a full memory over a serial line, 0 leaves it alone",
    "codes": "how a draughts board codes its pieces, as it told when they stood in the start position: "
    "2011 or before-2011",
    "updates": "nice unless set; all repeats the clock every second, board leaves the clock alone",
    "lamps": "revelation if it is a Revelation II, which has lamps",
}

MODES = {"nice": BoardCommand.SEND_UPDATE_NICE, "all": BoardCommand.SEND_UPDATE, "board": BoardCommand.SEND_UPDATE_BRD}

WATCH_MS = 1000
"""How often the board is asked for a sign of life."""
SILENCES = 3
"""Watches in a row without a message after which the link counts as dead. Not time is counted but watches, so that
a computer that slept does not blame the board."""
QUIET_MS = 700
"""How long after the last change the board is read again: three scans, and the hands are off the board."""
REVIEW_MS = 5_000
"""How often board and clock are read for no reason at all."""
BATTERY_MS = 60_000


class DgtCodec:
    """One connection to one DGT board."""

    def __init__(
        self,
        memory_ms: int = WAIT_MS,
        mode: BoardCommand = BoardCommand.SEND_UPDATE_NICE,
        *,
        codes: str = "",
        lamps: bool = False,
    ) -> None:
        self._framer = MarkedFramer(wire.LONGEST)
        self._fields = Fields(codes)
        self._codes = codes
        self._questions = Questions()
        self.catch_up = CatchUp(self._fields, self._questions, memory_ms)
        self._identity = Identity(product="DGT board")
        self._mode = mode
        self._lamps = lamps
        self._clock = AttachedClock(self._introduce_clock, left_alone=mode is BoardCommand.SEND_UPDATE_BRD)
        self._greeted = False
        self._board_wanted = False
        self._heard = False
        self._silences = 0
        self._dead = False
        self._long_serial = False
        self._tell_board = False
        self._board_question = BoardCommand.SEND_BRD
        self._updated = False
        """An update has come, so that the board knows the mode it was told."""
        self._watch_at: int | None = None
        self._review_at: int | None = None
        self._reread_at: int | None = None
        self._battery_at: int | None = None

    def follows(self, before: Codec) -> None:
        """Take over what was told before the connection was lost, to find it in the board's memory."""
        if isinstance(before, DgtCodec):
            self.catch_up.follows(before.catch_up)

    # -- the codec protocol ------------------------------------------------------------------------------------------

    def connected(self, at: int) -> None:
        """Greet the board."""
        self._questions.tell(self._mode)
        self._questions.ask(BoardCommand.SEND_VERSION, at)
        self._questions.ask(self._board_question, at)
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
            readings += self.catch_up.coming(self._framer.unfinished, at)
        return readings

    def request(self, request: Request, at: int) -> Sequence[Reading]:
        """Ask something of board or clock."""
        match request:
            case ReadBoard():
                self._board_wanted = True
                self._read_board(at)
                return []
            case ReadPast():
                self.catch_up.want(at)
                return []
            case SetClock():
                return self._clock.set(request, at)
            case ShowText():
                return self._clock.show(request, at)
            case ClearText():
                return self._clock.clear_text(request, at)
            case ShowSquares(cells):
                return self._light(cells, request)
            case ClearSquares():
                return self._light((), request)
            case ShowTimes():
                return [refused(request, "a DGT clock shows its own times")]

    def wake(self, at: int) -> Sequence[Reading]:
        """Retry, poll or give up."""
        if self._dead:
            return []
        readings = self._overdue_question(at)
        readings += self.catch_up.wake(at)
        readings += self._clock.wake(at)
        if _due(self._reread_at, at):
            self._reread_at = None
            self._read_board(at)
        if _due(self._review_at, at):
            self._review_at = at + REVIEW_MS
            self._questions.ask(self._board_question, at)
            if not self._questions.downloading and self._mode is not BoardCommand.SEND_UPDATE_BRD:
                self._questions.tell(BoardCommand.SEND_CLK)
        if _due(self._battery_at, at):
            self._battery_at = None
            self._questions.tell(BoardCommand.SEND_BATTERY_STATUS)
        if _due(self._watch_at, at):
            readings += self._watch(at)
        return readings

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued writes, oldest first."""
        return [*self._questions.data_to_send(), *self._clock.data_to_send()]

    def next_deadline(self) -> int | None:
        """When `wake` wants to be called, if nothing else happens."""
        if self._dead:
            return None
        deadlines = (
            self._watch_at,
            self._review_at,
            self._reread_at,
            self._battery_at,
            self.catch_up.next_deadline(),
            self._questions.next_deadline(),
            self._clock.next_deadline(),
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
        if ended in BOARD_QUESTIONS:
            self._board_wanted = False
        if ended in (*BOARD_QUESTIONS, BoardCommand.SEND_EE_MOVES):
            self._greet(at)
        return readings

    def _message(self, message: wire.DgtMessage, frame: Frame, at: int) -> list[Reading]:
        match message:
            case wire.Dump():
                return self._dump(message, at)
            case wire.FieldUpdate():
                return self._field_update(message, at)
            case wire.Times():
                return self._clock_times(message, at)
            case wire.ClockAbsent():
                return self._clock.gone()
            case wire.Ack():
                if message.command & 0x80:  # said of the clock's own accord: a button, "ready"
                    return [Unknown(frame.code, frame.payload.hex())]
                return self._clock.ack(message, at)
            case wire.Memory(data):
                return self.catch_up.memory(data)
            case wire.BatteryStatus(percent, charging):
                self._battery_at = at + BATTERY_MS
                return [Battery(percent, charging)]
            case wire.Nothing() | wire.Other():
                return []
            case _:
                return self._introduction(message)

    def _introduction(self, message: wire.Introduction) -> list[Reading]:
        known = self._identity
        match message:
            case wire.SerialNumber(text):
                return [] if self._long_serial else self._introduce(serial=text)
            case wire.LongSerial(text):
                self._long_serial = True
                return self._introduce(serial=text)
            case wire.BusAddress(number):
                return [] if known.serial else self._introduce(serial=f"{number:05d}")
            case wire.Trademark(serial, firmware):
                return self._introduce(serial=known.serial or serial, firmware=known.firmware or firmware)
            case wire.Version(major, minor):
                return self._introduce(firmware=f"{major}.{minor:02d}")

    def _dump(self, dump: wire.Dump, at: int) -> list[Reading]:
        snapshot = self._fields.dump(dump)
        changed = self.catch_up.board is not None and snapshot != self.catch_up.board
        if changed and not self._updated and self._mode is BoardCommand.SEND_UPDATE_NICE:
            # It tells no changes: perhaps it is too old to know this mode, which came later than the others.
            self._mode = BoardCommand.SEND_UPDATE
            self._questions.tell(self._mode)
        news = self._tell_board or snapshot != self.catch_up.board
        self._tell_board = False
        readings: list[Reading] = []
        if self._fields.codes != self._codes:
            self._codes = self._fields.codes
            readings.append(Calibrated("codes", self._codes))
        return readings + self.catch_up.whole(snapshot, at) if news else readings

    def _clock_times(self, message: wire.Times, at: int) -> list[Reading]:
        times, pressed = self._clock.tells(read_times(message), at)
        if pressed:
            self._reread_at = at + QUIET_MS  # somebody moved, whatever the board said of it
        return times

    def _field_update(self, update: wire.FieldUpdate, at: int) -> list[Reading]:
        self._reread_at = at + QUIET_MS
        self._updated = True
        changed = self._fields.update(update)
        if changed is None:
            self._read_board(at)
            if self._fields.known or self.catch_up.resumes:
                return []
            # Which board it is nobody knows before it has shown itself. A file of bytes may never come to that:
            # told as on a chess board, and whoever has not seen the board makes nothing of it.
            return [SquareChanged(update.field, wire.CHESS.get(update.code, "?"))] if update.field < 64 else []
        return self.catch_up.changed(changed, at)

    def _read_board(self, at: int) -> None:
        """Ask for the board and tell it, whether or not it is news."""
        self._tell_board = True
        self._questions.ask(self._board_question, at)

    def _introduce_clock(self, product: str) -> list[Reading]:
        return self._introduce(product=f"DGT board, {product}")

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
                self._questions.tell(self._mode)
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
            self._questions.tell(BoardCommand.RETURN_SERIALNR)
        return []

    def _overdue_question(self, at: int) -> list[Reading]:
        given_up = self._questions.wake(at)
        if given_up is BoardCommand.SEND_EE_MOVES:
            self._greet(at)
            return self.catch_up.no_memory()
        if given_up not in BOARD_QUESTIONS:
            return []
        if self.catch_up.board is None:
            place = BOARD_QUESTIONS.index(self._board_question) + 1
            self._board_question = BOARD_QUESTIONS[place % len(BOARD_QUESTIONS)]
            self._questions.ask(self._board_question, at)
        self._greet(at)
        if not self._board_wanted:
            return []
        self._board_wanted = False
        return [refused(ReadBoard(), "the board does not send its position")]

    # -- who is there ------------------------------------------------------------------------------------------------

    def _greet(self, at: int) -> None:
        """Ask who board and clock are, once the board has shown itself."""
        if not self._greeted and not self._questions.downloading:  # a board that sends its memory takes ten bytes
            self._greeted = True
            self._questions.tell(BoardCommand.RETURN_SERIALNR)
            self._questions.tell(BoardCommand.RETURN_LONG_SERIALNR)  # older boards do not answer
            self._questions.tell(BoardCommand.SEND_BATTERY_STATUS)  # only Bluetooth boards answer
            self._clock.greet(at)

    def _light(self, cells: Sequence[int], request: Request) -> list[Reading]:
        if not self._lamps:
            return [refused(request, "a DGT board has no lamps")]
        self._questions.write(wire.lamp_commands(cells))
        return [done(request)]


def _due(deadline: int | None, at: int) -> bool:
    return deadline is not None and deadline <= at


def configure(options: Mapping[str, str]) -> DgtCodec:
    """A codec that does as the settings say."""
    text = options.get("memory", "3")
    if not text.isdecimal() or int(text) > 15:
        raise ValueError("memory is a whole number of seconds, 0 to 15")
    mode = options.get("updates", "nice")
    if mode not in MODES:
        raise ValueError(f"updates is one of {', '.join(MODES)}")
    codes = options.get("codes", "")
    if codes and codes not in CODES:
        raise ValueError(f"codes is one of {' and '.join(CODES)}")
    if options.get("lamps", "revelation") != "revelation":
        raise ValueError("lamps is revelation, or left out")
    return DgtCodec(int(text) * 1000, MODES[mode], codes=codes, lamps="lamps" in options)
