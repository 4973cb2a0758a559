"""Settings: one TOML file for each role, environment variables over it, mistakes named by their key.

A variable is the key in capitals after `FLAGFALL_`, two underscores between section and key:
`FLAGFALL_BROKER__URL=mqtt://10.0.0.2:1883`.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeVar

import msgspec
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from drivers.errors import DriverError
from drivers.spec import Capability, DriverSpec
from gateway.model.errors import GatewayError, SettingsError
from gateway.model.persons import named
from gateway.referee.assignment import Assignment
from gateway.referee.options import Mode, Options

__all__ = [
    "BrokerSection",
    "ClockSection",
    "DeviceSection",
    "GameSection",
    "RelaySettings",
    "TableSettings",
    "is_clock",
    "load",
]

Name = Annotated[str, Field(pattern=r"^[a-z0-9_-]{1,64}$", description="1 to 64 of a-z, 0-9, '-' and '_'")]


def in_english(error: GatewayError) -> str:
    """The sentence of an error, for whoever reads settings and logs."""
    from gateway.texts.library import Library

    return Library.load()["en"].render(error.message)


def _known_game(name: str) -> str:
    from gateway.games.registry import find

    try:
        find(name)
    except GatewayError as error:
        raise ValueError(in_english(error)) from error
    return name


def _known_control(text: str) -> str:
    from gateway.clock.control_notation import parse_control

    try:
        parse_control(text)
    except GatewayError as error:
        raise ValueError(in_english(error)) from error
    return text


def _known_options(values: dict[str, str | int | bool]) -> dict[str, str | int | bool]:
    if unknown := set(values) - set(Options.__struct_fields__):
        raise ValueError(f"no option {', '.join(sorted(unknown))}; there are {', '.join(Options.__struct_fields__)}")
    try:
        msgspec.convert(values, Options)
    except msgspec.ValidationError as error:
        raise ValueError(f"{error}; there are {', '.join(Options.__struct_fields__)}") from error
    return values


def _board_driver(name: str) -> str:
    spec = _driver(name)
    if not spec.geometries:
        raise ValueError(f"{name} reads no board: put it into [clock], and the board into [device]")
    return name


def _clock_driver(name: str) -> str:
    from drivers import registry

    spec = _driver(name)
    if not is_clock(spec):
        clocks = ", ".join(each for each in registry.BUILT_IN if is_clock(registry.find(each)))
        its = "its clock is read with it from [device]" if Capability.CLOCK in spec.capabilities else "it has no clock"
        what = f"is a board, {its}" if spec.geometries else "is no clock"
        raise ValueError(f"{name} {what}; a clock beside the board is one of {clocks}")
    return name


def _driver(name: str) -> DriverSpec:
    from drivers import registry

    try:
        return registry.find(name)
    except DriverError as error:
        raise ValueError(str(error)) from error


def is_clock(spec: DriverSpec) -> bool:
    """Whether the driver is for a clock without a board: one that keeps time, or one that only tells presses."""
    return not spec.geometries and bool(spec.capabilities & {Capability.CLOCK, Capability.LEVER})


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class GameSection(_Section):
    """The game at a table that stands alone: its assignment, as long as no event has sent one."""

    rules: Annotated[str, AfterValidator(_known_game)] = "draughts-international"
    rulebook: str = "draughts-rapid"
    control: Annotated[str, AfterValidator(_known_control)]
    draws: Literal["automatic", "claim"] = "claim"
    options: Annotated[dict[str, str | int | bool], AfterValidator(_known_options)] = {}
    """What the rules leave to the event; docs/rulebooks.md says what there is."""
    set_clock: bool = False
    """Set the clock on the table to the control, and to the times that an arbiter orders."""
    white: str = "White"
    black: str = "Black"

    def assignment(self) -> Assignment:
        """What this section assigns."""
        return Assignment(
            rules=self.rules,
            rulebook=self.rulebook,
            control=self.control,
            players=named(self.white, self.black),
            draws=Mode(self.draws),
            options=msgspec.convert(self.options, Options),
            set_clock=self.set_clock,
        )


class DeviceSection(_Section):
    """The board, with the clock plugged into it if there is one."""

    driver: Annotated[str, AfterValidator(_board_driver)] = "dgt"
    url: str
    options: dict[str, str] = {}
    """What the driver must be told: `flagfall devices` and docs/drivers.md say what each takes."""


class ClockSection(_Section):
    """A clock beside the board. Where the board has one plugged in too, this one counts."""

    driver: Annotated[str, AfterValidator(_clock_driver)] = "buttons"
    url: str
    options: dict[str, str] = {}


class BrokerSection(_Section):
    """The broker through which messages go."""

    url: str = "mqtt://127.0.0.1:1883"


class LogSection(_Section):
    """The log on standard error."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["text", "json"] = "text"


class ListenSection(_Section):
    """The address at which the relay answers."""

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=1, le=65535)


class ArbiterSection(_Section):
    """An arbiter who may act on the tables; the key is the secret part of the sign-in link."""

    name: str = Field(min_length=1)
    role: Literal["arbiter", "deputy", "acting-chief", "chief", "committee", "appeals"] = "arbiter"
    key: SecretStr = Field(min_length=16)


class _Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_prefix="FLAGFALL_",
        env_nested_delimiter="__",
        extra="forbid",
        frozen=True,
        nested_model_default_partial_update=True,
    )

    event: Name
    broker: BrokerSection = BrokerSection()
    log: LogSection = LogSection()

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],  # noqa: ARG003
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,  # noqa: ARG003
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment over the file, and nothing else."""
        return env_settings, init_settings


class TableSettings(_Settings):
    """One table agent."""

    table: Name
    device: DeviceSection
    clock: ClockSection | None = None
    game: GameSection | None = None
    """For a table that stands alone; at an event the relay assigns what is played."""
    journal: Path
    """The file that holds the table's record."""

    @classmethod
    def from_file(cls, path: Path) -> Self:
        """Read and check a file."""
        return load(cls, path)


class RelaySettings(_Settings):
    """One relay."""

    listen: ListenSection = ListenSection()
    store: Path
    """The file that holds the lines of all tables."""
    arbiters: tuple[ArbiterSection, ...] = ()

    @classmethod
    def from_file(cls, path: Path) -> Self:
        """Read and check a file."""
        return load(cls, path)


S = TypeVar("S", bound=_Settings)


def load(kind: type[S], path: Path) -> S:
    """The settings in a file, with the environment over them; raises `SettingsError` that names every wrong key."""
    try:
        with path.open("rb") as file:
            values: dict[str, Any] = tomllib.load(file)
    except OSError as error:
        raise SettingsError(f"{path} cannot be read: {error.strerror}.") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{path} is not TOML: {error}.") from error
    try:
        return kind(**values)
    except ValidationError as error:
        lines = [f"  {_key(item['loc'])}: {_sentence(item)}" for item in error.errors()]
        raise SettingsError("\n".join([f"{path} cannot be used:", *lines])) from error


def _key(place: tuple[int | str, ...]) -> str:
    """`arbiters.0.key` as people count: the first arbiter is 1."""
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in place)


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
