"""One relay's database: the connection that writes, which holds the relay's lock, and the few that read.

Whoever writes has the lock, and whoever has lost his connection has lost the lock with it: two relays can never write
beside each other. A connection that has broken is replaced when it is needed next, and before anything else is written
each table finds out what became of what was under way (`settle`).
"""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import logging
import os
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from types import ModuleType
from typing import Any, Final, Self

from gateway.model.errors import DiskTrouble, JournalError, SettingsError

from .database_address import DatabaseAddress
from .database_words import DatabaseFault, DatabaseRefused, DatabaseTrouble, database_in_words
from .migrations import migrate, require_known

__all__ = ["Database", "require_asyncpg"]

log = logging.getLogger(__name__)

_CONNECT_S: Final = 3.0
_PATIENCE_S: Final = 5.0
"""Seconds that a statement may take; a server that takes longer counts as failing."""
_LOCK_S: Final = 3.0
"""Seconds that a server is given to notice that whoever had the lock is gone."""
_AGAIN_S: Final = 0.5
"""Seconds after a failure in which nobody tries again."""
_LOOK_S, _LOOK_AGAIN_S = 5.0, 1.0
_READERS: Final = 4
_LOCK: Final = 0x466C6167
"""The number under which relays lock a schema."""
_HELD: Final = (
    "SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid "
    "WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1::int4::oid AND l.objid = hashtext($2)::oid "
    "AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


def require_asyncpg() -> ModuleType:
    """The driver; raises `SettingsError` where it is not installed."""
    try:
        return importlib.import_module("asyncpg")
    except ModuleNotFoundError as error:
        raise SettingsError(
            "To keep records in PostgreSQL the package asyncpg is needed: install 'flagfall[postgresql]' "
            "(pip install 'flagfall[postgresql]'), or name a file as the store."
        ) from error


class Database:
    """The connections to a database."""

    @classmethod
    @contextlib.asynccontextmanager
    async def opened(cls, address: DatabaseAddress, *, read_only: bool = False) -> AsyncIterator[Self]:
        """A database whose tables are up to date; raises `JournalError` or `SettingsError`.

        With `read_only` nothing is written or locked, and a relay may go on writing meanwhile.
        """
        database = cls(address, read_only=read_only)
        try:
            if read_only:
                async with database.reader() as connection:
                    await require_known(connection, address)
            else:
                async with database.writer():
                    log.debug("The database %s is open.", address)
            yield database
        finally:
            await database.close()

    def __init__(self, address: DatabaseAddress, *, read_only: bool = False) -> None:
        asyncpg = require_asyncpg()
        self.address = address
        self._asyncpg = asyncpg
        self._errors = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
        self.read_only = read_only
        # So that we know our own connections again, and others see whose they are.
        self._name = f"flagfall {socket.gethostname()[:24]} {os.getpid()} {os.urandom(3).hex()}"
        self._connection: Any = None
        self._one_at_a_time = asyncio.Lock()
        self._not_before = 0.0
        self._trouble: JournalError | None = None
        self._readers = asyncio.Semaphore(_READERS)
        self._idle: list[Any] = []
        self.settle: list[Callable[[Any], Awaitable[None]]] = []
        """What each table does with a new connection before anything is written; raises `JournalError`."""

    @contextlib.asynccontextmanager
    async def writer(self) -> AsyncIterator[Any]:
        """The connection that writes, for one at a time; raises `JournalError`, and then the next one is a new one."""
        if self.read_only:
            raise JournalError(f"The database {self.address} is only read here.")
        async with self._one_at_a_time:
            try:
                if self._connection is None:
                    self._connection = await self._begun()
                yield self._connection
            except JournalError:
                raise
            except self._errors as error:
                self._drop()
                raise database_in_words(self.address, "written", error) from error
            except BaseException:  # nobody knows where a command stands that was broken off
                self._drop()
                raise

    @contextlib.asynccontextmanager
    async def reader(self) -> AsyncIterator[Any]:
        """A connection that reads what is committed; raises `JournalError`."""
        async with self._readers:
            connection: Any = None
            try:
                while self._idle and connection is None:
                    connection = self._idle.pop()
                    connection = None if connection.is_closed() else connection
                connection = connection or await self._connected("reads")
                yield connection
            except BaseException as error:
                if connection is not None:
                    connection.terminate()
                if isinstance(error, self._errors):
                    raise database_in_words(self.address, "read", error) from error
                raise
            self._idle.append(connection)

    async def watch(self, tell: Callable[[str], None]) -> None:
        """See every few seconds that lines can be written, and tell why not (empty: they can be), until cancelled.

        Raises `JournalError` where this relay cannot go on: another one writes now, or the database is not what it was.
        """
        while True:
            await asyncio.sleep(_LOOK_S if self._trouble is None else _LOOK_AGAIN_S)
            try:
                async with self.writer() as connection:
                    await connection.fetchval("SELECT 1")
            except DiskTrouble as error:
                tell(str(error))
            else:
                tell("")

    async def close(self) -> None:
        """Let go of every connection."""
        for connection in [*self._idle, *([] if self._connection is None else [self._connection])]:
            try:
                await connection.close(timeout=1)
            except self._errors:
                connection.terminate()
        self._idle.clear()
        self._connection = None

    # -- the connection that writes -----------------------------------------------------------------------------------

    async def _begun(self) -> Any:
        """A new connection that may write."""
        now = asyncio.get_running_loop().time
        if self._trouble is not None and now() < self._not_before:
            raise self._trouble
        try:
            connection = await self._connected("writes")
            try:
                await self._lock(connection)
                for done in await migrate(connection, self.address):
                    log.info("The database %s: migration %d, %s.", self.address, done.number, done.name)
                for settle in self.settle:
                    await settle(connection)
            except BaseException:
                connection.terminate()
                raise
        except (JournalError, *self._errors) as error:
            told = error if isinstance(error, JournalError) else database_in_words(self.address, "opened", error)
            self._trouble, self._not_before = told, now() + _AGAIN_S
            raise told from error
        self._trouble = None
        return connection

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.terminate()
        self._connection = None

    async def _connected(self, purpose: str) -> Any:
        """A new connection, whose end the server notices within seconds even where the network only falls silent."""
        return await self._asyncpg.connect(
            self.address.url,
            password=self.address.password or None,
            timeout=_CONNECT_S,
            command_timeout=_PATIENCE_S,
            server_settings={
                "application_name": f"{self._name} {purpose}",
                "search_path": f'"{self.address.schema}"',
                "tcp_keepalives_idle": "5",
                "tcp_keepalives_interval": "3",
                "tcp_keepalives_count": "3",
            },
        )

    async def _lock(self, connection: Any) -> None:
        """Be the one relay that writes; raises `JournalError`."""
        loop = asyncio.get_running_loop()
        until, ours = loop.time() + _LOCK_S, f"{self._name} writes"
        schema = self.address.schema
        while not await connection.fetchval("SELECT pg_try_advisory_lock($1::int4, hashtext($2))", _LOCK, schema):
            # A connection of ours that broke off may not be over on the other side.
            await connection.fetch(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE application_name = $1 AND pid <> pg_backend_pid()",
                ours,
            )
            if loop.time() > until:
                holder = await connection.fetchval(_HELD, _LOCK, schema)
                if holder in {ours, None}:
                    raise DatabaseTrouble(
                        DatabaseFault.BUSY,
                        f"The database {self.address} has not noticed yet that a connection is over.",
                    )
                raise DatabaseRefused(
                    DatabaseFault.TAKEN,
                    f"The database {self.address} is in use by another relay ({holder.removesuffix(' writes')}): one "
                    "relay at a time writes there. Stop that one first, or name another schema (?schema=NAME).",
                )
            await asyncio.sleep(0.1)
