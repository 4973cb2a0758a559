"""Errors between a program and a device.

    DriverError
    ├── UnknownDriverError        no driver of that name
    ├── AmbiguousDriverError      two packages offer a driver of that name
    ├── BadOptionError            a driver's option cannot be used
    ├── BadUrlError               the address cannot be understood
    ├── BadCaptureError           a file of captured bytes cannot be read
    ├── PortUnavailableError      the port cannot be opened; `reason` says why
    ├── ConnectionLostError       the port was open and is gone
    ├── NotReachedError           the device cannot be opened, or does not answer
    └── UnrecognisedDeviceError   the device answers to no driver

What a device *says* is never an exception: see `drivers.readings`.
"""

from __future__ import annotations

import enum
import errno
from collections.abc import Sequence

__all__ = [
    "AmbiguousDriverError",
    "BadCaptureError",
    "BadOptionError",
    "BadUrlError",
    "ConnectionLostError",
    "DriverError",
    "NotReachedError",
    "PortReason",
    "PortUnavailableError",
    "UnknownDriverError",
    "UnrecognisedDeviceError",
]


class DriverError(Exception):
    """Root of everything that `drivers` raises on purpose."""


class UnknownDriverError(DriverError):
    """A name of a driver that is not installed."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        self.name = name
        self.known = tuple(known)
        super().__init__(f"There is no driver {name!r}. Pick one of: {', '.join(known)}.")


class AmbiguousDriverError(DriverError):
    """More than one package offers a driver of that name."""

    def __init__(self, name: str, sources: Sequence[str]) -> None:
        self.name = name
        self.sources = tuple(sources)
        super().__init__(f"The driver {name!r} is offered by {' and '.join(sources)}. Uninstall all but one.")


class BadOptionError(DriverError):
    """An option of a driver is not known or its value cannot be used."""

    def __init__(self, driver: str, option: str, why: str) -> None:
        self.driver = driver
        self.option = option
        self.why = why
        super().__init__(f"Cannot use the option {option!r} of the driver {driver!r}: {why}.")


class BadUrlError(DriverError):
    """The address of a device cannot be understood."""

    def __init__(self, url: str, why: str) -> None:
        self.url = url
        self.why = why
        super().__init__(f"Cannot understand the address {url!r}: {why}.")


class BadCaptureError(DriverError):
    """A file of captured bytes is not in the form that `flagfall record` writes."""

    def __init__(self, line: int, why: str) -> None:
        self.line = line
        self.why = why
        super().__init__(f"Line {line} of the capture cannot be read: {why}.")


class PortReason(enum.StrEnum):
    """The reason why a port cannot be opened."""

    BUSY = "busy"
    """Another program has it open."""
    NO_PERMISSION = "no permission"
    """The user may not open it."""
    NOT_THERE = "not there"
    """Nothing of that name: unplugged, switched off, or named differently today."""
    NOT_A_PORT = "not a port"
    """Something of that name exists but is no serial port."""
    REFUSED = "refused"
    """The host is there, nobody listens."""
    UNREACHABLE = "unreachable"
    """The host cannot be reached or did not answer in time."""
    NO_BLUETOOTH = "no Bluetooth"
    """The computer has no Bluetooth radio, or no service that runs it."""
    BLUETOOTH_OFF = "Bluetooth is off"
    """There is a radio, switched off."""
    BLUETOOTH_DENIED = "Bluetooth is denied"
    """The user may not use the radio."""
    USB_DENIED = "no permission for this USB device"
    """Files of USB reports belong to root until a rule says otherwise."""
    KEYS_DENIED = "no permission for these keys"
    """Files of keyboards and GPIO keys belong to a group of their own."""
    NOT_HEARD = "not heard"
    """Nothing of that name or address advertises, or it does not answer."""
    WRONG_DEVICE = "wrong device"
    """It answers and is something else than the driver expects."""
    OTHER = "other"
    """Anything else; the detail holds the system's words."""

    @property
    def permanent(self) -> bool:
        """Trying again will not help until a person does something."""
        return self in _PERMANENT

    @property
    def advice(self) -> str:
        """What to do about it."""
        return _ADVICE[self]


_PERMANENT = (
    PortReason.NO_PERMISSION,
    PortReason.NOT_A_PORT,
    PortReason.NO_BLUETOOTH,
    PortReason.BLUETOOTH_OFF,
    PortReason.BLUETOOTH_DENIED,
    PortReason.USB_DENIED,
    PortReason.KEYS_DENIED,
    PortReason.WRONG_DEVICE,
)

