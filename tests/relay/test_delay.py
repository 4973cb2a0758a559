"""Nothing is early: with a delay set, every public route is listened on from before a round to after it, with restarts.

What the public gets must be, to the byte and the header, what a relay without a delay told that much earlier. Time is
ours, so nobody waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import re
from collections import defaultdict
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.routing import iter_route_contexts
from typer.testing import CliRunner, Result
from websockets.asyncio.client import ClientConnection, connect

from gateway.cli.app import app
from gateway.event.bridge.board_results import Played
from gateway.event.bridge.bridge_acts import (
    AcceptBoard,
    BridgeAct,
    CloseBridgeEntries,
    ContestantEntry,
    DrawBridgeRound,
    EnterContestant,
    LoadDeals,
    OpenBridgeEvent,
    Penalize,
    PublishBridgeRound,
)
from gateway.event.bridge.bridge_event import ContestantId, TableId
from gateway.event.bridge.bridge_regulations import BridgeRegulations, ScaleOfEvent
from gateway.event.event_acts import (
    AcceptResult,
    CloseEntries,
    EnterPlayer,
    EventAct,
    OpenEvent,
    PairRound,
    PublishRound,
    ReportResult,
)
from gateway.event.game_scores import GameScore
from gateway.event.regulations import Regulations, System
from gateway.model.errors import SettingsError
from gateway.model.pairings import PairingId, RoundNumber
from gateway.model.persons import Person, named
from gateway.record.visibility import Audience
from gateway.referee.assignment import Assignment
from gateway.runtime.relay_pushes import run_pushes
from gateway.runtime.settings import LiveChessSection, RelaySettings
from gateway.runtime.store_section import StoreSection
from tests.ports import free_port

from .conftest import ARBITER, JUNIOR, Relay, eventually, run_relay
from .fakes import Broker, FakeTable
from .late_round import START, Clock, Round
from .played_tournaments import do_acts
from .public_addresses import CLOSED, STILL, Answers, ask_everything, closed_routes, still_routes

STEP_MS = 1000
LATE_STEPS = 3
DELAY_MS = LATE_STEPS * STEP_MS

ANNOUNCED = (3, 8)
"""The steps in which a pairing is announced."""
SOCKETS = {"/ws", "/ws/play/{link}"}
"""`/ws` is listened on below; a player's own page shows his own table as it is."""


_REGULATIONS = Regulations(title="Open", system=System.DUTCH, rounds=3, tie_breaks=("BH", "SB"))
_WON = GameScore.parse("1-0")
ACTS: dict[int, list[EventAct]] = defaultdict(
    list,
    {
        0: [OpenEvent(regulations=_REGULATIONS)],
        1: [EnterPlayer(person=Person(name)) for name in ("Ann", "Bo", "Cy", "Di")],
        2: [CloseEntries()],
        3: [PairRound()],
        4: [PublishRound()],
        5: [ReportResult(pairing=PairingId("1.1"), score=_WON, source="phone white")],
        6: [ReportResult(pairing=PairingId("1.1"), score=_WON, source="phone black")],
        7: [AcceptResult(pairing=PairingId("1.1"))],
        8: [AcceptResult(pairing=PairingId("1.2"), score=GameScore.parse("0-1"))],
        9: [PairRound(), PublishRound()],
    },
)
"""What is done to the tournament in each step."""
_PLAYED = Played("4S N =")
_DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
BRIDGE_ACTS: dict[int, list[BridgeAct]] = defaultdict(
    list,
    {
        0: [OpenBridgeEvent(regulations=BridgeRegulations(title="Teams", boards=1, scale=ScaleOfEvent(column=8)))],
        1: [
            EnterContestant(
                contestant=ContestantEntry(name=name, members=tuple(Person(f"{name}{each}") for each in range(4)))
            )
            for name in "ABCD"
        ],
        2: [CloseBridgeEntries()],
        3: [DrawBridgeRound()],
        4: [PublishBridgeRound(), LoadDeals(round=1, deals={1: _DEAL})],
        5: [AcceptBoard(table=TableId("1.1o"), board=1, outcome=_PLAYED)],
        6: [AcceptBoard(table=TableId("1.1c"), board=1, outcome=Played("4S N -1"))],
        7: [AcceptBoard(table=TableId(f"1.2{room}"), board=1, outcome=_PLAYED) for room in "oc"],
        8: [DrawBridgeRound(), PublishBridgeRound()],
        9: [Penalize(contestant=ContestantId("c1"), round=1, points=Decimal(1), why="late")],
    },
)
"""What is done to the bridge event in each step."""
RESULT_PAGES = ("/tournament/rounds/1", "/embed/tournament/rounds/1", "/api/tournament", "/api/tournament/rounds/1.csv")


