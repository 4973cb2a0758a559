"""Ports for servers of the tests. Workers run side by side, so each gives out ports of its own."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator

__all__ = ["free_port"]

_FIRST, _EACH = 20_000, 1_500
"""Below the ports that Linux gives to outgoing connections (32768 and up), which come and go all the time."""


def _ports() -> Iterator[int]:
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw")) % 8
    begin = os.getpid()  # another run of the tests may go on beside this one
    while True:
        for step in range(_EACH):
            yield _FIRST + worker * _EACH + (begin + step) % _EACH


_PORTS = _ports()


def free_port() -> int:
    """A port on loopback that nothing listens on, and that no other test was given."""
    for port in _PORTS:
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("unreachable: the ports never end")
