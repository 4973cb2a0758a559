"""The description of a BLE device: a name, services, characteristics. Only the description; `air` puts it there."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

__all__ = ["BATTERY_LEVEL", "BATTERY_SERVICE", "Access", "Characteristic", "Profile", "Value", "nordic_uart"]

BATTERY_SERVICE = "0000180f-0000-1000-8000-00805f9b34fb"
BATTERY_LEVEL = "00002a19-0000-1000-8000-00805f9b34fb"


class Value(bytes):
    """Bytes of one characteristic: written there by the host, or to be notified there."""

    uuid: str

    def __new__(cls, data: bytes, uuid: str) -> Self:
        """Mark bytes with their characteristic."""
        value = super().__new__(cls, data)
        value.uuid = uuid
        return value


class Access(enum.Flag):
    """The things that a host may do with a characteristic."""

    READ = enum.auto()
    WRITE = enum.auto()
    """Writing with an answer."""
    WRITE_COMMAND = enum.auto()
    """Writing without an answer."""
    NOTIFY = enum.auto()


@dataclass(frozen=True, slots=True)
class Characteristic:
    """One value of a service."""

    uuid: str
    access: Access
    value: bytes = b""
    """What a read gives."""


@dataclass(frozen=True, slots=True)
class Profile:
    """One device as it advertises itself."""

    name: str
    services: Mapping[str, tuple[Characteristic, ...]]
    says: str
    """The characteristic that notifies what the device sends without naming one."""


def nordic_uart(name: str) -> Profile:
    """A serial line over BLE, as Nordic Semiconductor defined it and half of the boards use it."""
    return Profile(
        name,
        {
            "6e400001-b5a3-f393-e0a9-e50e24dcca9e": (
                Characteristic("6e400002-b5a3-f393-e0a9-e50e24dcca9e", Access.WRITE | Access.WRITE_COMMAND),
                Characteristic("6e400003-b5a3-f393-e0a9-e50e24dcca9e", Access.NOTIFY),
            )
        },
        says="6e400003-b5a3-f393-e0a9-e50e24dcca9e",
    )
