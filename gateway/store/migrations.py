"""The migrations of a database: numbered files in `sql/`, each carried out once, in order, all or none of them."""

from __future__ import annotations

from importlib import resources
from typing import Any, NamedTuple

from .database_address import DatabaseAddress
from .database_words import DatabaseFault, DatabaseRefused

__all__ = ["Migration", "known_migrations", "migrate", "require_known"]

_TABLE = "flagfall_migrations"


class Migration(NamedTuple):
    """One step from an older form of the tables to the next."""

    number: int
    name: str
    sql: str


def known_migrations() -> list[Migration]:
    """All that this version knows, in order."""
    found = []
    for file in resources.files(__package__).joinpath("sql").iterdir():
        number, _, rest = file.name.removesuffix(".sql").partition("_")
        if file.name.endswith(".sql"):
            found.append(Migration(int(number), rest, file.read_text(encoding="utf-8")))
    return sorted(found)


async def require_known(connection: Any, address: DatabaseAddress) -> None:
    """See that a database holds records in a form that is known here; raises `DatabaseRefused`. Nothing is written."""
    done = await _done(connection, address)
    if not done:
        raise DatabaseRefused(
            DatabaseFault.EMPTY,
            f"The database {address} holds no records of Flagfall: no relay has written there yet.",
        )
    last = known_migrations()[-1].number
    if max(done) < last:
        raise DatabaseRefused(
            DatabaseFault.OLDER,
            f"The tables in {address} are of an earlier version ({max(done)}, this one reads {last}): "
            "start the relay once, which brings them up to date.",
        )


async def migrate(connection: Any, address: DatabaseAddress) -> list[Migration]:
    """Bring the tables up to date; returns what was carried out. Raises `DatabaseRefused` for what is not ours.

    The caller holds the relay's lock, so nobody else does the same meanwhile.
    """
    due = [each for each in known_migrations() if each.number not in await _done(connection, address)]
    if not due:
        return []
    async with connection.transaction():
        if not await _schema_exists(connection, address):  # asks for a right of its own
            await connection.execute(f'CREATE SCHEMA "{address.schema}"')
        await connection.execute(
            f"CREATE TABLE IF NOT EXISTS {_TABLE} "
            "(number integer PRIMARY KEY, name text NOT NULL, at timestamptz NOT NULL DEFAULT now())"
        )
        for each in due:
            await connection.execute(each.sql)
            await connection.execute(f"INSERT INTO {_TABLE} (number, name) VALUES ($1, $2)", each.number, each.name)  # noqa: S608
    return due


async def _done(connection: Any, address: DatabaseAddress) -> set[int]:
    """The numbers of what was carried out; raises `DatabaseRefused` for tables that are newer, or somebody else's."""
    tables = await connection.fetch(
        "SELECT c.relname FROM pg_class c JOIN pg_namespace s ON s.oid = c.relnamespace "
        "WHERE s.nspname = $1 AND c.relkind IN ('r', 'p', 'v', 'm', 'f')",
        address.schema,
    )
    if not tables:
        return set()
    if _TABLE not in {name for (name,) in tables}:
        raise DatabaseRefused(
            DatabaseFault.FOREIGN,
            f"The schema {address.schema} of the database {address} holds tables of something else: name another "
            "database, or another schema (?schema=NAME).",
        )
    done = {number for (number,) in await connection.fetch(f"SELECT number FROM {_TABLE}")}  # noqa: S608
    last = known_migrations()[-1].number
    if max(done, default=0) > last:
        raise DatabaseRefused(
            DatabaseFault.NEWER,
            f"The tables in {address} were made by a later version of Flagfall ({max(done)}, this one knows {last}): "
            "upgrade this one, or name another database.",
        )
    return done


async def _schema_exists(connection: Any, address: DatabaseAddress) -> bool:
    return bool(await connection.fetchval("SELECT 1 FROM pg_namespace WHERE nspname = $1", address.schema))
