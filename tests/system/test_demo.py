"""The demo as a user starts it: every table plays, on whatever board it stands, and a killed agent comes back."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Self

import pytest

from gateway.lab.demo.demo_arbiter import DEMO_ARBITER
from gateway.lab.demo.demo_pairings import pairings
from gateway.record.wire import ENTRY
from gateway.referee.inputs import Moved
from gateway.runtime.publisher import ENTRIES
from gateway.store import read_file

from .hall import PATIENCE_S, Hall, request, sign_in, viewer

pytestmark = pytest.mark.system

TABLES = [pairing.table for pairing in pairings(8)]


class Demo(Hall):
    """A hall that the demo itself has opened."""

    words: tuple[str, ...] = ("--pace", "2", "--incidents", "none")
    ready = "Arbiter"
    """What it says last, when all is up."""

    async def __aenter__(self) -> Self:
        words = ["demo", "--port", str(self.port), "--data", str(self.folder), "--seed", "1", *self.words]
        process = await self._start("demo", [sys.executable, "-m", "gateway", *words])
        while process.returncode is None and self.ready not in self.said():  # noqa: ASYNC110 - a file has no bell
            await asyncio.sleep(0.05)
        return self

    def said(self) -> str:
        return (self.folder / "demo.log").read_text(encoding="utf-8")

    def agents(self) -> dict[str, int]:
        """The process ids of the tables, by the settings that each was given."""
        found = {}
        for process, words in processes():
            if words[0].endswith(b"setpriv"):  # on its way to becoming the agent
                continue
            for table in TABLES:
                if f"{self.folder}/{table}.toml".encode() in words:
                    found[table] = process
        return found

    def link_keys(self) -> list[bytes]:
        """The keys of the links that it has shown."""
        return [key.encode() for key in re.findall(r"/sign-in/([\w-]+)", self.said())]


def processes() -> Iterator[tuple[int, list[bytes]]]:
    """The list of processes as everybody on the computer may read it."""
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended meanwhile
            yield int(entry.name), (entry / "cmdline").read_bytes().split(b"\0")


class EventfulDemo(Demo):
    """One with much to decide, and with an arbiter of its own who does not wait long."""

    words = ("--pace", "4", "--incidents", "many", "--tables", "4", "--settle-after", "3")


class SmallDemo(Demo):
    """Two tables and short games: the event of four goes on quickly."""

    words = ("--pace", "10", "--incidents", "none", "--tables", "2", "--length", "4")


class BridgeDemo(Demo):
    """Sixteen bridge tables, two of them with buttons; a board a second."""

    words = ("--hall", "bridge", "--pace", "20")
    ready = "Director"


@pytest.fixture
async def demo(tmp_path: Path) -> AsyncIterator[Demo]:
    async with Demo(tmp_path) as demo:
        yield demo


async def test_all_eight_tables_play_and_come_back_when_they_are_killed(demo: Demo) -> None:
    async with viewer(demo) as seen:
        await seen.until(lambda: all(seen.ply(table) >= 2 for table in TABLES))
        assert demo.link_keys()
        assert not [words for _, words in processes() for key in demo.link_keys() if key in b" ".join(words)]
        clocks = {table: seen.face(table) for table in TABLES}
        assert {face["source"] for face in clocks.values()} == {"agent", "hardware"}
        assert all(face["running"] or face["common_runs"] for face in clocks.values())
        for table, devices in ((table, seen.tables[table]["devices"]) for table in TABLES):
            assert devices == {"board": True, "clock": True}, table
        before = {table: seen.ply(table) for table in TABLES}
        killed = demo.agents()
        assert set(killed) == set(TABLES)
        for number in killed.values():
            os.kill(number, signal.SIGKILL)
        # What was moved while nobody looked is found again, on every kind of board.
        await seen.until(lambda: all(seen.ply(table) >= before[table] + 3 for table in TABLES))
        await seen.until(lambda: all(seen.tables[table]["online"] for table in TABLES))
    process = demo.processes["demo"]
    process.send_signal(signal.SIGINT)
    await process.wait()
    assert demo.said().strip().endswith("nothing is left running.")
    assert demo.agents() == {}
    for table in TABLES:
        lines = read_file(demo.folder / "journals" / f"{table}.journal", ENTRIES)
        assert sum(isinstance(ENTRY.decode(line).what, Moved) for line in lines) >= before[table]


async def test_there_is_something_to_referee_and_nothing_waits_for_ever(tmp_path: Path) -> None:
    async with EventfulDemo(tmp_path) as demo:
        link = next(word for word in demo.said().split() if "/sign-in/" in word)
        async with viewer(demo, arbiter=True, key=link.rpartition("/")[2]) as seen:

            def rulings() -> list[dict[str, Any]]:
                return [entry["what"] for entries in seen.entries.values() for entry in entries.values()]

            def types() -> set[str]:
                return {str(what["type"]) for what in rulings()}

            # Somebody comes late, somebody does what has to be judged, and the demo's own arbiter judges it.
            await seen.until(lambda: {"round_started", "case_opened", "case_decided"} <= types())
            await seen.until(lambda: any(what.get("by") == DEMO_ARBITER for what in rulings()))
            await seen.until(lambda: "alert" in types())


async def test_the_event_goes_on_by_itself_and_the_tables_tell_its_results(tmp_path: Path) -> None:
    async with SmallDemo(tmp_path) as demo:
        link = next(word for word in demo.said().split() if "/sign-in/" in word)
        cookie = await sign_in(demo, link.rpartition("/")[2])
        async with asyncio.timeout(PATIENCE_S):
            while True:
                _, _, body = await request(demo, "GET", "/api/tournament/record", cookie=cookie)
                entries = json.loads(body)["entries"]
                done = [(entry["act"]["type"], entry["by"]) for entry in entries]
                if done.count(("publish_round", DEMO_ARBITER)) > 1:
                    break
                await asyncio.sleep(0.5)
        assert done.count(("enter_player", DEMO_ARBITER)) == 4
        assert {("report_result", "t1"), ("report_result", "t2")} <= set(done)
        assert done.count(("accept_result", DEMO_ARBITER)) == 2
        _, _, body = await request(demo, "GET", "/api/audit", cookie=cookie)
        came = [(line["kind"], line["who"]) for line in json.loads(body)["lines"]]
        assert 0 < came.count(("signed_in", DEMO_ARBITER)) < 6, "they must not bury what a visitor does"
        _, _, body = await request(demo, "GET", "/api/tournament")
        first, second = json.loads(body)["rounds"]
        assert all(game["result"] for game in first["games"])
        assert len(second["games"]) == 2


async def test_the_bridge_hall_plays_and_its_buttons_are_heard(tmp_path: Path) -> None:
    async with BridgeDemo(tmp_path) as demo:
        link = next(word for word in demo.said().split() if "/sign-in/" in word)
        cookie = await sign_in(demo, link.rpartition("/")[2])
        async with asyncio.timeout(PATIENCE_S):
            while True:
                _, _, body = await request(demo, "GET", "/api/bridge/record", cookie=cookie)
                acts = [entry["act"] for entry in json.loads(body)["entries"]]
                _, _, body = await request(demo, "GET", "/api/bridge")
                shown = [board for match in json.loads(body)["rounds"][0]["matches"] for board in match["boards"]]
                if shown and any(act["type"] == "signal" for act in acts):
                    break
                await asyncio.sleep(0.5)
        assert {act["place"] for act in acts if act["type"] == "signal"} <= {"1o1", "1c1"}
        assert {len(act["deals"]) for act in acts if act["type"] == "load_deals"} == {8}
