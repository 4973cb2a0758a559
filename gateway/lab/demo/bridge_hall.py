"""The demo's bridge hall: eight teams of eight at sixteen tables, a quick round clock, telephones that enter results.

Everything goes the way it goes in a real hall: tables say their results by the links of their tables, the other side
confirms, the director draws and publishes by the relay's API, and the clock runs at the relay. Two tables have a Pi
with two buttons beside them: real agents on simulated cables. In each round somebody says a wrong score, a table calls
the director, one is slow. What the visitor leaves, the "Demo arbiter" sees to after a while; overtime is only ever
proposed.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections.abc import Callable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
import msgspec

from gateway.clock.round_clock import RoundClock
from gateway.clock.round_plan import PhaseKind
from gateway.event.bridge.bridge_acts import (
    AcceptBoard,
    AnswerCall,
    BridgeAct,
    CloseBridgeEntries,
    ContestantEntry,
    DrawBridgeRound,
    EnterContestant,
    LoadDeals,
    OpenBridgeEvent,
    PublishBridgeRound,
    RankContestants,
)
from gateway.event.bridge.bridge_drawing import round_count
from gateway.event.bridge.bridge_entries import BridgeEntry
from gateway.event.bridge.bridge_event import BridgeEvent, BridgeTable
from gateway.event.bridge.bridge_fold import BridgeFold
from gateway.event.bridge.bridge_regulations import (
    BridgeForm,
    BridgeRegulations,
    OvertimeScale,
    OvertimeStep,
    ScaleOfEvent,
)
from gateway.model.bridge_signals import BridgeSignal
from gateway.model.instants import Instant, Millis
from gateway.model.persons import Person
from gateway.record.round_clock_message import RoundClockMessage
from gateway.tournament.bridge.deal import Deal

from .bridge_players import play_deal, random_deal
from .demo_buttons import DemoButtons
from .demo_house import EVENT, HOST, DemoHouse, run_house

__all__ = ["BridgeDemoSettings", "run_bridge_demo"]

log = logging.getLogger(__name__)

_TEAMS = ("Harbour", "Old Town", "East Gate", "Mill", "Riverside", "University", "Railway", "Castle")
_NAMES = ("Ann", "Bo", "Cleo", "Dag", "Eve", "Finn", "Gail", "Hugo", "Iris")
_BOARDS = 8
_WITH_BUTTONS = ("1o1", "1c1")
"""Tables that have a Pi with two buttons."""
_LOOK_S = 1.0
_MINE = msgspec.json.Encoder()
_ENTRIES = msgspec.json.Decoder(list[BridgeEntry])


class _Incidents(NamedTuple):
    """The incidents at a table in a round."""

    slow: bool
    """The last boards take too long."""
    calls: bool
    """The director is called on the first board."""
    wrong: bool
    """The other side says another result of the second board."""


class BridgeDemoSettings(NamedTuple):
    """The choices of whoever starts the demo."""

    seed: int
    pace: float
    """1: a board takes twenty seconds."""
    patience_s: float
    """Seconds until the demo's own arbiter sees to what nobody else has seen to."""

    @property
    def board_ms(self) -> int:
        """The time for a board."""
        return max(1000, round(20_000 / self.pace))


def run_bridge_demo(*, port: int, data: Path | None, settings: BridgeDemoSettings) -> None:
    """Run until Ctrl-C, and leave nothing behind but a folder the user named."""
    run_house(port, data, lambda folder: _BridgeDemo(folder, port, settings))


