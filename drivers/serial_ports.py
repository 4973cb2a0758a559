"""The serial ports of this computer, as pyserial lists them, each with the name that outlasts a restart."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

__all__ = ["SerialPort", "serial_ports"]

BY_ID = Path("/dev/serial/by-id")
"""Where the system keeps names that stay when the plug moves."""


@dataclass(frozen=True, slots=True)
class SerialPort:
    """One port, and what its USB device says about itself, if it is one of USB."""

    device: str
    """The lasting name if the system has made one, else the one of today."""
    vid: int | None = None
    serial_number: str = ""
    manufacturer: str = ""
    product: str = ""


def serial_ports() -> list[SerialPort]:
    """All ports, Bluetooth serial lines among them; one that vanishes while they are looked at makes it look again."""
    for _ in range(3):
        try:
            found = list_ports.comports()
        except (TypeError, ValueError):  # pyserial reads numbers out of files that are gone by then
            continue
        lasting = _lasting_names()
        return [
            SerialPort(
                lasting.get(port.device, port.device),
                port.vid,
                port.serial_number or "",
                port.manufacturer or "",
                port.product or "",
            )
            for port in found
        ]
    return []


def _lasting_names() -> dict[str, str]:
    names = sorted(BY_ID.glob("*")) if BY_ID.is_dir() else []
    return {str(name.resolve()): str(name) for name in names}
