"""The address of a database: what the settings and commands call `postgresql://...`. It never holds a password."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, Self
from urllib.parse import parse_qsl, quote, urlencode, urlsplit

from gateway.model.errors import SettingsError

__all__ = ["DatabaseAddress", "is_database"]

_SCHEMES: Final = ("postgresql", "postgres")
_SCHEMA: Final = re.compile("[a-z_][a-z0-9_]{0,62}")
_HERE: Final = ("", "localhost", "127.0.0.1", "::1", "[::1]")


def is_database(where: object) -> bool:
    """Whether something is the address of a database, or of whatever else; else it is a file."""
    return isinstance(where, str) and "://" in where


class DatabaseAddress(NamedTuple):
    """A database, and the schema in it that holds the records."""

    url: str
    """As libpq and its relatives read it, without a password."""
    schema: str = "flagfall"
    password: str = ""
    """Where the settings name a file with it; else libpq's own ways hold (`PGPASSFILE`, `PGPASSWORD`)."""

    @classmethod
    def parse(cls, url: str, password: str = "") -> Self:
        """Read an address; raises `SettingsError`."""
        try:
            parts = urlsplit(url)
            secret = parts.password
        except ValueError as error:
            raise SettingsError(f"This is not an address of a database: {error}.") from error
        query = dict(parse_qsl(parts.query))
        if parts.scheme not in _SCHEMES:
            raise SettingsError(
                f"{parts.scheme}:// is not a database that is known here: use postgresql://user@host/name."
            )
        if secret is not None or "password" in query:
            # The text is not repeated: whoever reads logs would have it.
            raise SettingsError(
                "An address of a database holds no password, since addresses are shown in logs and lists of "
                "processes: take it out, and put it into a file that the settings name (password_file), or into "
                "the one that PGPASSFILE names."
            )
        schema = query.pop("schema", "flagfall")
        if not _SCHEMA.fullmatch(schema):
            raise SettingsError("The schema of a database is named by letters a-z, digits and '_', at most 63.")
        hosts = (query.get("host") or parts.netloc.rpartition("@")[2]).split(",")
        if "sslmode" not in query and not all(_is_here(host) for host in hosts):
            raise SettingsError(
                f"The connection to the database at {', '.join(hosts)} goes over a network: add "
                "?sslmode=verify-full (with &sslrootcert=FILE for an authority of your own); or ?sslmode=disable where "
                "nobody else is on that network, as between containers."
            )
        if len(hosts) > 1:  # a copy that is behind would be read as if lines were missing
            query.setdefault("target_session_attrs", "read-write")
        rest = urlencode(query, quote_via=quote, safe="/,:")
        return cls(url.partition("?")[0] + f"?{rest}" * bool(rest), schema, password)

    def __repr__(self) -> str:
        return f"DatabaseAddress({self})"

    def __str__(self) -> str:
        where = self.url.partition("?")[0]
        return where if self.schema == "flagfall" else f"{where}?schema={self.schema}"


def _is_here(host: str) -> bool:
    """Whether a host, perhaps with a port behind it, is this computer; a path is a socket on it."""
    bare = host if host in _HERE else re.sub(r":\d+$", "", host)
    return bare in _HERE or bare.startswith("/")
