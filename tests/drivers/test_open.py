"""The public face of the drivers: a board in five lines, as the pages have it, and what happens when it cannot work."""

from __future__ import annotations

import asyncio
import inspect
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import pytest
from serial.tools.list_ports_common import ListPortInfo

import drivers
from drivers import device as device_module
from drivers.boards.dgt.codec import DgtCodec
from drivers.boards.dgt.spec import SPEC as DGT
from drivers.errors import (
    BadOptionError,
    BadUrlError,
    NotReachedError,
    UnknownDriverError,
    UnrecognisedDeviceError,
)
from drivers.readings import Identity, LinkDown, LinkUp, Reading, RequestAnswer, Snapshot, SquareChanged
from drivers.requests import ReadBoard, ShowSquares
from firmware_sim.doubles import make_double
from firmware_sim.ports import PtyPort, TcpPort
from firmware_sim.surface import CHESS_START
from tests.drivers.listening import PATIENCE_S

ROOT = Path(__file__).parents[2]

R = TypeVar("R")


def plugged(tmp_path: Path, name: str, board: str = "") -> PtyPort:
    """A double on a pseudo-terminal, with its pieces in place."""
    return PtyPort(make_double(name, board).device, tmp_path / "board")


async def until(device: drivers.OpenDevice, kind: type[R]) -> R:
    """The next reading of that kind."""
    async with asyncio.timeout(PATIENCE_S):
        async for reading in device:
            if isinstance(reading, kind):
                return reading
    raise AssertionError("a device has no end")


def test_the_public_names_are_these() -> None:
    assert drivers.__all__ == [
        "DriverError",
        "DriverSpec",
        "OpenDevice",
        "Reading",
        "Request",
        "Stamped",
        "errors",
        "names",
        "open",
        "readings",
        "requests",
    ]
    assert all(getattr(drivers, name) is not None for name in drivers.__all__)
    with pytest.raises(AttributeError, match="no attribute 'opne'"):
        drivers.opne  # type: ignore[attr-defined]  # noqa: B018 - asked for, and not there


def test_whoever_wants_only_the_words_loads_no_input_or_output() -> None:
    program = "import sys, drivers, drivers.readings; sys.exit('asyncio' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False, cwd=ROOT).returncode == 0


def test_the_public_face_is_documented() -> None:
    members = [member for name, member in inspect.getmembers(drivers.OpenDevice) if not name.startswith("_")]
    assert all(inspect.getdoc(member) for member in (drivers.open, drivers.OpenDevice, *members))


@pytest.mark.parametrize("page", ["README.md", "docs/drivers.md"])
async def test_the_example_of_the_page_reads_a_board(page: str, tmp_path: Path) -> None:
    code = re.search(r"```python board\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    double = make_double("dgt", "chess")
    async with PtyPort(double.device, tmp_path / "board") as port:
        program = code[1].replace("serial:///dev/ttyACM0", port.url)
        assert port.url in program
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-u", "-c", program, stdout=asyncio.subprocess.PIPE, cwd=ROOT
        )
        try:
            assert process.stdout is not None
            async with asyncio.timeout(PATIENCE_S):
                printed = [await process.stdout.readline()]
                while not printed[-1].startswith(b"Snapshot"):
                    printed.append(await process.stdout.readline())
                    assert printed[-1], "the program ended"
                double.surface.put(36, double.surface.lift(52, 0), 0)
                while not printed[-1].startswith(b"SquareChanged"):
                    printed.append(await process.stdout.readline())
                    assert printed[-1], "the program ended"
        finally:
            process.kill()
            await process.wait()
    assert printed[0].startswith(b"LinkUp")
    assert CHESS_START.encode() in b"".join(printed)


async def test_the_device_is_found_out_by_its_answers(tmp_path: Path) -> None:
    async with (
        plugged(tmp_path, "dgt", "chess") as port,
        drivers.open(port.url) as device,
    ):
        assert (device.spec.name, device.connected) == ("dgt", True)
        assert (await until(device, Snapshot)).cells == CHESS_START
        while not device.identity.serial:
            await until(device, Identity)


async def test_the_usb_maker_tells_what_is_tried_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with plugged(tmp_path, "tabutronic") as port:
        port_info = ListPortInfo(str(tmp_path / "board"))
        port_info.vid = 0x10C4
        port_info.serial_number = "7"
        monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [port_info])
        async with drivers.open(port.url) as device:  # the driver of a sibling hears it first, and reads its name
            assert device.spec.name == "tabutronic"


async def test_readings_are_stamped_by_the_clock_that_is_given(tmp_path: Path) -> None:
    async with (
        plugged(tmp_path, "dgt", "chess") as port,
        drivers.open(port.url, "dgt", now=lambda: 77) as device,
        asyncio.timeout(PATIENCE_S),
    ):
        assert (await device.stamped()).at == 77


