"""Versions side by side, what a computer is given, and wheels that are handed out. The whole: `make install-test`."""

from __future__ import annotations

import json
import re
import shutil
import struct
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from drivers import registry
from drivers.discovery import MICROCONTROLLERS, VENDORS
from gateway.relay.web.enrolment.wheel_routes import wheel_routes
from gateway.runtime.installation import installer
from gateway.runtime.installation.computer_setup import Computer, unit_files
from gateway.runtime.installation.installer import InstallError, WheelSource
from gateway.runtime.installation.udev_rules import udev_rules


def version(home: Path, name: str) -> Path:
    folder = home / "versions" / name
    folder.mkdir(parents=True)
    (folder / "installed.json").write_text(json.dumps({"wheel": name, "source": "/release", "ca": ""}))
    return folder


def test_the_present_version_and_the_one_before_it(tmp_path: Path) -> None:
    first, second, third = (version(tmp_path, name) for name in ("1.0", "1.1", "1.2"))
    assert installer.present(tmp_path / "current") is None
    installer.point(first, tmp_path)
    assert installer.present(tmp_path / "previous") is None
    for each in (second, third, third):
        installer.point(each, tmp_path)
    assert installer.present(tmp_path / "current") == third
    assert installer.present(tmp_path / "previous") == second
    installer.point(second, tmp_path)  # a roll-back, and forward again
    assert installer.present(tmp_path / "previous") == third
    installer.forget_old(tmp_path)
    assert sorted(each.name for each in (tmp_path / "versions").iterdir()) == ["1.1", "1.2"]
    assert installer.source_of(second) == WheelSource("/release")


def test_a_version_that_was_not_finished_is_none(tmp_path: Path) -> None:
    folder = version(tmp_path, "1.0")
    installer.point(folder, tmp_path)
    (folder / "installed.json").unlink()
    assert installer.present(tmp_path / "current") is None


def test_another_build_of_a_version_gets_a_number(tmp_path: Path) -> None:
    wheel = tmp_path / "flagfall-1.0-py3-none-any.whl"
    wheel.write_bytes(b"one")
    place, there = installer._place(tmp_path, wheel)
    assert (place.name, there) == ("1.0", False)
    place.mkdir()
    (place / "left by an interruption").touch()
    place, there = installer._place(tmp_path, wheel)
    assert (place.exists(), there) == (False, False)
    place.mkdir()
    (place / "installed.json").write_text(json.dumps({"wheel": installer._digest(wheel)}))
    assert installer._place(tmp_path, wheel) == (place, True)
    wheel.write_bytes(b"another")
    assert installer._place(tmp_path, wheel)[0].name == "1.0-2"


def test_only_a_whole_folder_of_wheels_does_without_an_index(tmp_path: Path) -> None:
    (tmp_path / "flagfall-1.0-py3-none-any.whl").touch()
    assert "--no-index" not in WheelSource(str(tmp_path)).options()
    (tmp_path / "pip-26.0-py3-none-any.whl").touch()
    assert "--no-index" in WheelSource(str(tmp_path)).options()
    options = WheelSource("https://desk.local:8443/wheels/", "/etc/flagfall/authority.crt").options()
    assert options[-3:] == ["https://desk.local:8443/wheels/", "--cert", "/etc/flagfall/authority.crt"]


def test_a_narrow_system_is_told_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(struct, "calcsize", lambda kind: 4)
    with pytest.raises(InstallError, match="64-bit"):
        installer.add_version(WheelSource(), home=tmp_path)


def test_a_source_that_is_nothing_is_told(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="neither a folder"):
        installer.add_version(WheelSource(str(tmp_path / "nowhere")), home=tmp_path)


