"""A whole event in a simulated hall of real processes: entries from a CSV file, rounds that are assigned to tables,
played on boards by hand, reported by the tables and confirmed by arbiters, until the ranking is fixed.

    make event ARGS="--tables 16 --rounds 5"

Somebody withdraws, a result is corrected, to one game nobody comes; a table and the relay are killed while people play.
What comes out is compared with what the hands did, and with what other programs make of the report file.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import csv
import json
import random
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gateway.bus.client import Bus, Received, Session
from gateway.bus.topics import COMMANDS, STATE, Address
from gateway.event.event import Event
from gateway.event.event_acts import AcceptResult, EventAct, PairRound, PublishRound, Rank, WithdrawPlayer
from gateway.event.event_fold import EventFold
from gateway.event.game_scores import GameScore
from gateway.lab.chaos.verdict import count_lines
from gateway.model.instants import Instant
from gateway.model.pairings import PairingId
from gateway.record.commands import ActCommand, Command
from gateway.record.table_state import Status, TableState
from gateway.referee.acts import Act, Decide, StartRound
from gateway.referee.rulings import CaseKind, Choice
from gateway.runtime.relay_client import RelayClient, RelayRefused

from .hall import HOST, KEY, PATIENCE_S, Hall, request
from .scripted_tables import CONTROL, Ending, ScriptedTable

__all__ = ["EventPlan", "PlayedEvent", "play_event"]

CLERK_KEY = "another-key-for-tests-only"
TIE_BREAKS = ("BH/C1", "BH", "SB", "WIN")
_GRACE_MS = 2000
_UNTIL_START_MS = 4000
_WHY = "Both score sheets have a draw."


class EventPlan(NamedTuple):
    """What the event is, and what goes wrong in it."""

    tables: int
    players: int
    rounds: int
    seed: int = 1
    nobody_comes_in: int = 2
    """The round in which nobody comes to the last table."""
    withdraws_after: int = 2
    """The round after which somebody withdraws."""
    kills_in: int = 3
    """The round in which a table and the relay are killed."""


class PlayedEvent(NamedTuple):
    """What came of it."""

    plan: EventPlan
    event: Event
    report: str
    """The report file (TRF26)."""
    by_hand: dict[str, str]
    """What the hands have done, by pairing."""
    corrected: str
    """The pairing whose result was corrected to a draw."""
    withdrawn: int
    standings: list[dict[str, Any]]
    """As the relay serves them."""
    journals: dict[str, tuple[int, int]]
    """How many lines each table has written, and how many of them the relay has."""
    printed: str
    """The handbooks' form of the standings, for print."""


