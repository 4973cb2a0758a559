"""`evdev:///dev/input/by-id/...-event-kbd`: a keyboard, or GPIO pins that the kernel makes keys of.

Read for us alone where the system lets us, so that a press is not typed into a console as well.
"""

from __future__ import annotations

import contextlib
import fcntl
import os

from drivers.clocks.buttons.keys import CHANNEL
from drivers.errors import PortUnavailableError

from .devicefile import DeviceFile

__all__ = ["KeysTransport"]

_EVIOCGRAB = 0x40044590
"""_IOW('E', 0x90, int)"""


class KeysTransport(DeviceFile):
    """Input events as packets on the channel `evdev`; nothing can be written."""

    CHANNEL = CHANNEL
    CHUNK = 24 * 64
    """The kernel hands over whole events of 24 bytes, or 16; this holds whole ones of both."""

    @classmethod
    async def open(cls, url: str) -> KeysTransport:
        """Open the device; raises `PortUnavailableError`."""
        try:
            descriptor = os.open(url.removeprefix("evdev://"), os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError as error:
            raise PortUnavailableError.from_os_error(url, error) from error
        with contextlib.suppress(OSError):  # not an input device, such as a pipe
            fcntl.ioctl(descriptor, _EVIOCGRAB, 1)
        return cls(url, descriptor)

    async def write(self, data: bytes) -> None:
        """Keys take no bytes."""
