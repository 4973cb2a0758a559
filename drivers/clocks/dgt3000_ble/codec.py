"""The host's side of the gateway's protocol.

Behind the gateway the clock counts down what it is told to, and reports its lever; it does not change sides itself.
So the codec does: a press stops the side that made it and lets the other run. Increments are left to whoever set the
clock, who may set it again after a press.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from drivers.codec import channel_of, refused
from drivers.framing import Dropped
from drivers.readings import (
    ClockMissing,
    ClockTimes,
    FlagSign,
    Identity,
    LinkDown,
    Noise,
    Reading,
    RequestAnswer,
    Seat,
    Unknown,
)
from drivers.requests import ClearText, Request, SetClock, ShowText, tag

from .messages import JsonFramer, Object, number, times_ms

__all__ = ["COMMAND", "EVENTS", "SERVICE", "VERSION", "Dgt3000Codec"]

SERVICE = "73822f6e-edcd-44bb-974b-93ee97cb0000"
VERSION = "73822f6e-edcd-44bb-974b-93ee97cb0001"
COMMAND = "73822f6e-edcd-44bb-974b-93ee97cb0002"
EVENTS = "73822f6e-edcd-44bb-974b-93ee97cb0003"

TEXT_LENGTH = 11
BEEP = 8
"""The length of a beep: half a second; 48 are three."""
STOP, DOWN = 0, 1
ANSWER_MS = 5_000
WATCH_MS = 5_000
"""How often the clock is asked for its times, which also shows that the gateway lives."""
STILL_MS = 2_500
"""How long a clock may not have counted before it is taken to stand."""
SILENCES = 3
COUNTED_MS = 2_000
"""The largest step of a clock that counts; a larger one is somebody setting it."""
PENDING = 32
"""Commands that wait for their answer; a person causes a few a minute."""


@dataclass(slots=True)
class _Asked:
    request: str
    """The request that it serves; empty for our own."""
    until: int


class Dgt3000Codec:
    """One connection to one gateway."""

    def __init__(self) -> None:
        self._framer = JsonFramer()
        self._asked: dict[str, _Asked] = {}
        self._next_id = 1
        self._times: ClockTimes | None = None
        self._told: ClockTimes | None = None
        self._up = Seat.LEFT
        self._running = False
        self._counted_at = 0
        self._heard = False
        self._silences = 0
        self._dead = False
        self._missing = False
        self._watch_at: int | None = None
        self._out: list[bytes] = []

    # -- the codec protocol ------------------------------------------------------------------------------------------

    def connected(self, at: int) -> None:
        """Ask for the times."""
        self._watch(at)

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        """Take bytes in any split; return what they completed."""
        if channel_of(data) == VERSION:
            return [Identity("DGT 3000 behind a BLE gateway", firmware=data.decode("ascii", "replace").strip("\0 "))]
        readings: list[Reading] = []
        for item in self._framer.feed(data):
            if isinstance(item, Dropped):
                readings.append(Noise(item.count))
            else:
                self._heard = True
                readings += self._message(item, at)
        return readings

    def request(self, request: Request, at: int) -> Sequence[Reading]:
        """Set the clock, or show a text on it."""
        match request:
            case ShowText(text=text, beep=beep):
                if len(text) > TEXT_LENGTH or not text.isascii() or not text.isprintable():
                    return [refused(request, f"a DGT 3000 shows at most {TEXT_LENGTH} ASCII characters")]
                self._send("displayText", at, tag(request), text=text, beep=BEEP if beep else 0)
                return []
            case ClearText():
                self._send("endDisplay", at, tag(request))
                return []
            case SetClock(left_ms=left_ms, right_ms=right_ms):
                if request.left_runs and request.right_runs:
                    return [refused(request, "only one side of a clock can run")]
                if not (0 <= left_ms < 36_000_000 and 0 <= right_ms < 36_000_000):
                    return [refused(request, "a DGT 3000 shows less than ten hours")]
                self._set(left_ms, right_ms, at, tag(request))
                if request.left_runs or request.right_runs:
                    self._up = Seat.LEFT if request.left_runs else Seat.RIGHT
                self._run(request.left_runs or request.right_runs, at)
                return []
            case _:
                return [refused(request, "a clock has no board and no lamps")]

    def wake(self, at: int) -> Sequence[Reading]:
        """Ask again, give up, notice that the clock stands."""
        if self._dead:
            return []
        readings: list[Reading] = []
        for name, asked in list(self._asked.items()):
            if asked.until <= at:
                del self._asked[name]
                if asked.request:
                    readings.append(RequestAnswer(asked.request, ok=False, detail="the gateway does not answer"))
        if self._running and self._counted_at + STILL_MS <= at:
            self._running = False
            readings += self._tell()
        if self._watch_at is not None and self._watch_at <= at:
            self._silences = 0 if self._heard else self._silences + 1
            self._heard = False
            if self._silences >= SILENCES:
                self._dead = True
                return [LinkDown("the clock's gateway does not answer")]
            self._watch(at)
        return readings

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued writes, oldest first."""
        out, self._out = self._out, []
        return out

    def next_deadline(self) -> int | None:
        """When `wake` wants to be called, if nothing else happens."""
        if self._dead or self._watch_at is None:
            return None
        still = [self._counted_at + STILL_MS] if self._running else []
        return min([self._watch_at, *still, *(asked.until for asked in self._asked.values())])

    # -- what comes --------------------------------------------------------------------------------------------------

    def _message(self, message: Object, at: int) -> list[Reading]:
        data = message.get("data")
        match message["type"]:
            case "timeUpdate":
                return self._update(data, at)
            case "buttonEvent":
                return self._button(data, at)
            case "connectionStatus":
                return self._status(data)
            case "command_response":
                return self._response(message, at)
            case "error":
                text = str(data.get("errorMessage", "")) if isinstance(data, dict) else ""
                return [Unknown(number(data, "errorCode", 0xFFFF) or 0, text.encode().hex())]
            case _:
                return [Unknown(0, msgspec.json.encode(message).hex())]

    def _update(self, data: object, at: int) -> list[Reading]:
        times = times_ms(data)
        if times is None:
            return [Unknown(0, msgspec.json.encode(data).hex())]
        left, right = times
        before = self._times
        if before is not None:
            less = {Seat.LEFT: before.left_ms - left, Seat.RIGHT: before.right_ms - right}
            counted = [seat for seat in Seat if 0 < less[seat] <= COUNTED_MS]
            if len(counted) == 1 and 0 in less.values():  # that side runs, whatever we believed
                self._up, self._running, self._counted_at = counted[0], True, at
        self._times = ClockTimes(
            left,
            right,
            running=self._running,
            up=self._up,
            left_flag=FlagSign.NONE if before is None else _flag(left, before.left_ms, before.left_flag),
            right_flag=FlagSign.NONE if before is None else _flag(right, before.right_ms, before.right_flag),
        )
        self._missing = False
        return self._tell()

    def _button(self, data: object, at: int) -> list[Reading]:
        button = data.get("button") if isinstance(data, dict) else None
        if not isinstance(data, dict) or data.get("isRepeat") is True:
            return []
        match button:
            case "lever_left" | "lever_right":
                # Named for where the lever went: down on that side, which has pressed; the other one is up.
                self._up = Seat.RIGHT if button == "lever_left" else Seat.LEFT
                if self._running:
                    self._run(True, at)
                return self._tell()
            case "play_pause":
                self._run(not self._running, at)
                return self._tell()
        return []

    def _status(self, data: object) -> list[Reading]:
        if isinstance(data, dict) and data.get("connected") is False and not self._missing:
            self._missing, self._times, self._told, self._running = True, None, None, False
            return [ClockMissing()]
        return []

    def _response(self, message: Object, at: int) -> list[Reading]:
        asked = self._asked.pop(str(message.get("id")), None)
        if asked is None:
            return []
        readings: list[Reading] = []
        if times_ms(message.get("result")) is not None:
            readings += self._update(message["result"], at)
        if asked.request:
            data = message.get("data")
            why = str(data.get("errorMessage", "")) if isinstance(data, dict) else ""
            ok = message.get("status") == "success"
            readings.append(RequestAnswer(asked.request, ok=ok, detail="" if ok else why or "the gateway refuses"))
        return readings

    def _tell(self) -> list[Reading]:
        if self._times is None:
            return []
        self._times = msgspec.structs.replace(self._times, running=self._running, up=self._up)
        if self._times == self._told:
            return []
        self._told = self._times
        return [self._times]

    # -- what goes ---------------------------------------------------------------------------------------------------

    def _watch(self, at: int) -> None:
        self._watch_at = at + WATCH_MS
        self._send("getTime", at)

    def _run(self, run: bool, at: int) -> None:
        """Let the side run whose lever is up, or stop."""
        self._running, self._counted_at = run, at
        if run:
            modes = (DOWN, STOP) if self._up is Seat.LEFT else (STOP, DOWN)
            self._send("run", at, leftMode=modes[0], rightMode=modes[1])
        else:
            self._send("stop", at)

    def _set(self, left_ms: int, right_ms: int, at: int, serves: str) -> None:
        params: dict[str, object] = {}
        for side, ms in (("left", left_ms), ("right", right_ms)):
            minutes, seconds = divmod(ms // 1000, 60)
            hours, minutes = divmod(minutes, 60)
            params |= {f"{side}Mode": DOWN, f"{side}Hours": hours, f"{side}Minutes": minutes, f"{side}Seconds": seconds}
        self._send("setTime", at, serves, **params)

    def _send(self, command: str, at: int, serves: str = "", **params: object) -> None:
        name = f"ff{self._next_id}"
        self._next_id += 1
        if len(self._asked) >= PENDING:
            del self._asked[next(iter(self._asked))]
        self._asked[name] = _Asked(serves, at + ANSWER_MS)
        message: Mapping[str, object] = {"id": name, "command": command}
        self._out.append(msgspec.json.encode({**message, "params": params} if params else message))


def _flag(ms: int, before_ms: int, before: FlagSign) -> FlagSign:
    """The gateway tells no flags; a side that counted down to zero has lost its own, and keeps it there."""
    if ms:
        return FlagSign.NONE
    return FlagSign.BLOCKED if before_ms else before
