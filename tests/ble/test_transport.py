"""The BLE transport against a real GATT server: finding, connecting, losing."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import subprocess
import sys
from dataclasses import replace

import pytest
from bleak.backends.device import BLEDevice
from bleak.exc import (
    BleakBluetoothNotAvailableError,
    BleakBluetoothNotAvailableReason,
    BleakDBusError,
    BleakDeviceNotFoundError,
    BleakError,
)

from drivers import registry
from drivers.codec import Packet, channel_of
from drivers.errors import BadUrlError, ConnectionLostError, PortReason, PortUnavailableError
from drivers.spec import BleProfile
from drivers.transport import Transport, ble, open_transport
from drivers.transport.ble import Radio, using
from drivers.transport.ble_errors import translated
from firmware_sim.air import Air, BlePort
from firmware_sim.bleak_bumble import backends
from firmware_sim.devices.chessnut import ANSWERS, POSITIONS, ChessnutBoard
from firmware_sim.devices.ichessone import IChessOneBoard
from firmware_sim.devices.yihu import YihuGoban
from firmware_sim.surface import CHESS_START, Surface

ENABLE = b"\x21\x01\x00"


def profile(driver: str) -> BleProfile:
    found = registry.find(driver).ble
    assert found is not None
    return found


def chessnut(name: str = "Chessnut Air") -> ChessnutBoard:
    return ChessnutBoard(Surface(8, 8, CHESS_START), name=name)


async def whole(transport: Transport, channel: str, length: int) -> bytes:
    """That many bytes of one channel."""
    got = b""
    async with asyncio.timeout(30):
        while len(got) < length:
            packet = await transport.read()
            got += packet if channel_of(packet) == channel else b""
    return got


async def test_found_by_name_and_by_address(air: Air) -> None:
    async with BlePort(chessnut(), air) as port, BlePort(IChessOneBoard(Surface(8, 8, CHESS_START)), air):
        for url in (port.url, "ble://Chessnut%20Air", f"ble://{port.address}", f"ble://{port.address.lower()}"):
            transport = await open_transport(url, None, profile("chessnut"))
            await transport.write(ENABLE)
            assert await whole(transport, ANSWERS, 3) == b"\x23\x01\x00"
            await transport.close()


async def test_small_packets_come_in_order(air: Air) -> None:
    async with BlePort(chessnut(), air, mtu=23) as port:
        transport = await open_transport(port.url, None, profile("chessnut"))
        await transport.write(ENABLE)
        first = await transport.read()
        while channel_of(first) != POSITIONS:
            first = await transport.read()
        assert len(first) == 20
        assert (first + await whole(transport, POSITIONS, 18))[:10].hex() == "01245823318544444444"
        await transport.close()


async def test_long_writes_without_answer_are_cut_to_fit(air: Air) -> None:
    heard: list[bytes] = []
    complete = asyncio.Event()

    class Listener(YihuGoban):
        def receive(self, data: bytes, at: int) -> None:
            heard.append(bytes(data))
            if sum(map(len, heard)) >= 100:
                complete.set()

    goban = Listener(Surface(19, 19))
    async with BlePort(goban, air, mtu=50) as port:
        transport = await open_transport(port.url, None, profile("yihu"))
        await transport.write(bytes(range(100)))
        async with asyncio.timeout(30):
            await complete.wait()
        assert [len(part) for part in heard] == [47, 47, 6]
        assert b"".join(heard) == bytes(range(100))
        await transport.close()


async def test_what_goes_to_a_missing_channel_is_left_out(air: Air, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "drivers")
    async with BlePort(chessnut(), air) as port:
        transport = await open_transport(port.url, None, profile("chessnut"))
        for _ in range(2):
            await transport.write(Packet(b"x", "0000beef-0000-1000-8000-00805f9b34fb"))
        await transport.close()
    assert len([record for record in caplog.records if record.name.startswith("drivers")]) == 1


async def test_nobody_there(air: Air, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ble, "SCAN_S", 0.05)
    with pytest.raises(PortUnavailableError, match=r"not heard.*Switch the device on") as caught:
        await open_transport("ble://Nobody", None, profile("chessnut"))
    assert not caught.value.reason.permanent


async def test_a_scan_ends_also_when_its_start_swallows_the_end(air: Air, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until Python 3.12 `asyncio.wait_for` does so when its result comes at that moment; backends start with it."""
    scanner, client = backends(air)

    class Late(scanner):  # type: ignore[misc, valid-type]
        async def start(self) -> None:
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.Event().wait()
            await super().start()

    monkeypatch.setattr(ble, "SCAN_S", 0.05)
    with using(Radio(Late, client)), pytest.raises(PortUnavailableError, match="not heard"):
        async with asyncio.timeout(30):
            await open_transport("ble://Nobody", None, profile("chessnut"))


