"""The demo's hall: a broker, a relay, and for each table an agent process and two people with a simulated board.

The broker, the relay and the agents are processes of their own, as in a real hall, and started again when they die.
The boards and the people live in this process and do not notice.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import logging
import signal
import sys
import tempfile
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.live import Live

from gateway.bus.broker import broker_command, wait_until_up, write_config
from gateway.bus.client import Bus, Disconnected, Received, Session
from gateway.bus.topics import COMMANDS, STATE, Address
from gateway.clock.control_notation import parse_control
from gateway.games import registry
from gateway.model.instants import Instant
from gateway.record.commands import ActCommand, Command
from gateway.record.table_state import Status, TableState
from gateway.relay.access.arbiters import new_key
from gateway.runtime.free_ports import any_port, require_free
from gateway.runtime.relay_client import RelayClient, RelayRefused
from gateway.texts.library import Library, spoken_here

from . import terminal as screen
from .demo_arbiter import DEMO_ARBITER, DemoArbiter
from .demo_organiser import DemoOrganiser
from .demo_pairings import Pairing, pairings, regulations
from .equipment import make_kit
from .incident_plan import IncidentPlan, Incidents
from .late_players import LatePlayers
from .players import Players
from .supervised import PartFailed, SupervisedPart

__all__ = ["DemoSettings", "run_demo"]

log = logging.getLogger(__name__)

_HOST = "127.0.0.1"
_EVENT = "demo"
_UP_S = 30.0
_UNTIL_START_MS = 25_000
"""The time from the announcement of a round until it starts: the pieces are put back, and one of the players comes."""


class DemoSettings(NamedTuple):
    """What whoever starts the demo may choose."""

    tables: int
    seed: int
    pace: float
    incidents: Incidents
    patience_s: float
    """Seconds until the demo's own arbiter decides what nobody else has decided."""
    plies: int
    """The length of games, about: then players agree how they end."""


def run_demo(*, port: int, data: Path | None, settings: DemoSettings) -> None:
    """Run until Ctrl-C, and leave nothing behind but a folder the user named."""
    require_free(_HOST, port)
    with (
        tempfile.TemporaryDirectory(prefix="flagfall-demo-") if data is None else contextlib.nullcontext(data) as folder
    ):
        demo = _Demo(Path(folder).absolute(), port, settings)
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(demo.run())


