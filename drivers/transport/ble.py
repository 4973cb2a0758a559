"""`ble://NAME` or `ble://ADDRESS`: a device over Bluetooth Low Energy, found by scanning.

A name must be the whole advertised name, but for upper and lower case and for white space and zeros around it, which
some boards advertise; where several boards in a hall share one, give the address. Only this module knows bleak, and it
is imported only when such a URL is opened.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote
from weakref import WeakKeyDictionary

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError

from drivers.codec import Packet, channel_of
from drivers.errors import BadUrlError, ConnectionLostError, PortReason, PortUnavailableError
from drivers.spec import BleProfile, advertised

from .ble_errors import translated

if TYPE_CHECKING:
    from bleak.backends.characteristic import BleakGATTCharacteristic
    from bleak.backends.client import BaseBleakClient
    from bleak.backends.device import BLEDevice
    from bleak.backends.scanner import AdvertisementData, BaseBleakScanner

__all__ = ["Advertisement", "BleTransport", "Radio", "discover", "using"]

log = logging.getLogger(__name__)

SCAN_S = 10.0
"""How long to scan: boards advertise once a second or more often, sleepy ones every few seconds."""
CONNECT_S = 15.0
WRITE_S = 5.0
CLOSE_S = 3.0
BACKLOG = 1024
"""Packets that nobody has read: some minutes of a lively board. More, and something is wrong with us."""

ADDRESS = re.compile(r"(?:[0-9A-F]{2}:){5}[0-9A-F]{2}|[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}", re.IGNORECASE)
"""A hardware address, or the UUID that macOS gives instead of it."""


@dataclass(frozen=True, slots=True)
class Radio:
    """The bleak backends in use; the system's own unless somebody says otherwise."""

    scanner: type[BaseBleakScanner] | None = None
    client: type[BaseBleakClient] | None = None


_radio = Radio()


@contextlib.contextmanager
def using(radio: Radio) -> Iterator[None]:
    """Scan and connect by other backends meanwhile: a virtual radio, a remote one."""
    global _radio  # noqa: PLW0603 - one computer, one radio; every link of the process uses it
    before, _radio = _radio, radio
    try:
        yield
    finally:
        _radio = before


@dataclass(frozen=True, slots=True)
class Advertisement:
    """A device that advertises."""

    name: str
    address: str
    services: tuple[str, ...]
    rssi: int

    def fitting(self, profiles: Mapping[str, BleProfile]) -> tuple[str, ...]:
        """The drivers that may fit: those that know its name; if none does, since people rename boards and some tell no
        name, those of its service, which several kinds of boards may share."""
        named = tuple(driver for driver, profile in profiles.items() if profile.knows_name(self.name))
        return named or tuple(driver for driver, profile in profiles.items() if profile.service in self.services)


async def discover(seconds: float = 5.0) -> list[Advertisement]:
    """Everything that advertises nearby, strongest first; raises `PortUnavailableError` without a working radio."""
    with translated("ble://"):
        async with _one_at_a_time(), BleakScanner(backend=_radio.scanner) as scanner:
            await asyncio.sleep(seconds)
            found = scanner.discovered_devices_and_advertisement_data.values()
    heard = [
        Advertisement(
            advertised(data.local_name or device.name),
            device.address,
            tuple(service.lower() for service in data.service_uuids),
            data.rssi,
        )
        for device, data in found
    ]
    return sorted(heard, key=lambda one: -one.rssi)