async def test_gone_between_scan_and_connect_and_then_back(air: Air, monkeypatch: pytest.MonkeyPatch) -> None:
    """The attempt ends, and the next one is not refused because the last still pends."""

    async def find_a_ghost(*_: object) -> BLEDevice:
        return BLEDevice("F0:F1:F2:F3:99:99", "ghost", None)

    async with BlePort(chessnut(), air) as port:
        with monkeypatch.context() as patch:
            patch.setattr(ble, "CONNECT_S", 0.1)
            patch.setattr(ble, "_find", find_a_ghost)
            for _ in range(2):
                with pytest.raises(PortUnavailableError) as caught:
                    await open_transport(port.url, None, profile("chessnut"))
                assert caught.value.reason is PortReason.NOT_HEARD
        transport = await open_transport(port.url, None, profile("chessnut"))
        await transport.close()


async def test_another_device_of_that_name(air: Air) -> None:
    async with BlePort(IChessOneBoard(Surface(8, 8, CHESS_START), name="Chessnut Air"), air) as port:
        with pytest.raises(PortUnavailableError, match=r"wrong device.*right one for this device") as caught:
            await open_transport(port.url, None, profile("chessnut"))
        assert caught.value.reason.permanent
        # nobody was left connected: it advertises again
        await (await open_transport(port.url, None, profile("ichessone"))).close()


async def test_several_at_once(air: Air) -> None:
    names = [f"Chessnut {number}" for number in range(4)]
    ports = [BlePort(chessnut(name), air) for name in names]
    for port in ports:
        await port.__aenter__()
    try:
        transports = await asyncio.gather(*(open_transport(p.url, None, profile("chessnut")) for p in ports))
        for transport in transports:
            await transport.write(ENABLE)
            await whole(transport, POSITIONS, 38)
            await transport.close()
    finally:
        for port in ports:
            await port.__aexit__()


async def test_switched_off_while_reading(air: Air) -> None:
    async with BlePort(chessnut(), air) as port:
        transport = await open_transport(port.url, None, profile("chessnut"))
        reading = asyncio.create_task(transport.read())
        await asyncio.sleep(0)
        port.unplug()
        with pytest.raises(ConnectionLostError, match="out of reach"):
            await reading
        with pytest.raises(ConnectionLostError):
            await transport.write(ENABLE)
        await transport.close()
        await transport.close()
        with pytest.raises(ConnectionLostError):
            await transport.read()


async def test_switched_off_during_a_write(air: Air) -> None:
    async with BlePort(chessnut(), air) as port:
        transport = await open_transport(port.url, None, profile("chessnut"))
        writing = asyncio.create_task(transport.write(ENABLE))
        await asyncio.sleep(0)
        port.unplug()
        with pytest.raises(ConnectionLostError):
            await writing
        await transport.close()


async def test_the_device_hangs_up_and_can_be_reached_again(air: Air) -> None:
    async with BlePort(chessnut(), air) as port:
        transport = await open_transport(port.url, None, profile("chessnut"))
        await port.hang_up()
        with pytest.raises(ConnectionLostError):
            await transport.read()
        await transport.close()
        await (await open_transport(port.url, None, profile("chessnut"))).close()


async def test_a_cancelled_open_leaves_nothing_behind(air: Air) -> None:
    async with BlePort(chessnut(), air) as port:
        for turns in range(0, 200, 20):
            opening = asyncio.create_task(open_transport(port.url, None, profile("chessnut")))
            for _ in range(turns):
                await asyncio.sleep(0)
            opening.cancel()
            await asyncio.wait([opening])
            if not opening.cancelled():
                await opening.result().close()
        await (await open_transport(port.url, None, profile("chessnut"))).close()


@pytest.mark.parametrize("raises", [False, True])
async def test_a_cancel_that_a_backend_swallows_still_counts(
    air: Air, monkeypatch: pytest.MonkeyPatch, raises: bool
) -> None:
    begun = asyncio.Event()

    async def stubborn(*_: object) -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            if raises:
                raise BleakError("something else") from None

    async with BlePort(chessnut(), air) as port:
        transport = await open_transport(port.url, None, profile("chessnut"))
        with monkeypatch.context() as patch:
            patch.setattr(ble.BleTransport, "_send", stubborn)
            writing = asyncio.create_task(transport.write(ENABLE))
            await begun.wait()
            writing.cancel()
            await asyncio.wait([writing])
        assert writing.cancelled()
        await transport.close()


async def test_too_much_unread_ends_it(air: Air) -> None:
    async with BlePort(chessnut(), air) as port:
        transport = await ble.BleTransport.open(port.url, profile("chessnut"))
        for number in range(ble.BACKLOG + 1):
            transport._take(Packet(number.to_bytes(2, "big"), POSITIONS))
        for number in range(ble.BACKLOG):
            assert await transport.read() == number.to_bytes(2, "big")
        with pytest.raises(ConnectionLostError, match="more than could be read"):
            await transport.read()
        await transport.close()


