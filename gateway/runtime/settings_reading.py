"""Reading settings: from a file or from a command line, and every mistake in one sentence that names its key."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_settings import BaseSettings

from gateway.model.errors import SettingsError

__all__ = ["checked", "load"]

S = TypeVar("S", bound=BaseSettings)


def load(kind: type[S], path: Path) -> S:
    """The settings in a file, with the environment over them; raises `SettingsError` that names every wrong key."""
    try:
        with path.open("rb") as file:
            values: dict[str, Any] = tomllib.load(file)
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not TOML: {error}.") from error
    try:
        return kind(**values)
    except ValidationError as error:
        lines = [f"  {_key(item['loc'])}{_sentence(item)}" for item in error.errors()]
        raise SettingsError("\n".join([f"{path} cannot be used:", *lines])) from error


M = TypeVar("M", bound=BaseModel)


def checked(kind: type[M], **values: Any) -> M:
    """A section whose values come from the command line; raises `SettingsError` that names what is wrong."""
    try:
        return kind(**values)
    except ValidationError as error:
        lines = [f"--{_key(item['loc']).replace('_', '-')}{_sentence(item)}" for item in error.errors()]
        raise SettingsError("\n".join(lines)) from error


def _key(place: tuple[int | str, ...]) -> str:
    """`arbiters.0.key: ` as people count: the first arbiter is 1. Empty for what several keys make wrong together."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in place) + ": " * bool(place)


def _sentence(item: Any) -> str:
    match item["type"]:
        case "missing":
            return "is missing"
        case "extra_forbidden":
            return "is not a setting; check the spelling"
        case "value_error":
            return str(item["ctx"]["error"])
        case "string_pattern_mismatch":
            return "use 1 to 64 of a-z, 0-9, '-' and '_'"
        case _:
            return str(item["msg"])
