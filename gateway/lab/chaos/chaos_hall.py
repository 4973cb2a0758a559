"""The hall that everything happens to: brokers, relay and agents as processes, boards and people in this one."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from firmware_sim.ports import Port
from gateway.bus.addresses import Brokers
from gateway.bus.broker import BrokerEngine, broker_command, wait_until_up, write_config
from gateway.bus.client import Bus, Received, Session
from gateway.bus.nats_config import ClusterNode
from gateway.bus.topics import STATE
from gateway.clock.control_notation import parse_control
from gateway.games import registry
from gateway.lab.demo.demo_pairings import PLAYED, Pairing, TableKind, pairings
from gateway.lab.demo.equipment import Kit, make_kit
from gateway.lab.demo.players import Players
from gateway.lab.demo.supervised import SupervisedPart
from gateway.record.table_state import TableState
from gateway.relay.access.arbiters import new_key
from gateway.runtime.free_ports import any_port
from gateway.runtime.relay_client import RelayClient, RelayRefused

from . import process_faults as faults
from .bus_line import BusLine
from .fault_plan import BROKER, RELAY, FaultKind, PlannedFault
from .process_faults import FakeClock

__all__ = ["EVENT", "ChaosHall", "ChaosTable"]

EVENT = "chaos"
_HOST = "127.0.0.1"
_UP_S = 60.0
_NOBODY = 2**22 + 1
"""Above every process id that Linux gives."""
_PLAYED = (
    *(each for each in PLAYED if not registry.find(each.rules).lays_stones),
    *(
        TableKind("chess", "chess-rapid", "10m+5s", board)
        for board in ("chessnut", "pegasus", "squareoff-pro", "ichessone", "chessup", "cpp")
    ),
    TableKind("gomoku", "gomoku-standard", "15m", "cpp"),
)
"""Every board that has a double, but for Square Off's Neo, which needs a radio to be told that a game runs, and a goban
that is larger than the game."""
_OF_PROCESS = {FaultKind.KILL: faults.kill, FaultKind.FREEZE: faults.freeze, FaultKind.FULL_DISK: faults.fill_disk}
_OF_JOURNAL = {FaultKind.TORN_FILE: faults.tear_journal, FaultKind.LOST_CARD: faults.lose_journal}


@dataclass
class ChaosTable:
    """One table: who plays there, on what, and the agent beside it."""

    pairing: Pairing
    kit: Kit
    players: Players
    agent: SupervisedPart
    journal: Path


class ChaosHall:
    """The hall; `open` brings it up and takes it down."""

    def __init__(self, folder: Path, tables: int, seed: int, pace: float, engine: BrokerEngine, nodes: int) -> None:
        self.folder = folder
        self.store = folder / "relay.journal"
        self.tables: dict[str, ChaosTable] = {}
        self.brokers: dict[str, SupervisedPart] = {}
        self.relay: SupervisedPart | None = None
        self._engine = engine
        self._ports = [any_port() for _ in range(nodes)]
        self._lines: dict[str, list[BusLine]] = {}
        self._clocks: dict[str, FakeClock] = {}
        self._web_port = any_port()
        self._key = new_key()
        self._seed = seed
        self._pace = pace
        self._pairings = pairings(tables, _PLAYED)
        for name in ("logs", "boards", "journals", "clocks"):
            (folder / name).mkdir(parents=True, exist_ok=True)

    @property
    def names(self) -> list[str]:
        """The tables."""
        return [pairing.table for pairing in self._pairings]

    @property
    def _parts(self) -> list[SupervisedPart]:
        relay = [] if self.relay is None else [self.relay]
        return [*self.brokers.values(), *relay, *(table.agent for table in self.tables.values())]

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Bring everything up and keep it up; in the end the agents are stopped first, while their boards are there."""
        async with asyncio.TaskGroup() as tasks:
            running: list[asyncio.Task[None]] = []
            try:
                await self._start_brokers()
                await self._start_relay()
                for pairing in self._pairings:
                    table = await self._lay(pairing)
                    self.tables[pairing.table] = table
                    running.append(tasks.create_task(table.players.play_on()))
                running += [tasks.create_task(part.keep()) for part in self._parts]
                bus = Bus(Brokers.at(*(f"mqtt://{_HOST}:{port}" for port in self._ports)), "flagfall-chaos-screen")
                running.append(tasks.create_task(bus.run(self._watch)))
                yield
            finally:
                await asyncio.gather(*(table.agent.stop() for table in self.tables.values()))
                for part in reversed([*self.brokers.values(), *([self.relay] if self.relay else [])]):
                    await part.stop()
                for task in running:
                    task.cancel()
                for line in [line for lines in self._lines.values() for line in lines]:
                    await line.stop()

    def call_off(self) -> None:
        """The people lean back; nothing more is played."""
        for table in self.tables.values():
            table.players.call_off()

    # Faults ---------------------------------------------------------------------------------------------------------

    async def suffer(self, fault: PlannedFault) -> None:
        """Let a fault happen, last, and be over."""
        await self._begin(fault)
        try:
            await asyncio.sleep(fault.lasts_s)
        finally:
            await self._end(fault)

    async def _begin(self, fault: PlannedFault) -> None:
        match fault.kind:
            case FaultKind.KILL | FaultKind.FREEZE | FaultKind.FULL_DISK:
                _OF_PROCESS[fault.kind](self._pid(fault.target))
            case FaultKind.TORN_FILE | FaultKind.LOST_CARD:
                journal = self.store if fault.target == RELAY else self.tables[fault.target].journal
                _OF_JOURNAL[fault.kind](self._pid(fault.target), journal)
            case FaultKind.CLOCK_STEP:
                self._clocks[fault.target].step(fault.step_s)
            case FaultKind.UNPLUG:
                self._port(fault).unplug()
            case FaultKind.CUT:
                for line in self._lines[fault.target]:
                    line.cut()
            case FaultKind.HALF_OPEN:
                for line in self._lines[fault.target]:
                    line.hold()

    async def _end(self, fault: PlannedFault) -> None:
        match fault.kind:
            case FaultKind.KILL | FaultKind.TORN_FILE | FaultKind.LOST_CARD:
                pass  # whoever keeps it starts it again
            case FaultKind.FREEZE:
                faults.thaw(self._pid(fault.target))
            case FaultKind.FULL_DISK:
                faults.free_disk(self._pid(fault.target))
            case FaultKind.CLOCK_STEP:
                self._clocks[fault.target].step(0)
            case FaultKind.UNPLUG:
                await self._port(fault).plug()
            case FaultKind.CUT:
                for line in self._lines[fault.target]:
                    await line.start()
            case FaultKind.HALF_OPEN:
                for line in self._lines[fault.target]:
                    line.let_through()

    def _pid(self, target: str) -> int:
        """The process of a part as it is now; of one that is away, a number that no process has."""
        part = self.relay if target == RELAY else self.brokers.get(target) or self.tables[target].agent
        process = part.process if part is not None and part.running else None
        return _NOBODY if process is None else process.pid

    def _port(self, fault: PlannedFault) -> Port:
        """One of the cables of a table, the same when it is pulled and when it is put back."""
        ports = self.tables[fault.target].kit.ports
        return ports[int(fault.at_s * 1000) % len(ports)]

    # Bringing it up -------------------------------------------------------------------------------------------------

    async def _start_brokers(self) -> None:
        meeting = [any_port() for _ in self._ports]
        for number, port in enumerate(self._ports):
            name = f"{BROKER}-{number + 1}"
            peers = tuple(f"{_HOST}:{other}" for other in meeting if other != meeting[number])
            node = ClusterNode(name, f"{_HOST}:{meeting[number]}", peers) if peers else None
            config = write_config(self.folder / name, _HOST, port, None, self._engine, node)
            self.brokers[name] = self._part(name, broker_command(config, self._engine))
        for broker in self.brokers.values():
            await broker.start()
        for port, broker in zip(self._ports, self.brokers.values(), strict=True):
            if broker.process is not None:
                await wait_until_up(_HOST, port, broker.process)

    async def _start_relay(self) -> None:
        settings = (
            f'event = "{EVENT}"\nstore = "{self.store}"\n[broker]\nurl = {await self._line_of(RELAY)}\n'
            f'[listen]\nhost = "{_HOST}"\nport = {self._web_port}\n'
            f'[[arbiters]]\nname = "Chaos"\nrole = "chief"\nkey = "{self._key}"\n'
        )
        self.relay = self._flagfall(RELAY, RELAY, settings)
        await self.relay.start()
        async with asyncio.timeout(_UP_S):
            while True:
                with contextlib.suppress(RelayRefused):
                    await asyncio.to_thread(self._assign)
                    return
                await asyncio.sleep(0.2)

    def _assign(self) -> None:
        with RelayClient(f"http://{_HOST}:{self._web_port}/sign-in/{self._key}") as relay:
            for pairing in self._pairings:
                relay.assign(pairing.table, pairing.assignment)

    async def _lay(self, pairing: Pairing) -> ChaosTable:
        """Put board, clock and people at a table, and an agent beside it."""
        name, game = pairing.table, registry.find(pairing.rules)
        kit = make_kit(pairing.board, game, parse_control(pairing.control), self.folder / "boards" / name)
        pace = min(self._pace, pairing.fastest)
        players = Players(game, kit, f"{self._seed} {name}", pace, calm=pairing.calm)
        journal = self.folder / "journals" / f"{name}.journal"
        settings = (
            f'event = "{EVENT}"\ntable = "{name}"\njournal = "{journal}"\n'
            f"[broker]\nurl = {await self._line_of(name)}\n{kit.settings()}"
        )
        return ChaosTable(pairing, kit, players, self._flagfall(name, "table", settings), journal)

    async def _line_of(self, name: str) -> str:
        """Lines of a part to every broker; returns the setting that names them."""
        lines = self._lines[name] = [BusLine(port) for port in self._ports]
        for line in lines:
            await line.start()
        return json.dumps([f"mqtt://{_HOST}:{line.port}" for line in lines])

    def _flagfall(self, name: str, role: str, settings: str) -> SupervisedPart:
        config = self.folder / f"{name}.toml"
        config.write_text(settings, encoding="utf-8")
        config.chmod(0o600)
        clock = self._clocks[name] = FakeClock(self.folder / "clocks" / name)
        command = [sys.executable, "-m", "gateway", role, "--config", str(config)]
        return self._part(name, command, clock.environment())

    def _part(self, name: str, command: Sequence[str], environment: Mapping[str, str] | None = None) -> SupervisedPart:
        return SupervisedPart(name, command, self.folder / "logs" / f"{name}.log", lambda: None, environment)

    # What the people see --------------------------------------------------------------------------------------------

    async def _watch(self, bus: Session) -> None:
        await bus.subscribe(EVENT, STATE, self._heard)
        await bus.listen()

    def _heard(self, received: Received[TableState]) -> None:
        if (table := self.tables.get(received.address.table)) is not None:
            table.players.see(received.value)
