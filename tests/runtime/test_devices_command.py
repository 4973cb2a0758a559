"""`flagfall devices --write`: a configuration for what was found, which can be used as it is."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from firmware_sim.doubles import make_double
from firmware_sim.ports import PtyPort
from gateway.cli.devicefile import KEYS, Found, sections, write_configuration
from gateway.cli.devices import devices
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
    assert settings.device.driver == device
    assert (settings.clock.driver if settings.clock else None) == clock
    Hardware(settings, lambda: 0)  # a game that this board is large enough for


def test_a_clock_alone_is_no_table(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="A clock answered, but no board"):
        write_configuration(tmp_path / "t1.toml", [DGT3000])
    assert sections([DGT3000]).startswith('[clock]\ndriver = "dgt3000-ble"')
