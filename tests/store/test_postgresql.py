"""What only a database can do to a relay: be newer, somebody else's, away, or not what it was."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator
from typing import Any

import asyncpg
import pytest

from gateway.model.errors import DiskTrouble, JournalError, SettingsError
from gateway.store import StoredLine, migrations
from gateway.store.database import Database
from gateway.store.database_address import DatabaseAddress
from gateway.store.postgresql import PEOPLE, PostgresqlStore
from tests.ports import free_port
from tests.postgresql import MortalServer, PostgresqlServer, own_server


def lines(stream: str, *numbers: int) -> list[StoredLine]:
    return [StoredLine(stream, n, b"%d" % n) for n in numbers]


@contextlib.asynccontextmanager
async def opened(url: str, password: str = "") -> AsyncIterator[tuple[Database, PostgresqlStore]]:
    async with Database.opened(DatabaseAddress.parse(url, password)) as database:
        yield database, PostgresqlStore(database, skip_repeats=True)


async def told(url: str, *statements: str) -> Any:
    """What somebody else does there, in the schema of the address."""
    address = DatabaseAddress.parse(url)
    other = await asyncpg.connect(address.url, server_settings={"search_path": f'"{address.schema}"'})
    try:
        for statement in statements[:-1]:
            await other.execute(statement)
        return await other.fetchval(statements[-1])
    finally:
        await other.close()


# -- addresses --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("mysql://a@localhost/b", "not a database that is known here"),
        ("postgresql://a:geheim@localhost/b", "holds no password"),
        ("postgresql://a@localhost/b?password=geheim", "holds no password"),
        ("postgresql://a@db.example.org/b", "goes over a network"),
        ("postgresql://a@127.0.0.1,10.0.0.2:5433/b", "goes over a network"),
        ("postgresql://a@localhost/b?schema=A-B", "schema"),
        ("postgresql://a@[::1/b", "not an address"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_in_words(url: str, why: str) -> None:
    with pytest.raises(SettingsError, match=why) as caught:
        DatabaseAddress.parse(url)
    assert "geheim" not in str(caught.value)


@pytest.mark.parametrize(
    ("url", "kept", "schema"),
    [
        ("postgresql://a@localhost/b", "postgresql://a@localhost/b", "flagfall"),
        ("postgres://a@127.0.0.1:5433/b?schema=x", "postgres://a@127.0.0.1:5433/b", "x"),
        ("postgresql://a@[::1]:5433/b", "postgresql://a@[::1]:5433/b", "flagfall"),
        ("postgresql:///b?host=/run/postgresql", "postgresql:///b?host=/run/postgresql", "flagfall"),
        ("postgresql://a@db/b?sslmode=disable", "postgresql://a@db/b?sslmode=disable", "flagfall"),
        (
            "postgresql://a@one,other/b?schema=x&sslmode=verify-full",
            "postgresql://a@one,other/b?sslmode=verify-full&target_session_attrs=read-write",
            "x",
        ),
    ],
)
def test_an_address_is_read(url: str, kept: str, schema: str) -> None:
    found = DatabaseAddress.parse(url, "geheim")
    assert (found.url, found.schema) == (kept, schema)
    assert "geheim" not in f"{found} {found!r}"


# -- what there may be at an address ----------------------------------------------------------------------------------


async def test_a_database_that_is_not_there_is_told_in_words(
    postgresql_server: PostgresqlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DiskTrouble, match=r"cannot be reached .* is PostgreSQL running there"):
        async with opened(f"postgresql://a@127.0.0.1:{free_port()}/b"):
            pass
    with pytest.raises(DiskTrouble, match=r"There is no database .*createdb"):
        async with opened(postgresql_server.url.replace("/postgres", "/nowhere")):
            pass
    with pytest.raises(JournalError, match="no relay has written there yet"):
        async with Database.opened(DatabaseAddress.parse(f"{postgresql_server.url}?schema=nothing"), read_only=True):
            pass
    monkeypatch.setattr("gateway.store.database._CONNECT_S", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(DiskTrouble, match="does not answer"):
        async with opened(f"postgresql://a@127.0.0.1:{silent.getsockname()[1]}/b"):
            pass


async def test_whoever_is_not_let_in_is_told_what_to_do(database_url: str) -> None:
    guarded = database_url.replace("flagfall@", "guarded@")
    with contextlib.suppress(asyncpg.DuplicateObjectError):
        await told(database_url, "CREATE ROLE guarded LOGIN PASSWORD 'right'", "SELECT 1")
    with pytest.raises(
        DiskTrouble, match=r"does not let us in .*password authentication failed.*password_file"
    ) as caught:
        async with opened(guarded, "mistaken"):
            pass
    assert "mistaken" not in str(caught.value)
    with pytest.raises(DiskTrouble, match="GRANT CREATE ON DATABASE"):
        async with opened(guarded, "right"):
            pass
    schema = DatabaseAddress.parse(database_url).schema
    await told(database_url, f"CREATE SCHEMA {schema} AUTHORIZATION guarded", "SELECT 1")
    async with opened(guarded, "right") as (_, store):  # somebody has made the schema for that user
        await store.append_many(lines("t1", 1))


async def test_a_database_that_is_read_only_is_told_in_words(database_url: str) -> None:
    with pytest.raises(DiskTrouble, match="read-only"):
        async with opened(f"{database_url}&default_transaction_read_only=on"):
            pass


async def test_tables_of_something_else_are_left_alone(database_url: str) -> None:
    schema = DatabaseAddress.parse(database_url).schema
    await told(database_url, f"CREATE SCHEMA {schema}", "CREATE TABLE lines (verse text)", "SELECT 1")
    with pytest.raises(JournalError, match="something else"):
        async with opened(database_url):
            pass
    assert await told(database_url, "SELECT count(*) FROM lines") == 0


async def test_a_database_is_brought_up_to_date_and_a_newer_one_is_refused(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_known = migrations.known_migrations()
    assert [each.number for each in all_known] == list(range(1, len(all_known) + 1))
    with monkeypatch.context() as older:
        older.setattr(migrations, "known_migrations", lambda: all_known[:1])
        async with opened(database_url) as (_, store):
            await store.append_many(lines("t1", 1, 2))
    address = DatabaseAddress.parse(database_url)
    with pytest.raises(JournalError, match="start the relay once"):
        async with Database.opened(address, read_only=True):
            pass
    async with opened(database_url) as (database, store):
        await PostgresqlStore(database, PEOPLE).append_many(lines("accounts", 1))
        assert await store.read("t1") == [b"1", b"2"]
    newer = len(all_known) + 1
    await told(database_url, f"INSERT INTO flagfall_migrations VALUES ({newer}, 'later')", "SELECT 1")
    for read_only in (False, True):
        with pytest.raises(JournalError, match=r"later version of Flagfall.*upgrade this one"):
            async with Database.opened(address, read_only=read_only):
                pass


async def test_without_the_driver_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "asyncpg", None)
    with pytest.raises(SettingsError, match=r"install 'flagfall\[postgresql\]'"):
        async with opened("postgresql://a@localhost/b"):
            pass


async def test_whoever_only_reads_locks_nothing_and_writes_nothing(database_url: str) -> None:
    async with opened(database_url) as (_, store):
        await store.append_many(lines("t1", 1, 2))
        async with Database.opened(DatabaseAddress.parse(database_url), read_only=True) as database:
            seen = PostgresqlStore(database)
            assert await seen.read("t1") == [b"1", b"2"]
            with pytest.raises(JournalError, match="only read here"):
                await seen.append_many(lines("t1", 3))
        await store.append_many(lines("t1", 3))


async def test_what_somebody_has_changed_or_taken_out_is_found(database_url: str) -> None:
    async with opened(database_url) as (_, store):
        await store.append_many(lines("t1", 1, 2, 3, 4, 5))
        await store.append_many(lines("late", 1, 2, 3, 4))
        await store.trim("late", 2)
        assert [(await store.verified(name)).broken_at for name in ("t1", "late")] == [None, None]
        await told(database_url, "UPDATE lines SET data = 'x' WHERE stream = 't1' AND n = 4", "SELECT 1")
        assert await store.verified("t1") == (5, True, 4)
        await told(database_url, "DELETE FROM lines WHERE stream = 't1' AND n = 2", "SELECT 1")
        assert await store.verified("t1") == (4, True, 2)


# -- a connection that breaks -----------------------------------------------------------------------------------------


async def test_a_commit_that_nobody_was_told_of_is_taken_back(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server has committed, and the connection breaks before it can say so: the number goes to another line."""
    insert = PostgresqlStore._insert

    async def cut(self: PostgresqlStore, connection: Any, rows: Any) -> None:
        await insert(self, connection, rows)
        raise ConnectionResetError("cut")

    async with opened(database_url) as (_, store):
        await store.append_many(lines("t1", 1, 4))
        monkeypatch.setattr(PostgresqlStore, "_insert", cut)
        with pytest.raises(DiskTrouble, match=r"cannot be reached \(cut\)"):
            await store.append_many([StoredLine("t1", 5, b"refused"), StoredLine("t2", 1, b"refused")])
        assert await told(database_url, "SELECT data FROM lines WHERE stream = 't1' AND n = 5") == b"refused"
        assert await store.read("t2") == [b"refused"]  # whoever asks now is told what is there
        with pytest.raises(DiskTrouble, match="cut"):
            await store.append_many([StoredLine("t1", 2, b"refused, in a gap")])
        monkeypatch.setattr(PostgresqlStore, "_insert", insert)
        await store.append_many([StoredLine("t1", 5, b"kept")])
        assert await store.read("t1") == [b"1", b"4", b"kept"]
        assert await store.read("t2") == []
        await store.append_many(lines("t1", 2, 3))
        assert await store.verified("t1") == (5, True, None)


