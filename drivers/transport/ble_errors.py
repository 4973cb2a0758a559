"""Bluetooth errors: what bleak and the system say, in our own words."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from bleak.exc import (
    BleakBluetoothNotAvailableError,
    BleakBluetoothNotAvailableReason,
    BleakDBusError,
    BleakDeviceNotFoundError,
    BleakError,
)

from drivers.errors import DriverError, PortReason, PortUnavailableError

__all__ = ["translated"]

_REASONS = {
    BleakBluetoothNotAvailableReason.NO_BLUETOOTH: PortReason.NO_BLUETOOTH,
    BleakBluetoothNotAvailableReason.NO_BLE_CENTRAL_ROLE: PortReason.NO_BLUETOOTH,
    BleakBluetoothNotAvailableReason.POWERED_OFF: PortReason.BLUETOOTH_OFF,
    BleakBluetoothNotAvailableReason.DENIED_BY_USER: PortReason.BLUETOOTH_DENIED,
    BleakBluetoothNotAvailableReason.DENIED_BY_SYSTEM: PortReason.BLUETOOTH_DENIED,
    BleakBluetoothNotAvailableReason.DENIED_BY_UNKNOWN: PortReason.BLUETOOTH_DENIED,
}

_DBUS = {
    "org.freedesktop.DBus.Error.AccessDenied": PortReason.BLUETOOTH_DENIED,
    "org.bluez.Error.NotAuthorized": PortReason.BLUETOOTH_DENIED,
    "org.bluez.Error.NotPermitted": PortReason.BLUETOOTH_DENIED,
    "org.freedesktop.DBus.Error.ServiceUnknown": PortReason.NO_BLUETOOTH,
    "org.freedesktop.DBus.Error.NameHasNoOwner": PortReason.NO_BLUETOOTH,
    "org.bluez.Error.NotReady": PortReason.BLUETOOTH_OFF,
    "org.bluez.Error.InProgress": PortReason.BUSY,
}


@contextlib.contextmanager
def translated(url: str) -> Iterator[None]:
    """Say in our own words why a device could not be reached."""
    try:
        yield
    except DriverError:
        raise
    except BleakBluetoothNotAvailableError as error:
        raise PortUnavailableError(url, _REASONS.get(error.reason, PortReason.OTHER), str(error.args[0])) from error
    except BleakDBusError as error:
        raise PortUnavailableError(url, _DBUS.get(error.dbus_error, PortReason.OTHER), str(error)) from error
    except (BleakDeviceNotFoundError, TimeoutError) as error:
        raise PortUnavailableError(url, PortReason.NOT_HEARD, str(error) or "no answer") from error
    except BleakError as error:
        raise PortUnavailableError(url, PortReason.OTHER, str(error)) from error
    except FileNotFoundError as error:  # no D-Bus at all: a container, or a system without the daemon
        raise PortUnavailableError(url, PortReason.NO_BLUETOOTH, str(error)) from error
    except (OSError, EOFError) as error:
        raise PortUnavailableError(url, PortReason.OTHER, str(error)) from error
