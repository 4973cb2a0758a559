"""Boards of several makers for the tables of a rehearsal, and the hands over them.

Each is a process of its own, as a board is: it stays switched on when the plug of its Pi is pulled. Cables are
pseudo-terminals; Bluetooth is a software radio (bumble), whose air is reached over TCP inside the table's own network.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from importlib.metadata import requires, version
from pathlib import Path
from typing import NamedTuple

from .machine import Machine, MachineError, waited

__all__ = ["HCI", "KINDS", "RADIO", "Board", "BoardKind", "install_radio", "radio_packages"]

HCI = "tcp-client:127.0.0.1:6402"
"""The chip of a table's software radio, as bumble names it."""
RADIO = "/opt/radio"
"""Where bumble is on such a table: beside Flagfall, as a driver of a chip would be."""


class BoardKind(NamedTuple):
    """What stands on a table."""

    driver: str
    clock: bool = False
    """Whether a clock is plugged into it."""
    bluetooth: bool = False


KINDS = (
    BoardKind("dgt", clock=True),
    BoardKind("chessnut", bluetooth=True),
    BoardKind("chesslink"),
    BoardKind("certabo"),
)
"""The boards of the tables, one after another and from the beginning again."""


class Board:
    """A simulated board, and the hands over it."""

    def __init__(self, kind: BoardKind, path: Path, space: str) -> None:
        """`path` is where its cable appears, `space` the network of its table."""
        self.kind = kind
        self.path = path
        flagfall = Path(sys.executable).with_name("flagfall")
        command: list[str | Path] = [flagfall, "sim", kind.driver, "--board", "chess"]
        if kind.bluetooth:
            subprocess.run(["ip", "-n", space, "link", "set", "lo", "up"], check=True)
            command = ["ip", "netns", "exec", space, *command, "--ble", f"air:{HCI.rpartition(':')[2]}"]
        else:
            command += ["--pty", path]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert self._process.stdout is not None
        if not self._process.stdout.readline():  # its address: it is there
            raise MachineError(f"the {kind.driver} board did not start")
        if not kind.bluetooth:
            waited(f"the board at {path} is there", path.exists, 30)
            terminal = path.resolve()
            shutil.chown(terminal, 0, 20)  # the group dialout, as udev would
            terminal.chmod(0o660)

    def say(self, *lines: str) -> None:
        """Let the hands do something; without a clock they press none, and rest as long."""
        assert self._process.stdin is not None
        for line in lines:
            if self.kind.clock or line not in {"left", "right", "run"}:
                self._process.stdin.write(f"{line}\n".encode())
                self._process.stdin.flush()
            time.sleep(1.2)

    def close(self) -> None:
        """Take it away."""
        self._process.kill()
        self._process.wait()


def radio_packages(folder: Path, python: str) -> Path:
    """The software radio with all that it needs, for the Python of the tables."""
    if not (folder / "bumble").exists():
        names = [line.partition(";")[0] for line in requires("bumble") or () if "extra ==" not in line]
        command = [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--target",
            str(folder),
        ]
        command += ["--only-binary=:all:", f"--python-version={python}", "--implementation=cp"]
        subprocess.run([*command, "--no-deps", f"bumble=={version('bumble')}", *names], check=True, timeout=600)
    return folder


def install_radio(machine: Machine, table: str, packages: Path) -> None:
    """Put the software radio onto a table's disk, and let its agent use it by a drop-in of its unit."""
    shutil.copytree(packages, machine.disk / RADIO.lstrip("/"), dirs_exist_ok=True)
    machine.put(
        f"/etc/systemd/system/flagfall-table@{table}.service.d/radio.conf",
        f"[Service]\nEnvironment=PYTHONPATH={RADIO} FLAGFALL_HCI={HCI}\n",
    )
