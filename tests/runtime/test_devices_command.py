"""`flagfall devices --write`: a configuration for what was found, which can be used as it is."""

from __future__ import annotations

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from drivers.readings import Seat
from firmware_sim.devices.dgt import DgtBoard
from firmware_sim.doubles import make_double
from firmware_sim.ports import PtyPort
from firmware_sim.surface import CHESS_START, Surface
from gateway.cli.devices import devices
from gateway.cli.settings_writer import KEYS, Found, sections, write_configuration
from gateway.model.errors import SettingsError
from gateway.runtime.hardware import Hardware
from gateway.runtime.settings import TableSettings

APP = typer.Typer()
APP.command()(devices)

CERTABO = Found("serial:///dev/a", "given", (), "a board of 8x8 with 32 pieces", "certabo")
DGT = Found("serial:///dev/b", "given", (), "DGT board", "dgt")
GOBAN = Found("ble://goban", "given", (), "it answers", "yihu")
DGT3000 = Found("ble://DGT3000", "given", (), "it answers", "dgt3000-ble")
PEDAL = Found("evdev:///dev/input/by-id/pedal", "keyboard, or buttons as one", (), KEYS)
SILENT = Found("serial:///dev/c", "given", ("dgt",), "nobody answered")


async def test_a_board_without_a_clock_and_keys_become_one_configuration(tmp_path: Path) -> None:
    written = tmp_path / "t7.toml"
    async with PtyPort(make_double("chesslink").device, tmp_path / "board") as port:
        words = ["--url", port.url, "--url", PEDAL.url, "--driver", "chesslink", "--write", str(written)]
        done = await asyncio.to_thread(CliRunner().invoke, APP, words)
    assert done.exit_code == 0, done.output
    settings = TableSettings.from_file(written)
    assert settings.device is not None
    assert (settings.device.driver, settings.device.url) == ("chesslink", port.url)
    assert settings.clock is not None
    assert (settings.clock.driver, settings.clock.url) == ("buttons", PEDAL.url)
    assert Hardware(settings, lambda: 0).setup.apart


@pytest.mark.parametrize(
    ("found", "device", "clock"),
    [
        ([SILENT, CERTABO], "certabo", None),
        ([PEDAL, CERTABO], "certabo", "buttons"),
        ([PEDAL, DGT3000, CERTABO], "certabo", "dgt3000-ble"),
        ([DGT, PEDAL], "dgt", None),
        ([GOBAN, DGT3000], "yihu", "dgt3000-ble"),
    ],
)
def test_a_clock_that_answers_comes_before_keys_and_none_beside_a_board_that_has_one(
    tmp_path: Path, found: list[Found], device: str, clock: str | None
) -> None:
    path = tmp_path / "t1.toml"
    write_configuration(path, found)
    settings = TableSettings.from_file(path)
    assert settings.device is not None
    assert settings.device.driver == device
    assert (settings.clock.driver if settings.clock else None) == clock
    Hardware(settings, lambda: 0)


@pytest.mark.parametrize("board", ["chess", "draughts"])
async def test_what_is_written_is_hardware_and_place(tmp_path: Path, board: str) -> None:
    written = tmp_path / "t1.toml"
    async with PtyPort(make_double("dgt", board).device, tmp_path / "board") as port:
        words = ["--url", port.url, "--driver", "dgt", "-o", "memory=0", "--write", str(written)]
        done = await asyncio.to_thread(CliRunner().invoke, APP, words)
    assert done.exit_code == 0, done.output
    settings = TableSettings.from_file(written)
    assert settings.game is None
    assert settings.device is not None
    assert settings.device.options == {"memory": "0"}


async def test_a_dgt_board_without_its_clock_takes_one_beside_it(tmp_path: Path) -> None:
    board = DgtBoard(Surface(8, 8, CHESS_START))
    async with PtyPort(board, tmp_path / "board") as port:
        words = ["--url", port.url, "--url", PEDAL.url, "--driver", "dgt"]
        done = await asyncio.to_thread(CliRunner().invoke, APP, words)
    assert '[clock]\ndriver = "buttons"' in done.output


