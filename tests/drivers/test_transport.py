"""Roads to a device: one suite for all, and what goes wrong when opening."""

from __future__ import annotations

import asyncio
import errno
import os
import tty
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Protocol

import pytest
import serialx
from serial.tools.list_ports_common import ListPortInfo

from drivers import registry
from drivers.errors import BadUrlError, ConnectionLostError, PortReason, PortUnavailableError
from drivers.spec import SerialLine
from drivers.transport import open_transport

LINE = SerialLine(baud=9600)


class FarEnd(Protocol):
    """The device's end of a road."""

    url: str

    async def write(self, data: bytes) -> None: ...
    async def read(self) -> bytes: ...
    def cut(self) -> None: ...


class FarPty:
    """A pseudo-terminal."""

    def __init__(self) -> None:
        self._master, slave = os.openpty()
        tty.setraw(slave)
        self.url = f"serial://{os.ttyname(slave)}"
        self._open = {self._master, slave}

    async def write(self, data: bytes) -> None:
        os.write(self._master, data)

    async def read(self) -> bytes:
        return await asyncio.to_thread(os.read, self._master, 100)

    def cut(self) -> None:
        while self._open:
            os.close(self._open.pop())


class FarSocket:
    """A TCP server with one caller."""

    def __init__(self) -> None:
        self._called: asyncio.Future[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = asyncio.Future()
        self.url = ""

    async def listen(self) -> asyncio.Server:
        server = await asyncio.start_server(lambda r, w: self._called.set_result((r, w)), "127.0.0.1", 0)
        self.url = f"tcp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        return server

    async def write(self, data: bytes) -> None:
        (await self._called)[1].write(data)

    async def read(self) -> bytes:
        return await (await self._called)[0].read(100)

    def cut(self) -> None:
        if self._called.done():
            self._called.result()[1].transport.abort()


@asynccontextmanager
async def pty_road() -> AsyncIterator[FarEnd]:
    far = FarPty()
    yield far
    far.cut()


@asynccontextmanager
async def tcp_road() -> AsyncIterator[FarEnd]:
    far = FarSocket()
    server = await far.listen()
    yield far
    far.cut()
    server.close()


Road = Callable[[], AbstractAsyncContextManager[FarEnd]]
ROADS = [pytest.param(pty_road, id="serial"), pytest.param(tcp_road, id="tcp")]


@pytest.mark.parametrize("road", ROADS)
async def test_bytes_in_both_directions(road: Road) -> None:
    async with road() as far:
        transport = await open_transport(far.url, LINE)
        await transport.write(b"\x4b\x4d")
        assert await far.read() == b"\x4b\x4d"
        await far.write(b"\x93\x00\x05\x01\x08")
        assert await transport.read() == b"\x93\x00\x05\x01\x08"
        await transport.close()
        await transport.close()


@pytest.mark.parametrize("road", ROADS)
async def test_every_byte_value_passes_unchanged(road: Road) -> None:
    async with road() as far:
        transport = await open_transport(far.url, LINE)
        await far.write(bytes(range(256)))
        received = b""
        while len(received) < 256:
            received += await transport.read()
        assert received == bytes(range(256))
        await transport.close()


@pytest.mark.parametrize("road", ROADS)
async def test_a_cut_is_a_loss(road: Road) -> None:
    async with road() as far:
        transport = await open_transport(far.url, LINE)
        await far.write(b"\x8e")
        await transport.read()
        far.cut()
        with pytest.raises(ConnectionLostError):
            await transport.read()
        await transport.close()


@pytest.mark.parametrize("road", ROADS)
async def test_reading_can_be_cancelled(road: Road) -> None:
    async with road() as far:
        transport = await open_transport(far.url, LINE)
        reading = asyncio.create_task(transport.read())
        await asyncio.sleep(0)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
        await transport.close()


async def test_a_serial_port_is_ours_alone() -> None:
    async with pty_road() as far:
        transport = await open_transport(far.url, LINE)
        with pytest.raises(PortUnavailableError) as caught:
            await open_transport(far.url, LINE)
        assert caught.value.reason is PortReason.BUSY
        await transport.close()
        again = await open_transport(far.url, LINE)
        await again.close()


async def test_a_port_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(PortUnavailableError, match="plugged in") as caught:
        await open_transport(f"serial://{tmp_path}/ttyNONE", LINE)
    assert caught.value.reason is PortReason.NOT_THERE
    assert not caught.value.reason.permanent


async def test_a_file_is_no_port(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    with pytest.raises(PortUnavailableError) as caught:
        await open_transport(f"serial://{path}", LINE)
    assert caught.value.reason is PortReason.NOT_A_PORT
    assert caught.value.reason.permanent


async def test_nobody_listens() -> None:
    server = await asyncio.start_server(lambda _r, _w: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    server.close()
    await server.wait_closed()
    with pytest.raises(PortUnavailableError) as caught:
        await open_transport(f"tcp://127.0.0.1:{port}")
    assert caught.value.reason is PortReason.REFUSED


@pytest.mark.parametrize("url", ["", "/dev/ttyACM0", "serial://", "tcp://host", "tcp://host:no", "ble://x", "tcp://:1"])
async def test_an_address_that_can_never_work(url: str) -> None:
    with pytest.raises(BadUrlError):
        await open_transport(url, LINE)


async def test_a_serial_address_for_a_device_without_a_line() -> None:
    with pytest.raises(BadUrlError):
        await open_transport("serial:///dev/null", None)


def test_no_permission_says_what_to_do() -> None:
    error = PortUnavailableError.from_os_error("serial:///dev/ttyACM0", OSError(errno.EACCES, "Permission denied"))
    assert error.reason is PortReason.NO_PERMISSION
    assert error.reason.permanent
    assert "dialout" in str(error)


def test_anything_else_keeps_the_system_words() -> None:
    error = PortUnavailableError.from_os_error("serial:///dev/x", OSError(errno.EMFILE, "Too many open files"))
    assert error.reason is PortReason.OTHER
    assert "Too many open files" in str(error)


@pytest.mark.parametrize("name", ["dgt", "certabo", "chesslink"])
async def test_some_boards_want_the_terminal_not_ready(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[serialx.PinState] = []

    async def refuse(*_: object, dtr_on_open: serialx.PinState, **__: object) -> None:
        raised.append(dtr_on_open)
        raise OSError(errno.ENOENT, "not there")

    monkeypatch.setattr(serialx, "open_serial_connection", refuse)
    with pytest.raises(PortUnavailableError):
        await open_transport("serial:///dev/ttyX", registry.find(name).serial)
    assert raised == [serialx.PinState.HIGH if name == "dgt" else serialx.PinState.LOW]


async def test_a_port_is_found_by_its_serial_number(monkeypatch: pytest.MonkeyPatch) -> None:
    far = FarPty()
    path = far.url.removeprefix("serial://")
    ports = [ListPortInfo("/dev/other"), ListPortInfo(path)]
    ports[0].serial_number, ports[1].serial_number = "1", "2"
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)
    transport = await open_transport("serial://usb:2", LINE)
    await far.write(b"hello")
    assert await transport.read() == b"hello"
    await transport.close()
    far.cut()
    with pytest.raises(PortUnavailableError) as caught:
        await open_transport("serial://usb:3", LINE)
    assert caught.value.reason is PortReason.NOT_THERE


def test_a_bluetooth_board_that_is_off_is_passing_trouble() -> None:
    error = PortUnavailableError.from_os_error("serial:///dev/rfcomm0", OSError(errno.EHOSTDOWN, "Host is down"))
    assert error.reason is PortReason.NOT_HEARD
    assert not error.reason.permanent
