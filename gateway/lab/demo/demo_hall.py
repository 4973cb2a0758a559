"""The demo's hall: a broker, a relay, and for each table an agent process and two people with a simulated board.

The broker, the relay and the agents are processes of their own, as in a real hall, and started again when they die.
The boards and the people live in this process and do not notice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import signal
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.live import Live

from gateway.bus.broker import broker_command, wait_until_up, write_config
from gateway.bus.client import Bus, Received, Session
from gateway.bus.topics import STATE
from gateway.clock.control_notation import parse_control
from gateway.games import registry
from gateway.record.table_state import TableState
from gateway.relay.access.arbiters import new_key
from gateway.runtime.free_ports import any_port, require_free
from gateway.runtime.relay_client import RelayClient
from gateway.texts.library import Library, spoken_here

from . import terminal as screen
from .demo_pairings import Pairing, pairings
from .equipment import make_kit
from .players import Players
from .supervised import PartFailed, SupervisedPart

__all__ = ["run_demo"]

log = logging.getLogger(__name__)

_HOST = "127.0.0.1"
_EVENT = "demo"
_UP_S = 30.0


def run_demo(*, port: int, tables: int, data: Path | None, seed: int | None, pace: float) -> None:
    """Run until Ctrl-C, and leave nothing behind but a folder the user named."""
    require_free(_HOST, port)
    seed = secrets.randbelow(1_000_000) if seed is None else seed
    with (
        tempfile.TemporaryDirectory(prefix="flagfall-demo-") if data is None else contextlib.nullcontext(data) as folder
    ):
        demo = _Demo(Path(folder).absolute(), port, pairings(tables), seed, pace)
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(demo.run())


class _Demo:
    def __init__(self, folder: Path, port: int, tables: Sequence[Pairing], seed: int, pace: float) -> None:
        self._folder = folder
        self._port = port
        self._broker_port = any_port()
        self._tables = tables
        self._seed = seed
        self._pace = pace
        self._key = new_key()
        self._parts: list[SupervisedPart] = []
        self._states: dict[str, TableState] = {}
        self._players: dict[str, Players] = {}
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
        return f"{self._address}sign-in/{self._key}"

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
        await asyncio.to_thread(self._assign)
        say(f"Starting {len(self._tables)} tables ...")
        for pairing in self._tables:
            game = registry.find(pairing.rules)
            path = self._folder / "boards" / pairing.table
            kit = make_kit(pairing.board, game, parse_control(pairing.control), path)
            pace = min(self._pace, pairing.fastest)
            seed = f"{self._seed} {pairing.table}"
            players = Players(game, kit, seed, pace, calm=pairing.calm, opening=pairing.opening)
            self._players[pairing.table] = players
            tasks.create_task(players.play_on(), name=f"players of {pairing.table}")
            self._part(pairing.table, self._flagfall("table", self._table_settings(pairing, kit.settings())))
        for part in self._parts:
            tasks.create_task(part.keep(), name=part.name)
        bus = Bus(f"mqtt://{_HOST}:{self._broker_port}", "flagfall-demo-screen")
        tasks.create_task(bus.run(self._listen), name="screen")
        if not self._console.is_terminal:  # the screen has them too
            say(f"\n  Everyone: {self._address}\n  Arbiter:  {self._sign_in}\n", highlight=False)

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
            f'[[arbiters]]\nname = "Demo arbiter"\nrole = "chief"\nkey = "{self._key}"\n'
        )

    def _assign(self) -> None:
        with RelayClient(self._sign_in) as relay:
            for pairing in self._tables:
                relay.assign(pairing.table, pairing.assignment)

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
        await bus.subscribe(_EVENT, STATE, self._heard)
        await bus.listen()

    def _heard(self, received: Received[TableState]) -> None:
        state = self._states[received.address.table] = received.value
        if (players := self._players.get(state.table)) is not None:
            players.see(state)
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