async def scan_until(*names: str) -> dict[str, ble.Advertisement]:
    """What is heard, once all these are: on a busy computer a short scan may end before a device has advertised."""
    while True:
        heard = {one.name: one for one in await ble.discover(0.1)}
        if heard.keys() >= set(names):
            return heard


async def test_discovery_tells_what_fits(air: Air) -> None:
    async with BlePort(chessnut(), air) as port, BlePort(YihuGoban(Surface(19, 19), name="x"), air):
        heard = await scan_until("Chessnut Air", "x")
        assert heard["Chessnut Air"].address == port.address
        profiles = {name: profile(name) for name in ("chessnut", "yihu", "pegasus", "ichessone")}
        assert heard["Chessnut Air"].fitting(profiles) == ("chessnut",)
        assert heard["x"].fitting(profiles) == ("yihu",)  # renamed
        assert replace(heard["x"], name="").fitting(profiles) == ("yihu",)
        uart = replace(heard["x"], name="DGT_Pegasus_50333", services=(profile("pegasus").service,))
        assert uart.fitting(profiles) == ("pegasus",)
        assert replace(uart, name="Anna's board").fitting(profiles) == ("pegasus", "ichessone")


@pytest.mark.parametrize("name", ["Chessnut Air\n", " chessnut AIR"])
async def test_names_are_the_same_in_any_case_and_with_a_line_end(air: Air, name: str) -> None:
    async with BlePort(ChessnutBoard(Surface(8, 8, CHESS_START), name=name), air):
        (heard,) = (await scan_until(name.strip())).values()
        assert heard.fitting({"chessnut": profile("chessnut")}) == ("chessnut",)
        transport = await ble.BleTransport.open(f"ble://{heard.name}", profile("chessnut"))
        await transport.close()
        transport = await ble.BleTransport.open("ble://Chessnut%20Air", profile("chessnut"))
        await transport.close()


@pytest.mark.parametrize("url", ["ble://", "ble:///"])
async def test_an_empty_name_is_refused(url: str) -> None:
    with pytest.raises(BadUrlError):
        await open_transport(url, None, profile("chessnut"))


async def test_a_device_without_bluetooth_is_refused() -> None:
    with pytest.raises(BadUrlError, match="not reached over Bluetooth"):
        await open_transport("ble://DGT", None, None)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (BleakBluetoothNotAvailableError("-", BleakBluetoothNotAvailableReason.NO_BLUETOOTH), PortReason.NO_BLUETOOTH),
        (BleakBluetoothNotAvailableError("-", BleakBluetoothNotAvailableReason.POWERED_OFF), PortReason.BLUETOOTH_OFF),
        (
            BleakBluetoothNotAvailableError("-", BleakBluetoothNotAvailableReason.DENIED_BY_SYSTEM),
            PortReason.BLUETOOTH_DENIED,
        ),
        (BleakBluetoothNotAvailableError("why", BleakBluetoothNotAvailableReason.UNKNOWN), PortReason.OTHER),
        (BleakDBusError("org.freedesktop.DBus.Error.AccessDenied", []), PortReason.BLUETOOTH_DENIED),
        (BleakDBusError("org.freedesktop.DBus.Error.ServiceUnknown", []), PortReason.NO_BLUETOOTH),
        (BleakDBusError("org.bluez.Error.InProgress", []), PortReason.BUSY),
        (BleakDBusError("org.bluez.Error.Whatever", ["odd"]), PortReason.OTHER),
        (BleakDeviceNotFoundError("aa"), PortReason.NOT_HEARD),
        (TimeoutError(), PortReason.NOT_HEARD),
        (FileNotFoundError(2, "no bus"), PortReason.NO_BLUETOOTH),
        (OSError("odd"), PortReason.OTHER),
        (EOFError(), PortReason.OTHER),
        (BleakError("odd"), PortReason.OTHER),
    ],
)
def test_every_trouble_has_a_reason_and_advice(error: Exception, reason: PortReason) -> None:
    with pytest.raises(PortUnavailableError) as caught, translated("ble://x"):
        raise error
    assert caught.value.reason is reason
    passing = (PortReason.BUSY, PortReason.NOT_HEARD, PortReason.OTHER)
    assert reason.permanent is (reason not in passing)
    assert str(caught.value).startswith(f"Cannot open ble://x ({reason}).")


def test_a_serial_table_does_not_load_bleak() -> None:
    program = "import sys, drivers.link, drivers.registry, drivers.transport.serial as _; drivers.registry.find('yihu')"
    check = "; sys.exit(any(name.split('.')[0] in ('bleak', 'dbus_fast', 'bumble') for name in sys.modules))"
    assert subprocess.run([sys.executable, "-c", program + check], check=False).returncode == 0
