"""A hall around a virtual table: a broker, a relay and the table's agent, each a process of its own."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path

from gateway.bus.broker import broker_command, wait_until_up, write_config
from gateway.bus.topics import Address
from gateway.clock.control_notation import parse_control
from gateway.lab.demo.supervised import PartFailed, SupervisedPart
from gateway.model.errors import SettingsError
from gateway.model.persons import named
from gateway.model.sides import Side
from gateway.referee import rulebooks
from gateway.referee.assignment import Assignment
from gateway.referee.options import Options
from gateway.relay.access.arbiters import new_key
from gateway.runtime.free_ports import any_port, require_free
from gateway.runtime.relay_client import RelayClient

from .hall_link import PLAYERS, HallLink
from .virtual_table import VirtualTable

__all__ = ["HOST", "VirtualHall", "assignment_of"]

HOST = "127.0.0.1"
TABLE = "virtual"
_EVENT = "virtual"
_UP_S = 30.0
_OPENINGS = {"renju": "taraguchi-10", "gomoku-double-swap": "double-swap"}
"""Where openings are by a protocol: the one that is played most, and the one that the game is named after."""


class VirtualHall:
    """Start it with `open`, keep it up with `keep`, end it with `close`."""

    def __init__(self, folder: Path, table: VirtualTable, port: int) -> None:
        self._folder = folder
        self._table = table
        self._port = _free_or_any(port)
        self._broker_port = any_port()
        self._key = new_key()
        self._parts: list[SupervisedPart] = []
        self.link = HallLink(f"mqtt://{HOST}:{self._broker_port}", Address(_EVENT, TABLE))
        self.link.changed = table.changed
        table.hall = self.link

    @property
    def public(self) -> str:
        """The table on the relay's public page."""
        return f"http://{HOST}:{self._port}/#{TABLE}"

    @property
    def sign_in(self) -> str:
        """The arbiter's link."""
        return f"http://{HOST}:{self._port}/sign-in/{self._key}"

    async def open(self) -> None:
        """Bring up the broker, the relay and the agent, in this order."""
        config = write_config(self._folder / "broker", HOST, self._broker_port)
        broker = self._part("broker", broker_command(config))
        await wait_until_up(HOST, self._broker_port, await broker.start())
        await self._until_it_answers(self._part("relay", self._flagfall("relay", self._relay_settings())))
        await asyncio.to_thread(self._assign)
        await self._part(TABLE, self._flagfall("table", self._table_settings())).start()

    async def keep(self) -> None:
        """Start a part again when it dies; raise when that does not help."""
        try:
            async with asyncio.TaskGroup() as tasks:
                for part in self._parts:
                    tasks.create_task(part.keep(), name=part.name)
                tasks.create_task(self.link.run(), name="link")
        except* PartFailed as group:
            raise group.exceptions[0] from None

    async def play(self, game: str, control: str) -> None:
        """Lay out the set of another game; its agent begins anew with it, and what was under way does not count."""
        self._table.reset_clock()
        await self.link.abandon()
        await self._table.lay(game, control)
        self.link.forget()
        self._flagfall("table", self._table_settings())
        agent = self._parts[-1]
        if agent.process is not None and agent.running:
            agent.process.terminate()  # and is started again, beside the other board
            await agent.process.wait()
        await asyncio.to_thread(self._assign)

    async def close(self) -> None:
        """End the parts, the agent first."""
        for part in reversed(self._parts):
            await part.stop()

    # -- inside ------------------------------------------------------------------------------------------------------

    def _part(self, name: str, command: Sequence[str]) -> SupervisedPart:
        part = SupervisedPart(name, command, self._folder / f"{name}.log", lambda: None)
        self._parts.append(part)
        return part

    def _flagfall(self, role: str, settings: str) -> list[str]:
        config = self._folder / f"{role}.toml"
        config.touch(0o600)
        config.write_text(settings, encoding="utf-8")
        return [sys.executable, "-m", "gateway", role, "--config", str(config)]

    def _relay_settings(self) -> str:
        return (
            f'event = "{_EVENT}"\nstore = "{self._folder / "relay.journal"}"\n'
            f'[broker]\nurl = "mqtt://{HOST}:{self._broker_port}"\n'
            f'[listen]\nhost = "{HOST}"\nport = {self._port}\n'
            f'[[arbiters]]\nname = "Arbiter"\nrole = "chief"\nkey = "{self._key}"\n'
        )

    def _table_settings(self) -> str:
        return (
            f'event = "{_EVENT}"\ntable = "{TABLE}"\njournal = "{self._folder / "table.journal"}"\n'
            f'[broker]\nurl = "mqtt://{HOST}:{self._broker_port}"\n'
            f"{self._table.kit.settings()}"
        )

    def _assign(self) -> None:
        with RelayClient(self.sign_in) as relay:
            relay.assign(TABLE, assignment_of(self._table.game, self._table.control))

    async def _until_it_answers(self, relay: SupervisedPart) -> None:
        process = await relay.start()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_UP_S):
                while process.returncode is None:
                    with contextlib.suppress(OSError):
                        _, writer = await asyncio.open_connection(HOST, self._port)
                        writer.close()
                        return
                    await asyncio.sleep(0.05)
        raise PartFailed(f"The relay does not answer: {relay.last_words()}")


def assignment_of(game: str, control: str) -> Assignment:
    """What is assigned to the table: the game by the book that fits its control, as it is mostly begun."""
    book = rulebooks.fitting(game, parse_control(control))
    # A game may be played by the book of another as well: its own comes first.
    own = next((each for each in rulebooks.for_game(game) if book and each.name == f"{game}-{book.pace}"), None)
    return Assignment(
        rules=game,
        rulebook="" if book is None else own.name if own is not None else book.name,
        control=control,
        players=named(PLAYERS[Side.WHITE], PLAYERS[Side.BLACK]),
        options=Options(opening=_OPENINGS.get(game, "")),
    )


def _free_or_any(port: int) -> int:
    """This port if it can be had: an address that stays the same is kept in a browser's history."""
    try:
        require_free(HOST, port)
    except (SettingsError, OverflowError):
        return any_port()
    return port
