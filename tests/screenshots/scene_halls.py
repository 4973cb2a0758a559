"""Halls to take pictures in: tables in every state, a table for each game, one before a round, an event of rounds."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from functools import partial
from pathlib import Path

from gateway.model.instants import Instant, Millis
from gateway.model.pairings import RoundNumber
from gateway.model.persons import named
from gateway.model.sides import BySide, Side
from gateway.referee.acts import Arrive
from gateway.referee.assignment import Assignment
from gateway.referee.options import Options
from tests.relay.bridge_events import begin_bridge, bridge_act, bridge_links, say_board
from tests.relay.conftest import Relay, eventually, run_relay
from tests.relay.event_tables import event_tables
from tests.relay.fakes import Broker, wall
from tests.relay.gallery import PLAYERS, GalleryTable, crowd, make_tables
from tests.relay.judged import JudgedTable
from tests.relay.played_tournaments import play_cup, play_swiss, play_teams
from tests.relay.test_player_cards import cards_of
from tests.relay.test_tournament import REGULATIONS, do
from tests.table.virtual import VirtualTable, setup

__all__ = ["SceneHall", "open_hall"]

_EIGHT = 8
_GAMES = (("chess", 30), ("draughts-russian", 18), ("gomoku", 24), ("draughts-international", 30))
_EVENT_GAMES = ("draughts-international", "chess", "draughts-international", "gomoku")
_ROUND = 12


class SceneHall:
    """A hall that runs, and the address of a player's page in it."""

    def __init__(self, relay: Relay, player: str = "") -> None:
        self.relay = relay
        self.player = player


@contextlib.asynccontextmanager
async def open_hall(kind: str, broker: Broker, folder: Path) -> AsyncIterator[SceneHall]:
    """The hall of this kind: a number of tables, `games`, `round`, `event`, or one of `_WITHOUT_TABLES`."""
    event = f"open-{kind}"
    async with contextlib.AsyncExitStack() as stack:
        relay = await stack.enter_async_context(run_relay(broker.url, event, folder / f"{kind}.journal"))
        if kind == "round":
            yield await _before_a_round(stack, broker, event, relay)
            return
        if kind == "event":
            rounds = await stack.enter_async_context(event_tables(broker.url, event, _EIGHT, _EVENT_GAMES))
            await eventually(lambda: all(relay.held(each.address.table) == len(each.lines) for each in rounds), 60)
            await _tell_more(relay)
            yield SceneHall(relay)
            return
        if kind in _WITHOUT_TABLES:
            player = await _WITHOUT_TABLES[kind](relay)
            yield SceneHall(relay, player if isinstance(player, str) else "")
            return
        many = 0
        if kind == "games":
            tables = [
                GalleryTable(broker.url, event, n, plies=plies, rules=rules)
                for n, (rules, plies) in enumerate(_GAMES, 1)
            ]
        else:
            tables, many = make_tables(broker.url, event)[:_EIGHT], int(kind) - _EIGHT
        for table in tables:
            await stack.enter_async_context(table.running())
            await table.tell()
        if many:
            more = await stack.enter_async_context(GalleryTable(broker.url, event, 100, plies=30).running())
            await crowd(more, many)
        expected = len(tables) + many
        await eventually(lambda: len(relay.hall.tables) >= expected, 60)
        for table in tables:
            await eventually(partial(_is_held, relay, table), 60)
        yield SceneHall(relay)


async def _tell_more(relay: Relay) -> None:
    """The event has a name, pairings that are still to come, and others to whom it is sent."""
    relay.hall.named = "Spring Open 2026"
    for number, (white, black) in enumerate(PLAYERS[:3], 9):
        coming = Assignment(
            rules="chess", rulebook="chess-rapid", control="15m+5s", players=named(white, black), round=RoundNumber(2)
        )
        await relay.hall.assignments.assign(f"t{number}", coming, 0)
    reports = relay.hall.push_reports
    lichess, _ = reports.open("lichess", "https://lichess.org/…/aBcDeFgH")
    lichess.games, lichess.last_ok = 8, wall()
    busy, _ = reports.open("lichess", "https://lichess.org/…/iJkLmNoP")
    busy.games, busy.ok, busy.waiting, busy.trouble = 8, False, 1, "Lichess has not taken every game"
    busy.errors = {"open/2.t3": "Cannot parse moves: 14. Qxh9"}
    parked, _ = reports.open("webhook", "hooks.example.org")
    parked.ok, parked.parked, parked.waiting, parked.trouble = False, True, 42, "hooks.example.org answered 404"


async def _hold_a_tournament(relay: Relay) -> None:
    """Ten players in their second round: some results are confirmed, one waits, and of one two were told."""
    names = [name for pair in PLAYERS[:5] for name in pair]
    people = [{"name": name, "rating": 2200 - 25 * n, "club": f"Club {n % 3 + 1}"} for n, name in enumerate(names)]
    regulations = {"title": "Spring Open 2026", "rounds": 5, "system": "dutch", "tie_breaks": ["BH/C1", "BH", "SB"]}
    white, black, draw = ({"white": a, "black": b} for a, b in ("10", "01", "=="))
    async with relay.client(arbiter=True) as chief:
        await do(chief, {"type": "open_event", "regulations": REGULATIONS | regulations})
        await do(chief, *({"type": "enter_player", "person": person} for person in people))
        await do(chief, {"type": "close_entries"}, {"type": "pair_round"}, {"type": "publish_round"})
        scores = (white, draw, black, white, draw)
        await do(chief, *(_accepted(f"1.{n}", score) for n, score in enumerate(scores, 1)))
        await do(chief, {"type": "pair_round"}, {"type": "publish_round"}, _accepted("2.1", draw))
        told = (("2.2", white, "table t2"), ("2.3", white, "table t3"), ("2.3", draw, "phone black"))
        for pairing, score, source in told:
            await do(chief, {"type": "report_result", "pairing": pairing, "score": score, "source": source})


