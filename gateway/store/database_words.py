"""The words of a database, or of the connection to it, as one sentence for a person: what is wrong, and what to do."""

from __future__ import annotations

import enum
from typing import Final

from gateway.model.errors import DiskTrouble, JournalError

from .database_address import DatabaseAddress

__all__ = ["DatabaseFault", "DatabaseRefused", "DatabaseTrouble", "database_in_words"]


class DatabaseFault(enum.Enum):
    """A fault of a database."""

    UNREACHABLE = enum.auto()
    SILENT = enum.auto()
    """It does not answer in time."""
    BUSY = enum.auto()
    """It has no connection left, or is starting or stopping."""
    LOCKED_OUT = enum.auto()
    """A password or the server's own rules keep us out."""
    MISSING = enum.auto()
    """The server is there, and has no database of this name."""
    NO_RIGHTS = enum.auto()
    READ_ONLY = enum.auto()
    FULL = enum.auto()
    OTHER = enum.auto()
    FOREIGN = enum.auto()
    """The schema holds tables of something else."""
    NEWER = enum.auto()
    OLDER = enum.auto()
    EMPTY = enum.auto()
    TAKEN = enum.auto()
    """Another relay writes there."""
    LACKING = enum.auto()
    """It lacks what it had taken."""


class DatabaseTrouble(DiskTrouble):
    """The database cannot be used now; it may be over soon."""

    def __init__(self, fault: DatabaseFault, what: str) -> None:
        super().__init__(what)
        self.fault = fault


class DatabaseRefused(JournalError):
    """The database is not one for this relay, or not any more."""

    def __init__(self, fault: DatabaseFault, what: str) -> None:
        super().__init__(what)
        self.fault = fault


_WORDS: Final = {
    DatabaseFault.LOCKED_OUT: "The database {address} does not let us in ({error}): put the right password into the "
    "file that the settings name (password_file), or that PGPASSFILE names, and see the server's pg_hba.conf.",
    DatabaseFault.MISSING: "There is no database {address}: make it, for instance by 'createdb --owner USER NAME', or "
    "name another.",
    DatabaseFault.NO_RIGHTS: "The user of {address} may not do what a relay does ({error}): have somebody say 'GRANT "
    "CREATE ON DATABASE NAME TO USER', or make the schema {schema} for that user.",
    DatabaseFault.READ_ONLY: "The database {address} is read-only: it is a copy, or was set so. Name the server that "
    "is written to; of several (postgresql://user@one,other/name) it is found.",
    DatabaseFault.FULL: "The disk of the database {address} is full: make room there. What waits is written then.",
    DatabaseFault.BUSY: "The database {address} takes no connection now ({error}): it is tried again.",
    DatabaseFault.SILENT: "The database {address} does not answer: is its server overloaded, or the network cut?",
    DatabaseFault.UNREACHABLE: "The database {address} cannot be reached ({error}): is PostgreSQL running there, and "
    "is the address right?",
    DatabaseFault.OTHER: "The database {address} cannot be {done}: {error}.",
}
_BY_STATE: Final = {
    "28P01": DatabaseFault.LOCKED_OUT,
    "28000": DatabaseFault.LOCKED_OUT,
    "3D000": DatabaseFault.MISSING,
    "42501": DatabaseFault.NO_RIGHTS,
    "25006": DatabaseFault.READ_ONLY,
    "53100": DatabaseFault.FULL,
    "53300": DatabaseFault.BUSY,
    "57P03": DatabaseFault.BUSY,
}
"""By what PostgreSQL calls SQLSTATE."""


def database_in_words(address: DatabaseAddress, done: str, error: BaseException) -> DatabaseTrouble:
    """The trouble with a database that could not be `done` (opened, read, written)."""
    fault = _fault(error)
    words = _WORDS[fault].format(address=address, error=_said(error), schema=address.schema, done=done)
    return DatabaseTrouble(fault, words)


def _fault(error: BaseException) -> DatabaseFault:
    state = str(getattr(error, "sqlstate", None) or "")
    if state in _BY_STATE:
        return _BY_STATE[state]
    if isinstance(error, TimeoutError):
        return DatabaseFault.SILENT
    broken = state.startswith(("08", "57"))  # a connection has broken, or somebody has stopped the server
    return DatabaseFault.UNREACHABLE if broken or not state else DatabaseFault.OTHER


def _said(error: BaseException) -> str:
    """The first line of it, without the full stop."""
    lines = str(error).strip().splitlines()
    return (lines[0] if lines else type(error).__name__).rstrip(".")
