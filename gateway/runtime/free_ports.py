"""Free TCP ports."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator

from gateway.model.errors import SettingsError

__all__ = ["any_port", "require_free"]

_FIRST, _END = 12_000, 20_000
"""Below the ports that Linux gives to outgoing connections (32768 and up): one of those may be taken while its server
is away for a moment, and then the server cannot come back."""


def _ports() -> Iterator[int]:
    begin = os.getpid() * 61  # another program of ours may start beside this one
    while True:
        for step in range(_END - _FIRST):
            yield _FIRST + (begin + step) % (_END - _FIRST)


_PORTS = _ports()


def require_free(host: str, port: int) -> None:
    """Raise in one sentence if nothing can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError as error:
            raise SettingsError(f"Port {port} may only be used by root: choose one above 1023.") from error
        except OSError as error:
            raise SettingsError(
                f"Port {port} on {host} cannot be used ({error.strerror}): "
                "stop the program that has it, or choose another."
            ) from error


def any_port() -> int:
    """A port on loopback that is free now, and that no call before in this process was given."""
    for port in _PORTS:
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("unreachable: the ports never end")
