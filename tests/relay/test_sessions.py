"""Signing in: sessions that a restart keeps and signing out ends at once, and a limit on failures."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from gateway.relay.access.arbiters import Arbiter, Arbiters, new_key
from gateway.relay.access.rate_limit import ADDRESSES_MAX, FAILURES_MAX, WINDOW_MS, RateLimit
from gateway.relay.access.sessions import SESSION_DAYS, SESSIONS_MAX, Sessions
from gateway.store import SqliteStore, StoredLine

from .conftest import ARBITER, JUNIOR, Relay, run_relay
from .fakes import Broker, FakeTable

DAY_MS = 86_400_000


class _Clock:
    def __init__(self) -> None:
        self.ms = 1_000_000

    def __call__(self) -> int:
        return self.ms


async def test_a_session_outlives_a_restart_but_not_its_time_key_or_role(tmp_path: Path) -> None:
    now, zh = _Clock(), Arbiter("江", "arbiter", new_key())
    with SqliteStore(tmp_path / "sessions") as store:
        first = Sessions(Arbiters([ARBITER, zh]), now, store)
        await first.load()
        tokens = {who.name: await first.begin(who.official) for who in (ARBITER, zh)}

        async def after_restart(*arbiters: Arbiter) -> dict[str, str | None]:
            sessions = Sessions(Arbiters(arbiters), now, store)
            await sessions.load()
            found = {name: sessions.find(token) for name, token in tokens.items()}
            return {name: None if session is None else session.official.name for name, session in found.items()}

        assert await after_restart(ARBITER, zh) == {"Ines": "Ines", "江": "江"}
        assert await after_restart(ARBITER, zh._replace(key=new_key())) == {"Ines": "Ines", "江": None}
        assert await after_restart(ARBITER._replace(role="arbiter"), zh) == {"Ines": None, "江": "江"}
        assert await after_restart(zh) == {"Ines": None, "江": "江"}
        for forged in (None, "", "é", "x" * 1000, tokens["江"] + "x"):
            assert first.find(forged) is None
        ines = first.find(tokens["Ines"])
        assert ines is not None
        await first.end(ines)
        assert ines.ended.is_set()
        assert await after_restart(ARBITER, zh) == {"Ines": None, "江": "江"}
        now.ms += SESSION_DAYS * DAY_MS
        assert first.find(tokens["江"]) is None
        assert await after_restart(ARBITER, zh) == {"Ines": None, "江": None}


async def test_one_arbiter_has_so_many_sessions_and_the_oldest_ends(tmp_path: Path) -> None:
    sessions = Sessions(Arbiters([ARBITER, JUNIOR]), _Clock())
    other = await sessions.begin(JUNIOR.official)
    tokens = [await sessions.begin(ARBITER.official) for _ in range(SESSIONS_MAX + 1)]
    assert [sessions.find(token) is not None for token in tokens] == [False] + [True] * SESSIONS_MAX
    assert sessions.find(other) is not None


async def test_a_line_that_cannot_be_read_costs_no_other_session(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with SqliteStore(tmp_path / "sessions") as store:
        await store.append_many([StoredLine("sessions", 1, b'{"type":"nothing"}')])
        sessions = Sessions(Arbiters([ARBITER]), _Clock(), store)
        await sessions.load()
        token = await sessions.begin(ARBITER.official)
        again = Sessions(Arbiters([ARBITER]), _Clock(), store)
        await again.load()
    assert again.find(token) is not None
    assert "cannot be read" in caplog.text


async def test_signing_out_ends_every_road_of_the_session_at_once(relay: Relay, table: FakeTable) -> None:
    cookie = {"Cookie": await relay.cookie()}
    async with relay.client() as client, relay.watch(arbiter=True) as other_session:
        act = {"act": {"type": "pause"}}
        assert (await client.post("/api/tables/nowhere/commands", json=act, headers=cookie)).status_code == 404
        async with relay.watch(headers=cookie) as watch:
            assert (await watch.until_type("hello"))["role"] == ARBITER.role
            assert (await client.post("/sign-out", headers=cookie)).status_code == 303
            with pytest.raises(ConnectionClosed) as closed:
                await watch.until(lambda _: False)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4401
        assert (await client.post("/api/tables/nowhere/commands", json=act, headers=cookie)).status_code == 401
        async with relay.watch(headers=cookie) as again:
            assert (await again.until_type("hello"))["role"] is None
        assert (await other_session.until_type("hello"))["role"] == ARBITER.role


async def test_an_outlived_session_closes_what_is_open_on_it(broker: Broker, event: str, tmp_path: Path) -> None:
    now = _Clock()
    async with run_relay(broker.url, event, tmp_path / "journal", now) as relay:
        cookie = {"Cookie": await relay.cookie()}
        now.ms += SESSION_DAYS * DAY_MS - 300
        async with relay.watch(headers=cookie) as watch:
            assert (await watch.until_type("hello"))["role"] == ARBITER.role
            now.ms += 300
            with pytest.raises(ConnectionClosed):
                await watch.until(lambda _: False)


async def test_failed_sign_ins_are_limited_and_told(relay: Relay, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with relay.client() as client:
        for _ in range(FAILURES_MAX):
            assert (await client.get(f"/sign-in/{new_key()}")).status_code == 403
        refused = await client.get(f"/sign-in/{ARBITER.key}")
        assert refused.status_code == 429
        assert 0 < int(refused.headers["retry-after"]) <= WINDOW_MS // 1000
        assert "Try again in" in refused.text
        assert "set-cookie" not in refused.headers
        chinese = await client.get(f"/sign-in/{ARBITER.key}", headers={"Accept-Language": "zh"})
        assert "再试" in chinese.text
    ours = "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("gateway"))
    assert "A sign-in from 127.0.0.1 failed; no more are taken for a while." in ours
    assert "/sign-in/" not in ours, "keys stay out of the log"


addresses = st.ip_addresses().map(str) | st.text(max_size=5)


@given(st.lists(st.tuples(addresses, st.integers(0, WINDOW_MS // 5)), max_size=60))
def test_only_failures_of_the_last_minutes_count_and_only_the_own_ones(tried: list[tuple[str, int]]) -> None:
    limit, now, failures = RateLimit(), 0, dict[str, list[int]]()
    for address, later in tried:
        now += later
        recent = [at for at in failures.get(address, []) if now - at < WINDOW_MS]
        if limit.wait_ms(address, now):
            continue
        assert len(recent) < FAILURES_MAX
        limit.failed(address, now)
        failures.setdefault(address, []).append(now)


def test_a_host_has_one_count_whichever_of_its_addresses_it_takes() -> None:
    limit = RateLimit()
    for n in range(FAILURES_MAX):
        assert limit.failed(f"2001:db8::{n + 1:x}", n) is (n == FAILURES_MAX - 1)
    assert limit.wait_ms("2001:db8::ffff", 1000) == WINDOW_MS - 1000
    assert limit.wait_ms("2001:db8:0:1::1", 1000) == 0
    assert limit.wait_ms("2001:db8::1", WINDOW_MS) == 0


def test_a_flood_of_addresses_is_forgotten_from_the_oldest() -> None:
    limit = RateLimit()
    for n in range(ADDRESSES_MAX + 10):
        limit.failed(f"name-{n}", n)
    assert len(limit._failures) == ADDRESSES_MAX
