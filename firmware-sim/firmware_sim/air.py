"""The air: real GATT servers on bumble's virtual controllers, so that a BLE client meets a whole Bluetooth stack.

No radio is needed and none is simulated: nothing gets lost, there is no pairing and no distance. What bumble's virtual
controller leaves out is put right here: a connection attempt can be given up, and a device that vanishes is noticed.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Protocol, Self, cast

from bumble import hci
from bumble.att import Attribute
from bumble.controller import Controller
from bumble.core import AdvertisingData
from bumble.device import Advertisement, Connection, Device, DeviceConfiguration
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport.common import TransportSink, TransportSource

from . import devices
from .faults import Fault, apply
from .gatt import Access, Profile, Value
from .ports import Port
from .timebase import Timebase

__all__ = ["Air", "BleDevice", "BlePort"]

ADVERTISING_MS = 20.0
"""The interval of advertisements: bumble's own second would make every connect wait for it."""

PROPERTIES = {
    Access.READ: Characteristic.Properties.READ,
    Access.WRITE: Characteristic.Properties.WRITE,
    Access.WRITE_COMMAND: Characteristic.Properties.WRITE_WITHOUT_RESPONSE,
    Access.NOTIFY: Characteristic.Properties.NOTIFY,
}

LEGACY_ROOM = 31
"""Bytes of an advertisement; the virtual controller never sends a scan response, so all must fit in here."""


class BleDevice(devices.SimulatedDevice, Protocol):
    """A device that can be put on the air."""

    @property
    def profile(self) -> Profile:
        """What it offers."""

    def listened(self, uuid: str, at: int) -> None:
        """A host has begun to listen to this characteristic."""


class _Controller(Controller):
    """Bumble's, which answers "cancelled" to the end of a connection attempt and goes on trying."""

    def on_hci_le_create_connection_cancel_command(
        self, command: hci.HCI_LE_Create_Connection_Cancel_Command
    ) -> hci.HCI_StatusReturnParameters:
        """Give up the attempt, and tell the host that it failed."""
        pending, self.pending_le_connection = self.pending_le_connection, None
        if pending is not None:
            failure = hci.HCI_LE_Connection_Complete_Event(
                status=hci.HCI_ErrorCode.UNKNOWN_CONNECTION_IDENTIFIER_ERROR,
                connection_handle=0,
                role=hci.Role.CENTRAL,
                peer_address_type=pending.peer_address.address_type,
                peer_address=pending.peer_address,
                connection_interval=0,
                peripheral_latency=0,
                supervision_timeout=0,
                central_clock_accuracy=0,
            )
            asyncio.get_running_loop().call_soon(self.send_hci_packet, failure)
        return super().on_hci_le_create_connection_cancel_command(command)

    def vanish(self) -> None:
        """Be gone from one moment to the next: nobody says goodbye, the other ends notice a timeout."""
        self.le_legacy_advertiser.stop()
        for advertising in self.advertising_sets.values():
            advertising.stop()
        for connection in list(self.le_connections.values()):
            other = self.link.find_le_controller(connection.peer_address)
            theirs = None if other is None else other.le_connections.get(connection.self_address)
            if other is not None and theirs is not None:
                other.on_le_disconnected(theirs, hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)
            self.on_le_disconnected(connection, hci.HCI_ErrorCode.CONNECTION_TIMEOUT_ERROR)


