"""The stores of a relay, by its settings: the records, and those who sign in; in files or in one database."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from typing import NamedTuple

from gateway.model.errors import JournalError
from gateway.store import LineStore, SqliteStore
from gateway.store.read_only import ReadOnlyStore

from .store_section import StoreSection

__all__ = ["RelayStores", "opened_for_reading", "opened_stores"]


class RelayStores(NamedTuple):
    """The stores that a relay writes to."""

    lines: LineStore
    """The records of tables, of the event and of the hall."""
    people: LineStore
    """Accounts, sessions, cards, and who did what."""
    watch: Callable[[Callable[[str], None]], Coroutine[object, object, None]]
    """Tells why lines cannot be written (empty: they can be); raises `JournalError` where the relay cannot go on."""


@contextlib.asynccontextmanager
async def opened_stores(section: StoreSection) -> AsyncIterator[RelayStores]:
    """The stores, for one relay alone; raises `JournalError` or `SettingsError`."""
    if section.file is not None:
        with (
            SqliteStore(section.file, skip_repeats=True) as lines,
            SqliteStore(section.beside("sessions")) as people,
        ):
            yield RelayStores(lines, people, _nothing_to_watch)
        return
    from gateway.store.database import Database
    from gateway.store.postgresql import PEOPLE, PostgresqlStore

    async with Database.opened(section.database()) as database:
        records, signed_in = PostgresqlStore(database, skip_repeats=True), PostgresqlStore(database, PEOPLE)
        try:
            yield RelayStores(records, signed_in, database.watch)
        finally:
            await records.finish()
            await signed_in.finish()


@contextlib.asynccontextmanager
async def opened_for_reading(section: StoreSection) -> AsyncIterator[LineStore]:
    """The records to look at, whether a relay is writing them or not; raises `JournalError` or `SettingsError`."""
    if section.file is not None:
        _require_file(section.file)
        with ReadOnlyStore(section.file) as store:
            yield store
        return
    from gateway.store.database import Database
    from gateway.store.postgresql import PostgresqlStore

    async with Database.opened(section.database(), read_only=True) as database:
        yield PostgresqlStore(database)


def _require_file(path: Path) -> None:
    if not path.exists():
        raise JournalError(f"There is no store {path}: the relay of these settings has not run here.")


async def _nothing_to_watch(_: Callable[[str], None]) -> None:
    """A file tells of its troubles when it is written to."""
    await asyncio.Event().wait()
