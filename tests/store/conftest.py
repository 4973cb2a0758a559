"""Stores of each kind: what one promises, the others do."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from gateway.store import SqliteStore
from gateway.store.database import Database
from gateway.store.database_address import DatabaseAddress
from gateway.store.postgresql import PostgresqlStore

AnyStore = SqliteStore | PostgresqlStore
Opened = Callable[..., AbstractAsyncContextManager[AnyStore]]


@pytest.fixture(params=["sqlite", "postgresql"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Opened:
    """Opens a store by its name."""
    url = "" if request.param == "sqlite" else str(request.getfixturevalue("database_url"))

    @contextlib.asynccontextmanager
    async def open_store(name: str = "a", *, skip_repeats: bool = False) -> AsyncIterator[AnyStore]:
        if not url:
            with SqliteStore(tmp_path / "deep" / f"{name}.journal", skip_repeats=skip_repeats) as store:
                yield store
            return
        async with Database.opened(DatabaseAddress.parse(f"{url}_{name}")) as database:
            yield PostgresqlStore(database, skip_repeats=skip_repeats)

    return open_store
