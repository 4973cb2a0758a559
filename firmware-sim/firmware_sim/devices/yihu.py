"""A Yihu goban, 19x19: it tells where a stone was put, in a disguise that changes with every message."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_sim.gatt import Access, Characteristic, Profile
from firmware_sim.sensor_flaws import Flaw
from firmware_sim.surface import EMPTY, Surface

from .board import SimulatedBoard

__all__ = ["YihuGoban"]

SIDE = 19
HEARTBEAT_MS = 1000
NOTIFY = "0000fff4-0000-1000-8000-00805f9b34fb"


class YihuGoban(SimulatedBoard):
    """The board's own program."""

    def __init__(
        self, surface: Surface, *, name: str = "YihuGoban", scan_ms: int = 100, flaws: Sequence[Flaw] = ()
    ) -> None:
        super().__init__(surface, scan_ms=scan_ms, tells_pieces=False, flaws=flaws)
        self._name = name
        self._seq = 0
        self._payload = b""
        self._length = 0

    @property
    def profile(self) -> Profile:
        """One service with one characteristic for each direction."""
        return Profile(
            self._name,
            {
                "0000fff0-0000-1000-8000-00805f9b34fb": (
                    Characteristic(NOTIFY, Access.NOTIFY),
                    Characteristic("0000fff3-0000-1000-8000-00805f9b34fb", Access.WRITE_COMMAND),
                )
            },
            says=NOTIFY,
        )

    def power_on(self, at: int) -> None:
        """The heart begins to beat."""
        super().power_on(at)
        self._payload = b""
        self._alarm = at + HEARTBEAT_MS

    def receive(self, data: bytes, at: int) -> None:  # noqa: ARG002 - at once
        """Slices: A5 and the length begin a payload, A7 goes on with it."""
        match data[:1]:
            case b"\xa5" if len(data) >= 2:
                self._length, self._payload = data[1], data[2:]
            case b"\xa7":
                self._payload += data[1:]
            case _:
                return
        if self._length and len(self._payload) >= self._length:
            payload, self._payload = self._payload[: self._length], b""
            self._obey(payload)

    def _obey(self, payload: bytes) -> None:
        check = 0
        for byte in payload[:-1]:
            check ^= byte
        if payload[:3] != b"\x23\x4c\x0e" or check != payload[-1]:
            return
        x, y, colour = payload[8:11]
        cell = (SIDE - 1 - y) * SIDE + x
        self.lamps = self.lamps | {cell} if colour else self.lamps - {cell}
        self._send(0x43, bytes([0x10, 0x52, 0x50, x, y, colour, 0x1E, 0x0D, 0x51]))

    def _changed(self, cell: int, piece: str, at: int) -> None:  # noqa: ARG002 - messages have no time
        if piece == EMPTY:
            return  # it does not tell
        row, col = divmod(cell, SIDE)
        seq = (self._seq + 1) & 0xFF
        self._send(0x50, bytes([(col + 11) ^ seq, (28 - row) ^ seq, 0x18, 0x22, 0x01]))

    def _ring(self, at: int) -> None:
        self._send(0x49, b"\x55\xff\x00")
        self._alarm = at + HEARTBEAT_MS

    def _send(self, kind: int, rest: bytes) -> None:
        self._seq = (self._seq + 1) & 0xFF
        self._out.append(bytes([0x23, kind, 7 + len(rest), self._seq, 0, 0, 0]) + rest)
