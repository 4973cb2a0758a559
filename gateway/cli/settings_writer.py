"""A table configuration for the devices that were found: a board, and where it has no clock, one beside it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from drivers import registry
from drivers.spec import Capability
from gateway.model.errors import SettingsError
from gateway.runtime.setting_checks import is_clock

__all__ = ["KEYS", "Found", "sections", "write_configuration"]

KEYS = "driver buttons, if it is a clock"
"""The remark on keys: only a person can say whether they are a clock's."""


@dataclass(frozen=True, slots=True)
class Found:
    """One port or advertisement, and what is known of it."""

    url: str
    what: str
    drivers: tuple[str, ...]
    """Drivers that may fit, likeliest first."""
    answer: str = ""
    driver: str = ""
    """The driver that it answered to."""
    size: tuple[int, int] | None = None
    """Rows and columns of the board, if it showed itself."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options with which it answered."""
    clockless: bool = False
    """It is a board that may have a clock, and says that none is plugged in."""


def sections(found: Sequence[Found]) -> str:
    """`[device]` for the first board that answered, and `[clock]` for a clock beside it where it has none.

    Without a board that answered, whatever did: somebody may want to see its address.
    """
    answered = [one for one in found if one.driver]
    board = next((one for one in answered if registry.find(one.driver).geometries), None)
    clock = _clock(found)
    if board is None:
        return _section("clock", clock) if clock else ""
    if clock is None or (Capability.CLOCK in registry.find(board.driver).capabilities and not board.clockless):
        return _section("device", board)
    return f"{_section('device', board)}\n{_section('clock', clock)}"


def write_configuration(path: Path, found: Sequence[Found]) -> None:
    """Write a new file, or name the devices in that of a table that names none; raises `SettingsError` where there is
    no board for it, where several could be meant, or where the file names one already."""
    boards = [one for one in found if one.driver and registry.find(one.driver).geometries]
    if not boards:
        raise SettingsError("A clock answered, but no board: connect the board as well, then try again.")
    if len(boards) > 1 and any(one.url.startswith("ble://") for one in boards):
        listed = ", ".join(one.url for one in boards)
        raise SettingsError(
            f"Several boards answer, and a person must say which is this table's: --url, one of {listed}."
        )
    if path.exists():
        _add(path, sections(found))
        return
    stem = "".join(letter if letter.isalnum() else "-" for letter in path.stem.lower()) or "t1"
    text = f"""\
# Written by `flagfall devices`. `flagfall table --config {path.name}` starts the table; the relay of its event assigns
# what is played there. A table without an event says so in a section [game].
event = "my-event"                        # the same for all tables and the relay
table = "{stem}"
journal = "{stem}.journal"                # the record of this table; keep it

{sections(found)}
[broker]
url = "mqtt://127.0.0.1:1883"
"""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}.") from error


def _add(path: Path, text: str) -> None:
    """Add sections to the settings of a table; whose file it is stays as it is."""
    try:
        old = path.read_text(encoding="utf-8")
        settings = tomllib.loads(old)
        if "table" not in settings:
            raise SettingsError(f"{path} is not the settings of a table, and is left as it is: name another file.")
        if named := [name for name in ("device", "clock") if name in settings and f"[{name}]" in text]:
            raise SettingsError(
                f"{path} has a section [{named[0]}] already, and is left as it is; it could be:\n\n{text}"
            )
        path.write_text(f"{old.rstrip()}\n\n{text}", encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{path} cannot be written: {error.strerror}.") from error
    except ValueError as error:
        raise SettingsError(f"{path} is not TOML: {error}.") from error


def _clock(found: Sequence[Found]) -> Found | None:
    """A clock that answered, or else keys that may be one."""
    clocks = [one for one in found if one.driver and is_clock(registry.find(one.driver))]
    keys = [Found(one.url, one.what, (), "keys: take this section out if they are no clock", "buttons")
            for one in found if one.answer == KEYS]  # fmt: skip
    return next(iter([*clocks, *keys]), None)


def _section(name: str, found: Found) -> str:
    text = f'[{name}]\ndriver = "{found.driver}"                 # {found.answer}\nurl = "{found.url}"\n'
    if found.options:
        pairs = ", ".join(f"{option} = {json.dumps(value)}" for option, value in found.options.items())
        text += f"options = {{ {pairs} }}\n"
    return text
