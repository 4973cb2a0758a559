"""Settings: one TOML file for each role, environment variables over it, mistakes named by their key.

A variable is the key in capitals after `FLAGFALL_`, two underscores between section and key:
`FLAGFALL_BROKER__URL=mqtt://10.0.0.2:1883`.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Self
from zoneinfo import ZoneInfo

import msgspec
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    SecretStr,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from gateway.bus.addresses import Brokers, Credentials, is_loopback
from gateway.model.errors import SettingsError
from gateway.model.persons import named
from gateway.record.visibility import Audience
from gateway.referee.assignment import Assignment
from gateway.referee.options import Mode, Options

from .setting_checks import (
    Name,
    board_driver,
    broadcast_id,
    clock_driver,
    encrypted,
    known_addresses,
    known_control,
    known_game,
    known_options,
    known_zone,
    listed,
    own_key,
    read_delay,
    safe_addresses,
)
from .settings_reading import load
from .store_section import StoreSection, as_section

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
    "WatchSection",
    "WebhookSection",
]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class GameSection(_Section):
    """The game at a table that stands alone: its assignment, as long as no event has sent one."""

    rules: Annotated[str, AfterValidator(known_game)] = "draughts-international"
    rulebook: str = "draughts-rapid"
    control: Annotated[str, AfterValidator(known_control)]
    draws: Literal["automatic", "claim"] = "claim"
    options: Annotated[dict[str, str | int | bool], AfterValidator(known_options)] = {}
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

    driver: Annotated[str, AfterValidator(board_driver)] = "dgt"
    url: str
    options: dict[str, str] = {}
    """What the driver must be told: `flagfall devices` and docs/drivers.md say what each takes."""


class ClockSection(_Section):
    """A clock beside the board. Where the board has one plugged in too, this one counts."""

    driver: Annotated[str, AfterValidator(clock_driver)] = "buttons"
    url: str
    options: dict[str, str] = {}


class BrokerSection(_Section):
    """The broker through which messages go."""

    url: Annotated[str | tuple[str, ...], Field(min_length=1), AfterValidator(safe_addresses)] = "mqtt://127.0.0.1:1883"
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
    broadcast: Annotated[str, AfterValidator(broadcast_id)]
    """The id of lichess's round: the last part of its address."""
    token_file: Path
    """A file with a personal token of lichess whose scope is study:write."""
    tables: tuple[Name, ...] = ()
    """Only the games of these; without any, all games of chess."""
    home: Annotated[str, AfterValidator(encrypted)] = "https://lichess.org"


class WebhookSection(_Section):
    """An address that is told of public events, signed."""

    url: Annotated[str, AfterValidator(encrypted)]
    secret_file: Path
    """A file with the secret that events are signed with."""
    kinds: tuple[Literal["game", "started", "move", "correction", "paused", "resumed", "result"], ...] = ()
    """What is told; without it, everything."""


class LogSection(_Section):
    """The log on standard error."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["text", "json"] = "text"


class MirrorSection(_Section):
    """The public's tables on the bus, for programs that may know no more."""

    home_assistant: bool = True
    """Whether Home Assistant is told of each table."""


class WatchSection(_Section):
    """The address where metrics and health of the process are served, for Prometheus and the like."""

    host: str = "127.0.0.1"
    port: int = Field(default=9464, ge=1, le=65535)
    token_file: Path | None = None
    """A file with what a scraper must show (`Authorization: Bearer ...`); beyond this computer there must be one."""

    @model_validator(mode="after")
    def _kept_here(self) -> Self:
        if self.token_file is None and not is_loopback(self.host):
            raise ValueError(
                f"host {self.host} is reached from the network, and metrics tell what the public must not know yet: "
                "name a token_file, or serve them on 127.0.0.1"
            )
        return self

    def token(self) -> str:
        """The token; empty where there is none. Raises `SettingsError` for a file that holds none."""
        if self.token_file is None:
            return ""
        try:
            token = self.token_file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise SettingsError(f"watch.token_file: {self.token_file} cannot be read.") from error
        if len(token) < 16:
            raise SettingsError(f"watch.token_file: {self.token_file} holds less than 16 letters.")
        return token


class ListenSection(_Section):
    """The address at which the relay answers."""

    host: str = "127.0.0.1"
    port: int = Field(default=8000, ge=1, le=65535)
    certificate: Path | None = None
    key: Path | None = None
    """With these the pages are at https://; beyond this computer they must be."""
    per_address: int = Field(default=1000, ge=10, le=100_000)
    """Connections that one address may have, arbiters' not counted; this computer itself may have any number."""


_Delay = Annotated[int, BeforeValidator(read_delay)]


class DelaySection(_Section):
    """The delay of each audience behind the hall, as `15m` or `90s`; what is set while the relay runs stands until
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
    key: Annotated[SecretStr, Field(min_length=16), AfterValidator(own_key)]


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
    watch: WatchSection | None = None
    """Where metrics and health are served."""

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
    device: DeviceSection | None = None
    """The board; a table that is told of none looks for it by itself."""
    search: Annotated[tuple[str, ...], AfterValidator(known_addresses)] = ()
    """Where the board may be, besides the USB ports, while it is looked for: `rfc2217://host:port`, `tcp://host:port`."""
    clock: ClockSection | None = None
    bridge: bool = False
    """A bridge table: no board and no game. Its left button says that a board is over, its right one calls the
    director; they are named in [clock], or looked for."""
    game: GameSection | None = None
    """For a table that stands alone; at an event the relay assigns what is played."""
    journal: Path
    """The file that holds the table's record."""
    livechess: LiveChessSection | None = None
    """Where the board is served to programs and pages on this computer, as LiveChess does."""

    @model_validator(mode="after")
    def _bridge_has_no_game(self) -> Self:
        given = {"device": self.device, "game": self.game, "livechess": self.livechess}
        if self.bridge and (wrong := [name for name, section in given.items() if section is not None]):
            named = ", ".join(f"[{name}]" for name in wrong)
            raise ValueError(f"bridge: a bridge table has no board and no game, so take out {named}")
        if self.bridge and self.clock is not None and self.clock.driver != "buttons":
            raise ValueError(f"clock.driver: a bridge table has buttons, and {self.clock.driver} tells no presses")
        return self

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
    store: Annotated[StoreSection, NoDecode, BeforeValidator(as_section)]
    """Where the lines of all tables are: a file, or a section that names a database."""
    arbiters: tuple[ArbiterSection, ...] = ()
    authority: Path | None = None
    """The folder of the hall's authority: the relay's certificates are taken from there, and which tables there are."""
    tables: tuple[Name, ...] = ()
    """The tables of the event, beside those that are enrolled; without either, whoever speaks as one is one."""
    wheels: Path | None = None
    """The folder that `flagfall wheels` fills: tables are installed and upgraded from it, at `/wheels`."""
    livechess: LiveChessSection | None = None
    """Where the hall's boards are served as LiveChess does, as the public sees them."""
    lichess: tuple[LichessSection, ...] = ()
    """Rounds that are pushed to lichess, as the public sees them."""
    mirror: MirrorSection | None = None
    """With it the tables are on the bus as the public sees them."""
    webhooks: tuple[WebhookSection, ...] = ()
    """Addresses that are told of events, as the public sees them."""
    time_zone: Annotated[str, AfterValidator(known_zone)] = "UTC"
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