@contextlib.asynccontextmanager
async def _running(*jobs: Any) -> AsyncIterator[None]:
    """Jobs that run while the block lasts."""
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        yield
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class _EventHall:
    """The hall, its people, and those who run the event."""

    def __init__(self, folder: Path, plan: EventPlan) -> None:
        self.plan = plan
        self.folder = folder
        self.hall = Hall(folder, f'[[arbiters]]\nname = "Rita"\nrole = "clerk"\nkey = "{CLERK_KEY}"')
        self.names = [f"t{number}" for number in range(1, plan.tables + 1)]
        self.tables = {
            name: ScriptedTable(name, folder, "chesslink" if name == self.names[-1] else "dgt", self._ending, self._ask)
            for name in self.names
        }
        self._session: Session | None = None
        self._decided: set[tuple[str, int, int]] = set()

    @property
    def _last_table(self) -> str:
        return self.names[-1]

    def link(self, key: str = KEY) -> str:
        return f"{self.hall.address}/sign-in/{key}"

    def _ending(self, pairing: str) -> Ending:
        """How a game ends: by chance, but the same chance for the same pairing."""
        round_number, _, board = pairing.partition(".")
        if int(round_number) == self.plan.nobody_comes_in and int(board) == self.plan.tables:
            return Ending.NOBODY_COMES
        played = [ending for ending in Ending if ending is not Ending.NOBODY_COMES]
        weights = [0 if each is Ending.KINGS_IN_THE_CENTRE and int(board) % 3 else 1 for each in played]
        return random.Random(f"{self.plan.seed} {pairing}").choices(played, weights)[0]

    # The bus --------------------------------------------------------------------------------------------------------

    async def _listen(self, session: Session) -> None:
        self._session = session
        await session.subscribe("test", STATE, self._hear)
        await session.listen()

    def _hear(self, received: Received[TableState]) -> None:
        if (table := self.tables.get(received.address.table)) is not None:
            table.screen.show(received.value)

    async def _ask(self, table: str, asked: ActCommand) -> None:
        assert self._session is not None
        await self._session.publish(Address("test", table), COMMANDS, Command(uuid.uuid4().hex, asked))

    # Those who run it -----------------------------------------------------------------------------------------------

    async def _flagfall(self, *words: str) -> str:
        """Run `flagfall` as an organiser does; what it prints."""
        command = [sys.executable, "-m", "gateway", words[0], "--relay", self.link(), *words[1:]]
        process = await asyncio.create_subprocess_exec(
            *command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        said, _ = await process.communicate()
        assert process.returncode == 0, said.decode()
        return said.decode()

    async def do(self, *acts: EventAct, key: str = KEY) -> None:
        """Do acts through the relay."""
        await asyncio.to_thread(self._do, acts, key)

    def _do(self, acts: Sequence[EventAct], key: str) -> None:
        with RelayClient(self.link(key)) as relay:
            for act in acts:
                relay.tournament_act(act)

    async def event(self) -> Event:
        """The event as the relay has it."""
        found = EventFold.of(await asyncio.to_thread(self._record)).event
        assert found is not None
        return found

    def _record(self) -> Any:
        with RelayClient(self.link()) as relay:
            return relay.tournament_record()

    async def referee(self) -> None:
        """An arbiter walks through the hall: he decides what waits for him, and starts what has not begun."""
        while True:
            await asyncio.sleep(0.2)
            for name, table in self.tables.items():
                state = table.screen.state
                if state is None or state.arbiters is None:
                    continue
                for case in state.arbiters.cases:
                    choice = Choice.FORFEIT if case.kind is CaseKind.ABSENCE else Choice(case.choices[0])
                    decide = Decide(case=case.id, choice=choice, charge=case.article, why="as it is")
                    await self._carry_out(name, (state.game, case.id), decide)
                attendance = state.attendance
                if state.status is Status.READY and attendance and not attendance.start and not attendance.begun:
                    await self._carry_out(name, (state.game, -1), StartRound(why="it is time"))

    async def _carry_out(self, table: str, matter: tuple[int, int], act: Act) -> None:
        if (table, *matter) in self._decided:
            return
        with contextlib.suppress(RelayRefused):  # the relay may just be away: he comes again
            await asyncio.to_thread(self._act, table, act)
            self._decided.add((table, *matter))

    def _act(self, table: str, act: Act) -> None:
        with RelayClient(self.link()) as relay:
            relay.act(table, act)

    # The event ------------------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """The tables, and the event until its numbers are given."""
        for name in self.names:
            await self._start_agent(name)
        entries = self.folder / "entries.csv"
        with entries.open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(["name", "rating", "federation", "club"])
            chance = random.Random(self.plan.seed)
            for number in range(self.plan.players):
                rows.writerow([f"Player {number + 1:03}", 2500 - 7 * number, chance.choice(["NED", "CHN"]), ""])
        regulations = self.folder / "regulations.json"
        attended = {"options": {"attendance": True, "grace_ms": _GRACE_MS}}
        wanted = {
            "title": "Simulated Open", "system": "dutch", "rounds": self.plan.rounds, "control": CONTROL,
            "tie_breaks": TIE_BREAKS, "tables": self.names, "at_tables": {self._last_table: attended},
        }  # fmt: skip
        regulations.write_text(json.dumps(wanted), encoding="utf-8")
        await self._flagfall("tournament", "open", "-", "--regulations", str(regulations))
        await self._flagfall("tournament", "enter", str(entries))
        await self._flagfall("tournament", "close")

    async def _start_agent(self, name: str) -> None:
        board, *buttons = (port.url for port in self.tables[name].kit.ports)
        await self.hall.start_table(
            name, board, self.tables[name].kit.driver, buttons=buttons[0] if buttons else "", game=""
        )

    async def play_round(self, number: int) -> None:
        """Pair, publish, wait for the results, and confirm them."""
        start = Instant(time.time_ns() // 1_000_000 + _UNTIL_START_MS)
        await self.do(PairRound(), PublishRound(start=start))
        if number == self.plan.kills_in:
            await self._pull_plugs()
        async with asyncio.timeout(4 * PATIENCE_S):
            while True:
                event = await self.event()
                waiting = [game for game in event.rounds[-1].games if event.counted(game) is None]
                if not waiting:
                    return
                told = [AcceptResult(pairing=game.id) for game in waiting if game.reported is not None]
                await self.do(*told, key=CLERK_KEY)
                await asyncio.sleep(0.5)

    async def _pull_plugs(self) -> None:
        """Kill a table's agent and the relay while games are under way, and start them again."""
        name = self.names[0]
        screen = self.tables[name].screen
        await screen.until(lambda state: state.round == self.plan.kills_in and state.ply > 0)
        await self.hall.kill(name)
        await self.hall.kill("relay")
        await asyncio.sleep(0.5)
        await asyncio.gather(self._start_agent(name), self.hall.start_relay())

    async def run(self) -> PlayedEvent:
        """All of it."""
        plan, corrected, withdrawn = self.plan, PairingId(""), 0
        await self.open()
        for number in range(1, plan.rounds + 1):
            await self.play_round(number)
            event = await self.event()
            if number == 1:
                game = next(game for game in event.rounds[0].games if str(game.accepted) == "1-0")
                corrected = game.id
                await self.do(AcceptResult(pairing=corrected, score=GameScore.parse("1/2"), why=_WHY))
            if number == plan.withdraws_after:
                withdrawn = plan.players // 2
                await self.do(WithdrawPlayer(player=event.order[withdrawn - 1], why="ill"))
        await self.do(Rank())
        await self._flagfall("tournament", "export", str(self.folder / "event.trf"))
        async with asyncio.timeout(PATIENCE_S):
            while any(mine != theirs for mine, theirs in self._lines().values()):  # noqa: ASYNC110 - files have no bell
                await asyncio.sleep(0.1)
        await self._flagfall("forms", "swiss-standings", "--output", str(self.folder / "standings.html"))
        _, _, body = await request(self.hall, "GET", "/api/tournament/standings")
        return PlayedEvent(
            plan=plan,
            event=await self.event(),
            report=(self.folder / "event.trf").read_text(encoding="utf-8"),
            by_hand={pairing: slip for table in self.tables.values() for pairing, slip in table.ended.items()},
            corrected=corrected,
            withdrawn=withdrawn,
            standings=json.loads(body)["rows"],
            journals=self._lines(),
            printed=(self.folder / "standings.html").read_text(encoding="utf-8"),
        )

    def _lines(self) -> dict[str, tuple[int, int]]:
        store = self.folder / "relay.journal"
        return {
            name: (count_lines(self.folder / f"{name}.journal"), count_lines(store, f"test/{name}"))
            for name in self.names
        }


async def play_event(folder: Path, plan: EventPlan) -> PlayedEvent:
    """Play an event; raises where something does not come about."""
    trial = _EventHall(folder, plan)
    async with trial.hall:
        bus = Bus(f"mqtt://{HOST}:{trial.hall.broker_port}", "whole-event")
        tables = (table.run() for table in trial.tables.values())
        async with _running(bus.run(trial._listen), trial.referee(), *tables):
            return await trial.run()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=16)
    parser.add_argument("--players", type=int, help="by default one more than there are seats")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--data", type=Path, help="keep journals and logs in this folder")
    asked = parser.parse_args()
    plan = EventPlan(asked.tables, asked.players or 2 * asked.tables + 1, asked.rounds, asked.seed)
    from .event_verdict import faults  # which reads what is played here

    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="flagfall-event-") as folder:
        played = asyncio.run(play_event(asked.data or Path(folder), plan))
    print(played.report)
    print(f"{len(played.by_hand)} games by {plan.players} players in {time.monotonic() - began:.0f} s")
    found = list(faults(played))
    print("\n".join(found) or "Everything is as the hands and the rules have it.")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