class Air:
    """Everything within reach of each other, and one computer that listens, for as long as the block lasts."""

    def __init__(self) -> None:
        self._link: LocalLink | None = None
        self._addresses = itertools.count(1)
        self._central: Device | None = None
        self._connecting = asyncio.Lock()
        self._scanners = 0

    async def __aenter__(self) -> Self:
        self._link = LocalLink()  # type: ignore[no-untyped-call]  # bumble's
        self._central, _ = await self.station("Flagfall")
        return self

    async def __aexit__(self, *exc: object) -> None:
        link, self._link = self._link, None
        for controller in () if link is None else list(link.controllers):
            cast("_Controller", controller).vanish()
        await asyncio.sleep(0)  # let the ends notice

    async def station(self, name: str) -> tuple[Device, _Controller]:
        """Put one more Bluetooth chip with its host on the air."""
        if self._link is None:
            msg = "the air is there only inside its `async with` block"
            raise RuntimeError(msg)
        number = next(self._addresses)
        controller = _Controller(name, link=self._link)
        host = Host()
        host.controller = controller
        config = DeviceConfiguration(
            name=name, address=hci.Address(f"F0:F1:F2:F3:{number >> 8:02X}:{number & 255:02X}")
        )
        device = Device(config=config, host=host)
        await device.power_on()
        return device, controller

    # -- for chips whose hosts are elsewhere -------------------------------------------------------------------------

    def chip(self, source: TransportSource, sink: TransportSink) -> _Controller:
        """One more chip, whose host speaks HCI by these."""
        if self._link is None:
            msg = "the air is there only inside its `async with` block"
            raise RuntimeError(msg)
        return _Controller("guest", host_source=source, host_sink=sink, link=self._link)

    def remove(self, chip: _Controller) -> None:
        """Its host is gone, and so is it."""
        chip.vanish()
        if self._link is not None:
            self._link.remove_controller(chip)

    # -- for a client that runs on this air --------------------------------------------------------------------------

    @property
    def central(self) -> Device:
        """The computer's own Bluetooth."""
        if self._central is None:
            msg = "the air is there only inside its `async with` block"
            raise RuntimeError(msg)
        return self._central

    async def listen(self, hear: Callable[[Advertisement], None]) -> None:
        """Call `hear` for every advertisement, until `ignore`; several may listen at once."""
        self.central.on(Device.EVENT_ADVERTISEMENT, hear)
        self._scanners += 1
        if self._scanners == 1:
            await self.central.start_scanning(active=False)

    async def ignore(self, hear: Callable[[Advertisement], None]) -> None:
        """Listen no more; the chip stops scanning with the last listener."""
        self.central.remove_listener(Device.EVENT_ADVERTISEMENT, hear)
        self._scanners -= 1
        if self._scanners == 0:
            await self.central.stop_scanning()

    async def connect(self, address: str, timeout_s: float) -> Connection:
        """One connection at a time: the chip can only try one. An attempt that is given up is ended for good."""
        async with self._connecting:
            attempt = asyncio.create_task(self.central.connect(hci.Address(address), timeout=None))
            try:
                async with asyncio.timeout(timeout_s):
                    return await asyncio.shield(attempt)
            except (asyncio.CancelledError, TimeoutError):
                while not attempt.done():  # bumble cancels nothing before the attempt has reached the chip
                    await self.central.cancel_connection()  # type: ignore[no-untyped-call]  # bumble's
                    await asyncio.wait([attempt], timeout=0.02)
                if attempt.exception() is None:  # it had come about just then
                    await attempt.result().disconnect()
                raise