def test_a_clock_alone_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="A clock answered, but no board"):
        write_configuration(tmp_path / "t1.toml", [DGT3000])
    assert sections([DGT3000]).startswith('[clock]\ndriver = "dgt3000-ble"')


def test_devices_are_added_to_settings_that_name_none(tmp_path: Path) -> None:
    path = tmp_path / "table-07.toml"
    path.write_text('event = "open"\ntable = "table-07"\njournal = "j"\n[broker]\nurl = "mqtt://127.0.0.1:1"\n')
    path.chmod(0o640)
    write_configuration(path, [GOBAN, DGT3000])
    settings = TableSettings.from_file(path)
    assert settings.table == "table-07"
    assert settings.device is not None
    assert settings.clock is not None
    assert (settings.device.driver, settings.clock.driver) == ("yihu", "dgt3000-ble")
    assert path.stat().st_mode & 0o777 == 0o640
    with pytest.raises(SettingsError, match=r"has a section \[device\] already"):
        write_configuration(path, [GOBAN])


def test_of_several_boards_on_the_air_a_person_chooses(tmp_path: Path) -> None:
    other = Found("ble://00:11:22:33:44:55", "a board", ("yihu",), "it answers", "yihu")
    with pytest.raises(SettingsError, match="which is this table's: --url"):
        write_configuration(tmp_path / "t1.toml", [GOBAN, other])
    (tmp_path / "relay.toml").write_text('event = "open"\nstore = "s"\n')
    with pytest.raises(SettingsError, match="not the settings of a table"):
        write_configuration(tmp_path / "relay.toml", [GOBAN])


def port(device: str, vid: int | None) -> SimpleNamespace:
    return SimpleNamespace(device=device, vid=vid, manufacturer="Maker", product="Thing", serial_number="7")


def test_a_microcontroller_that_does_not_answer_may_be_two_buttons(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = [port("/dev/serial/by-id/usb-arduino", 0x2341), port("/dev/ttyS0", None)]
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)
    done = CliRunner().invoke(APP, ["--no-try", "--bluetooth", "0"], env={"COLUMNS": "200"})
    (line,) = [line for line in done.stdout.splitlines() if "usb-arduino" in line]
    assert KEYS in line
    (other,) = [line for line in done.stdout.splitlines() if "ttyS0" in line]
    assert KEYS not in other


def test_an_address_lasts_if_the_device_has_a_number_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    ports = [port("/dev/ttyACM0", 0x045B), port("/dev/ttyACM1", 0x045B), port("/dev/ttyUSB0", 0x10C4)]
    ports[2].serial_number = "0042"
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: ports)
    done = CliRunner().invoke(APP, ["--no-try", "--bluetooth", "0"], env={"COLUMNS": "200"})
    addresses = [line.split()[0] for line in done.stdout.splitlines() if line.startswith("serial")]
    assert addresses == ["serial:///dev/ttyACM0", "serial:///dev/ttyACM1", "serial://usb:0042"]


async def test_a_press_tells_that_it_is_the_clock(tmp_path: Path) -> None:
    double = make_double("buttons")
    async with PtyPort(double.device, tmp_path / "clock") as port:
        words = ["--url", port.url, "--driver", "buttons"]
        trying = asyncio.create_task(asyncio.to_thread(CliRunner().invoke, APP, words, env={"COLUMNS": "200"}))
        assert double.press is not None
        while not trying.done():
            double.press(Seat.RIGHT, 0)
            await asyncio.sleep(0.1)
        done = trying.result()
    assert "its right button was pressed" in done.stdout
    assert '[clock]\ndriver = "buttons"' in done.stdout


def test_pins_are_listed_as_one_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("platform-button@11-event", "platform-button@1b-event", "platform-x-usb-0:1-event-kbd"):
        (tmp_path / name).touch()
    monkeypatch.setattr("drivers.discovery.PINS", tmp_path)
    done = CliRunner().invoke(APP, ["--no-try", "--bluetooth", "0"], env={"COLUMNS": "400"})
    pins = f"evdev://{tmp_path}/platform-button@11-event,{tmp_path}/platform-button@1b-event"
    assert pins in done.stdout
    assert "usb-0" not in done.stdout
