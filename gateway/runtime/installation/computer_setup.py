"""The setup of a computer for its role: a user, folders, services, rules for devices. All of it can be done again."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from drivers import registry
from gateway.model.errors import SettingsError
from gateway.runtime.settings import RelaySettings, TableSettings

from .udev_rules import GROUP, udev_rules

__all__ = ["SERVICE_GROUPS", "USER", "Computer", "unit_files"]

USER = "flagfall"
SERVICE_GROUPS = (GROUP, "input", "bluetooth")
"""The groups that the units give to the services beside their own."""
_RELAY, _HALL = "relay", "hall"


def unit_files() -> dict[str, str]:
    """The unit files of this version, by their names."""
    folder = files("gateway.runtime.installation") / "systemd"
    return {
        file.name: file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.startswith("flagfall")
    }


@dataclass(frozen=True, slots=True)
class Computer:
    """The places on a computer; `root` is another one where an image is made."""

    root: Path = Path("/")

    @property
    def etc(self) -> Path:
        """The folder of settings."""
        return self.root / "etc/flagfall"

    @property
    def state(self) -> Path:
        """The folder of records, keys and certificates."""
        return self.root / "var/lib/flagfall"

    @property
    def units(self) -> Path:
        """The folder of unit files."""
        return self.root / "etc/systemd/system"

    @property
    def rules(self) -> Path:
        """The file of udev's rules."""
        return self.root / "etc/udev/rules.d/70-flagfall.rules"

    @property
    def command(self) -> Path:
        """The command as everybody calls it."""
        return self.root / "usr/local/bin/flagfall"

    # -- what is there --------------------------------------------------------------------------------------------

    def roles(self) -> set[str]:
        """What this computer is."""
        try:
            found = json.loads((self.etc / "installed.json").read_text(encoding="utf-8"))
        except FileNotFoundError:
            return set()
        return set(found["roles"])

    def tables(self) -> list[str]:
        """The tables that have settings here."""
        return sorted(path.stem for path in self.etc.glob("*.toml") if "table" in _toml(path))

    def check_settings(self) -> None:
        """Read all settings as the services of this version will; raises `SettingsError` that names what is wrong."""
        for name in self.tables():
            TableSettings.from_file(self.etc / f"{name}.toml")
        if (relay := self.etc / "relay.toml").exists():
            RelaySettings.from_file(relay)

    def services(self, roles: Iterable[str]) -> list[str]:
        """The units that can run: those whose settings are there."""
        wanted = set(roles)
        found = []
        if wanted & {"broker", _HALL} and (self.state / "authority/register.json").exists():
            found.append("flagfall-broker.service")
        if wanted & {_RELAY, _HALL} and (self.etc / "relay.toml").exists():
            found.append("flagfall-relay.service")
        for name in self.tables():
            found.append(f"flagfall-table@{name}.service")
            if (self.state / f"certificates/{name}.crt").exists():
                found.append(f"flagfall-renew@{name}.timer")
        return found

    # -- putting it there -----------------------------------------------------------------------------------------

    def make_user(self) -> None:
        """The user that services run as, and the groups that may open devices."""
        for group in SERVICE_GROUPS:
            if not self._has("group", group):
                self._call("groupadd", "--system", group)
        if not self._has("passwd", USER):
            nologin = "/usr/sbin/nologin"
            home = "/var/lib/flagfall"
            self._call("useradd", "--system", "--user-group", "--home-dir", home, "--shell", nologin, USER)

    def make_folders(self) -> None:
        """Settings are read by the services and written by root; what is recorded belongs to the services."""
        self.etc.mkdir(mode=0o750, parents=True, exist_ok=True)
        self.state.mkdir(mode=0o750, parents=True, exist_ok=True)
        self.etc.chmod(0o750)  # a card may have made it otherwise
        shutil.chown(self.etc, "root", USER)
        shutil.chown(self.state, USER, USER)

    def write_files(self, roles: Iterable[str]) -> bool:
        """Unit files, rules, and what this computer is; whether any unit differs from what was there."""
        changed = False
        wanted = unit_files()
        self.units.mkdir(parents=True, exist_ok=True)
        for old in self.units.glob("flagfall-*"):
            if old.is_file() and old.name not in wanted and old.name != "flagfall-first-boot.service":
                old.unlink()  # of another version
        for name, text in wanted.items():
            changed |= _write(self.units / name, text)
        self.rules.parent.mkdir(parents=True, exist_ok=True)
        _write(self.rules, udev_rules(registry.find(name) for name in registry.names()))
        _write(self.etc / "installed.json", json.dumps({"roles": sorted(roles)}) + "\n")
        return changed

    def link_command(self, target: Path) -> None:
        """`flagfall` for everybody who types it."""
        self.command.parent.mkdir(parents=True, exist_ok=True)
        if not self.command.is_symlink() or self.command.readlink() != target:
            self.command.unlink(missing_ok=True)
            self.command.symlink_to(target)

    def own(self, path: Path) -> None:
        """Give what was made by root to the services."""
        for each in (path, *path.rglob("*")):
            shutil.chown(each, USER, USER)

    def settings_for_services(self, path: Path) -> None:
        """A settings file is read by the services, and by nobody else: it may hold keys."""
        shutil.chown(path, "root", USER)
        path.chmod(0o640)

    # -- taking it away -------------------------------------------------------------------------------------------

    def remove_files(self, *, purge: bool) -> None:
        """Take everything away but settings and records; with `purge`, these too."""
        for unit in self.units.glob("flagfall-*"):
            if not unit.is_dir():
                unit.unlink()
            elif purge:  # somebody's own changes, by `systemctl edit`
                shutil.rmtree(unit, ignore_errors=True)
        self.rules.unlink(missing_ok=True)
        self.command.unlink(missing_ok=True)
        (self.etc / "installed.json").unlink(missing_ok=True)
        if purge:
            shutil.rmtree(self.etc, ignore_errors=True)
            shutil.rmtree(self.state, ignore_errors=True)
            shutil.rmtree(self.state.with_name("flagfall-broker"), ignore_errors=True)
            if self._has("passwd", USER):
                self._call("userdel", USER)

    def _has(self, database: str, name: str) -> bool:
        return subprocess.run(["getent", database, name], capture_output=True, check=False).returncode == 0

    def _call(self, *command: str) -> None:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise SettingsError(f"{' '.join(command)} failed: {done.stderr.strip()}")


def _toml(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not TOML: {error}.") from error


def _write(path: Path, text: str) -> bool:
    """Write what differs; whether it did."""
    if path.exists() and path.read_text(encoding="utf-8") == text:
        return False
    path.write_text(text, encoding="utf-8")
    path.chmod(0o644)
    return True
