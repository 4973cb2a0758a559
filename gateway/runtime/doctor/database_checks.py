"""The database of a relay: whether it can be reached and written, and whether its records are sound."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from gateway.model.errors import JournalError, SettingsError
from gateway.model.messages import Message, message
from gateway.runtime.store_section import StoreSection
from gateway.store.database import Database, require_asyncpg
from gateway.store.database_address import DatabaseAddress
from gateway.store.database_words import DatabaseFault, DatabaseRefused, DatabaseTrouble
from gateway.store.postgresql import LINES, PEOPLE, PostgresqlStore

from .diagnoses import Diagnosis, Surroundings
from .file_checks import check_secret, damaged_record

__all__ = ["check_database"]


async def check_database(around: Surroundings, section: StoreSection) -> AsyncIterator[Diagnosis]:
    """What keeps a relay from its database, or will."""
    if section.password_file is not None:
        for finding in check_secret(around.path(*section.password_file.parts[1:])):
            yield finding
    try:
        require_asyncpg()
    except SettingsError:
        what = message("doctor.database_driver")
        yield Diagnosis.trouble(
            what, message("doctor.database_driver.do", command="pip install 'flagfall[postgresql]'")
        )
        return
    address = section.database()
    try:
        async for finding in _records(address):
            yield finding
    except (DatabaseTrouble, DatabaseRefused) as error:
        if error.fault not in {DatabaseFault.EMPTY, DatabaseFault.OLDER}:  # the relay sees to these when it starts
            yield Diagnosis.trouble(*_in_words(address, error))
    except JournalError as error:
        yield Diagnosis.trouble(*_cannot_be_used(address, error.message))


async def _records(address: DatabaseAddress) -> AsyncIterator[Diagnosis]:
    async with Database.opened(address, read_only=True) as database:
        if await _is_read_only(database):
            yield Diagnosis.trouble(*_read_only(address))
        for table in (PostgresqlStore(database, LINES), PostgresqlStore(database, PEOPLE)):
            for stream in await table.streams():
                if (await table.verified(stream)).broken_at is not None:
                    yield damaged_record(str(address))
                    return


async def _is_read_only(database: Database) -> bool:
    async with database.reader() as connection:
        found: Any = await connection.fetchval("SELECT current_setting('transaction_read_only')")
    return bool(found == "on")


def _in_words(address: DatabaseAddress, error: DatabaseTrouble | DatabaseRefused) -> tuple[Message, Message]:
    where = str(address)
    match error.fault:
        case DatabaseFault.UNREACHABLE | DatabaseFault.SILENT | DatabaseFault.BUSY:
            return (
                message("doctor.database_unreachable", address=where),
                message("doctor.database_unreachable.do", command="systemctl status postgresql"),
            )
        case DatabaseFault.LOCKED_OUT:
            return (
                message("doctor.database_locked", address=where),
                message("doctor.database_locked.do", setting="password_file", file="pg_hba.conf"),
            )
        case DatabaseFault.MISSING:
            command = "sudo -u postgres createdb --owner USER NAME"
            return (
                message("doctor.database_missing", address=where),
                message("doctor.database_missing.do", command=command),
            )
        case DatabaseFault.READ_ONLY:
            return _read_only(address)
        case DatabaseFault.FOREIGN:
            return (
                message("doctor.database_foreign", address=where),
                message("doctor.database_foreign.do", example="?schema=NAME"),
            )
        case DatabaseFault.NEWER:
            return (
                message("doctor.database_newer", address=where),
                message("doctor.database_newer.do", command="sudo flagfall upgrade"),
            )
        case _:
            return _cannot_be_used(address, error.message)


def _read_only(address: DatabaseAddress) -> tuple[Message, Message]:
    return (
        message("doctor.database_read_only", address=str(address)),
        message("doctor.database_read_only.do", example="postgresql://user@one,other/name"),
    )


def _cannot_be_used(address: DatabaseAddress, why: Message) -> tuple[Message, Message]:
    return message("doctor.database_trouble", address=str(address), why=why), message("doctor.database_trouble.do")