_ADVICE = {
    PortReason.BUSY: "Another program has it open: close that program.",
    PortReason.NO_PERMISSION: "Add the user to the group dialout (sudo usermod -aG dialout $USER) and log in again.",
    PortReason.NOT_THERE: "Check that the device is plugged in and switched on.",
    PortReason.NOT_A_PORT: "Give the path of a serial port, such as /dev/ttyACM0 or /dev/serial/by-id/...",
    PortReason.REFUSED: "The host answers but nobody listens on that port: start the program there.",
    PortReason.UNREACHABLE: "Check the host's name and the network.",
    PortReason.NO_BLUETOOTH: "Plug in a Bluetooth adapter, and see that its service runs (systemctl status bluetooth).",
    PortReason.BLUETOOTH_OFF: "Switch it on (bluetoothctl power on, or rfkill unblock bluetooth).",
    PortReason.BLUETOOTH_DENIED: "Add the user to the group bluetooth (sudo usermod -aG bluetooth $USER).",
    PortReason.USB_DENIED: (
        'Write the line KERNEL=="hidraw*", ATTRS{idVendor}=="2d80", GROUP="dialout", MODE="0660" to '
        "/etc/udev/rules.d/70-flagfall.rules, add the user to the group dialout, log in again and replug the board."
    ),
    PortReason.KEYS_DENIED: "Add the user to the group input (sudo usermod -aG input $USER) and log in again.",
    PortReason.NOT_HEARD: "Switch the device on, bring it nearer, and end its connection to any phone.",
    PortReason.WRONG_DEVICE: "Check the name or address, and that the driver is the right one for this device.",
    PortReason.OTHER: "",
}

_BY_ERRNO = {
    errno.EBUSY: PortReason.BUSY,
    errno.EAGAIN: PortReason.BUSY,
    errno.EACCES: PortReason.NO_PERMISSION,
    errno.EPERM: PortReason.NO_PERMISSION,
    errno.ENOENT: PortReason.NOT_THERE,
    errno.ENODEV: PortReason.NOT_THERE,
    errno.ENXIO: PortReason.NOT_THERE,
    errno.EIO: PortReason.NOT_THERE,  # a port whose other end is gone
    errno.ENOTTY: PortReason.NOT_A_PORT,
    errno.EISDIR: PortReason.NOT_A_PORT,
    errno.EINVAL: PortReason.NOT_A_PORT,
    errno.ECONNREFUSED: PortReason.REFUSED,
    errno.EHOSTDOWN: PortReason.NOT_HEARD,  # a Bluetooth serial line to a board that is off
    errno.EHOSTUNREACH: PortReason.UNREACHABLE,
    errno.ENETUNREACH: PortReason.UNREACHABLE,
    errno.ETIMEDOUT: PortReason.UNREACHABLE,
}


class PortUnavailableError(DriverError):
    """A port cannot be opened."""

    def __init__(self, url: str, reason: PortReason, detail: str = "") -> None:
        self.url = url
        self.reason = reason
        self.detail = detail
        super().__init__(f"Cannot open {url} ({reason}). {reason.advice or detail}")

    @classmethod
    def from_os_error(cls, url: str, error: OSError) -> PortUnavailableError:
        """Read the reason out of what the system said."""
        reason = PortReason.OTHER if error.errno is None else _BY_ERRNO.get(error.errno, PortReason.OTHER)
        if error.errno is None and isinstance(error, TimeoutError):
            reason = PortReason.UNREACHABLE
        return cls(url, reason, str(error))


class ConnectionLostError(DriverError):
    """The device was there and is gone: unplugged, switched off, silent."""

    def __init__(self, url: str, detail: str) -> None:
        self.url = url
        self.detail = detail
        super().__init__(f"Lost the connection to {url}: {detail}.")


class NotReachedError(DriverError):
    """A device cannot be opened, or does not answer its driver."""

    def __init__(self, url: str, reason: str) -> None:
        self.url = url
        self.reason = reason
        super().__init__(reason if url in reason else f"Cannot reach {url}: {reason}.")


class UnrecognisedDeviceError(DriverError):
    """A device at an address that no driver fits."""

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(f"What is at {url} answers to no driver: switch it on, or name the driver that it needs.")
