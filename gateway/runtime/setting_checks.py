"""Checks of single settings: each takes a value as it is written, and says in one sentence what is wrong with it."""

from __future__ import annotations

import re
import secrets
from typing import Annotated
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from pydantic import Field, SecretStr

from drivers.errors import DriverError
from drivers.spec import Capability, DriverSpec
from gateway.bus.addresses import is_loopback, parse_address
from gateway.model.errors import GatewayError, SettingsError
from gateway.referee.options import Options

__all__ = [
    "Name",
    "board_driver",
    "broadcast_id",
    "clock_driver",
    "encrypted",
    "in_english",
    "is_clock",
    "known_addresses",
    "known_control",
    "known_game",
    "known_options",
    "known_zone",
    "listed",
    "own_key",
    "read_delay",
    "safe_addresses",
]

Name = Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,64}$", description="1 to 64 of a-z, 0-9, '-' and '_'")]


def in_english(error: GatewayError) -> str:
    """The sentence of an error, for whoever reads settings and logs."""
    from gateway.texts.library import Library

    return Library.load()["en"].render(error.message)


def known_game(name: str) -> str:
    """The name of a game that there is."""
    from gateway.games.registry import find

    try:
        find(name)
    except GatewayError as error:
        raise ValueError(in_english(error)) from error
    return name


def known_control(text: str) -> str:
    """A time control that can be read."""
    from gateway.clock.control_notation import parse_control

    try:
        parse_control(text)
    except GatewayError as error:
        raise ValueError(in_english(error)) from error
    return text


def known_options(values: dict[str, str | int | bool]) -> dict[str, str | int | bool]:
    """Options that rulebooks have."""
    if unknown := set(values) - set(Options.__struct_fields__):
        raise ValueError(f"no option {', '.join(sorted(unknown))}; there are {', '.join(Options.__struct_fields__)}")
    try:
        msgspec.convert(values, Options)
    except msgspec.ValidationError as error:
        raise ValueError(f"{error}; there are {', '.join(Options.__struct_fields__)}") from error
    return values


def known_zone(name: str) -> str:
    """The name of a time zone."""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"{name} is not a time zone that this computer knows; write one like Asia/Shanghai") from error
    return name


def read_delay(given: object) -> int:
    """A delay as people write it, in milliseconds."""
    from gateway.relay.hall.late_time import parse_delay

    try:
        return parse_delay(str(given))
    except SettingsError as error:
        raise ValueError(str(error)) from error


def board_driver(name: str) -> str:
    """A driver that reads boards."""
    spec = _driver(name)
    if not spec.geometries:
        raise ValueError(f"{name} reads no board: put it into [clock], and the board into [device]")
    return name


def clock_driver(name: str) -> str:
    """A driver for a clock beside the board."""
    from drivers import registry

    spec = _driver(name)
    if not is_clock(spec):
        clocks = ", ".join(each for each in registry.BUILT_IN if is_clock(registry.find(each)))
        its = "its clock is read with it from [device]" if Capability.CLOCK in spec.capabilities else "it has no clock"
        what = f"is a board, {its}" if spec.geometries else "is not a clock"
        raise ValueError(f"{name} {what}; a clock beside the board is one of {clocks}")
    return name


def _driver(name: str) -> DriverSpec:
    from drivers import registry

    try:
        return registry.find(name)
    except DriverError as error:
        raise ValueError(str(error)) from error


def safe_addresses(urls: str | tuple[str, ...]) -> str | tuple[str, ...]:
    """Addresses of brokers that secrets may be sent to."""
    try:
        for url in listed(urls):
            parse_address(url)
    except GatewayError as error:
        raise ValueError(in_english(error)) from error
    return urls


def listed(urls: str | tuple[str, ...]) -> tuple[str, ...]:
    """Several addresses, also where they come in one text with spaces between them."""
    return tuple(urls.split()) if isinstance(urls, str) else urls


def known_addresses(urls: tuple[str, ...]) -> tuple[str, ...]:
    """Addresses at which devices can be."""
    from drivers.discovery import check_address

    try:
        for url in urls:
            check_address(url)
    except DriverError as error:
        raise ValueError(str(error)) from error
    return urls


def encrypted(url: str) -> str:
    """An address that secrets may be sent to."""
    parts = urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(parts.hostname or "")):
        raise ValueError(f"{url} is not encrypted, and what is sent there is secret: use https://")
    return url


def broadcast_id(text: str) -> str:
    """The id of a round on lichess."""
    if re.fullmatch("[A-Za-z0-9]{8}", text) is None:
        raise ValueError("is the last part of the address of lichess's round: eight letters and digits")
    return text


_EXAMPLE = re.compile("replace|change.?me|example|placeholder", re.IGNORECASE)


def own_key(key: SecretStr) -> SecretStr:
    """A key that is no example."""
    if _EXAMPLE.search(key.get_secret_value()):
        raise ValueError(f"is an example that everybody can read: take {secrets.token_urlsafe(18)!r}, for instance")
    return key


def is_clock(spec: DriverSpec) -> bool:
    """Whether the driver is for a clock without a board: one that keeps time, or one that only tells presses."""
    return not spec.geometries and bool(spec.capabilities & {Capability.CLOCK, Capability.LEVER})