def test_the_installer_stands_alone(tmp_path: Path) -> None:
    """It is handed out as a file: nothing of ours, and nothing that has to be installed, is imported."""
    shutil.copy(Path(installer.__file__), tmp_path / "install.py")
    done = subprocess.run(
        [sys.executable, "-I", "-S", tmp_path / "install.py", "--help"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "--claim" in done.stdout


def test_every_maker_that_drivers_know_has_a_rule() -> None:
    rules = udev_rules(registry.find(name) for name in registry.names())
    for vendor in (*VENDORS, *MICROCONTROLLERS, 0x2D80):
        assert f"{vendor:04x}" in rules
    lines = [line for line in rules.splitlines() if line and not line.startswith("#")]
    part = r'[A-Z]+(\{[^}]+\})?(==|\+=|=)"[^"]*"'
    assert [line for line in lines if not re.fullmatch(rf"{part}(, {part})*", line)] == []


def test_units_start_the_present_version_and_need_no_rights() -> None:
    units = unit_files()
    assert {"flagfall-broker.service", "flagfall-relay.service", "flagfall-table@.service"} <= set(units)
    for name, text in units.items():
        if name.endswith(".service"):
            assert f"ExecStart={installer.CURRENT}/bin/flagfall " in text
            assert "User=flagfall" in text
            assert "CapabilityBoundingSet=\n" in text


def test_a_computer_has_the_services_whose_settings_are_there(tmp_path: Path) -> None:
    computer = Computer(tmp_path)
    computer.etc.mkdir(parents=True)
    assert computer.services({"hall", "table"}) == []
    (computer.etc / "t1.toml").write_text('event = "open"\ntable = "t1"\njournal = "j"\n')
    (computer.etc / "relay.toml").write_text('event = "open"\nstore = "s"\n')
    (computer.state / "authority").mkdir(parents=True)
    (computer.state / "authority/register.json").touch()
    (computer.state / "certificates").mkdir()
    (computer.state / "certificates/t1.crt").touch()
    assert computer.services({"hall"}) == [
        "flagfall-broker.service", "flagfall-relay.service", "flagfall-table@t1.service", "flagfall-renew@t1.timer"
    ]  # fmt: skip
    assert computer.services({"table"}) == ["flagfall-table@t1.service", "flagfall-renew@t1.timer"]


def test_files_are_written_once_and_those_of_another_version_go(tmp_path: Path) -> None:
    computer = Computer(tmp_path)
    computer.etc.mkdir(parents=True)
    computer.units.mkdir(parents=True)
    (computer.units / "flagfall-old.service").touch()
    assert computer.write_files({"table"})
    assert sorted(each.name for each in computer.units.iterdir()) == sorted(unit_files())
    assert not computer.write_files({"table"})
    assert computer.roles() == {"table"}
    own = computer.units / "flagfall-relay.service.d/override.conf"  # by `systemctl edit`
    own.parent.mkdir()
    own.touch()
    computer.remove_files(purge=False)
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [own]


async def test_wheels_are_handed_out_as_pip_reads_them(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "Some_Thing-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("thing.py", "")
    (tmp_path / "install.py").write_text("print()")
    (tmp_path / "secret.key").write_text("not handed out")
    app = FastAPI()
    app.include_router(wheel_routes(tmp_path))
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://relay") as client:
        flat = (await client.get("/wheels/")).text
        assert re.search(r'href="Some_Thing-1.0-py3-none-any.whl#sha256=[0-9a-f]{64}"', flat)
        assert 'href="install.py"' in flat
        assert 'href="some-thing/"' in (await client.get("/wheels/simple/")).text
        assert "../../Some_Thing-1.0" in (await client.get("/wheels/simple/some-thing/")).text
        assert (await client.get("/wheels/Some_Thing-1.0-py3-none-any.whl")).content[:2] == b"PK"
        assert (await client.get("/wheels/install.py")).text == "print()"
        for path in ("secret.key", "simple/other/", "..%2fsecret.key", "nothing-1.0-py3-none-any.whl"):
            assert (await client.get(f"/wheels/{path}")).status_code == 404


def test_a_relay_with_a_database_gets_its_driver(tmp_path: Path) -> None:
    settings = tmp_path / "relay.toml"
    assert installer._extras(settings) == ""
    settings.write_text('store = "/var/lib/flagfall/relay.journal"\n')
    assert installer._extras(settings) == ""
    settings.write_text('[store]\nurl = "postgresql://flagfall@127.0.0.1/flagfall"\n')
    assert installer._extras(settings) == "[postgresql]"
