"""`hid:///dev/hidraw0`, or `hid://2d80` by the maker's number: reports of a USB device, through the kernel's own file.

Reports begin with their number, in both directions. The number of the file changes with every plug; the maker's does
not: `hid://2d80:8001` names the product too, where a table has two.
"""

from __future__ import annotations

import asyncio
import os
import re
from dataclasses import dataclass
from pathlib import Path

from drivers.errors import BadUrlError, ConnectionLostError, PortReason, PortUnavailableError
from drivers.spec import HidProfile

from .devicefile import DeviceFile

__all__ = ["HidDevice", "HidTransport", "list_hid_devices"]

DEVICES = Path("/sys/class/hidraw")
MAKERS_OWN = b"\x06\xff"
"""How reports are described whose meaning is the maker's own: 06 xx FF, a usage page from FF00 on."""
_NUMBERS = re.compile(r"([0-9a-fA-F]{4})(?::([0-9a-fA-F]{4}))?")


@dataclass(frozen=True, slots=True)
class HidDevice:
    """One device that is plugged in."""

    path: str
    vendor: int
    product: int
    name: str

    @property
    def url(self) -> str:
        """An address that holds wherever it is plugged in."""
        return f"hid://{self.vendor:04x}:{self.product:04x}"


def list_hid_devices() -> list[HidDevice]:
    """What the kernel knows, by what it writes about each: `HID_ID=0003:00002D80:00008001`.

    Left out is what describes itself as a keyboard or the like, which a board may be besides.
    """
    found = []
    for folder in sorted(DEVICES.glob("hidraw*")):
        try:
            text = (folder / "device" / "uevent").read_text(encoding="utf-8", errors="replace")
            page = (folder / "device" / "report_descriptor").read_bytes()[:3]
        except OSError:  # unplugged just now
            continue
        if page[:1] + page[2:] != MAKERS_OWN:
            continue
        about = dict(line.split("=", 1) for line in text.splitlines() if "=" in line)
        numbers = about.get("HID_ID", "").split(":")
        if len(numbers) == 3:
            vendor, product = int(numbers[1], 16), int(numbers[2], 16)
            found.append(HidDevice(f"/dev/{folder.name}", vendor, product, about.get("HID_NAME", "USB device")))
    return found


class HidTransport(DeviceFile):
    """Reports as packets on the channel of the profile; what is written is a report too."""

    def __init__(self, url: str, descriptor: int, profile: HidProfile) -> None:
        super().__init__(url, descriptor)
        self.CHANNEL = profile.channel
        self._gap_s = profile.gap_ms / 1000
        self._free_at = 0.0

    @classmethod
    async def open(cls, url: str, profile: HidProfile) -> HidTransport:
        """Open the device; raises `PortUnavailableError`."""
        try:
            descriptor = os.open(_path(url), os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        except PermissionError as error:
            raise PortUnavailableError(url, PortReason.USB_DENIED, str(error)) from error
        except OSError as error:
            raise PortUnavailableError.from_os_error(url, error) from error
        return cls(url, descriptor, profile)

    async def write(self, data: bytes) -> None:
        """Hand over one report, when the device can take it."""
        loop = asyncio.get_running_loop()
        await asyncio.sleep(max(0.0, self._free_at - loop.time()))
        self._free_at = loop.time() + self._gap_s
        if self._descriptor is None:
            raise ConnectionLostError(self._url, "it was closed")
        try:
            os.write(self._descriptor, data)
        except OSError as error:
            raise ConnectionLostError(self._url, str(error)) from error


def _path(url: str) -> str:
    wanted = url.removeprefix("hid://")
    if wanted.startswith("/"):
        return wanted
    numbers = _NUMBERS.fullmatch(wanted)
    if numbers is None:
        raise BadUrlError(url, "expected hid:///dev/hidraw0, or hid://2d80 with the maker's number")
    vendor, product = int(numbers[1], 16), numbers[2] and int(numbers[2], 16)
    for device in list_hid_devices():
        if device.vendor == vendor and product in (None, device.product):
            return device.path
    raise PortUnavailableError(url, PortReason.NOT_THERE, "nothing of that maker is plugged in")
