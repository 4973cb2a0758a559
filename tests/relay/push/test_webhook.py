"""Webhooks: signed, in order, resumed; nothing silent, and no secret in any log."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from gateway.model.results import Result
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.hall.push_reports import PushReport, PushReports
from gateway.relay.push.webhook import REFUSALS_MAX, Webhook, WebhookCursor, WebhookTarget
from gateway.relay.push.webhook_events import signature, signed_by
from gateway.runtime.relay_pushes import run_pushes
from gateway.runtime.settings import RelaySettings, WebhookSection
from gateway.runtime.store_section import StoreSection
from gateway.store import SqliteStore
from tests.relay.conftest import eventually

from .http_stub import HttpStub
from .rounds import ChessTable

SECRET = "whsec_5f2c9d"
NOW_MS = 1_700_000_000_000


class Receiver(HttpStub):
    """Somebody's server: checks the signature, and fails as the world does."""

    def __init__(self, seed: int = 0, faults: float = 0.0, now_s: int | None = NOW_MS // 1000) -> None:
        self.events: dict[str, Any] = {}
        """By id, in the order in which they came first."""
        self.faults = faults
        self.status = 204
        """What it answers where nothing fails."""
        self.asked = 0
        self._now_s = now_s
        self._chance = random.Random(seed)

    @property
    def url(self) -> str:
        return f"{self.home}/hooks/path-secret"

    def answer(self, request: str, headers: dict[str, str], body: bytes) -> tuple[int, bytes] | None:
        self.asked += 1
        fault = self._chance.choice(["500", "429", "cut", "cut after"])
        fault = fault if self._chance.random() < self.faults else ""
        if fault == "cut":
            return None
        if fault == "cut after" or (not fault and self.status < 300):
            signed = headers["flagfall-signature"]
            assert self._now_s is None or signed_by(SECRET, signed, body, self._now_s)
            for event in json.loads(body)["events"]:
                self.events.setdefault(event["id"], event)
        return None if fault == "cut after" else (int(fault or self.status), b"")


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[PresentHall]:
    with SqliteStore(tmp_path / "relay.journal", skip_repeats=True) as store:
        yield await PresentHall.open("open", store, lambda: NOW_MS)


async def fast(_: float) -> None:
    await asyncio.sleep(0)


def webhook(hall: PresentHall, url: str, path: Path | None, *kinds: str) -> Webhook:
    target = WebhookTarget(url, SECRET, frozenset(kinds))
    report = PushReport(kind="webhook", target=target.name)
    return Webhook(target, hall, WebhookCursor(path), report, lambda: NOW_MS, fast, random.Random(0))


@pytest.mark.parametrize("seed", range(3))
async def test_every_event_arrives_in_order_through_faults_and_restarts(
    hall: PresentHall, tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    chance, path = random.Random(seed), tmp_path / "cursor"
    tables = [ChessTable(hall, f"t{number}", seed=seed) for number in range(3)]
    async with Receiver(seed, faults=0.5) as receiver:
        await webhook(hall, receiver.url, path).run(once=True)
        for table in tables:
            await table.set_up()
        for _ in range(5):
            task = asyncio.create_task(webhook(hall, receiver.url, path).run())
            for _ in range(12):
                table = chance.choice(tables)
                await table.move()
                await table.alert()
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.wait([task])
        await tables[0].take_back()
        await tables[1].end(Result.DRAW)
        await asyncio.wait_for(webhook(hall, receiver.url, path).run(once=True), 60)
        for table in tables:
            own = [event for event in receiver.events.values() if event["table"] == table.name]
            numbers = [event["entry"]["n"] for event in own]
            assert numbers == sorted(numbers)
            assert own[0]["kind"] == "game"
            moves = [event["entry"]["what"]["text"] for event in own if event["kind"] == "move"]
            assert len(moves) == len(table.sans) + (table is tables[0])
            assert {event["game"] for event in own} == {f"{table.name}.1"}
        kinds = {event["kind"] for event in receiver.events.values()}
        assert kinds == {"game", "move", "correction", "result"}
        assert "silent" not in json.dumps(list(receiver.events.values()))
    assert SECRET not in caplog.text
    assert "path-secret" not in caplog.text


async def test_what_was_before_is_not_news_and_only_some_kinds_are_wanted(hall: PresentHall, tmp_path: Path) -> None:
    table = ChessTable(hall, "t1")
    await table.set_up()
    await table.move("e4")
    async with Receiver() as receiver:
        await webhook(hall, receiver.url, tmp_path / "cursor", "result").run(once=True)
        await table.move("e5")
        await table.end(Result.WHITE)
        await webhook(hall, receiver.url, tmp_path / "cursor", "result").run(once=True)
        assert [event["kind"] for event in receiver.events.values()] == ["result"]


async def test_more_than_one_delivery_holds(hall: PresentHall, tmp_path: Path) -> None:
    async with Receiver() as receiver:
        await webhook(hall, receiver.url, tmp_path / "cursor").run(once=True)
        tables = [ChessTable(hall, f"t{number}") for number in range(4)]
        for table in tables:
            await table.set_up()
            for _ in range(40):
                await table.move()
        await webhook(hall, receiver.url, tmp_path / "cursor").run(once=True)
        assert len(receiver.events) == 4 * 41


@pytest.mark.parametrize(("status", "tries"), [(404, REFUSALS_MAX), (410, 1)])
async def test_a_receiver_that_refuses_for_ever_parks_its_webhook_until_somebody_resumes_it(
    hall: PresentHall, tmp_path: Path, status: int, tries: int, caplog: pytest.LogCaptureFixture
) -> None:
    reports, table = PushReports(), ChessTable(hall, "t1")
    report, again = reports.open("webhook", "example.org")
    async with Receiver() as receiver:
        target, cursor = WebhookTarget(receiver.url, SECRET), WebhookCursor(tmp_path / "cursor")
        hook = Webhook(target, hall, cursor, report, lambda: NOW_MS, fast, random.Random(0), again)
        running = asyncio.create_task(hook.run())
        await eventually((tmp_path / "cursor").exists)
        receiver.status = status
        await table.set_up()
        await eventually(lambda: report.parked)
        assert (receiver.asked, report.ok, report.waiting) == (tries, False, 1)
        assert "parked until an operator resumes it" in caplog.text
        await table.move("e4")
        receiver.status = 204
        assert reports.retry(report.id) is report
        await eventually(lambda: report.ok)
        assert not report.parked
        assert [event["kind"] for event in receiver.events.values()] == ["game", "move"]  # nothing was lost
        running.cancel()
        await asyncio.wait([running])


async def test_busy_and_broken_receivers_are_never_parked(hall: PresentHall, tmp_path: Path) -> None:
    report, table = PushReport(kind="webhook", target="example.org"), ChessTable(hall, "t1")
    async with Receiver() as receiver:
        target, cursor = WebhookTarget(receiver.url, SECRET), WebhookCursor(tmp_path / "cursor")
        running = asyncio.create_task(
            Webhook(target, hall, cursor, report, lambda: NOW_MS, fast, random.Random(0)).run()
        )
        await eventually((tmp_path / "cursor").exists)
        await table.set_up()
        for status in (429, 503):
            receiver.status, receiver.asked = status, 0
            await table.move()
            await eventually(lambda: receiver.asked > 2 * REFUSALS_MAX)
        assert not report.parked
        receiver.status = 204
        await eventually(lambda: report.ok)
        running.cancel()
        await asyncio.wait([running])


async def test_a_relay_sends_by_its_settings(hall: PresentHall, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET)
    table = ChessTable(hall, "t1")
    async with Receiver(now_s=None) as receiver:
        hook = WebhookSection(url=receiver.url, secret_file=tmp_path / "secret")
        settings = RelaySettings(event="open", store=StoreSection(file=tmp_path / "store"), webhooks=(hook,))
        pushing = asyncio.create_task(run_pushes(settings, hall, hall))
        await eventually(lambda: list(tmp_path.glob("store.webhook-*")))
        await table.set_up()
        await eventually(lambda: list(receiver.events) == ["t1:1"])
        assert (hall.push_reports.all[0].kind, hall.push_reports.all[0].target) == ("webhook", "127.0.0.1")
        pushing.cancel()
        await asyncio.wait([pushing])


def test_signatures() -> None:
    signed = signature("secret", 1000, b"{}")
    # echo -n '1000.{}' | openssl dgst -sha256 -hmac secret
    assert signed == "t=1000,v1=026360fb6284f077f1148b1ae7c62679730497810a6a0321574de01e8b009e7a"
    assert signed_by("secret", signed, b"{}", 1200)
    assert not signed_by("secret", signed, b"{ }", 1000)
    assert not signed_by("other", signed, b"{}", 1000)
    assert not signed_by("secret", signed, b"{}", 2000), "too old"
    for wrong in ("", "t=", "t=x,v1=", "v1=abc", "t=1000,v1=é"):
        assert not signed_by("secret", wrong, b"{}", 1000)
