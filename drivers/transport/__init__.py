"""Roads to a device, opened by URL: `serial:///dev/ttyACM0`, `tcp://host:port`, `ble://name-or-address`,
`evdev:///dev/input/...`, `hid:///dev/hidraw0`.

`base.py` has the one interface; each other module is one kind of road, imported when a URL asks for it.
"""

from __future__ import annotations

from drivers.errors import BadUrlError
from drivers.spec import BleProfile, HidProfile, SerialLine

from .base import Transport

__all__ = ["Transport", "open_transport"]


async def open_transport(
    url: str,
    line: SerialLine | None = None,
    profile: BleProfile | None = None,
    hid: HidProfile | None = None,
) -> Transport:
    """Open the road; raises `PortUnavailableError`, or `BadUrlError` for an address that can never work."""
    scheme, separator, rest = url.partition("://")
    if not separator or not rest:
        raise BadUrlError(url, "expected serial:///dev/..., tcp://host:port or ble://name")
    match scheme:
        case "serial":
            from .serial import SerialTransport

            if line is None:
                raise BadUrlError(url, "this device is not reached over a serial port")
            return await SerialTransport.open(url, line)
        case "tcp":
            from .tcp import TcpTransport

            return await TcpTransport.open(url)
        case "evdev":
            from .keys import KeysTransport

            return await KeysTransport.open(url)
        case "hid":
            from .hid import HidTransport

            if hid is None:
                raise BadUrlError(url, "this device is not reached as a USB device with reports")
            return await HidTransport.open(url, hid)
        case "ble":
            if profile is None:
                raise BadUrlError(url, "this device is not reached over Bluetooth Low Energy")
            from .ble import BleTransport

            return await BleTransport.open(url, profile)
    raise BadUrlError(url, f"there is no transport {scheme!r}; expected serial, tcp, ble, hid or evdev")
