"""bleak on the virtual air: a scanner and a client, so that programs written for bleak run unchanged.

scanner, client = backends(air)
BleakScanner(backend=scanner)
BleakClient(device, backend=client)
"""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import AsyncIterator
from typing import Any, ClassVar

from bleak.args import SizedBuffer
from bleak.assigned_numbers import CharacteristicPropertyName
from bleak.backends.characteristic import BleakGATTCharacteristic
from bleak.backends.client import BaseBleakClient, NotifyCallback
from bleak.backends.descriptor import BleakGATTDescriptor
from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData, AdvertisementDataCallback, BaseBleakScanner
from bleak.backends.service import BleakGATTService, BleakGATTServiceCollection
from bleak.exc import BleakError
from bumble.core import UUID, AdvertisingData, BaseBumbleError
from bumble.device import Advertisement, Connection, Peer
from bumble.gatt import Characteristic

from .air import Air

__all__ = ["BumbleClient", "BumbleScanner", "backends"]

LARGEST_MTU = 517

PROPERTIES: dict[Characteristic.Properties, CharacteristicPropertyName] = {
    Characteristic.Properties.READ: "read",
    Characteristic.Properties.WRITE_WITHOUT_RESPONSE: "write-without-response",
    Characteristic.Properties.WRITE: "write",
    Characteristic.Properties.NOTIFY: "notify",
    Characteristic.Properties.INDICATE: "indicate",
}


def backends(air: Air) -> tuple[type[BumbleScanner], type[BumbleClient]]:
    """The two classes for bleak's `backend=`, which takes classes only: so each air has its own."""
    scanner = type("AirScanner", (BumbleScanner,), {"air": air})
    client = type("AirClient", (BumbleClient,), {"air": air})
    return scanner, client


class BumbleScanner(BaseBleakScanner):
    """A scanner of what advertises on the air."""

    air: ClassVar[Air]

    def __init__(
        self,
        detection_callback: AdvertisementDataCallback | None = None,
        service_uuids: list[str] | None = None,
        _mode: str = "active",
        **_: Any,
    ) -> None:
        super().__init__(detection_callback, service_uuids)

    async def start(self) -> None:
        """Listen."""
        self.seen_devices = {}
        await self.air.listen(self._hear)

    async def stop(self) -> None:
        """Listen no more."""
        await self.air.ignore(self._hear)

    def _hear(self, heard: Advertisement) -> None:
        name = heard.data.get(AdvertisingData.COMPLETE_LOCAL_NAME)
        services = heard.data.get(AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS) or []
        data = AdvertisementData(
            local_name=name if isinstance(name, str) else None,
            manufacturer_data={},
            service_data={},
            service_uuids=[_uuid(one) for one in services],
            tx_power=None,
            rssi=heard.rssi,
            platform_data=(heard,),
        )
        if self.is_allowed_uuid(data.service_uuids):
            address = heard.address.to_string(with_type_qualifier=False)
            device = self.create_or_update_device(address, address, data.local_name, heard.address, data)
            self.call_detection_callbacks(device, data)