async def test_a_connection_that_is_ended_is_replaced(database_url: str) -> None:
    async with opened(database_url) as (_, store):
        await store.append_many(lines("t1", 1))
        await store.read("t1")
        await told(
            database_url,
            "SELECT count(pg_terminate_backend(pid)) FROM pg_locks "
            f"WHERE locktype = 'advisory' AND objid = hashtext('{DatabaseAddress.parse(database_url).schema}')::oid",
        )
        with contextlib.suppress(DiskTrouble):  # whether the end has been heard of yet is a matter of milliseconds
            await store.append_many(lines("t1", 2))
        await store.append_many(lines("t1", 2))
        assert await store.read("t1") == [b"1", b"2"]


async def test_a_database_that_lacks_what_it_had_taken_is_not_written_to(database_url: str) -> None:
    async with opened(database_url) as (database, store):
        await store.append_many(lines("t1", 1, 2))
        await told(database_url, "DELETE FROM lines WHERE n = 2", "SELECT 1")  # as if a backup had been put back
        database._drop()
        with pytest.raises(JournalError, match="lacks lines that it had taken"):
            await store.append_many(lines("t1", 3))
        with pytest.raises(JournalError, match="start anew"):
            await asyncio.wait_for(_watched(database), 20)


async def test_a_relay_whose_place_was_taken_ends(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(database_url) as (first, store):
        await store.append_many(lines("t1", 1))
        first._drop()  # its network was cut, and the server has noticed
        async with opened(database_url) as (_, other):
            await other.append_many(lines("t1", 2))
            monkeypatch.setattr("gateway.store.database._LOCK_S", 0.1)
            with pytest.raises(JournalError, match="in use by another relay"):
                await store.append_many(lines("t1", 2))
            with pytest.raises(JournalError, match="in use by another relay"):
                await asyncio.wait_for(_watched(first), 20)
            assert await other.read("t1") == [b"1", b"2"]


async def _watched(database: Database) -> None:
    await database.watch(lambda _: None)


@pytest.fixture(scope="module")
def mortal() -> Iterator[MortalServer]:
    with own_server() as server:
        yield server


async def test_a_server_that_is_killed_while_it_writes_loses_and_doubles_nothing(mortal: MortalServer) -> None:
    async with opened(mortal.url) as (_, store):
        kept: dict[int, bytes] = {}
        refused = 0
        enough, back = asyncio.Event(), asyncio.Event()

        async def write() -> None:
            """As the relay's records do: a number that was refused is given to another line."""
            nonlocal refused
            while not (back.is_set() and len(kept) >= 300):
                n = len(kept) + 1
                line = b"%d, try %d" % (n, refused)
                try:
                    await store.append_many([StoredLine("event", n, line)])
                except DiskTrouble:
                    refused += 1
                    await asyncio.sleep(0.05)
                else:
                    kept[n] = line
                if len(kept) >= 100:
                    enough.set()

        writing = asyncio.create_task(write())
        await enough.wait()
        await asyncio.to_thread(mortal.kill)
        await asyncio.to_thread(mortal.start)
        back.set()
        await writing
        assert refused
        assert await store.read("event") == list(kept.values())
        assert await store.verified("event") == (len(kept), True, None)


async def test_a_server_that_hangs_is_not_waited_for_and_goes_on_afterwards(
    mortal: MortalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gateway.store.database._PATIENCE_S", 1.5)
    monkeypatch.setattr("gateway.store.database._CONNECT_S", 1.5)
    monkeypatch.setattr("gateway.store.database._LOOK_S", 0.1)
    monkeypatch.setattr("gateway.store.database._LOOK_AGAIN_S", 0.1)
    troubles: list[str] = []
    news = asyncio.Event()

    def tell(trouble: str) -> None:
        troubles.append(trouble)
        news.set()

    async def until(failing: bool) -> None:
        while not troubles or bool(troubles[-1]) is not failing:
            news.clear()
            await news.wait()

    async with opened(f"{mortal.url}?schema=hanging") as (database, store):
        await store.append_many(lines("t1", 1))
        watching = asyncio.create_task(database.watch(tell))
        mortal.freeze()
        try:
            with pytest.raises(DiskTrouble):
                await store.append_many([StoredLine("t1", 2, b"refused")])
            await until(failing=True)
            with pytest.raises(DiskTrouble):
                await store.last("t1")
            assert await store.read("t1") == [b"1"]  # from memory
        finally:
            mortal.thaw()
        await until(failing=False)
        await store.append_many(lines("t1", 2, 3))
        assert await store.read("t1") == [b"1", b"2", b"3"]
        assert await store.verified("t1") == (3, True, None)
        watching.cancel()
