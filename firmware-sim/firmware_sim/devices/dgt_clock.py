"""A DGT 3000 or XL on a DGT board: keeps the time itself, moves its lever, shows texts, answers commands.

It shows whole seconds, counting down to 0.00 exactly when the time is up. The seven bytes that it hands to the board
are d0..d6 of message 8D; how they are framed is the board's business.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from drivers.readings import Seat

__all__ = ["ClockMode", "DgtClock", "FischerMode", "SuddenDeathMode"]


@dataclass(frozen=True, slots=True)
class SuddenDeathMode:
    """Sudden death (TIME), one period. The first side to reach 0.00 shows a flag; the clock goes on and can still be
    pressed."""

    main_ms: int

    @property
    def start_ms(self) -> int:
        """What both sides show before the game."""
        return self.main_ms


@dataclass(frozen=True, slots=True)
class FischerMode:
    """A bonus after each move, the first one included in the starting time. At 0.00 the clock freezes."""

    main_ms: int
    increment_ms: int

    @property
    def start_ms(self) -> int:
        """What both sides show before the game."""
        return self.main_ms + self.increment_ms


ClockMode = SuddenDeathMode | FischerMode


class _Command(enum.IntEnum):
    DISPLAY = 0x01
    ICONS = 0x02
    END = 0x03
    BUTTON = 0x08
    VERSION = 0x09
    SETNRUN = 0x0A
    BEEP = 0x0B
    ASCII = 0x0C


_KNOWN = frozenset(_Command)

_SHAPES = dict(
    zip(
        bytes.fromhex(
            "00 77 7c 39 5e 79 71 3d 76 06 1e 75 38 37 54 3f 73 67 50 6d 78 3e 1c 7e 6e 5b 4f 66 7d 07 7f 6f 40"
        ),
        " ABCDEFGHIJKLMNOPQRSTUVWYZ346789-",
        strict=True,
    )
)
"""How a person reads seven segments; 0, 1, 2 and 5 look like O, I, Z and S."""

_SHAPES |= dict(zip(bytes.fromhex("5f 58 7b 74 10 04 55 5c 2a 64 52 36 53 65 48 08"), "ACEHIIMOVX/|?@=_", strict=True))
"""How other programs write some: small letters where these are easier to read, and a few signs."""

COUNTS_UP = 0x10
"""In the hours of a time that is set: this side counts up. An XL does not know it."""

FREEZES = 0x10
PER_MOVE = 0x20
FLAG = 0x40


class DgtClock:
    """The clock, and what people see of it and do to it."""

    def __init__(
        self,
        control: ClockMode,
        *,
        up: Seat = Seat.LEFT,
        version: tuple[int, int] = (2, 0),
        ack_ms: int = 150,
        repeats_acks: bool = False,
        wrong_acks: bool = False,
        remote: bool = False,
        drift_ppm: int = 0,
    ) -> None:
        self._version = version
        self._ack_ms = ack_ms
        self._repeats_acks = repeats_acks
        self._wrong_acks = wrong_acks
        self._drift_ppm = drift_ppm
        self.remote = remote
        """Switched to the option in which a computer may set it: 25 on a DGT 3000, 23 on an XL."""
        self._first_up = up
        self._watchers: list[Callable[[], None]] = []
        self._acks: list[tuple[int, bytes]] = []
        self.battery_low = False
        self.deaf = False
        """Takes no commands, as when its plug is half out."""
        self.text: str | None = None
        """What it shows instead of the times, if it does."""
        self.beeps = 0
        self._control = control
        self._remaining: dict[Seat, int] = {}
        self._running: bool = False
        self._up: Seat = up
        self._counts: Seat | None = up
        self._toggles = True
        self._counting_up: frozenset[Seat] = frozenset()
        self._flag: Seat | None = None
        self._since = 0
        self._set(control)

    # -- what people see ---------------------------------------------------------------------------------------------

    @property
    def running(self) -> bool:
        """Somebody's time runs."""
        return self._running

    @property
    def up(self) -> Seat:
        """Whose side of the lever stands high: that side is on move, unless a computer has set the other running."""
        return self._up

    @property
    def counts(self) -> Seat | None:
        """Whose time counts down while it runs; None: nobody's, as a computer may have set it."""
        return self._counts

    @property
    def flag(self) -> Seat | None:
        """Who shows a flag, the first to run out."""
        return self._flag

    @property
    def frozen(self) -> bool:
        """It stands at 0.00 and takes no more presses."""
        return self._flag is not None and isinstance(self._control, FischerMode)

    def seconds(self, seat: Seat, at: int) -> int:
        """What the display shows, or would show if no text were on it."""
        return self._shown(seat, self._own(at))

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call `watcher()` whenever the display changes other than by counting."""
        self._watchers.append(watcher)

    # -- what people do ----------------------------------------------------------------------------------------------

    def press(self, seat: Seat, at: int) -> None:
        """Push down this side of the lever."""
        self._settle(self._own(at))
        if self.frozen or self._up is not seat:
            return
        if self._running and isinstance(self._control, FischerMode):
            self._remaining[seat] += self._control.increment_ms
        self._up = seat.other
        if self._toggles and self._counts is not None:
            self._counts = self._counts.other
        self._changed()

    def run_stop(self, at: int) -> None:
        """Push the button in the middle."""
        self._settle(self._own(at))
        if not self.frozen:
            self._running = not self._running
            self._changed()

    def reset(self, control: ClockMode | None = None) -> None:
        """Set it for a new game: an option chosen anew, lever as at the start."""
        self._set(control or self._control)
        self._changed()

    def adjust(self, left_ms: int, right_ms: int, at: int) -> None:
        """An arbiter sets both times while the clock stands."""
        self._settle(self._own(at))
        self._remaining = {Seat.LEFT: left_ms, Seat.RIGHT: right_ms}
        self._flag = None
        self._changed()

    # -- what the board reads ----------------------------------------------------------------------------------------

    def bwtime(self, at: int) -> bytes:
        """d0..d6 of a time message: right side, left side, status."""
        at = self._own(at)
        self._settle(at)
        right_up = self._up is Seat.RIGHT
        status = self._running | right_up << 1 | self.battery_low << 2
        status |= 0x10 if self._counts is Seat.RIGHT else 0x08  # whose turn, as real clocks set it
        return self._face(Seat.RIGHT, at) + self._face(Seat.LEFT, at) + bytes([status])

    def command(self, code: int, data: bytes, at: int) -> None:
        """A command from the host; the answer comes a little later."""
        if self.deaf:
            return
        answer = self._obey(code, data, at)
        if self._wrong_acks:  # as if another command had been given
            self._acks.append((at + self._ack_ms // 2, ack(0x10, _Command.BUTTON)))
        self._acks.append((at + self._ack_ms, answer))
        if self._repeats_acks:  # the board's next poll may get the old answer once more
            self._acks.append((at + self._ack_ms + 400, answer))

    def acks(self, at: int) -> Sequence[bytes]:
        """Take the answers that are due."""
        due = [ack for when, ack in self._acks if when <= at]
        self._acks = [(when, ack) for when, ack in self._acks if when > at]
        return due

    def wake(self, at: int) -> None:
        """Notice a flag that has fallen."""
        self._settle(self._own(at))

    def next_deadline(self) -> int | None:
        """When the display counts down next, or an answer is due."""
        deadlines = [when for when, _ in self._acks]
        remaining = 0 if self._counts is None else self._remaining[self._counts]
        if self._running and self._counts in self._counting_up:
            deadlines.append(self._real(self._since + 1000 - remaining % 1000))
        elif self._running and remaining > 0:
            shown = -(-remaining // 1000)
            deadlines.append(self._real(self._since + remaining - (shown - 1) * 1000))
        return min(deadlines, default=None)

    # -- inside ------------------------------------------------------------------------------------------------------

    def _set(self, control: ClockMode) -> None:
        self._control = control
        self._remaining = {Seat.LEFT: control.start_ms, Seat.RIGHT: control.start_ms}
        self._running = False
        self._up = self._counts = self._first_up
        self._toggles = True
        self._counting_up = frozenset()
        self._flag = None
        self._since = 0

    def _own(self, at: int) -> int:
        """An instant by the clock's own quartz, which may be too fast (drift above 0) or too slow."""
        return at + at * self._drift_ppm // 1_000_000

    def _real(self, own: int) -> int:
        """The first instant at which its quartz has come so far."""
        return -(-own * 1_000_000 // (1_000_000 + self._drift_ppm))

    def _shown(self, seat: Seat, at: int) -> int:
        left_ms = self._left_ms(seat, at)
        return left_ms // 1000 if seat in self._counting_up else -(-left_ms // 1000)

    def _left_ms(self, seat: Seat, at: int) -> int:
        if not self._running or seat is not self._counts:
            return self._remaining[seat]
        if seat in self._counting_up:
            return self._remaining[seat] + at - self._since
        return max(0, self._remaining[seat] - (at - self._since))

    def _settle(self, at: int) -> None:
        """Book the time that has run until now."""
        side = self._counts
        if self._running and side is not None:
            self._remaining[side] = self._left_ms(side, at)
        self._since = at
        runs_out = side not in self._counting_up and self._flag is None
        if self._running and side is not None and self._remaining[side] == 0 and runs_out:
            self._flag = side
            if isinstance(self._control, FischerMode):
                self._running = False
            self._changed()

    def _set_and_run(self, data: bytes, at: int) -> None:
        """Hours, minutes, seconds of both sides in plain binary; 01 left counts, 02 right counts, 04 pause, 08 the
        lever toggles who counts. A command cannot move the lever: the side that counts may be the one that is down.
        """
        left, right = (((data[i] & 0x0F) * 60 + data[i + 1]) * 60 + data[i + 2] for i in (0, 3))
        self._counting_up = frozenset(
            seat for seat, i in ((Seat.LEFT, 0), (Seat.RIGHT, 3)) if data[i] & COUNTS_UP and self._version[0] >= 2
        )
        self.adjust(left * 1000, right * 1000, at)
        control = data[6]
        chosen = Seat.LEFT if control & 0x01 else Seat.RIGHT if control & 0x02 else None
        self._running = chosen is not None and not control & 0x04
        # One that is paused without a side goes on, by its own button, for whom the lever says.
        self._counts = self._up if chosen is None and control & 0x04 else chosen
        self._toggles = bool(control & 0x08)
        self._changed()

    def _changed(self) -> None:
        for watcher in self._watchers:
            watcher()

    def _face(self, seat: Seat, at: int) -> bytes:
        minutes, seconds = divmod(self._shown(seat, at), 60)
        hours, minutes = divmod(minutes, 60)
        nibble = PER_MOVE if isinstance(self._control, FischerMode) else 0
        if self._flag is seat:
            nibble |= FREEZES if self.frozen else FLAG
        return bytes([nibble | min(hours, 9), _bcd(minutes), _bcd(seconds)])

    def _obey(self, code: int, data: bytes, at: int) -> bytes:
        modern = self._version[0] >= 2
        match code:
            case _Command.ASCII if modern and len(data) == 9:
                self.text = data[:8].decode("ascii", "replace").strip()
                self.beeps += bool(data[8])
                self._changed()
            case _Command.ASCII:
                return ack(0x20, 0x00)
            case _Command.DISPLAY if len(data) == 8:
                c, b, a, f, e, d = data[:6]
                self.text = "".join(_SHAPES.get(shape, "?") for shape in (a, b, c, d, e, f)).strip()
                self.beeps += data[7] == 0x03
                self._changed()
            case _Command.END:
                self.text = None
                self._changed()
            case _Command.VERSION:
                return ack(0x10, code, self._version[0] << 4 | self._version[1])
            case _Command.BEEP:
                self.beeps += 1
            case _Command.SETNRUN if self.remote and len(data) == 7:
                self._set_and_run(data, at)
            case _Command.SETNRUN:
                return ack(0x40, code)
            case _ if code not in _KNOWN:
                return ack(0x40, code)
        return ack(0x10, code)


def ack(ack0: int, ack1: int, ack2: int = 0, ack3: int = 0) -> bytes:
    """d0..d6 of an answer: four bytes whose top bits travel in the nibbles of d0 and d3."""
    return bytes(
        [
            0x0A | (ack2 & 0x80) >> 3 | (ack3 & 0x80) >> 2,
            ack0 & 0x7F,
            ack1 & 0x7F,
            (ack0 & 0x80) >> 3 | (ack1 & 0x80) >> 2,
            ack2 & 0x7F,
            ack3 & 0x7F,
            0x00,
        ]
    )


def _bcd(number: int) -> int:
    tens, ones = divmod(number, 10)
    return tens << 4 | ones
