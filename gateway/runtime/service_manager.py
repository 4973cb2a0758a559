"""The service manager's ear (systemd): it is told when a service is ready, how it stands, and that it is awake.

The protocol of sd_notify(3): one datagram of `KEY=value` lines to the socket that the environment names. Without that
socket, as on a terminal, all of it does nothing.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Mapping

__all__ = ["ServiceManager"]


class ServiceManager:
    """The manager that started us, if it wants to be told."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self.watchdog_s = _watchdog_s(environment)
        """Seconds after which we are taken for hung if we say nothing; 0: nobody watches."""
        self._status = ""

    @property
    def listens(self) -> bool:
        """Whether there is anybody to tell."""
        return bool(self._address)

    def ready(self, status: str = "") -> None:
        """The service does its work from now on."""
        self._status = status
        self._tell("READY=1", *([f"STATUS={status}"] if status else []))

    def status(self, text: str) -> None:
        """One line about how the service stands; the same again is no news."""
        if text != self._status:
            self._status = text
            self._tell(f"STATUS={text}")

    def awake(self) -> None:
        """The loop that does the work has come round."""
        if self.watchdog_s:
            self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """The service ends properly."""
        self._tell("STOPPING=1")

    def _tell(self, *lines: str) -> None:
        if not self._address:
            return
        # "@" stands for the zero byte of a socket that has no file.
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        text = "\n".join(line.replace("\n", " ") for line in lines)
        # A manager that does not listen any more must not end a game.
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as connection:
            connection.setblocking(False)
            connection.sendto(text.encode(), address)


def _watchdog_s(environment: Mapping[str, str]) -> float:
    try:
        mine = int(environment.get("WATCHDOG_PID", "") or os.getpid()) == os.getpid()
        return int(environment.get("WATCHDOG_USEC", "0")) / 1_000_000 if mine else 0.0
    except ValueError:
        return 0.0
