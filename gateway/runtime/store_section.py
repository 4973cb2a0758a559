"""The settings of a relay's store: a file, or a PostgreSQL database and the file with its password."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, model_validator

from gateway.model.errors import SettingsError

from .secret_files import read_secret

if TYPE_CHECKING:  # a table agent starts without it
    from gateway.store.database_address import DatabaseAddress

__all__ = ["StoreSection", "as_section"]


def _known_database(url: str) -> str:
    from gateway.store.database_address import DatabaseAddress

    try:
        if url:
            DatabaseAddress.parse(url)
    except SettingsError as error:
        raise ValueError(str(error)) from error
    return url


def as_section(given: object) -> object:
    """A store that is one text: a file, or the address of a database."""
    if isinstance(given, str | Path):
        return {"url" if "://" in str(given) else "file": given}
    return given


class StoreSection(BaseModel):
    """The place where a relay keeps its records."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    file: Path | None = None
    url: Annotated[str, AfterValidator(_known_database)] = ""
    """`postgresql://user@host/name`, without a password."""
    password_file: Path | None = None
    """A file with the password for the database; without it PGPASSFILE and the like hold."""
    folder: Path = Path("/var/lib/flagfall")
    """Beside a database: what belongs to this computer alone, and can be done without."""

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if (self.file is None) == (not self.url):
            raise ValueError('name a file (store = "/var/lib/flagfall/relay.journal") or the url of a database')
        return self

    def __str__(self) -> str:
        return self.url or str(self.file)

    def beside(self, ending: str) -> Path:
        """A file of this computer beside the records."""
        file = self.file or self.folder / "relay"
        return file.with_name(f"{file.name}.{ending}")

    def database(self) -> DatabaseAddress:
        """The address of the database, with its password; raises `SettingsError`."""
        from gateway.store.database_address import DatabaseAddress

        return DatabaseAddress.parse(self.url, "" if self.password_file is None else read_secret(self.password_file))
