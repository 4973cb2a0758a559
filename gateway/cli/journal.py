"""`flagfall journal`: verify a journal, show it, or save what can be read of it."""

from __future__ import annotations

import asyncio
import contextlib
import enum
import sqlite3
import sys
from collections.abc import Collection
from pathlib import Path
from typing import IO, Annotated

import typer

from gateway.model.errors import JournalDamaged, SettingsError
from gateway.record.lines import LINE
from gateway.record.wire import ENTRY, WireError
from gateway.referee.inputs import Input
from gateway.runtime.settings import RelaySettings
from gateway.runtime.store_section import StoreSection
from gateway.store.database import Database
from gateway.store.database_address import DatabaseAddress, is_database
from gateway.store.mending import sound_lines
from gateway.store.postgresql import LINES, PEOPLE, PostgresqlStore
from gateway.store.sqlite import open_file
from gateway.store.verifying import Verified, verified_streams
from gateway.texts.descriptions import describe

from .language import catalogue

__all__ = ["journal"]


class Action(enum.StrEnum):
    """An action on a journal."""

    VERIFY = "verify"
    SHOW = "show"
    EXPORT = "export"


def journal(
    action: Annotated[
        Action,
        typer.Argument(
            help="verify: is every line as it was written? show: the record in words. "
            "export: the lines as JSON, also from a damaged file."
        ),
    ],
    file: Annotated[
        str,
        typer.Argument(
            help="A table's journal, or a relay's store: its file, its settings (relay.toml), or the address of its "
            "database, postgresql://user@host/name.",
        ),
    ],
    stream: Annotated[str, typer.Option(help="The stream to show or export; a relay has one a table.")] = "entries",
) -> None:
    """Verify a journal by its hashes, show it, or save its lines; nothing is written to it."""
    store = _store(file)
    if store.file is None:
        raise typer.Exit(asyncio.run(_from_database(action, store, stream)))
    with contextlib.closing(open_file(store.file)) as connection:
        try:
            streams = verified_streams(connection)
            lines, _ = sound_lines(connection, stream, believing=True)
        except sqlite3.DatabaseError as error:
            raise JournalDamaged(
                f"The lines of {file} cannot be told apart ({error}). Of a table, start it: what a relay holds is "
                "fetched back. Of a relay, move the file away and start it: what the tables hold is fetched back."
            ) from error
    if action is Action.VERIFY:
        raise typer.Exit(_say_verified(streams))
    _require_stream(stream, streams, file)
    _print(action, lines)
    if streams[stream].broken_at is not None:
        raise typer.Exit(_say_verified({stream: streams[stream]}, sys.stderr))


def _store(where: str) -> StoreSection:
    """Where the lines are that somebody has named."""
    if is_database(where):
        DatabaseAddress.parse(where)  # what is wrong with it in one sentence
        return StoreSection(url=where)
    path = Path(where)
    if not path.is_file():
        raise typer.BadParameter(f"There is no file {where}.")
    return RelaySettings.from_file(path).store if path.suffix == ".toml" else StoreSection(file=path)


async def _from_database(action: Action, section: StoreSection, stream: str) -> int:
    async with Database.opened(section.database(), read_only=True) as database:
        if action is not Action.VERIFY:
            store = PostgresqlStore(database)
            _require_stream(stream, await store.streams(), "the database")
            _print(action, await store.read(stream))
            return 0
        tables = [PostgresqlStore(database, table) for table in (LINES, PEOPLE)]
        found = {name: await table.verified(name) for table in tables for name in await table.streams()}
    return _say_verified(found)


def _print(action: Action, lines: list[bytes]) -> None:
    for line in lines:
        print(line.decode(errors="replace") if action is Action.EXPORT else _in_words(line))


def _require_stream(stream: str, streams: Collection[str], where: str) -> None:
    if stream not in streams:
        known = ", ".join(sorted(streams)) or "none yet"
        raise SettingsError(f"There is no stream {stream} in {where}. Name one by --stream: {known}.")


def _say_verified(streams: dict[str, Verified], to: IO[str] | None = None) -> int:
    """Say of each stream whether it is whole; the exit code is 1 if one is not."""
    texts, broken = catalogue(), 0
    for name, found in streams.items():
        broken += found.broken_at is not None
        key = "command.journal.whole" if found.broken_at is None else "command.journal.broken"
        if found.broken_at is None and not found.hashed:
            key = "command.journal.unhashed"
        print(texts.text(key, stream=name, lines=found.lines, n=found.broken_at or 0), file=to)
    return 1 if broken else 0


def _in_words(line: bytes) -> str:
    texts = catalogue()
    try:
        entry = ENTRY.decode(line)
    except WireError:
        with contextlib.suppress(WireError):
            return f"{LINE.decode(line).n}\t{line.decode(errors='replace')}"
        return line.decode(errors="replace")
    what = describe(entry.what) if isinstance(entry.what, Input) else entry.what.text
    return f"{entry.n}\t{entry.at}\t{texts.render(what)}"