class BumbleClient(BaseBleakClient):
    """A client of one device on the air."""

    air: ClassVar[Air]

    def __init__(self, address_or_ble_device: BLEDevice | str, **kwargs: Any) -> None:
        super().__init__(address_or_ble_device, **kwargs)
        self._name = address_or_ble_device.name if isinstance(address_or_ble_device, BLEDevice) else None
        self._connection: Connection | None = None
        self._peer: Peer | None = None

    @property
    def name(self) -> str:
        """The advertised name, or the address."""
        return self._name or self.address

    @property
    def mtu_size(self) -> int:
        """The negotiated MTU."""
        return 23 if self._connection is None else self._connection.att_mtu

    @property
    def is_connected(self) -> bool:
        """Whether the link stands."""
        return self._connection is not None

    async def connect(self, pair: bool, **_: Any) -> None:
        """Connect, agree on an MTU and learn what the device offers."""
        if pair:
            msg = "pairing is not simulated"
            raise NotImplementedError(msg)
        async with self._told():
            connection = await self.air.connect(self.address, self._timeout)
        self._connection = connection
        self._peer = Peer(connection)
        connection.on(Connection.EVENT_DISCONNECTION, self._on_disconnection)
        async with self._told():
            await self._peer.request_mtu(LARGEST_MTU)
            self.services = await self._discover(self._peer)

    async def disconnect(self) -> None:
        """Hang up."""
        if self._connection is not None:
            with contextlib.suppress(BleakError):
                async with self._told():
                    await self._connection.disconnect()

    async def pair(self, *_: Any, **__: Any) -> None:
        """Not simulated."""
        raise NotImplementedError

    async def unpair(self) -> None:
        """Not simulated."""
        raise NotImplementedError

    async def read_gatt_char(self, characteristic: BleakGATTCharacteristic, **_: Any) -> bytearray:
        """Read a value."""
        async with self._told(needs_link=True):
            return bytearray(await characteristic.obj.read_value())

    async def read_gatt_descriptor(self, descriptor: BleakGATTDescriptor, **_: Any) -> bytearray:
        """Read a descriptor."""
        async with self._told(needs_link=True):
            return bytearray(await descriptor.obj.read_value())

    async def write_gatt_char(self, characteristic: BleakGATTCharacteristic, data: SizedBuffer, response: bool) -> None:
        """Write a value, with an answer or without; without one it must fit into one packet."""
        value = bytes(data)
        if not response and len(value) > self.mtu_size - 3:
            msg = f"{len(value)} bytes do not fit into one packet of {self.mtu_size - 3}"
            raise BleakError(msg)
        async with self._told(needs_link=True):
            await characteristic.obj.write_value(value, with_response=response)

    async def write_gatt_descriptor(self, descriptor: BleakGATTDescriptor, data: SizedBuffer) -> None:
        """Write a descriptor."""
        async with self._told(needs_link=True):
            await descriptor.obj.write_value(bytes(data), with_response=True)

    async def start_notify(self, characteristic: BleakGATTCharacteristic, callback: NotifyCallback, **_: Any) -> None:
        """Listen to a characteristic."""
        async with self._told(needs_link=True):
            await characteristic.obj.subscribe(lambda value: callback(bytearray(value)))

    async def stop_notify(self, characteristic: BleakGATTCharacteristic) -> None:
        """Listen no more."""
        async with self._told(needs_link=True):
            await characteristic.obj.unsubscribe(force=True)

    # -- inside ------------------------------------------------------------------------------------------------------

    async def _discover(self, peer: Peer) -> BleakGATTServiceCollection:
        found = BleakGATTServiceCollection()
        for service in await peer.discover_services():
            ours = BleakGATTService(service, service.handle, _uuid(service.uuid))
            found.add_service(ours)
            for one in await service.discover_characteristics():
                properties = [name for flag, name in PROPERTIES.items() if one.properties & flag]
                found.add_characteristic(
                    BleakGATTCharacteristic(
                        one, one.handle, _uuid(one.uuid), properties, lambda: self.mtu_size - 3, ours
                    )
                )
        return found

    def _on_disconnection(self, _: object) -> None:
        self._connection = None
        self._peer = None
        self.services = None
        if self._disconnected_callback is not None:
            self._disconnected_callback()

    @contextlib.asynccontextmanager
    async def _told(self, *, needs_link: bool = False) -> AsyncIterator[None]:
        """Say in bleak's words what went wrong in bumble's."""
        if needs_link and self._connection is None:
            msg = "Not connected"
            raise BleakError(msg)
        try:
            yield
        except asyncio.CancelledError:
            # Bumble cancels what waits for an answer when the link drops. A task that was itself cancelled says so.
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            msg = "the link dropped"
            raise BleakError(msg) from None
        except BaseBumbleError as error:
            raise BleakError(str(error) or type(error).__name__) from error


def _uuid(one: UUID) -> str:
    """In full, in lower case, the usual way round; bumble keeps them little-endian."""
    return str(uuid.UUID(bytes=one.to_bytes(force_128=True)[::-1]))
