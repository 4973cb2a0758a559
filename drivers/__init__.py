"""Readers of sensor boards and game clocks, usable without the gateway.

    async with drivers.open("serial:///dev/ttyACM0", driver="dgt") as device:
        async for reading in device:
            print(reading)

`readings` is what devices say, `requests` what may be asked of them, `errors` what can go wrong on the way. Whoever
writes a driver begins with `board_codec` and `spec`; the codecs under `boards/` and `clocks/` do no I/O. More is in
`docs/drivers.md`.
"""

from . import errors, readings, requests
from .device import OpenDevice, open  # noqa: A004 - read as drivers.open
from .errors import DriverError
from .readings import Reading, Stamped
from .registry import names
from .requests import Request
from .spec import DriverSpec

__all__ = [
    "DriverError",
    "DriverSpec",
    "OpenDevice",
    "Reading",
    "Request",
    "Stamped",
    "errors",
    "names",
    "open",
    "readings",
    "requests",
]
