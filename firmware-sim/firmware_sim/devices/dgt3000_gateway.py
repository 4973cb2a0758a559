"""A DGT 3000 behind its BLE gateway: it counts what it is told to count, and tells its lever and buttons."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from drivers.readings import Seat
from firmware_sim.gatt import Access, Characteristic, Profile, Value

__all__ = ["Dgt3000Gateway"]

EVENTS = "73822f6e-edcd-44bb-974b-93ee97cb0003"
STOP, DOWN = 0, 1


class Dgt3000Gateway:
    """The gateway's program and the clock's. Times are counted in milliseconds and shown in whole seconds."""

    def __init__(self, *, name: str = "DGT3000-Gateway", version: str = "1.1", minutes: int = 5) -> None:
        self.stirred: Callable[[], None] = lambda: None
        self._name = name
        self._version = version
        self._left_ms = dict.fromkeys(Seat, minutes * 60_000)
        self._counts: Seat | None = None
        self._since = 0
        self._told: dict[str, int] = {}
        self._input = b""
        self._out: list[bytes] = []
        self.text = ""

    @property
    def profile(self) -> Profile:
        """Version, commands, events, status."""
        base = "73822f6e-edcd-44bb-974b-93ee97cb000"
        return Profile(
            self._name,
            {
                base + "0": (
                    Characteristic(base + "1", Access.READ, self._version.encode()),
                    Characteristic(base + "2", Access.WRITE),
                    Characteristic(EVENTS, Access.NOTIFY),
                    Characteristic(base + "4", Access.READ, b'{"systemState": "Active"}'),
                )
            },
            says=EVENTS,
        )

    # -- hands on the clock ------------------------------------------------------------------------------------------

    def press(self, seat: Seat, at: int) -> None:
        """Push the lever down on this side."""
        self._button(f"lever_{seat}", 0xC0 if seat is Seat.LEFT else 0x40, at)

    def run_stop(self, at: int) -> None:
        """Push the middle button."""
        self._button("play_pause", 0x04, at)

    def _button(self, name: str, code: int, at: int) -> None:
        self._event("buttonEvent", at, {"button": name, "buttonCode": code, "isRepeat": False})
        self.stirred()

    # -- the device protocol -----------------------------------------------------------------------------------------

    def power_on(self, at: int) -> None:
        """The gateway has found its clock."""
        self._out.clear()
        self._input = b""
        self._told = {}
        self._counts = None
        self._since = at

    def listened(self, uuid: str, at: int) -> None:
        """Whoever listens is told whether the clock is there."""
        if uuid == EVENTS:
            self._event("connectionStatus", at, {"connected": True, "configured": True})

    def receive(self, data: bytes, at: int) -> None:
        """JSON commands; a stream of them is cut where one ends."""
        self._input += data
        while self._input:
            try:
                command, end = json.JSONDecoder().raw_decode(self._input.decode())
            except ValueError:
                return
            self._input = self._input[end:].lstrip()
            self._obey(command, at)

    def wake(self, at: int) -> None:
        """Count, and tell what the display shows when it changes."""
        self._count(at)
        shown = self._shown()
        if shown != self._told:
            self._told = shown
            self._event("timeUpdate", at, shown)

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued messages, oldest first."""
        out, self._out = self._out, []
        return out

    def next_deadline(self) -> int | None:
        """When the display changes."""
        if self._counts is None or self._left_ms[self._counts] == 0:
            return None
        return self._since + (self._left_ms[self._counts] - 1) % 1000 + 1

    # -- inside ------------------------------------------------------------------------------------------------------

    def _obey(self, command: dict[str, object], at: int) -> None:
        self._count(at)
        params = command.get("params")
        values = params if isinstance(params, dict) else {}
        result: dict[str, object] = {"status": "done"}
        match command.get("command"):
            case "setTime":
                self._counts = None
                for seat in Seat:
                    hours, minutes, seconds = (values[f"{seat}{unit}"] for unit in ("Hours", "Minutes", "Seconds"))
                    self._left_ms[seat] = ((hours * 60 + minutes) * 60 + seconds) * 1000
            case "run":
                running = [seat for seat in Seat if values[f"{seat}Mode"] == DOWN]
                self._counts = running[0] if running else None
            case "stop":
                self._counts = None
            case "getTime":
                result = {**self._shown()}
            case "displayText":
                self.text = str(values["text"])[:11]
            case "endDisplay":
                self.text = ""
            case _:
                self._answer(
                    {"id": command.get("id"), "status": "error", "data": {"errorCode": 1101, "errorMessage": "?"}}
                )
                return
        self._answer({"id": command.get("id"), "status": "success", "result": result})
        self.stirred()

    def _count(self, at: int) -> None:
        if self._counts is not None:
            self._left_ms[self._counts] = max(0, self._left_ms[self._counts] - max(0, at - self._since))
        self._since = at

    def _shown(self) -> dict[str, int]:
        shown: dict[str, int] = {}
        for seat in Seat:
            seconds = -(-self._left_ms[seat] // 1000)
            shown |= {
                f"{seat}Hours": seconds // 3600,
                f"{seat}Minutes": seconds // 60 % 60,
                f"{seat}Seconds": seconds % 60,
            }
        return shown

    def _event(self, kind: str, at: int, data: object) -> None:
        self._send({"type": kind, "timestamp": at, "data": data})

    def _answer(self, answer: dict[str, object]) -> None:
        self._send({"type": "command_response", **answer})

    def _send(self, message: object) -> None:
        self._out.append(Value(json.dumps(message).encode(), EVENTS))
