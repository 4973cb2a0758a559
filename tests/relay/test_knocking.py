"""Who is a table: the relay knows which there are, and shows others to arbiters as knocking, not as tables."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from gateway.authority import certificates
from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.certificates import AuthorityError
from gateway.bus import topics
from gateway.record.availability import Availability
from gateway.relay.access.known_tables import KnownTables
from gateway.relay.hall.present_hall import KNOCKING_MAX, PresentHall
from gateway.store import SqliteStore

from .conftest import eventually, run_relay
from .fakes import Broker, FakeTable, wall

NOW = datetime.now(UTC)


def admit(authority: AuthorityFolder, name: str) -> None:
    authority.admit(name, certificates.make_request(certificates.make_key(), name), NOW)


async def test_a_stranger_is_no_table_until_he_is_enrolled(broker: Broker, event: str, tmp_path: Path) -> None:
    authority = AuthorityFolder.create(tmp_path / "authority", event, 60, NOW)
    admit(authority, "t1")
    known = KnownTables((), authority, event)
    async with (
        run_relay(broker.url, event, tmp_path / "relay.journal", known=known) as relay,
        relay.watch(arbiter=True) as arbiter,
        FakeTable(broker.url, event, "t1").running() as table,
        FakeTable(broker.url, event, "t9").running() as stranger,
    ):
        for speaker in (stranger, table):
            speaker.write_game(2)
            await speaker.send(*range(1, len(speaker.lines) + 1))
            await speaker.say(topics.AVAILABILITY, Availability(True))
            await speaker.state()
        told = await arbiter.until_type("knocking")
        assert told["tables"] == ["t9"]
        await eventually(lambda: relay.held("t1") == len(table.lines))
        async with relay.client() as public, relay.client(arbiter=True) as signed_in:
            for client in (public, signed_in):
                assert [each["table"] for each in (await client.get("/api/tables")).json()["tables"]] == ["t1"]
                assert (await client.get("/api/tables/t9")).status_code == 404
            assert (await public.get("/api/knocking")).status_code == 401
            assert list((await signed_in.get("/api/knocking")).json()["knocking"]) == ["t9"]
            async with relay.watch(arbiter=True) as late:
                assert (await late.until_type("knocking"))["tables"] == ["t9"]
            admit(authority, "t9")
            await stranger.state()
            assert (await arbiter.until_type("knocking"))["tables"] == []
            assert (await signed_in.get("/api/knocking")).json()["knocking"] == {}
            assert (await public.get("/api/tables/t9")).status_code == 200
        # What it said while it was not known was not taken; it is asked for, as from any table.
        await eventually(lambda: relay.held("t9") == len(stranger.lines))


async def test_a_spectator_hears_of_nobody_who_knocks(broker: Broker, event: str, tmp_path: Path) -> None:
    known = KnownTables(["t1"], None, event)
    async with (
        run_relay(broker.url, event, tmp_path / "relay.journal", known=known) as relay,
        relay.watch() as public,
        FakeTable(broker.url, event, "t9").running() as stranger,
        FakeTable(broker.url, event, "t1").running() as table,
    ):
        await stranger.state()
        await eventually(lambda: relay.hall.knocking)
        await table.state()
        await public.until_type("table")
        assert {message["type"] for message in public.seen} <= {"hello", "table", "state", "availability", "time"}
        assert not any('"t9"' in text for text in public.raw)


async def test_invented_names_do_not_fill_the_memory(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "store", skip_repeats=True) as store:
        hall = await PresentHall.open("open", store, wall, KnownTables(["t1"], None, "open"))
        for n in range(3 * KNOCKING_MAX):
            hall.knock(f"invented{n}")
        assert len(hall.knocking) == KNOCKING_MAX


def test_without_a_list_and_an_authority_every_sender_is_a_table() -> None:
    assert "anything" in KnownTables((), None, "open")


def test_a_table_that_is_revoked_or_of_another_event_is_not_known(tmp_path: Path) -> None:
    authority = AuthorityFolder.create(tmp_path, "open", 60, NOW)
    known, other = KnownTables(["t0"], authority, "open"), KnownTables((), authority, "other")
    assert "t1" not in known
    admit(authority, "t1")
    assert "t1" in known
    assert "t0" in known, "the settings name it"
    assert "t1" not in other
    authority.revoke("t1", NOW)
    assert "t1" not in known


def test_a_register_that_is_damaged_at_the_start_is_told_of(tmp_path: Path) -> None:
    authority = AuthorityFolder.create(tmp_path, "open", 60, NOW)
    authority.register_file.write_bytes(b"")
    with pytest.raises(AuthorityError, match="damaged"):
        KnownTables((), authority, "open")


def test_a_register_that_cannot_be_read_turns_nobody_away(tmp_path: Path) -> None:
    authority = AuthorityFolder.create(tmp_path, "open", 60, NOW)
    admit(authority, "t1")
    known = KnownTables((), authority, "open")
    assert "t1" in known
    authority.register_file.unlink()
    assert "t1" in known
