"""Bluetooth between processes without a radio: one has the air, others reach it by TCP, each with a chip of its own.

    flagfall sim pegasus --ble air:6402                       the air, and a board on it
    FLAGFALL_HCI=tcp-client:127.0.0.1:6402 flagfall ...       a computer that hears it
    flagfall sim chessnut --ble tcp-client:127.0.0.1:6402     one more board on that air

What passes between them is HCI, the language between a Bluetooth chip and its host; so `FLAGFALL_HCI` may as well name
a real chip that the system leaves alone, such as `usb:0`.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncGenerator, Callable
from typing import Self

from bumble import hci
from bumble.core import BaseBumbleError
from bumble.device import Advertisement, Connection, Device
from bumble.transport import open_transport
from bumble.transport.common import StreamPacketSource, Transport

from .air import Air

__all__ = ["AirServer", "Antenna", "random_address"]

CHUNK = 4096


def random_address() -> hci.Address:
    """An address that no other chip on the air has; random and static, as the two highest bits say."""
    return hci.Address(":".join(f"{byte:02X}" for byte in (0xC0 | secrets.randbelow(64), *secrets.token_bytes(5))))


class AirServer:
    """The giver of chips on this air to whoever connects, for as long as the connection and the block last."""

    def __init__(self, air: Air, port: int = 0, host: str = "127.0.0.1") -> None:
        self._air = air
        self._host = host
        self.port = port
        self._server: asyncio.Server | None = None
        self._guests: set[asyncio.Task[None]] = set()

    @property
    def hci(self) -> str:
        """What others write into `FLAGFALL_HCI`."""
        return f"tcp-client:{self._host}:{self.port}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, self._host, self.port)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *exc: object) -> None:
        if self._server is not None:
            self._server.close()
        for guest in self._guests:
            guest.cancel()
        await asyncio.gather(*self._guests, return_exceptions=True)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._guests.add(task)
            task.add_done_callback(self._guests.discard)
        source = StreamPacketSource()
        chip = self._air.chip(source, _Writer(writer))
        try:
            with contextlib.suppress(OSError, BaseBumbleError, ValueError):  # gone, or it speaks something else
                while data := await reader.read(CHUNK):
                    source.data_received(data)
        finally:
            self._air.remove(chip)
            writer.transport.abort()


class _Writer:
    """The writer to which a chip's events go."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    def on_packet(self, packet: bytes) -> None:
        self._writer.write(packet)


class Antenna(Air):
    """The computer's end of an air that is elsewhere, or of a real chip; opened when it is first needed.

    It is opened once for each event loop, since a command may run several in turn, and again when it was lost.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._loop: asyncio.AbstractEventLoop | None = None
        self._opening = asyncio.Lock()
        self._keeper: AsyncGenerator[None, None] | None = None

    async def listen(self, hear: Callable[[Advertisement], None]) -> None:
        """Call `hear` for every advertisement, until `ignore`."""
        await self._ready()
        await super().listen(hear)

    async def connect(self, address: str, timeout_s: float) -> Connection:
        """One connection at a time."""
        await self._ready()
        return await super().connect(address, timeout_s)

    async def _ready(self) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            self._central = None
            self._opening, self._connecting = asyncio.Lock(), asyncio.Lock()
        async with self._opening:
            if self._central is not None:
                return
            try:
                chip = await open_transport(self._name)
            except (ValueError, BaseBumbleError) as error:
                raise OSError(f"there is no Bluetooth chip {self._name!r}: {error}") from error
            self._keeper = _kept(chip)
            await anext(self._keeper)
            central = Device.with_hci("Flagfall", random_address(), chip.source, chip.sink)
            await central.power_on()
            central.on(Device.EVENT_FLUSH, self._lost)
            self._scanners = 0
            self._central = central

    def _lost(self) -> None:
        """The other end is gone."""
        self._central = None


async def _kept(chip: Transport) -> AsyncGenerator[None, None]:
    """Close the chip when the event loop ends: loops end the generators that still wait."""
    try:
        yield
    finally:
        await chip.close()