class Listener:
    """A browser on the WebSocket that remembers all it was sent."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.texts: list[str] = []

    async def until_now(self, now: int) -> None:
        """Hear everything up to a sign of life of this instant."""
        async with asyncio.timeout(30):
            while True:
                text = await self.connection.recv()
                assert isinstance(text, str)
                self.texts.append(text)
                message = json.loads(text)
                if message["type"] == "time" and message["now"] == now:
                    return


class StreamListener:
    """A program on `/api/events` that remembers all it was sent."""

    def __init__(self) -> None:
        self.heard = ""
        self.more = asyncio.Event()

    async def read(self, answer: httpx.Response) -> None:
        with contextlib.suppress(httpx.ReadError):  # a relay that is switched off
            async for text in answer.aiter_text():
                self.heard += text
                self.more.set()

    async def until(self, instant: int) -> str:
        """All that was sent, once this instant is in it."""
        async with asyncio.timeout(30):
            while str(instant) not in self.heard:
                self.more.clear()
                await self.more.wait()
        heard, self.heard = self.heard, ""
        return heard


@contextlib.asynccontextmanager
async def streaming(relay: Relay) -> AsyncIterator[StreamListener]:
    listener = StreamListener()
    async with relay.client() as client, client.stream("GET", "/api/events") as answer:
        reading = asyncio.create_task(listener.read(answer))
        yield listener
        reading.cancel()
        await asyncio.wait([reading])


class BoardsListener:
    """A program on LiveChess's API that follows the table of chess, and asks for all that there is."""

    def __init__(self, port: int, socket: ClientConnection) -> None:
        self._api = f"http://127.0.0.1:{port}/api/v1.0"
        self._socket = socket
        self.heard = ""

    async def read(self) -> None:
        async for text in self._socket:
            self.heard += str(text)
            if '"error"' in str(text):  # the table has not been shown yet
                await asyncio.sleep(0.01)
                await self.subscribe()

    async def subscribe(self) -> None:
        param = {"feed": "eboardevent", "id": 1, "param": {"serialnr": "t2"}}
        await self._socket.send(json.dumps({"id": 1, "call": "subscribe", "param": param}))

    async def ask(self) -> list[Any]:
        """The boards, the tournament, its round, its games."""
        async with httpx.AsyncClient(trust_env=False) as client:

            async def get(path: str) -> Any:
                return (await client.get(f"{self._api}/{path}")).json()

            found = [await get("eboards"), await get("tournaments")]
            for each in found[1]:
                found += [await get(f"tournament/{each['uuid']}"), await get(f"round/{each['uuid']}/0")]
                found += [await get(f"game/{pairing['uuid']}") for pairing in found[-1]["pairings"]]
        return found

    async def until(self, fits: Callable[[list[Any]], bool]) -> list[Any]:
        """What is answered, once it fits: boards follow their hall in a moment of their own."""
        async with asyncio.timeout(30):
            while not fits(found := await self.ask()):  # noqa: ASYNC110 - it offers no event to wait for
                await asyncio.sleep(0.005)
        return found


async def _connected(address: str) -> ClientConnection:
    """A connection as soon as somebody listens there."""
    async with asyncio.timeout(30):
        while True:
            try:
                return await connect(address, proxy=None, close_timeout=0.5)
            except OSError:
                await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def boards_of(relay: Relay, folder: Path) -> AsyncIterator[BoardsListener]:
    """LiveChess's API as the relay serves it."""
    port = free_port()
    settings = RelaySettings(
        event=relay.hall.event, store=StoreSection(file=folder / "pushes"), livechess=LiveChessSection(port=port)
    )
    serving = asyncio.create_task(run_pushes(settings, relay.public, relay.hall))
    socket = await _connected(f"ws://127.0.0.1:{port}/api/v1.0")
    listener = BoardsListener(port, socket)
    reading = asyncio.create_task(listener.read())
    yield listener
    await socket.close()
    for task in (reading, serving):
        task.cancel()
    await asyncio.wait([reading, serving])


@contextlib.asynccontextmanager
async def listening(relay: Relay, query: str, cookie: str = "") -> AsyncIterator[Listener]:
    address = f"{relay.url.replace('http', 'ws')}/ws{query}"
    headers = {"Cookie": cookie} if cookie else {}
    async with connect(address, additional_headers=headers, compression=None, proxy=None, close_timeout=0.5) as socket:
        yield Listener(socket)


