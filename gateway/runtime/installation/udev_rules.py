"""Rules for udev: who may open a board, and a name for it that lasts, from what the drivers know of makers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from drivers.discovery import MICROCONTROLLERS, VENDORS
from drivers.spec import DriverSpec

__all__ = ["GROUP", "udev_rules"]

GROUP = "dialout"
"""The group to which serial ports belong on Debian and Raspberry Pi OS; a table's service is in it."""

_HEAD = """\
# Written by `flagfall install`: boards and clocks are opened by the group dialout, and keep a name in /dev/flagfall/
# wherever they are plugged in. Own rules belong into another file.
"""


def udev_rules(specs: Iterable[DriverSpec]) -> str:
    """The file for /etc/udev/rules.d; after systemd's own, which find out serial numbers."""
    reports = sorted({spec.hid.vendor for spec in specs if spec.hid is not None})
    lines = [
        *_serial(sorted(VENDORS), "board"),
        *_serial(sorted(MICROCONTROLLERS), "maker"),
        *(
            f'SUBSYSTEM=="hidraw", ATTRS{{idVendor}}=="{vendor:04x}", GROUP="{GROUP}", MODE="0660"'
            for vendor in reports
        ),
    ]
    return _HEAD + "\n".join(lines) + "\n"


def _serial(vendors: Sequence[int], kind: str) -> list[str]:
    """Ports of these makers: no modem is looked for behind them, and they do not fall asleep during a game."""
    found = "|".join(f"{vendor:04x}" for vendor in vendors)
    port = f'SUBSYSTEM=="tty", ENV{{ID_VENDOR_ID}}=="{found}"'
    return [
        f'{port}, GROUP="{GROUP}", MODE="0660", ENV{{ID_MM_DEVICE_IGNORE}}="1"',
        f'{port}, ENV{{ID_SERIAL_SHORT}}=="?*", SYMLINK+="flagfall/{kind}-$env{{ID_SERIAL_SHORT}}"',
        f'{port}, ENV{{ID_SERIAL_SHORT}}=="", ENV{{ID_PATH_TAG}}=="?*", SYMLINK+="flagfall/{kind}-$env{{ID_PATH_TAG}}"',
        f'SUBSYSTEM=="usb", ENV{{DEVTYPE}}=="usb_device", ATTR{{idVendor}}=="{found}", ATTR{{power/control}}="on"',
    ]