class BleTransport:
    """One connection to one device. What it notifies comes out of `read` packet by packet, in order."""

    def __init__(self, url: str, profile: BleProfile) -> None:
        self._url = url
        self._profile = profile
        self._client: BleakClient | None = None
        self._packets: deque[Packet] = deque()
        self._news = asyncio.Event()
        self._lost = ""
        self._ignored: set[str] = set()

    @classmethod
    async def open(cls, url: str, profile: BleProfile) -> BleTransport:
        """Find, connect, subscribe; raises `PortUnavailableError`."""
        wanted = unquote(url.removeprefix("ble://")).strip("/")
        if not wanted:
            raise BadUrlError(url, "expected ble://NAME or ble://ADDRESS")
        transport = cls(url, profile)
        try:
            with _heeding_cancel(), translated(url):
                # One at a time in this process: controllers and BlueZ refuse a second scan or connect meanwhile.
                async with _one_at_a_time():
                    device = await _find(url, wanted)
                    await transport._connect(device)
                await transport._subscribe()
        except BaseException:  # a cancelled open must not leave the device connected to nobody
            await transport.close()
            raise
        return transport

    async def read(self) -> bytes:
        """The next packet."""
        while not self._packets:
            if self._lost:
                raise ConnectionLostError(self._url, self._lost)
            self._news.clear()
            await self._news.wait()
        return self._packets.popleft()

    async def write(self, data: bytes) -> None:
        """Hand over all bytes, to the channel they name or to the profile's."""
        if self._lost or self._client is None:
            raise self._loss("it is closed")
        channel = channel_of(data) or self._profile.write
        if self._profile.lines:
            data = data.rstrip(b"\r\n")
        characteristic = self._client.services.get_characteristic(channel)
        if characteristic is None:  # a model without it: what is written there it does not need
            if channel not in self._ignored:
                log.warning("%s has no characteristic %s: what goes there is left out", self._url, channel)
                self._ignored.add(channel)
            return
        try:
            with _heeding_cancel():
                async with asyncio.timeout(WRITE_S):
                    await self._send(self._client, characteristic, data)
        except TimeoutError as error:
            raise ConnectionLostError(self._url, "it takes no more bytes") from error
        except (BleakError, OSError, EOFError) as error:
            raise self._loss(str(error)) from error

    async def close(self) -> None:
        """Hang up; never raises, may be called twice."""
        client, self._client = self._client, None
        self._gone("it is closed")
        if client is None:
            return
        with _heeding_cancel(), contextlib.suppress(BleakError, OSError, EOFError, TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                await client.disconnect()

    # -- inside ------------------------------------------------------------------------------------------------------

    async def _connect(self, device: BLEDevice) -> None:
        self._client = BleakClient(
            device,
            # Also called when we hang up ourselves, on some systems.
            disconnected_callback=lambda _: self._gone("the device ended the connection or is out of reach"),
            timeout=CONNECT_S,
            backend=_radio.client,
        )
        async with asyncio.timeout(CONNECT_S):
            await self._client.connect()

    async def _subscribe(self) -> None:
        client, profile = self._client, self._profile
        if client is None or self._lost:
            raise PortUnavailableError(self._url, PortReason.NOT_HEARD, self._lost)
        for uuid in (profile.write, *profile.notify):
            if client.services.get_characteristic(uuid) is None:
                raise PortUnavailableError(self._url, PortReason.WRONG_DEVICE, f"it has no characteristic {uuid}")
        async with asyncio.timeout(CONNECT_S):
            for uuid in (*profile.notify, *profile.extra):
                if client.services.get_characteristic(uuid) is not None:
                    await client.start_notify(uuid, self._listener(uuid))
            for uuid in profile.read:
                if client.services.get_characteristic(uuid) is not None:
                    self._take(Packet(bytes(await client.read_gatt_char(uuid)), uuid))

    def _listener(self, uuid: str) -> Callable[[BleakGATTCharacteristic, bytearray], None]:
        return lambda _, data: self._take(Packet(bytes(data), uuid))

    def _take(self, packet: Packet) -> None:
        if not packet:
            return
        if self._profile.lines and packet.channel in self._profile.notify and not packet.endswith(b"\n"):
            packet = Packet(packet + b"\n", packet.channel)
        if len(self._packets) >= BACKLOG:
            self._gone("it said more than could be read")
            return
        self._packets.append(packet)
        self._news.set()

    def _loss(self, why: str) -> ConnectionLostError:
        return ConnectionLostError(self._url, self._lost or why)

    def _gone(self, why: str) -> None:
        self._lost = self._lost or why
        self._news.set()

    async def _send(self, client: BleakClient, characteristic: BleakGATTCharacteristic, data: bytes) -> None:
        if "write" in characteristic.properties:  # confirmed, and as long as one likes
            await client.write_gatt_char(characteristic, bytes(data), response=True)
            return
        size = characteristic.max_write_without_response_size
        for start in range(0, len(data), size):
            await client.write_gatt_char(characteristic, bytes(data[start : start + size]), response=False)


@contextlib.contextmanager
def _heeding_cancel() -> Iterator[None]:
    """A cancel counts even if something below swallowed it: until Python 3.12 `asyncio.wait_for` does so when its
    result comes at that moment, and backends use it."""
    task = asyncio.current_task()
    before = 0 if task is None else task.cancelling()
    try:
        yield
    finally:
        if task is not None and task.cancelling() > before:
            raise asyncio.CancelledError


# -- finding -----------------------------------------------------------------------------------------------------------


async def _find(url: str, wanted: str) -> BLEDevice:
    by_address = ADDRESS.fullmatch(wanted) is not None

    def is_it(device: BLEDevice, data: AdvertisementData) -> bool:
        if by_address:
            return device.address.lower() == wanted.lower()
        return advertised(wanted).lower() in {advertised(name).lower() for name in (data.local_name, device.name)}

    scanner = BleakScanner(backend=_radio.scanner)
    with contextlib.suppress(TimeoutError):
        # Two limits: a start that swallows the end of the first would else be followed by a scan without any.
        async with asyncio.timeout(SCAN_S):
            await scanner.start()
        try:
            async with asyncio.timeout(SCAN_S):
                async for device, data in scanner.advertisement_data():
                    if is_it(device, data):
                        return device
        finally:
            await scanner.stop()
    raise PortUnavailableError(url, PortReason.NOT_HEARD, "it does not advertise")


_locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


@contextlib.asynccontextmanager
async def _one_at_a_time() -> AsyncIterator[None]:
    async with _locks.setdefault(asyncio.get_running_loop(), asyncio.Lock()):
        yield
