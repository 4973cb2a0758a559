"""Secrets are in no log, however much it tells: keys of links, whether they open or not, sessions, passwords."""

from __future__ import annotations

import logging

import pytest

from .conftest import ARBITER, Relay, eventually
from .fakes import FakeTable

_WRONG = "key-that-nobody-has-0123456789"
_PASSWORD = "a password that somebody has typed"


async def test_no_key_session_or_password_is_in_a_log(
    relay: Relay, table: FakeTable, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)  # as `set_up_logs` has it: libraries, which would tell headers, from here up
    caplog.set_level(logging.DEBUG, "gateway")
    session = await relay.cookie()
    table.write_game(2)
    await table.send(*range(1, len(table.lines) + 1))
    await eventually(lambda: relay.held("t1") == len(table.lines))
    async with relay.client() as client:
        assert (await client.get(f"/sign-in/{_WRONG}")).status_code != 303
        await client.post("/api/sign-in", json={"name": "Ines", "password": _PASSWORD})
        await client.post("/api/sign-in", content=f'{{"name": "Ines", "password": "{_PASSWORD}')  # cut short
        await client.get("/api/tables", headers={"Cookie": session})
    async with relay.watch(headers={"Cookie": session}) as watch:
        assert (await watch.until_type("hello"))["role"]
    assert "A sign-in from 127.0.0.1 failed." in caplog.messages
    told = "\n".join(f"{record.getMessage()} {record.exc_text or ''}" for record in caplog.records)
    token = session.partition("=")[2]
    assert not [secret for secret in (ARBITER.key, _WRONG, _PASSWORD, token) if secret in told]
