"""The demo's hall: a broker, a relay, and for each table an agent process and two people with a simulated board.

The broker, the relay and the agents are processes of their own, as in a real hall, and started again when they die.
The boards and the people live in this process and do not notice.
"""

from __future__ import annotations

import asyncio
import functools
import logging
import time
import uuid
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rich.live import Live

from gateway.bus.client import Bus, Disconnected, Received, Session
from gateway.bus.topics import COMMANDS, STATE, Address
from gateway.clock.control_notation import parse_control
from gateway.games import registry
from gateway.model.instants import Instant
from gateway.record.commands import ActCommand, Command
from gateway.record.table_state import Status, TableState
from gateway.runtime.relay_client import RelayClient, RelayRefused
from gateway.texts.library import Library, spoken_here

from . import terminal as screen
from .demo_arbiter import DemoArbiter
from .demo_house import EVENT, HOST, DemoHouse, run_house
from .demo_organiser import DemoOrganiser
from .demo_pairings import Pairing, pairings, regulations
from .equipment import make_kit
from .incident_plan import IncidentPlan, Incidents
from .late_players import LatePlayers
from .players import Players

__all__ = ["DemoSettings", "run_demo"]

log = logging.getLogger(__name__)

_UNTIL_START_MS = 25_000
"""The time from the announcement of a round until it starts: the pieces are put back, and one of the players comes."""


class DemoSettings(NamedTuple):
    """The choices of whoever starts the demo."""

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
    run_house(port, data, lambda folder: _Demo(folder, port, settings))


class _Demo(DemoHouse):
    def __init__(self, folder: Path, port: int, settings: DemoSettings) -> None:
        super().__init__(folder, port)
        self._tables = pairings(settings.tables)
        self._settings = settings
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
        self._texts = Library.load().find(*spoken_here())
        for name in ("boards", "journals"):
            (folder / name).mkdir(parents=True, exist_ok=True)

    @property
    def _eventful(self) -> bool:
        return self._settings.incidents is not Incidents.NONE

    async def _open(self, tasks: asyncio.TaskGroup) -> None:
        """Bring the hall up: broker, relay, boards, agents."""
        say = self._console.print
        await self._open_house()
        await asyncio.to_thread(self._open_event)
        say(f"Starting {len(self._tables)} tables ...")
        for pairing in self._tables:
            self._lay(pairing, tasks)
        for part in self._parts:
            tasks.create_task(part.keep(), name=part.name)
        bus = Bus(f"mqtt://{HOST}:{self._broker_port}", "flagfall-demo-screen")
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
        """Take a player's request to the table, on the way that the relay's commands take."""
        if self._session is None:
            log.info("Nobody hears what is asked for at %s: the broker is not there.", table)
            return
        try:
            await self._session.publish(Address(EVENT, table), COMMANDS, Command(uuid.uuid4().hex, asked))
        except Disconnected as error:
            log.info("Nobody has heard what was asked for at %s: %s", table, error)

    def _table_settings(self, pairing: Pairing, devices: str) -> str:
        return (
            f'# {pairing.table}\nevent = "{EVENT}"\ntable = "{pairing.table}"\n'
            f'journal = "{self._folder / "journals" / pairing.table}.journal"\n'
            f'[broker]\nurl = "mqtt://{HOST}:{self._broker_port}"\n'
            f"{devices}"
        )

    # The screen -----------------------------------------------------------------------------------------------------

    async def _listen(self, bus: Session) -> None:
        self._session = bus
        try:
            await bus.subscribe(EVENT, STATE, self._heard)
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