async def test_requests_are_answered_by_readings(tmp_path: Path) -> None:
    async with (
        plugged(tmp_path, "dgt", "chess") as port,
        drivers.open(port.url, "dgt") as device,
    ):
        await until(device, Snapshot)
        device.request(ReadBoard())
        assert (await until(device, Snapshot)).cells == CHESS_START
        device.request(ShowSquares((12,)))
        assert not (await until(device, RequestAnswer)).ok


async def test_a_lost_connection_is_told_and_comes_back(tmp_path: Path) -> None:
    double = make_double("chesslink")
    async with PtyPort(double.device, tmp_path / "board") as port, drivers.open(port.url, "chesslink") as device:
        await until(device, Snapshot)
        port.unplug()
        assert "Lost the connection" in (await until(device, LinkDown)).reason
        assert not device.connected
        double.surface.lift(52, 0)
        await port.plug()
        await until(device, LinkUp)
        assert (await until(device, Snapshot)).cells == double.surface.cells


async def test_what_was_learned_is_the_drivers_option(tmp_path: Path) -> None:
    async with (
        plugged(tmp_path, "certabo") as port,
        drivers.open(port.url, "certabo") as device,
    ):
        await until(device, drivers.readings.Calibrated)
        assert device.spec.chosen["tags"]


async def test_the_port_is_let_go_behind_the_block(tmp_path: Path) -> None:
    async with plugged(tmp_path, "dgt", "chess") as port:
        for _ in range(2):  # a port that is held cannot be opened again
            async with drivers.open(port.url, "dgt") as device:
                await until(device, Snapshot)


# -- what cannot work --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "driver", "options", "error"),
    [
        ("serial:///dev/none", "dtg", {}, UnknownDriverError),
        ("serial:///dev/none", "dgt", {"colour": "red"}, BadOptionError),
        ("/dev/none", "dgt", {}, BadUrlError),
        ("/dev/none", "", {}, BadUrlError),
        ("ble://x", "dgt", {}, BadUrlError),
        ("serial:///dev/none", "dgt", {}, NotReachedError),
        ("serial:///dev/none", "", {}, NotReachedError),
        ("evdev:///dev/none", "", {}, NotReachedError),
        ("hid://2d80", "", {}, NotReachedError),
    ],
)
async def test_what_cannot_work_is_one_sentence_at_once(
    url: str, driver: str, options: dict[str, str], error: type[drivers.DriverError]
) -> None:
    with pytest.raises(error, match=r"^[A-Z].*[.)]$") as caught:
        async with drivers.open(url, driver, options=options):
            pass
    assert "\n" not in str(caught.value)
    if error is NotReachedError:
        assert url in str(caught.value)


async def test_a_device_that_says_nothing_is_not_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.discovery.PATIENCE_S", 0.01)
    async with TcpPort(make_double("buttons").device, 0) as port:
        with pytest.raises(UnrecognisedDeviceError, match="name the driver"):
            async with drivers.open(port.url):
                pass


async def test_a_silent_board_is_not_reached() -> None:
    async with TcpPort(make_double("buttons").device, 0) as port:
        with pytest.raises(NotReachedError, match=r"Cannot reach tcp://.*: the board does not answer\."):
            async with drivers.open(port.url, "chesslink"):
                pass


async def test_a_device_may_be_waited_for(tmp_path: Path) -> None:
    port = plugged(tmp_path, "dgt", "chess")
    async with drivers.open(f"serial://{tmp_path}/board", "dgt", wait=True) as device:
        assert "not there" in (await until(device, LinkDown)).reason
        async with port:
            assert (await until(device, Snapshot)).cells == CHESS_START


class _Faulty(DgtCodec):
    """A codec with a fault of its own."""

    def receive(self, data: bytes, at: int) -> list[Reading]:
        raise ZeroDivisionError("a fault of the driver")


async def test_a_fault_of_a_driver_ends_the_iteration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("drivers.registry.find", lambda _name: replace(DGT, codec=_Faulty))
    async with plugged(tmp_path, "dgt", "chess") as port:
        with pytest.raises(ZeroDivisionError):
            async with drivers.open(port.url, "dgt", wait=True) as device:
                await until(device, Snapshot)


async def test_readings_that_nobody_takes_are_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_module, "WAITING_LIMIT", 1)  # the first answer is two readings at once
    async with plugged(tmp_path, "dgt", "chess") as port:
        with pytest.raises(drivers.DriverError, match="nobody takes them"):
            async with drivers.open(port.url, "dgt") as device:
                await until(device, SquareChanged)