class _BridgeDemo(DemoHouse):
    def __init__(self, folder: Path, port: int, settings: BridgeDemoSettings) -> None:
        super().__init__(folder, port)
        logging.getLogger("httpx").setLevel(logging.WARNING)  # every look at the relay would be a line
        self._settings = settings
        self._chance = random.Random(settings.seed)  # noqa: S311 - a game
        self._event: BridgeEvent | None = None
        self._clock: RoundClock | None = None
        self._ahead = 0
        """Of the relay's clock before ours, in milliseconds."""
        self._links: dict[str, str] = {}
        self._deals: dict[tuple[int, int], Deal] = {}
        self._begun: set[str] = set()
        self._waits: dict[str, float] = {}
        self._looked = asyncio.Event()
        """Another one after each look at the relay."""
        self._buttons = DemoButtons(folder / "buttons", _WITH_BUTTONS)
        self._cables = contextlib.AsyncExitStack()
        self._client = httpx.AsyncClient(base_url=self._address, trust_env=False, timeout=20)

    async def _open(self, tasks: asyncio.TaskGroup) -> None:
        say = self._console.print
        await self._open_house()
        await self._buttons.plug_in(self._cables)
        for table in _WITH_BUTTONS:
            journal, broker = self._folder / f"{table}.journal", f"mqtt://{HOST}:{self._broker_port}"
            settings = self._buttons.settings(table, EVENT, broker, journal)
            self._part(table, self._flagfall("table", settings))
        for part in self._parts:
            tasks.create_task(part.keep(), name=part.name)
        await self._client.get(self._link(self._own_key))
        say("Eight teams of eight take their seats at sixteen tables ...")
        await self._open_event()
        tasks.create_task(self._direct(tasks), name="director")
        say(
            f"\n  Everyone:  {self._address}bridge\n  The clock: {self._address}clock   (for the wall, full screen)"
            f"\n  A table:   {self._links['1o1'] if '1o1' in self._links else next(iter(self._links.values()), '')}"
            f"\n  Director:  {self._sign_in}   then Bridge, Queue and Round clock\n",
            highlight=False,
            soft_wrap=True,
        )

    async def _show(self) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await self._cables.aclose()

    async def _open_event(self) -> None:
        over = Millis(self._settings.board_ms // 2)
        steps = (OvertimeStep(over, Decimal("0.5")), OvertimeStep(Millis(2 * over), Decimal(1)))
        rules = BridgeRegulations(
            title="Demo Teams",
            form=BridgeForm.EIGHTS,
            boards=_BOARDS,
            scale=ScaleOfEvent(column=4 * _BOARDS),  # four comparisons of each board
            overtime=OvertimeScale(steps=steps),
        )
        await self._act(OpenBridgeEvent(regulations=rules))
        for team in _TEAMS:
            members = tuple(Person(name=f"{name} {team}") for name in _NAMES)
            await self._act(EnterContestant(contestant=ContestantEntry(name=team, members=members)))
        for act in (CloseBridgeEntries(), self._dealt(1), DrawBridgeRound(), PublishBridgeRound()):
            await self._act(act)
        await self._look()
        await self._learn_links()
        plan = {
            "rounds": round_count(self._event) if self._event is not None else 1,
            "boards": _BOARDS,
            "board_ms": self._settings.board_ms,
            "first_extra_ms": self._settings.board_ms,
            "move_ms": self._settings.board_ms,
            "no_new_board_ms": self._settings.board_ms // 2,
        }
        await self._post("/api/round-clock/acts", {"act": {"type": "set", "plan": plan, "why": "demo"}})
        await self._post("/api/round-clock/acts", {"act": {"type": "start", "why": "all are seated"}})

    # The director ---------------------------------------------------------------------------------------------------

    async def _direct(self, tasks: asyncio.TaskGroup) -> None:
        """Look at the event for ever, let new tables play, and do what nobody else has done."""
        while True:
            try:
                await self._look()
                if self._event is not None and self._event.ranking is None:
                    self._seat(self._event, tasks)
                    for act in self._due(self._event):
                        await self._act(act)
            except httpx.HTTPError as error:  # the relay is just being started again
                log.info("The director waits: %s", error)
            await asyncio.sleep(_LOOK_S)

    def _seat(self, event: BridgeEvent, tasks: asyncio.TaskGroup) -> None:
        a_round = event.rounds[-1]
        if not a_round.published or str(a_round.number) in self._begun:
            return
        self._begun.add(str(a_round.number))
        self._dealt(a_round.number)  # the visitor may have drawn it
        slow, calling, wrong = (self._chance.choice(a_round.tables).id for _ in range(3))
        for table in a_round.tables:
            chance = random.Random(f"{self._settings.seed} {table.id}")  # noqa: S311 - a game
            does = _Incidents(table.id == slow, table.id == calling, table.id == wrong)
            tasks.create_task(self._play(a_round.number, table, does, chance), name=table.id)

    def _due(self, event: BridgeEvent) -> list[BridgeAct]:
        """What a director would do now; what the visitor could do waits for him."""
        found: list[BridgeAct] = [
            AnswerCall(n=call.n, why="Seen to by the demo.")
            for call in event.calls
            if call.answered is None and self._is_old(f"call {call.n}")
        ]
        for table, board in event.disputed():
            if self._is_old(f"two {table.id} {board}"):
                told = next(iter(table.results[board].reports.values()))
                found.append(AcceptBoard(table=table.id, board=board, outcome=told, why="The slip says so."))
        a_round = event.rounds[-1]
        if a_round.published and event.is_complete(a_round) and self._is_moving(a_round.number):
            over = event.next_round > round_count(event)
            number = event.next_round
            found += [RankContestants()] if over else [self._dealt(number), DrawBridgeRound(), PublishBridgeRound()]
        return found

    def _dealt(self, number: int) -> LoadDeals:
        """The deals of a round: the same for every match, and sealed until all have played them."""
        for board in range(1, _BOARDS + 1):
            if (number, board) not in self._deals:
                self._deals[number, board] = random_deal(self._chance)
        deals = {board: self._deals[number, board].written() for board in range(1, _BOARDS + 1)}
        return LoadDeals(round=number, deals=deals)

    def _is_old(self, what: str) -> bool:
        now = asyncio.get_running_loop().time()
        return now - self._waits.setdefault(what, now) > self._settings.patience_s

    def _is_moving(self, number: int) -> bool:
        """Whether the clock has gone on from a round."""
        if self._clock is None:
            return True
        clock, _ = self._clock.advance(self._now())
        return clock.phase.round > number or clock.phase.kind is not PhaseKind.PLAY

    # The tables -----------------------------------------------------------------------------------------------------

    async def _play(self, number: int, table: BridgeTable, does: _Incidents, chance: random.Random) -> None:
        """Play the boards of a round, one after the other, when the clock lets one."""
        await self._until(lambda: self._may_play(number))
        board_s = self._settings.board_ms / 1000
        for at, board in enumerate(table.boards):
            late = does.slow and at >= len(table.boards) - 2
            await asyncio.sleep(board_s * (chance.uniform(2.2, 2.6) if late else chance.uniform(0.6, 1.02)))
            await self._until(lambda: not self._stands())
            result = str(play_deal(self._deals[number, board], chance))
            told = "1N N -3" if does.wrong and at == 1 and result != "1N N -3" else result
            link = self._links.get(table.label, "")
            self._buttons.press(table.label, BridgeSignal.BOARD_OVER)
            if does.calls and at == 0 and not self._buttons.press(table.label, BridgeSignal.DIRECTOR):
                text = chance.choice(["A card was led out of turn.", "There was a hesitation.", "A revoke."])
                await self._say(link, "call", {"side": "NS", "board": board, "text": text})
            await self._say(link, "results", {"side": "NS", "board": board, "result": result})
            await asyncio.sleep(chance.uniform(0.3, 1.5))
            await self._say(link, "results", {"side": "EW", "board": board, "result": told})

    async def _until(self, true: Callable[[], bool]) -> None:
        """Wait for something that the clock says, looking whenever it was looked at."""
        while not true():
            await self._looked.wait()

    def _may_play(self, number: int) -> bool:
        if self._clock is None:
            return True
        clock, _ = self._clock.advance(self._now())
        if clock.is_over:  # the event is behind the clock, and plays on
            return True
        return clock.since is not None and clock.phase.kind is PhaseKind.PLAY and clock.phase.round >= number

    def _stands(self) -> bool:
        """The clock was stopped: nobody plays."""
        return self._clock is not None and self._clock.since is None and not self._clock.is_over

    def _now(self) -> Instant:
        return Instant(round(asyncio.get_running_loop().time() * 1000) + self._ahead)

    async def _say(self, link: str, what: str, body: Mapping[str, Any]) -> None:
        """As a telephone at the table; what is refused there (a director has entered it) is nobody's fault."""
        card = urlsplit(link).path.rpartition("/")[2]
        for _ in range(20):
            try:
                answer = await self._client.post(f"/api/bridge/table/{card}/{what}", json=dict(body))
            except httpx.HTTPError as error:
                log.info("A table tries again: %s", error)
            else:
                if answer.status_code not in {429, 502, 503}:
                    return
            await asyncio.sleep(1.0)

    # The relay ------------------------------------------------------------------------------------------------------

    async def _look(self) -> None:
        record = (await self._client.get("/api/bridge/record")).raise_for_status().json()["entries"]
        self._event = BridgeFold.of(_ENTRIES.decode(_MINE.encode(record))).event
        told = (await self._client.get("/api/round-clock")).raise_for_status().json()["clock"]
        clock = msgspec.convert(told, RoundClockMessage)
        self._ahead = clock.at - round(asyncio.get_running_loop().time() * 1000)
        self._clock = None
        if clock.plan is not None:
            self._clock = RoundClock(
                plan=clock.plan,
                place=clock.place,
                left_ms=clock.left_ms,
                since=clock.since,
                called=frozenset(clock.called),
            )

        self._looked.set()
        self._looked = asyncio.Event()

    async def _learn_links(self) -> None:
        found = (await self._client.get("/api/bridge/links")).raise_for_status().json()["links"]
        self._links = {each["table"]: each["address"] for each in found}

    async def _act(self, act: BridgeAct) -> None:
        await self._post("/api/bridge/acts", {"act": msgspec.to_builtins(act)})

    async def _post(self, path: str, body: Mapping[str, Any]) -> None:
        answer = await self._client.post(path, content=_MINE.encode(body), headers={"Content-Type": "application/json"})
        if answer.status_code >= httpx.codes.BAD_REQUEST:  # the visitor was quicker
            log.info("%s: %s", path, answer.text)
