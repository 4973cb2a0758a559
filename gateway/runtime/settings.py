"""Settings: one TOML file for each role, environment variables over it, mistakes named by their key.

A variable is the key in capitals after `FLAGFALL_`, two underscores between section and key:
`FLAGFALL_BROKER__URL=mqtt://10.0.0.2:1883`.
"""

from __future__ import annotations

import re
import secrets
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self, TypeVar
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    ValidationError,
    model_validator,
)
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from drivers.errors import DriverError
from drivers.spec import Capability, DriverSpec
from gateway.bus.addresses import Brokers, Credentials, is_loopback, parse_address
from gateway.model.errors import GatewayError, SettingsError
from gateway.model.persons import named
from gateway.record.visibility import Audience
from gateway.referee.assignment import Assignment
from gateway.referee.options import Mode, Options

if TYPE_CHECKING:  # a table agent starts without it
    from gateway.authority.authority_folder import AuthorityFolder

__all__ = [
    "BrokerSection",
    "ClockSection",
    "DeviceSection",
    "GameSection",
    "LichessSection",
    "LiveChessSection",
    "RelaySettings",
    "TableSettings",
    "WebhookSection",
    "checked",
    "is_clock",
    "listed",
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


def _zone(name: str) -> str:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise ValueError(f"{name} is no time zone that this computer knows; write one like Asia/Shanghai") from error
    return name


def _delay(given: object) -> int:
    from gateway.relay.hall.late_time import parse_delay

    try:
        return parse_delay(str(given))
    except SettingsError as error:
        raise ValueError(str(error)) from error


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


def _safe_addresses(urls: str | tuple[str, ...]) -> str | tuple[str, ...]:
    try:
        for url in listed(urls):
            parse_address(url)
    except GatewayError as error:
        raise ValueError(in_english(error)) from error
    return urls


def listed(urls: str | tuple[str, ...]) -> tuple[str, ...]:
    """Several addresses, also where they come in one text with spaces between them."""
    return tuple(urls.split()) if isinstance(urls, str) else urls


def _encrypted(url: str) -> str:
    """An address that secrets may be sent to."""
    parts = urlsplit(url)
    if parts.scheme != "https" and not (parts.scheme == "http" and is_loopback(parts.hostname or "")):
        raise ValueError(f"{url} is not encrypted, and what is sent there is secret: use https://")
    return url


def _broadcast(text: str) -> str:
    if re.fullmatch("[A-Za-z0-9]{8}", text) is None:
        raise ValueError("is the last part of the address of lichess's round: eight letters and digits")
    return text


_EXAMPLE = re.compile("replace|change.?me|example|placeholder", re.IGNORECASE)


def _own_key(key: SecretStr) -> SecretStr:
    if _EXAMPLE.search(key.get_secret_value()):
        raise ValueError(f"is an example that everybody can read: take {secrets.token_urlsafe(18)!r}, for instance")
    return key


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

    url: Annotated[str | tuple[str, ...], Field(min_length=1), AfterValidator(_safe_addresses)] = (
        "mqtt://127.0.0.1:1883"
    )
    """One address, or several of one cluster: the first that answers is taken."""
    ca: Path | None = None
    """The certificate of the hall's authority, by which the broker is known; without it, the system's."""
    certificate: Path | None = None
    key: Path | None = None
    """What we show to the broker."""

    def brokers(self, authority: AuthorityFolder | None = None, name: str = "") -> Brokers:
        """The brokers; where the settings name no files, those that an authority on this computer has for `name`."""
        files = Credentials(self.ca, self.certificate, self.key)
        if authority is not None and files == Credentials():
            files = Credentials(authority.certificate, authority.certificate_of(name), authority.key_of(name))
        return Brokers.at(*listed(self.url), credentials=files)


class LiveChessSection(_Section):
    """A server for LiveChess's WebSocket API, which sites and programs play on boards with."""

    host: str = "127.0.0.1"
    port: int = Field(default=1982, ge=1, le=65535)
    origins: tuple[str, ...] = ("https://lichess.org", "https://www.chess.com", "https://chess.com")
    """The sites whose pages may read boards here; `*` stands for every site."""


class LichessSection(_Section):
    """A round that is pushed to a broadcast of lichess."""

    round: int = Field(ge=0)
    """Which round of the event; 0 where there are no rounds."""
    broadcast: Annotated[str, AfterValidator(_broadcast)]
    """The id of lichess's round: the last part of its address."""
    token_file: Path
    """A file with a personal token of lichess whose scope is study:write."""
    tables: tuple[Name, ...] = ()
    """Only the games of these; without any, all games of chess."""
    home: Annotated[str, AfterValidator(_encrypted)] = "https://lichess.org"


class WebhookSection(_Section):
    """An address that is told of public events, signed."""

    url: Annotated[str, AfterValidator(_encrypted)]
    secret_file: Path
    """A file with the secret that events are signed with."""
    kinds: tuple[Literal["game", "started", "move", "correction", "paused", "resumed", "result"], ...] = ()
    """What is told; without it, everything."""


class LogSection(_Section):
    """The log on standard error."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["text", "json"] = "text"


class ListenSection(_Section):
    """The address at which the relay answers."""

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=1, le=65535)
    certificate: Path | None = None
    key: Path | None = None
    """With these the pages are at https://; beyond this computer they must be."""
    per_address: int = Field(default=1000, ge=10, le=100_000)
    """Connections that one address may have, arbiters' not counted; this computer itself may have any number."""


_Delay = Annotated[int, BeforeValidator(_delay)]


class DelaySection(_Section):
    """How far each audience is behind the hall, as `15m` or `90s`; what is set while the relay runs stands until
    another value is put here."""

    public: _Delay = 0
    screens: _Delay = 0

    @property
    def by_audience(self) -> dict[Audience, int]:
        """In milliseconds."""
        return {Audience.PUBLIC: self.public, Audience.SCREENS: self.screens}


class ArbiterSection(_Section):
    """An arbiter who may act on the tables; the key is the secret part of the sign-in link."""

    name: str = Field(min_length=1)
    role: Literal[
        "arbiter", "deputy", "acting-chief", "chief", "committee", "appeals", "clerk", "operator", "screen"
    ] = "arbiter"
    key: Annotated[SecretStr, Field(min_length=16), AfterValidator(_own_key)]


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
    livechess: LiveChessSection | None = None
    """Where the board is served to programs and pages on this computer, as LiveChess does."""

    @model_validator(mode="after")
    def _board_stays_here(self) -> Self:
        if self.livechess is not None and not is_loopback(self.livechess.host):
            raise ValueError(
                f"livechess.host {self.livechess.host} is reached from the network, where everybody could follow the "
                "board without delay: serve it on 127.0.0.1, and the hall's boards with [livechess] of the relay"
            )
        return self

    @classmethod
    def from_file(cls, path: Path) -> Self:
        """Read and check a file."""
        return load(cls, path)


class RelaySettings(_Settings):
    """One relay."""

    listen: ListenSection = ListenSection()
    delay: DelaySection = DelaySection()
    store: Path
    """The file that holds the lines of all tables."""
    arbiters: tuple[ArbiterSection, ...] = ()
    authority: Path | None = None
    """The folder of the hall's authority: the relay's certificates are taken from there, and which tables there are."""
    tables: tuple[Name, ...] = ()
    """The tables of the event, beside those that are enrolled; without either, whoever speaks as one is one."""
    livechess: LiveChessSection | None = None
    """Where the hall's boards are served as LiveChess does, as the public sees them."""
    lichess: tuple[LichessSection, ...] = ()
    """Rounds that are pushed to lichess, as the public sees them."""
    webhooks: tuple[WebhookSection, ...] = ()
    """Addresses that are told of events, as the public sees them."""
    time_zone: Annotated[str, AfterValidator(_zone)] = "UTC"
    """The zone of the times of day on printed forms, and of the dates in game files: `Asia/Shanghai`."""
    title: Annotated[str, Field(max_length=200)] = ""
    """The event's name as people write it, for game files; without one, `event`."""
    site: Annotated[str, Field(max_length=200)] = ""
    """Where it is played, for game files: `Hengelo NED`."""

    @property
    def zone(self) -> ZoneInfo:
        """The event's time zone."""
        return ZoneInfo(self.time_zone)

    @model_validator(mode="after")
    def _encrypted_beyond_this_computer(self) -> Self:
        if self.authority is None and self.listen.certificate is None and not is_loopback(self.listen.host):
            raise ValueError(
                f"listen.host {self.listen.host} is reached from the network, where sign-in links must not be read: "
                "name the folder of the hall's authority (authority = ...) or a certificate and key in [listen], "
                "or listen on 127.0.0.1 behind a proxy that encrypts. docs/security.md has the commands"
            )
        return self

    def opened_authority(self) -> AuthorityFolder | None:
        """The hall's authority, if the settings name one."""
        from gateway.authority.authority_folder import AuthorityFolder

        return None if self.authority is None else AuthorityFolder(self.authority)

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
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is not TOML: {error}.") from error
    try:
        return kind(**values)
    except ValidationError as error:
        lines = [f"  {_key(item['loc'])}{_sentence(item)}" for item in error.errors()]
        raise SettingsError("\n".join([f"{path} cannot be used:", *lines])) from error


M = TypeVar("M", bound=_Section)


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
