"""Transports to a device, opened by URL: `serial:///dev/ttyACM0`, `tcp://host:port`, `rfc2217://host:port`,
`ble://name-or-address`, `evdev:///dev/input/...`, `hid:///dev/hidraw0`.

`base.py` has the one interface; each other module is one kind of transport, imported when a URL asks for it.
"""

from __future__ import annotations

from drivers.errors import BadUrlError
from drivers.spec import BleProfile, HidProfile, SerialLine

from .base import Transport

__all__ = ["Transport", "check_url", "open_transport"]

_FILES = {"/dev/input/": "evdev", "/dev/hidraw": "hid", "/dev/": "serial"}
"""How the files of the kernel begin, and the transport that leads through them."""


def check_url(
    url: str, line: SerialLine | None = None, profile: BleProfile | None = None, hid: HidProfile | None = None
) -> str:
    """The transport that it names, without opening it; raises `BadUrlError` for an address that can never work."""
    scheme, separator, rest = url.partition("://")
    if not separator or not rest:
        scheme = next((scheme for start, scheme in _FILES.items() if url.startswith(start)), "")
        wanted = f"write {scheme}://{url}" if scheme else "expected serial:///dev/..., tcp://host:port or ble://name"
        raise BadUrlError(url, wanted)
    match scheme:
        case "serial" | "rfc2217" if line is None:
            raise BadUrlError(url, "this device is not reached over a serial port")
        case "hid" if hid is None:
            raise BadUrlError(url, "this device is not reached as a USB device with reports")
        case "ble" if profile is None:
            raise BadUrlError(url, "this device is not reached over Bluetooth Low Energy")
        case "serial" | "tcp" | "rfc2217" | "evdev" | "hid" | "ble":
            return scheme
        case "socket":  # pyserial's name for the same transport
            raise BadUrlError(url, f"write tcp://{rest}")
    raise BadUrlError(url, f"there is no transport {scheme!r}; expected serial, tcp, rfc2217, ble, hid or evdev")


async def open_transport(
    url: str,
    line: SerialLine | None = None,
    profile: BleProfile | None = None,
    hid: HidProfile | None = None,
) -> Transport:
    """Open the transport; raises `PortUnavailableError`, or `BadUrlError` for an address that can never work."""
    match check_url(url, line, profile, hid):
        case "serial" if line is not None:
            from .serial import SerialTransport

            return await SerialTransport.open(url, line)
        case "rfc2217" if line is not None:
            from .rfc2217 import Rfc2217Transport

            return await Rfc2217Transport.open(url, line)
        case "evdev":
            from .evdev import KeysTransport

            return await KeysTransport.open(url)
        case "hid" if hid is not None:
            from .hid import HidTransport

            return await HidTransport.open(url, hid)
        case "ble" if profile is not None:
            from .ble import BleTransport

            return await BleTransport.open(url, profile)
    from .tcp import TcpTransport

    return await TcpTransport.open(url)
