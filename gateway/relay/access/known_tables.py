"""The tables that belong to the event: those that the settings name, and those that have a certificate for it."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from gateway.authority.authority_folder import AuthorityFolder
from gateway.authority.certificates import AuthorityError

__all__ = ["KnownTables"]

log = logging.getLogger(__name__)


class KnownTables:
    """The known tables. Without a list and without an authority, whoever says so: on one computer that will do."""

    def __init__(self, named: Iterable[str], authority: AuthorityFolder | None, event: str) -> None:
        """Raises `AuthorityError` if the register cannot be read: a hall in which nobody is a table helps nobody."""
        self._named = frozenset(named)
        self._authority = authority
        self._event = event
        self._enrolled = frozenset[str]() if authority is None else authority.register().tables(event)
        self._seen: tuple[int, int] | None = None

    def __contains__(self, table: object) -> bool:
        """Whether a table of this name belongs to the event now."""
        if self._authority is None:
            return not self._named or table in self._named
        self._look(self._authority)
        return table in self._named or table in self._enrolled

    def _look(self, authority: AuthorityFolder) -> None:
        """Read the register again if it has changed."""
        try:
            signature = authority.signature()
            if signature != self._seen:
                self._enrolled = authority.register().tables(self._event)
                self._seen = signature
        except AuthorityError as error:
            if self._seen is not None:
                log.error("Which tables are enrolled cannot be read; those known stay: %s", error)  # noqa: TRY400 - says all
            self._seen = None
