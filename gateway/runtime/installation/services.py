"""The services of this computer, as systemd runs them."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

__all__ = ["Services"]

_RUNNING = Path("/run/systemd/system")
_SETTLED_S = 3.0
"""A service that has run for so long has read its settings and opened its ports."""


class Services:
    """systemd; where it does not run (an image that is being made, a container), nothing is started."""

    def __init__(self) -> None:
        self.running = _RUNNING.is_dir()

    def reload(self) -> None:
        """Have unit files and rules read again."""
        if self.running:
            self._do("daemon-reload")
            subprocess.run(["udevadm", "control", "--reload"], capture_output=True, check=False)
            subprocess.run(["udevadm", "trigger", "--subsystem-match=tty"], capture_output=True, check=False)

    def enable(self, units: Sequence[str]) -> None:
        """Have them started with the computer."""
        if units:
            self._do("enable", *units)

    def restart(self, units: Sequence[str]) -> list[str]:
        """Start them anew; returns those that do not run, each with its last words."""
        if not self.running or not units:
            return []
        self._do("reset-failed", *units)
        self._do("restart", *units)
        until = time.monotonic() + _SETTLED_S
        while time.monotonic() < until and not (failed := self._failed(units)):
            time.sleep(0.2)
        return [f"{unit}: {self._last_words(unit)}" for unit in self._failed(units)] or failed

    def remove(self, units: Sequence[str]) -> None:
        """Stop them and do not start them any more."""
        if units:
            self._do("disable", *(["--now"] if self.running else []), *units)

    def _failed(self, units: Sequence[str]) -> list[str]:
        """Those that are neither running nor done."""
        said = self._do("show", "--property=ActiveState", "--value", *units).split()
        return [unit for unit, state in zip(units, said, strict=False) if state not in {"active", "reloading"}]

    def _last_words(self, unit: str) -> str:
        command = ["journalctl", "--unit", unit, "--lines", "3", "--output", "cat", "--no-pager"]
        said = subprocess.run(command, capture_output=True, text=True, check=False)
        return said.stdout.strip() or "does not run"

    def _do(self, *arguments: str) -> str:
        done = subprocess.run(["systemctl", *arguments], capture_output=True, text=True, check=False)
        return done.stdout