@pytest.mark.long
@pytest.mark.parametrize("seed", [1, 2])
async def test_nothing_is_early_on_any_public_route(broker: Broker, event: str, tmp_path: Path, seed: int) -> None:
    dice, clock = random.Random(seed), Clock()
    steps = 14
    restarts = set(dice.sample(range(2, steps), 3))
    before: list[Answers] = []
    boards: list[list[Any]] = []
    async with contextlib.AsyncExitStack() as stack:
        tables = [
            await stack.enter_async_context(FakeTable(broker.url, event, f"t{n}", now=clock).running())
            for n in (1, 2, 3)
        ]
        played = Round(tables, dice, clock)
        prompt = await stack.enter_async_context(
            run_relay(broker.url, event, tmp_path / "prompt", clock, name="prompt")
        )
        prompt_boards = await stack.enter_async_context(boards_of(prompt, tmp_path))
        relays = await stack.enter_async_context(contextlib.aclosing(_relays(broker, event, tmp_path, clock)))
        relay, sockets, stream, late_boards = await relays.__anext__()
        for number in range(steps):
            clock.now += STEP_MS
            if number in restarts:
                relay, sockets, stream, late_boards = await relays.__anext__()
            await played.step(number)
            for each in (prompt, relay):
                await do_acts(each, ACTS[number])
                for act in BRIDGE_ACTS[number]:
                    await each.hall.bridge_record.act(act, "Ada")
            if number in ANNOUNCED:
                await _announce(prompt, relay, f"Cy {number}")
            for each in (prompt, relay):
                await eventually(lambda each=each, number=number: played.is_heard(each, number))  # type: ignore[misc]
            before.append(await ask_everything(prompt.app))
            boards.append(await prompt_boards.until(played.is_on_board))
            if number == 0:
                await _set_delay(relay)
            await relay.halls.advance()
            seen = await ask_everything(relay.app)
            shown = max(0, number - LATE_STEPS)
            for address, answer in seen.items():
                assert answer == before[shown][address], f"{address} in step {number}"
            await late_boards.until(lambda found, shown=shown: found == boards[shown])  # type: ignore[misc]
            await _hear(relay, sockets, stream, first_hidden=shown + 1)
            hidden = [START + STEP_MS * (step + 1) for step in range(shown + 1, 20)]
            assert not [instant for instant in hidden if str(instant) in late_boards.heard]
    assert (closed_routes(relay.app, before), still_routes(relay.app, before)) == (CLOSED, STILL)
    shown_at = [next(step for step in range(steps) if "1-0" in before[step][where][2]) for where in RESULT_PAGES]
    assert shown_at == [7] * len(RESULT_PAGES)  # once it is confirmed, not when it is told
    listed = [next(step for step in range(steps) if f"Cy {n}" in before[step]["/api/rounds/1"][2]) for n in ANNOUNCED]
    assert listed == list(ANNOUNCED)  # known at once, and with the delay by the test above


async def _announce(prompt: Relay, relay: Relay, white: str) -> None:
    """A pairing is assigned that no table sets up for now; both relays hear of it on the bus."""
    pairing = Assignment(
        rules="draughts-international",
        rulebook="draughts-rapid",
        control="5m+3s",
        players=named(white, "Di"),
        round=RoundNumber(1),
    )
    kept, _ = await prompt.hall.assignments.assign("t2", pairing, 0)
    await eventually(lambda: relay.hall.assignments.find("t2") == kept)


async def _set_delay(relay: Relay) -> None:
    async with relay.client(arbiter=True) as client:
        answer = await client.patch("/api/delays", json={"public": DELAY_MS})
        assert answer.json()["audiences"]["public"]["delay"] == DELAY_MS


async def _relays(
    broker: Broker, event: str, folder: Path, clock: Clock
) -> AsyncGenerator[tuple[Relay, list[Listener], StreamListener, BoardsListener], None]:
    """A relay, and another one with the same store each time; with listeners on its WebSocket, its stream and its
    boards."""
    while True:
        running = run_relay(broker.url, event, folder / "relay", clock, computer=clock.computer)
        async with running as relay:
            cookie = await relay.cookie()
            async with (
                listening(relay, "") as public,
                listening(relay, "?sees=public", cookie) as arbiter,
                listening(relay, "?v=2&summaries=1") as changes,
                streaming(relay) as stream,
                boards_of(relay, folder) as boards,
            ):
                await boards.subscribe()
                yield relay, [public, arbiter, changes], stream, boards