class _Demo:
    def __init__(self, folder: Path, port: int, settings: DemoSettings) -> None:
        self._folder = folder
        self._port = port
        self._broker_port = any_port()
        self._tables = pairings(settings.tables)
        self._settings = settings
        self._key, self._own_key = new_key(), new_key()
        self._parts: list[SupervisedPart] = []
        self._states: dict[str, TableState] = {}
        self._players: dict[str, Players] = {}
        self._arbiter = DemoArbiter(self._link(self._own_key), settings.patience_s, f"{settings.seed} arbiter")
        self._organiser = DemoOrganiser(
            self._link(self._own_key), settings.pace, self._until_start_ms, self._play_freely
        )
        self._is_free = False
        """The event is over, and they play for pleasure."""
        self._session: Session | None = None
        self._finished: dict[str, int] = {}
        """The game at each table after which the next one was announced."""
        self._news = asyncio.Event()
        self._console = Console()
        self._texts = Library.load().find(*spoken_here())
        for name in ("logs", "boards", "journals"):
            (folder / name).mkdir(parents=True, exist_ok=True)
        logging.basicConfig(filename=folder / "logs" / "demo.log", level=logging.INFO, force=True)

    @property
    def _address(self) -> str:
        return f"http://{_HOST}:{self._port}/"

    @property
    def _sign_in(self) -> str:
        return self._link(self._key)

    @property
    def _eventful(self) -> bool:
        return self._settings.incidents is not Incidents.NONE

    def _link(self, key: str) -> str:
        return f"{self._address}sign-in/{key}"

    async def run(self) -> None:
        """Start the parts in order, keep them up, and stop them in the reverse order."""
        main = asyncio.current_task()
        assert main is not None  # noqa: S101 - asyncio.run makes one
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, main.cancel)
        try:
            async with asyncio.TaskGroup() as tasks:
                try:
                    await self._open(tasks)
                    await self._show()
                finally:
                    # The agents first, while their boards are still there, then what they talk to.
                    await asyncio.gather(*(part.stop() for part in self._parts[2:]))
                    for part in reversed(self._parts[:2]):
                        await part.stop()
        except* PartFailed as group:
            raise group.exceptions[0] from None
        finally:
            self._console.print("The hall is closed; nothing is left running.")

    async def _open(self, tasks: asyncio.TaskGroup) -> None:
        """Bring the hall up: broker, relay, boards, agents."""
        say = self._console.print
        say(f"Starting the broker on port {self._broker_port} ...")
        config = write_config(self._folder / "broker", _HOST, self._broker_port)
        broker = self._part("broker", broker_command(config))
        await wait_until_up(_HOST, self._broker_port, await broker.start())
        say(f"Starting the relay on port {self._port} ...")
        relay = self._part("relay", self._flagfall("relay", self._relay_settings()))
        await self._wait_for_relay(relay)
        await asyncio.to_thread(self._open_event)
        say(f"Starting {len(self._tables)} tables ...")
        for pairing in self._tables:
            self._lay(pairing, tasks)
        for part in self._parts:
            tasks.create_task(part.keep(), name=part.name)
        bus = Bus(f"mqtt://{_HOST}:{self._broker_port}", "flagfall-demo-screen")
        tasks.create_task(bus.run(self._listen), name="screen")
        tasks.create_task(self._organiser.run(), name="organiser")
        if self._eventful:
            plan = IncidentPlan(self._players, self._settings.incidents, f"{self._settings.seed} incidents")
            tasks.create_task(plan.run(), name="incidents")
            tasks.create_task(self._arbiter.run(), name="arbiter")
            tasks.create_task(self._arbiter.tidy(), name="tidy")
            tasks.create_task(self._announce_games(), name="games")
        if not self._console.is_terminal:  # the screen has them too
            say(f"\n  Everyone: {self._address}\n  Arbiter:  {self._sign_in}\n", highlight=False)

    def _lay(self, pairing: Pairing, tasks: asyncio.TaskGroup) -> None:
        """Put board, clock and people at a table, and an agent beside it."""
        game, name = registry.find(pairing.rules), pairing.table
        kit = make_kit(pairing.board, game, parse_control(pairing.control), self._folder / "boards" / name)
        pace = min(self._settings.pace, pairing.fastest)
        seed = f"{self._settings.seed} {name}"
        players = Players(
            game,
            kit,
            seed,
            pace,
            calm=pairing.calm,
            opening=pairing.opening,
            ask=functools.partial(self._ask, name),
            refereed=self._eventful,
            plies=self._settings.plies,
        )
        self._players[name] = players
        tasks.create_task(players.play_on(), name=f"players of {name}")
        if self._eventful and pairing.attended and players.table is not None:
            tasks.create_task(LatePlayers(players.table, f"{seed} late").run(), name=f"arrivals at {name}")
        self._part(name, self._flagfall("table", self._table_settings(pairing, kit.settings())))

    def _part(self, name: str, command: Sequence[str]) -> SupervisedPart:
        part = SupervisedPart(name, command, self._folder / "logs" / f"{name}.log", self._news.set)
        self._parts.append(part)
        return part

    def _flagfall(self, role: str, settings: str) -> list[str]:
        config = self._folder / f"{settings.partition(chr(10))[0].removeprefix('# ')}.toml"
        config.write_text(settings, encoding="utf-8")
        config.chmod(0o600)
        return [sys.executable, "-m", "gateway", role, "--config", str(config)]

    def _relay_settings(self) -> str:
        return (
            f'# relay\nevent = "{_EVENT}"\nstore = "{self._folder / "relay.journal"}"\n'
            f'[broker]\nurl = "mqtt://{_HOST}:{self._broker_port}"\n'
            f'[listen]\nhost = "{_HOST}"\nport = {self._port}\n'
            f'[[arbiters]]\nname = "Visiting arbiter"\nrole = "chief"\nkey = "{self._key}"\n'
            f'[[arbiters]]\nname = "{DEMO_ARBITER}"\nrole = "chief"\nkey = "{self._own_key}"\n'
        )

    @property
    def _until_start_ms(self) -> int:
        return int(_UNTIL_START_MS / min(2.0, max(1.0, self._settings.pace)))

    def _open_event(self) -> None:
        persons = [person for pairing in self._tables for person in (pairing.white, pairing.black)]
        self._organiser.open(regulations(self._tables, refereed=self._eventful), persons)

    def _play_freely(self) -> None:
        """The event is over: from now on every table plays one game after another."""
        self._is_free = True
        self._assign(self._tables)

    def _assign(self, tables: Sequence[Pairing]) -> None:
        start = Instant(time.time_ns() // 1_000_000 + self._until_start_ms)
        with RelayClient(self._link(self._own_key)) as relay:
            for pairing in tables:
                relay.assign(pairing.table, pairing.refereed(start) if self._eventful else pairing.assignment)

    async def _announce_games(self) -> None:
        """After the event, where it is watched who comes, the next game is announced when one is over."""
        while True:
            await asyncio.sleep(1.0)
            for pairing in (pairing for pairing in self._tables if pairing.attended and self._is_free):
                state = self._states.get(pairing.table)
                if state is None or state.status is not Status.OVER or self._finished.get(state.table) == state.game:
                    continue
                try:
                    await asyncio.to_thread(self._assign, [pairing])
                    self._finished[state.table] = state.game
                except RelayRefused as error:  # the relay is just being started again
                    log.info("The next game of %s is not announced yet: %s", state.table, error)

    async def _ask(self, table: str, asked: ActCommand) -> None:
        """Take a player's request to the table, on the road that the relay's commands take."""
        if self._session is None:
            log.info("Nobody hears what is asked for at %s: the broker is not there.", table)
            return
        try:
            await self._session.publish(Address(_EVENT, table), COMMANDS, Command(uuid.uuid4().hex, asked))
        except Disconnected as error:
            log.info("Nobody has heard what was asked for at %s: %s", table, error)

    def _table_settings(self, pairing: Pairing, devices: str) -> str:
        return (
            f'# {pairing.table}\nevent = "{_EVENT}"\ntable = "{pairing.table}"\n'
            f'journal = "{self._folder / "journals" / pairing.table}.journal"\n'
            f'[broker]\nurl = "mqtt://{_HOST}:{self._broker_port}"\n'
            f"{devices}"
        )

    async def _wait_for_relay(self, relay: SupervisedPart) -> None:
        process = await relay.start()
        try:
            async with asyncio.timeout(_UP_S):
                while process.returncode is None:
                    with contextlib.suppress(OSError):
                        _, writer = await asyncio.open_connection(_HOST, self._port)
                        writer.close()
                        return
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise PartFailed(f"The relay did not answer within {_UP_S:.0f} seconds: {relay.last_words()}") from None
        raise PartFailed(f"The relay does not start: {relay.last_words()}")

    # The screen -----------------------------------------------------------------------------------------------------

    async def _listen(self, bus: Session) -> None:
        self._session = bus
        try:
            await bus.subscribe(_EVENT, STATE, self._heard)
            await bus.listen()
        finally:
            self._session = None

    def _heard(self, received: Received[TableState]) -> None:
        state = self._states[received.address.table] = received.value
        if (players := self._players.get(state.table)) is not None:
            players.see(state)
        self._arbiter.see(state)
        self._news.set()

    async def _show(self) -> None:
        """Draw what happens; where the output is not a terminal, say it once and be quiet."""
        if not self._console.is_terminal:
            await asyncio.Event().wait()
        boards = {pairing.table: pairing.board for pairing in self._tables}
        with Live(console=self._console, auto_refresh=False, screen=False) as live:
            while True:
                drawn = screen.draw(self._address, self._sign_in, self._parts, self._states, boards, self._texts)
                live.update(drawn, refresh=True)
                self._news.clear()
                await self._news.wait()
                await asyncio.sleep(0.2)  # at most five times a second