def _accepted(pairing: str, score: dict[str, str]) -> dict[str, object]:
    return {"type": "accept_result", "pairing": pairing, "score": score}


def _is_held(relay: Relay, table: GalleryTable) -> bool:
    return relay.held(table.address.table) == len(table.lines)


async def _before_a_round(stack: contextlib.AsyncExitStack, broker: Broker, event: str, relay: Relay) -> SceneHall:
    for number in range(1, _ROUND + 1):
        real = _expecting(number)
        table = await stack.enter_async_context(JudgedTable(broker.url, event, real, f"t{number}").running())
        await table.tell()
    await eventually(lambda: len(relay.hall.tables) == _ROUND, 60)
    links = await cards_of(relay)
    return SceneHall(relay, f"/play/{links[Side.WHITE]}")


def _expecting(number: int) -> VirtualTable:
    """A table a few minutes before the round: some boards are not set up, one clock is wrong, some players are late."""
    now = wall()
    settings = setup(
        "15m+5s",
        table=f"t{number}",
        rulebook="draughts-rapid",
        players=named(*PLAYERS[(number - 1) % len(PLAYERS)]),
        start=Instant(now + 180_000),
        options=Options(attendance=True, grace_ms=Millis(900_000)),
    )
    table = VirtualTable(settings)
    table.at = Instant(now - 5_000)
    table.seconds = BySide(300 if number == 3 else 905, 905)
    if number in {4, 9}:
        table.cells = table.cells.replace("M", ".", 3)
    table.connect()
    table.wait(3000)
    if number not in {4, 9, 7}:
        table.act(Arrive(side=Side.WHITE), "a")
        if number != 5:
            table.act(Arrive(side=Side.BLACK), "b")
    return table


async def _nothing(_: Relay) -> None:
    """Nothing has been opened or heard of yet."""


async def _run_a_clock(relay: Relay) -> None:
    """The first round of seven is being played."""
    plan = {"rounds": 7, "boards": 8, "first_extra_ms": 300_000, "breaks": {"3": 1_200_000}}
    async with relay.client(arbiter=True) as chief:
        for act in ({"type": "set", "plan": plan}, {"type": "start"}, {"type": "add", "ms": -1_900_000}):
            await chief.post("/api/round-clock/acts", json={"act": act})


async def _play_bridge(relay: Relay) -> str:
    """Two rounds of four teams: one is over, in the other two sides disagree and a table calls."""
    async with relay.client(arbiter=True) as chief, relay.client() as phone:
        await begin_bridge(chief, boards=4, pace={"board_ms": 450_000, "first_extra_ms": 300_000})
        plan = (await chief.get("/api/bridge")).json()["clock_plan"]
        for act in ({"type": "set", "plan": plan}, {"type": "start"}):
            await chief.post("/api/round-clock/acts", json={"act": act})
        deal = "N:AK43.QJ2.T987.65 QJT.K3.AKQJ.AKQJ 9876.AT98.65.T98 52.7654.432.7432"
        await bridge_act(chief, type="load_deals", round=1, deals={"1": deal})
        links = await bridge_links(chief)
        results = ["4S N =", "3NX E -2", "2H S +1 DA", "pass", "6D W ="]
        for at, (table, board) in enumerate((table, board) for table in links for board in range(1, 5)):
            outcome = {"type": "played", "result": results[at % 5]}
            await bridge_act(chief, type="accept_board", table=f"1.{table}", board=board, outcome=outcome)
        await bridge_act(chief, type="penalize", contestant="c2", round=1, points="1", why="Late by six minutes")
        await bridge_act(chief, type="draw_round")
        await bridge_act(chief, type="publish_round")
        for act in ({"type": "skip"}, {"type": "skip"}):  # the second round is played
            await chief.post("/api/round-clock/acts", json={"act": act})
        for side, result in (("NS", "4H N ="), ("EW", "4H N -1")):
            await say_board(phone, links["1o"], side, 1, result)
        await say_board(phone, links["2c"], "NS", 1, "3N E +1 S10")
        call = links["2o"].replace("/bridge/table/", "/api/bridge/table/") + "/call"
        await phone.post(call, json={"board": 1, "text": "Revoke"})
        return links["2c"].removeprefix(relay.url)


_WITHOUT_TABLES: dict[str, Callable[[Relay], Awaitable[object]]] = {
    "swiss": play_swiss,
    "cup": play_cup,
    "teams": play_teams,
    "tournament": _hold_a_tournament,
    "empty": _nothing,
    "clock": _run_a_clock,
    "bridge": _play_bridge,
}