async def _hear(relay: Relay, sockets: list[Listener], stream: StreamListener, first_hidden: int) -> None:
    """Listen on what was sent: none of it bears an instant that is not shown yet."""
    relay.public.show_time()
    if first_hidden > 1:
        heard = await stream.until(START + STEP_MS * first_hidden)
        assert not [step for step in range(first_hidden, 20) if str(START + STEP_MS * (step + 1)) in heard]
    for socket in sockets:
        await socket.until_now(relay.public.now())
        heard = "".join(socket.texts)
        hidden = [START + STEP_MS * (step + 1) for step in range(first_hidden, 20)]
        assert not [instant for instant in hidden if str(instant) in heard]
        if first_hidden > 1:
            assert str(START + STEP_MS * first_hidden) in heard
        socket.texts.clear()


async def test_every_socket_is_known(relay: Relay) -> None:
    assert {route.path for route in iter_route_contexts(relay.app.routes) if route.methods is None} == SOCKETS


async def test_arbiters_see_the_present_and_players_their_own_table(broker: Broker, event: str, tmp_path: Path) -> None:
    clock = Clock()
    running = run_relay(broker.url, event, tmp_path / "relay", clock, computer=clock.computer)
    async with contextlib.AsyncExitStack() as stack:
        relay = await stack.enter_async_context(running)
        await _set_delay(relay)
        clock.now += STEP_MS
        table = await stack.enter_async_context(FakeTable(broker.url, event, "t1", now=clock).running())
        await table.state(ply=5)
        await eventually(lambda: relay.hall.tables and relay.hall.tables[0].state is not None)
        async with relay.client(arbiter=True) as arbiter, relay.client() as public:
            assert (await arbiter.get("/api/tables/t1")).json()["state"]["ply"] == 5
            assert (await arbiter.get("/api/tables/t1?sees=screens")).status_code == 200
            assert (await arbiter.get("/api/tables/t1?sees=public")).status_code == 404
            for query in ("", "?sees=screens", "?sees=arbiters"):
                assert (await public.get(f"/api/tables/t1{query}")).status_code == 404
            sheet = (await arbiter.get("/print/players?table=t1")).text
            link = re.search(r"/play/(t1\.[wb]\.[0-9a-f]{32})", sheet)
            assert link is not None
            assert (await public.get(f"/api/play/{link[1]}")).json()["state"]["game"] == 1
            told: dict[str, Any] = (await public.get("/api/tables")).json()
            assert (told["tables"], told["now"], told["behind"]) == ([], START, STEP_MS)
            assert relay.halls.of(Audience.SCREENS).find("t1").held == 0


async def test_the_delay_is_set_from_the_command_line_and_is_in_the_audit(relay: Relay) -> None:
    def run(*words: str) -> Result:
        return CliRunner().invoke(app, ["delay", *words, "--relay", f"{relay.url}/sign-in/{ARBITER.key}"])

    shown = await asyncio.to_thread(run)
    assert shown.output.splitlines() == ["public: no delay", "screens: no delay"]
    done = await asyncio.to_thread(run, "--public", "15m", "--screens", "90s")
    assert [line.partition(" (")[0] for line in done.output.splitlines()] == ["public: 15m", "screens: 1m30s"]
    assert relay.public.still
    for wrong in ("soon", "7h"):
        refused = await asyncio.to_thread(run, "--public", wrong)
        assert isinstance(refused.exception, SettingsError)
    await asyncio.to_thread(run, "--public", "0")
    assert (relay.public.behind, relay.public.still) == (0, False)
    async with relay.client(arbiter=True) as chief, relay.client(arbiter=JUNIOR) as junior:
        lines = [line for line in (await chief.get("/api/audit")).json()["lines"] if line["kind"] == "delayed"]
        assert [(line["about"], line.get("delay", 0)) for line in lines] == [
            ("public", 0),
            ("screens", 90_000),
            ("public", 900_000),
        ]
        assert (await junior.patch("/api/delays", json={"public": 1})).status_code == 403
        assert (await junior.get("/api/delays")).json()["audiences"]["screens"]["delay"] == 90_000
        for body in ({"public": -1}, {"public": 10**9}, {"public": "15m"}, {"players": 1}):
            assert (await chief.patch("/api/delays", json=body)).status_code == 422
