"""The plan of a hall: what an organiser has answered, kept as a file, so that asking again changes nothing."""

from __future__ import annotations

import ipaddress
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from gateway.model.errors import SettingsError

__all__ = ["HallPlan", "HallWifi", "desk_host", "event_name", "read_plan", "table_names", "write_plan"]

MOST_TABLES = 2000


class HallWifi(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The Wi-Fi of a hall; without a name the tables have cables."""

    name: str = ""
    password: str = ""
    """Empty: an open network."""
    country: str = ""
    """Two letters: which channels may be used follows from it."""


class HallPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that a hall is made from."""

    title: str
    """The event's name as people write it."""
    event: str
    """Its name in topics and settings."""
    tables: tuple[str, ...]
    host: str
    """The name or address by which tables and browsers reach the desk's computer."""
    chief: str
    """The chief arbiter, who gets the first sign-in link."""
    wifi: HallWifi = HallWifi()
    ssh_keys: tuple[str, ...] = ()
    """Public keys of those who may sign in to the tables' computers."""
    time_zone: str = "UTC"
    port: int = 8443
    broker_port: int = 8883
    wheels: bool = True
    """Tables are installed from the desk, not from the internet."""
    bridge: bool = False
    """Bridge is played: the tables have two buttons and no board."""

    @property
    def home(self) -> str:
        """The relay's address."""
        return f"https://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"


def event_name(title: str) -> str:
    """A name for topics, made from the title; empty where it has no letters that fit."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40]


def table_names(text: str) -> tuple[str, ...]:
    """`20` for table-01 to table-20, or names: `t1 t2 hall-b-1`."""
    text = text.strip()
    if text.isdigit():
        if not 1 <= int(text) <= MOST_TABLES:
            raise SettingsError(f"A hall has 1 to {MOST_TABLES} tables.")
        digits = max(2, len(text))
        return tuple(f"table-{number:0{digits}}" for number in range(1, int(text) + 1))
    names = tuple(dict.fromkeys(re.split(r"[\s,]+", text)))
    for name in names:
        if not re.fullmatch(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", name):
            raise SettingsError(
                f"{name!r} cannot be a table's name, which is its computer's too: use a-z, 0-9 and '-'."
            )
    return names


def desk_host(text: str) -> str:
    """The name or address of the desk's computer, as certificates and addresses can have it."""
    host = text.strip().strip("[]")
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        labels = host.rstrip(".").split(".")
        named = all(re.fullmatch(r"[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?", label) for label in labels)
        if not named or labels[-1].isdigit() or len(host) > 253:
            raise SettingsError(
                f"{text!r} is neither a computer's name nor an address: write laptop.local or 192.168.1.10, "
                "without https:// and port."
            ) from None
    return host.rstrip(".")


def read_plan(path: Path) -> HallPlan | None:
    """The plan of a hall that was set up before; None if there is none."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), HallPlan)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as error:
        raise SettingsError(f"{path} cannot be used: {error}.") from error


def write_plan(path: Path, plan: HallPlan) -> None:
    """Keep the plan: only its owner may read it, it holds the Wi-Fi's password."""
    values: dict[str, Any] = msgspec.to_builtins(plan)
    wifi = values.pop("wifi")
    lines = ["# The plan of the hall, by `flagfall setup`; more tables: `flagfall setup --tables 24`."]
    lines += [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]
    lines += ["", "[wifi]", *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in wifi.items())]
    path.touch(mode=0o600)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
