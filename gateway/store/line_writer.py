"""Whoever writes a file of lines: into the log first, which makes them durable, and at leisure into the file.

Nothing here knows of threads or loops: one thread calls, and waits for the disk.
"""

from __future__ import annotations

import contextlib
import logging
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from gateway.model.errors import JournalError

from .hash_chain import ChainedLine, Chains, insert, missing
from .line_log import LineLog
from .port import StoredLine
from .sqlite_file import file_number, in_words, open_to_write, transaction
from .write_ahead import CHECKPOINT_COMMITS, begin_anew

__all__ = ["LineWriter"]

log = logging.getLogger(__name__)

_BEHIND_MAX = 500
"""Lines that the file may lack; a thousand tables may not leave it a moment of leisure."""


class LineWriter:
    """The one writer of a file."""

    def __init__(self, path: Path, *, skip_repeats: bool) -> None:
        self._path = path
        self._logs = not skip_repeats
        """Who takes in the lines of others reads each of them again at once, and gains nothing by a log."""
        self._chains = Chains(skip_repeats=skip_repeats)
        self._connection: sqlite3.Connection | None = None
        self._log: LineLog | None = None
        self._behind: list[ChainedLine] = []
        """Lines that the log holds, and the file has yet to take."""
        self._commits = 0

    @property
    def is_behind(self) -> bool:
        """Whether there are lines on disk that whoever reads the file does not see yet."""
        return bool(self._behind)

    @property
    def can_catch_up(self) -> bool:
        """Whether there is something to do at leisure."""
        return bool(self._behind) and self._connection is not None

    def write(self, lines: Sequence[StoredLine], also: Sequence[Callable[[sqlite3.Connection], None]] = ()) -> None:
        """Return when the lines are on disk, and what else is to be done is done; raises `JournalError` if not."""
        try:
            connection = self._connected()
            if also or not self._is_logged(connection, lines):
                self._commit(connection, lines, also)
        except (OSError, sqlite3.Error) as error:
            # After a failure of the disk a connection may not recover: the next write opens a new one.
            self._let_go()
            raise in_words(self._path, "written", error) from error

    def catch_up(self) -> None:
        """Have the file take what the log holds. Where it cannot, the next write tells of it."""
        try:
            if self._behind and self._connection is not None:
                self._carry(self._connection)
        except (OSError, sqlite3.Error) as error:
            log.debug("The journal %s waits for its disk: %s", self._path, error)
            self._let_go()

    def close(self) -> None:
        """Let go of the file, which then holds everything, unless its disk fails."""
        self.catch_up()
        self._let_go()

    # Into the log ---------------------------------------------------------------------------------------------------

    def _is_logged(self, connection: sqlite3.Connection, lines: Sequence[StoredLine]) -> bool:
        if self._log is None or (chained := self._chains.follow(connection, lines)) is None:
            return False
        try:
            room = self._log.append(chained)
        except OSError as error:
            log.debug("The log of %s cannot be written, the file itself perhaps can: %s", self._path, error)
            self._close_log()
            room = False
        if not room:
            self._chains.forget()
            return False
        self._chains.keep()
        self._behind += chained
        if len(self._behind) >= _BEHIND_MAX:
            self._carry(connection)
        return True

    # Into the file --------------------------------------------------------------------------------------------------

    def _carry(self, connection: sqlite3.Connection) -> None:
        """Have the file take what is safe in the log: this need not be on disk before the log begins anew."""
        connection.execute("PRAGMA synchronous = NORMAL")
        with transaction(connection):
            insert(connection, self._behind)
        connection.execute("PRAGMA synchronous = FULL")
        self._behind.clear()
        self._commits += 1
        if self._commits % CHECKPOINT_COMMITS == 0 and begin_anew(connection) and self._log is not None:
            self._log.begin_anew()

    def _commit(
        self,
        connection: sqlite3.Connection,
        lines: Iterable[StoredLine],
        also: Iterable[Callable[[sqlite3.Connection], None]],
    ) -> None:
        """Have lines in the file, and on disk, with all that was before them: the log has no room, or they do not come
        at the end of a stream."""
        try:
            with transaction(connection):
                insert(connection, self._behind)
                self._chains.append(connection, lines)
                for each in also:
                    each(connection)
        except BaseException:
            self._chains.forget()
            raise
        self._chains.keep()
        self._behind.clear()
        if self._log is None:
            self._log = self._fresh_log(connection)
        else:
            self._log.begin_anew()

    # The files ------------------------------------------------------------------------------------------------------

    def _connected(self) -> sqlite3.Connection:
        if self._connection is None:
            connection = open_to_write(self._path)
            try:
                with transaction(connection):
                    insert(connection, missing(connection, self._behind))
                    if not self._chains.fit(connection):
                        raise JournalError(
                            f"The journal {self._path} is not the file that it was: somebody has replaced it."
                        )
            except BaseException:
                connection.close()
                raise
            self._behind.clear()
            self._connection = connection
            self._log = self._fresh_log(connection)
        return self._connection

    def _fresh_log(self, connection: sqlite3.Connection) -> LineLog | None:
        """A log, all of whose lines the file has; none where there is no room for it, or no use."""
        if not self._logs:
            return None
        try:
            return LineLog(self._path, file_number(connection))
        except OSError as error:
            log.debug("There is no log beside %s, it is written by itself: %s", self._path, error)
            return None

    def _close_log(self) -> None:
        if self._log is not None:
            self._log.close()
            self._log = None

    def _let_go(self) -> None:
        self._close_log()
        if self._connection is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
