"""Readers of sensor boards and game clocks, usable without the gateway.

    async with drivers.open("serial:///dev/ttyACM0", driver="dgt") as device:
        async for reading in device:
            print(reading)

`readings` is what devices say, `requests` what may be asked of them, `errors` what can go wrong on the way. Whoever
writes a driver begins with `board_codec` and `spec`; the codecs under `boards/` and `clocks/` do no I/O. More is in
`docs/drivers.md`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from . import errors, readings, requests
from .errors import DriverError
from .readings import Reading, Stamped
from .requests import Request

if TYPE_CHECKING:
    from .device import OpenDevice, open  # noqa: A004 - read as drivers.open
    from .registry import names
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

_LATER = {"DriverSpec": "spec", "OpenDevice": "device", "names": "registry", "open": "device"}
"""Names whose modules are imported when they are first used: whoever wants only the words of devices loads no I/O."""

if not TYPE_CHECKING:  # to type checkers, a name that is not listed is an error

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module 'drivers' has no attribute {name!r}")
        return getattr(importlib.import_module(f"drivers.{_LATER[name]}"), name)
