"""What the doctor says of a relay's database: each fault by its name, on a real server."""

from __future__ import annotations

import contextlib
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import asyncpg
import pytest

from gateway.runtime.doctor.database_checks import check_database
from gateway.runtime.doctor.diagnoses import Surroundings
from gateway.runtime.doctor.relay_checks import check_listening
from gateway.runtime.settings import RelaySettings
from gateway.runtime.store_section import StoreSection
from gateway.store import StoredLine
from gateway.store.database import Database
from gateway.store.database_address import DatabaseAddress
from gateway.store.postgresql import PostgresqlStore
from tests.ports import free_port
from tests.postgresql import PostgresqlServer

from .doctor_kit import kinds


async def named(url: str, password_file: Path | None = None) -> list[str]:
    section = StoreSection(url=url, password_file=password_file)
    return kinds([finding async for finding in check_database(Surroundings(), section)])


async def do(url: str, *statements: str) -> None:
    address = DatabaseAddress.parse(url)
    connection = await asyncpg.connect(address.url, server_settings={"search_path": address.schema})
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


async def test_a_database_that_is_empty_or_sound_has_nothing_wrong(database_url: str) -> None:
    assert await named(database_url) == []
    async with Database.opened(DatabaseAddress.parse(database_url)) as database:
        await PostgresqlStore(database).append_many([StoredLine("t1", 1, b"1"), StoredLine("t1", 2, b"2")])
        assert await named(database_url) == []  # while a relay writes there
    assert await named(f"{database_url}&default_transaction_read_only=on") == ["database_read_only"]
    await do(database_url, "UPDATE lines SET data = 'x' WHERE n = 1")
    assert await named(database_url) == ["record_damaged"]
    await do(database_url, "INSERT INTO flagfall_migrations VALUES (99, 'later')")
    assert await named(database_url) == ["database_newer"]


async def test_a_database_that_cannot_be_used_is_named(
    postgresql_server: PostgresqlServer, database_url: str, tmp_path: Path
) -> None:
    assert await named(f"postgresql://a@127.0.0.1:{free_port()}/b") == ["database_unreachable"]
    assert await named(postgresql_server.url.replace("/postgres", "/nowhere")) == ["database_missing"]
    schema = DatabaseAddress.parse(database_url).schema
    await do(database_url, f"CREATE SCHEMA {schema}", f"CREATE TABLE {schema}.verses (verse text)")
    assert await named(database_url) == ["database_foreign"]
    with contextlib.suppress(asyncpg.DuplicateObjectError):
        await do(database_url, "CREATE ROLE guarded LOGIN PASSWORD 'right'")
    secret = tmp_path / "password"
    secret.write_text("mistaken")
    secret.chmod(0o600)
    guarded = database_url.replace("flagfall@", "guarded@")
    assert await named(guarded, secret) == ["database_locked"]
    secret.write_text("right")
    secret.chmod(0o644)
    found = await named(guarded, secret)
    assert set(found) <= {"secret_open", "database_foreign", "database_trouble"}
    async with Database.opened(DatabaseAddress.parse(f"{database_url}_closed")):
        assert await named(f"{guarded}_closed", secret) in (["database_trouble"], ["secret_open", "database_trouble"])


async def test_a_driver_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "asyncpg", None)
    assert await named("postgresql://a@localhost/b") == ["database_driver"]


class _Unwell(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        """As a relay answers whose database is away."""
        self.send_response(503)
        self.end_headers()
        self.wfile.write(b'{"ok": false, "event": "test", "store": "away"}')

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class has it
        pass


def test_a_relay_that_is_unwell_is_not_taken_for_another_program(tmp_path: Path) -> None:
    with HTTPServer(("127.0.0.1", 0), _Unwell) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        found = {}
        for event in ("test", "another"):
            settings = tmp_path / "relay.toml"
            settings.write_text(f'event = "{event}"\nstore = "x"\n[listen]\nport = {server.server_port}\n')
            found[event] = kinds(list(check_listening(Surroundings(), RelaySettings.from_file(settings))))
        server.shutdown()
        thread.join()
    assert found == {"test": ["nobody_signs_in"], "another": ["port_taken", "nobody_signs_in"]}
