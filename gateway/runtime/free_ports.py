"""Free TCP ports."""

from __future__ import annotations

import socket

from gateway.model.errors import SettingsError

__all__ = ["any_port", "require_free"]


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
    """A port on loopback that is free now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