class BlePort(Port):
    """A device on the air; to pull it out is to switch it off."""

    def __init__(
        self,
        device: BleDevice,
        air: Air,
        time: Timebase | None = None,
        *,
        mtu: int = 247,
        faults: tuple[Fault, ...] = (),
    ) -> None:
        super().__init__(device, time, faults=faults)
        self._ble = device
        self._air = air
        self._mtu = mtu
        self._station: Device | None = None
        self._controller: _Controller | None = None
        self._characteristics: dict[str, Attribute[bytes]] = {}
        self._connection: Connection | None = None
        self._restart: asyncio.Task[None] | None = None
        self._on = False

    @property
    def url(self) -> str:
        """Where a link finds the device."""
        return f"ble://{self._ble.profile.name}"

    @property
    def address(self) -> str:
        """The hardware address, once it was on the air."""
        return "" if self._station is None else self._station.random_address.to_string(with_type_qualifier=False)

    async def plug(self) -> None:
        """Switch on: the device advertises until somebody connects."""
        if self._on:
            return
        if self._station is None:
            self._station, self._controller = await self._air.station(self._ble.profile.name)
            self._station.on(Device.EVENT_CONNECTION, self._connected)
            self._station.gatt_server.max_mtu = self._mtu
            self._serve_profile(self._station)
        self._on = True
        self._power()
        await self._advertise()

    def unplug(self) -> None:
        """Switch off, at once, whatever is under way."""
        self._on = False
        self._line.clear()
        if self._restart is not None:
            self._restart.cancel()
            self._restart = None
        if self._controller is not None:
            self._controller.vanish()

    async def hang_up(self) -> None:
        """End the connection as a device does that has had enough, and advertise again."""
        if self._connection is not None:
            await self._connection.disconnect()

    # -- inside ------------------------------------------------------------------------------------------------------

    @property
    def _plugged(self) -> bool:
        return self._connection is not None

    def _serve_profile(self, station: Device) -> None:
        for service, characteristics in self._ble.profile.services.items():
            made = []
            for one in characteristics:
                properties = Characteristic.Properties(0)
                for access in one.access:
                    properties |= PROPERTIES[access]
                served: Characteristic[bytes] = Characteristic(
                    one.uuid,
                    properties,
                    Characteristic.READABLE | Characteristic.WRITEABLE,
                    CharacteristicValue(read=self._reader(one.value), write=self._writer(one.uuid)),
                )
                served.on(Characteristic.EVENT_SUBSCRIPTION, self._subscriber(one.uuid))
                self._characteristics[one.uuid] = served
                made.append(served)
            station.add_service(Service(service, made))

    def _reader(self, value: bytes) -> Callable[[Connection], bytes]:
        return lambda _: value

    def _writer(self, uuid: str) -> Callable[[Connection, bytes], None]:
        return lambda _, data: self._received(Value(data, uuid))

    def _subscriber(self, uuid: str) -> Callable[[object, bool, bool], None]:
        def subscribed(_: object, notify: bool, __: bool) -> None:
            if notify:
                self._ble.listened(uuid, self._time.now())
                self._stirred.set()

        return subscribed

    async def _advertise(self) -> None:
        if self._station is None:
            return
        profile = self._ble.profile
        parts = [(AdvertisingData.FLAGS, b"\x06"), (AdvertisingData.COMPLETE_LOCAL_NAME, profile.name.encode())]
        service = (
            AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
            bytes.fromhex(next(iter(profile.services)).replace("-", ""))[::-1],
        )
        if len(bytes(AdvertisingData([*parts, service]))) <= LEGACY_ROOM:
            parts.append(service)
        await self._station.start_advertising(
            advertising_data=bytes(AdvertisingData(parts)),
            advertising_interval_min=ADVERTISING_MS,
            advertising_interval_max=ADVERTISING_MS,
        )

    def _connected(self, connection: Connection) -> None:
        self._connection = connection
        connection.on(Connection.EVENT_DISCONNECTION, self._disconnected)

    def _disconnected(self, _: object) -> None:
        self._connection = None
        self._line.clear()
        if self._on:
            self._restart = asyncio.create_task(self._advertise())

    async def _write_out(self) -> None:
        """Notify what the device says, in slices that fit: what is longer would be cut off without a word."""
        while True:
            await self._line_ready.wait()
            self._line_ready.clear()
            while self._line:
                message = self._line.popleft()
                uuid = message.uuid if isinstance(message, Value) else self._ble.profile.says
                for piece in apply(self.faults, message):
                    await self._notify(uuid, piece)
                    await asyncio.sleep(0)

    async def _notify(self, uuid: str, data: bytes) -> None:
        connection, station = self._connection, self._station
        if connection is None or station is None:
            return
        room = connection.att_mtu - 3
        for start in range(0, len(data), room):
            if self._connection is connection:
                await station.notify_subscriber(connection, self._characteristics[uuid], data[start : start + room])
