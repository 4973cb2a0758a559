"""Pushing as it is run: by a relay's settings, and by `flagfall push` over a relay's API."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gateway.cli.push import push
from gateway.model.errors import SettingsError
from gateway.relay.push import lichess
from gateway.relay.push.accepted_games import AcceptedGames
from gateway.relay.push.lichess import LichessPush, LichessRound
from gateway.relay.push.round_games import HallRound
from gateway.runtime.lichess_process import push_round
from gateway.runtime.relay_pushes import run_pushes
from gateway.runtime.secret_files import read_secret
from gateway.runtime.settings import LichessSection, RelaySettings
from gateway.runtime.store_section import StoreSection
from tests.relay.conftest import Relay, eventually

from .lichess_stub import LichessStub
from .rounds import ChessTable


@pytest.fixture
async def stub(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LichessStub]:
    monkeypatch.setattr(lichess, "EVERY_S", 0.01)
    async with LichessStub(0, asyncio.get_running_loop().time, faults=0) as running:
        yield running


def section(stub: LichessStub, folder: Path) -> LichessSection:
    (folder / "token").write_text("lip_secret\n")
    return LichessSection(round=3, broadcast="aBcDeFgH", token_file=folder / "token", home=stub.url)


async def test_a_relay_pushes_and_officials_see_how_it_goes(relay: Relay, stub: LichessStub, tmp_path: Path) -> None:
    settings = RelaySettings(
        event=relay.hall.event, store=StoreSection(file=tmp_path / "store"), lichess=(section(stub, tmp_path),)
    )
    table = ChessTable(relay.hall, "t1")
    await table.set_up("r3b1")
    pushing = asyncio.create_task(run_pushes(settings, relay.hall, relay.hall))
    try:
        await eventually(lambda: list(stub.games.values()) == [([], "*")])
        await table.move("e4")
        await table.alert()
        await eventually(lambda: list(stub.games.values()) == [(["e4"], "*")])
        await eventually(lambda: relay.hall.push_reports.all[0].ok)
        async with relay.client() as client:
            assert (await client.get("/api/pushes")).status_code == 401
        async with relay.client(arbiter=True) as client:
            (report,) = (await client.get("/api/pushes")).json()["pushes"]
        assert (report["kind"], report["ok"], report["games"], report["errors"]) == ("lichess", True, 1, {})
        assert "lip_secret" not in str(report)
    finally:
        pushing.cancel()
        await asyncio.wait([pushing])


async def test_an_operator_has_it_tried_again_at_once(relay: Relay, tmp_path: Path) -> None:
    report, again = relay.hall.push_reports.open("webhook", "example.org")
    async with relay.client(arbiter=True) as client:
        assert (await client.get("/api/pushes")).json()["pushes"][0]["id"] == report.id
        assert (await client.post(f"/api/pushes/{report.id + 1}/retry")).status_code == 404
        assert not again.is_set()
        answer = await client.post(f"/api/pushes/{report.id}/retry")
        assert (answer.status_code, answer.json()["target"]) == (200, "example.org")
        assert again.is_set()
        (line, *_) = (await client.get("/api/audit")).json()["lines"]
        assert (line["kind"], line["about"]) == ("pushed", "example.org")


async def test_lichess_is_tried_again_before_its_rest_is_over(relay: Relay, tmp_path: Path) -> None:
    """After a refused token five minutes are waited; whoever has mended it need not."""
    table, resting, never = ChessTable(relay.hall, "t1"), asyncio.Event(), asyncio.Event()
    report, again = relay.hall.push_reports.open("lichess", "a round")

    async def pause(seconds: float) -> None:
        if seconds > 60:
            resting.set()
            await never.wait()

    await table.set_up("r3b1")
    async with (
        LichessStub(0, asyncio.get_running_loop().time, faults=0, token="other") as stub,
        HallRound(relay.hall, 3).followed() as games,
    ):
        target = LichessRound("aBcDeFgH", "lip_secret", stub.url)
        push = LichessPush(target, games, AcceptedGames(None), report, relay.hall.now, pause, again=again)
        running = asyncio.create_task(push.run())
        await asyncio.wait_for(resting.wait(), 20)
        assert not report.ok
        stub.token = "lip_secret"
        relay.hall.push_reports.retry(report.id)
        await eventually(lambda: report.ok and report.last_ok is not None)
        running.cancel()
        await asyncio.wait([running])


async def test_a_round_is_pushed_over_the_relays_api(relay: Relay, stub: LichessStub, tmp_path: Path) -> None:
    for name, moves in (("t1", ["e4", "e5"]), ("t2", []), ("t3", ["d4"])):
        table = ChessTable(relay.hall, name)
        relay.hall.show_lines(relay.hall.find_or_add(name), [])  # type: ignore[arg-type]
        await table.set_up(f"r3{name}")
        for san in moves:
            await table.move(san)
    report = await push_round(section(stub, tmp_path), relay.url, tmp_path / "kept", None, once=True)
    event = relay.hall.event
    assert {name: moves for name, (moves, _) in stub.games.items()} == {
        f"{event}/r3t1": ["e4", "e5"],
        f"{event}/r3t2": [],
        f"{event}/r3t3": ["d4"],
    }
    assert (report.ok, report.games) == (True, 3)
    await push_round(section(stub, tmp_path), relay.url, tmp_path / "kept", None, once=True)
    assert len(stub.pushes) == 1


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--broadcast", "short"], "eight letters"),
        (["--broadcast", "aBcDeFgH", "--home", "http://lichess.example"], "not encrypted"),
        (["--broadcast", "aBcDeFgH", "--relay", "ftp://x"], "begins with https"),
    ],
)
def test_mistakes_on_the_command_line_are_sentences(options: list[str], why: str, tmp_path: Path) -> None:
    (tmp_path / "token").write_text("lip_secret")
    given = ["lichess", "--token-file", str(tmp_path / "token"), "--relay", "http://127.0.0.1:1", *options]
    done = CliRunner().invoke(push, given)
    assert isinstance(done.exception, SettingsError)
    assert why in str(done.exception)


def test_a_file_without_a_secret(tmp_path: Path) -> None:
    for content in ("", "two words", "two\nlines"):
        (tmp_path / "token").write_text(content)
        with pytest.raises(SettingsError, match="one secret"):
            read_secret(tmp_path / "token")
    with pytest.raises(SettingsError, match="cannot be read"):
        read_secret(tmp_path / "none")
