"""A folder with the files of a running event, as LiveChess keeps one: made anew whenever a game goes on.

The relay says which files there are and in which version (`/feeds/folder.json`); what has changed is fetched and put in
place whole. Games come before the lists that name them, so that whoever reads along finds what is listed.
"""

from __future__ import annotations

import gzip
import ssl
import urllib.error
import urllib.request
import zlib
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from urllib.parse import urlsplit

import msgspec

from gateway.model.errors import SettingsError

from .archiving import write_atomically
from .relay_client import RelayRefused

__all__ = ["FeedFolder"]

_PATIENCE_S = 15.0


class _File(msgspec.Struct):
    path: str
    url: str
    version: str


class _Listing(msgspec.Struct):
    event: str
    files: list[_File]


class FeedFolder:
    """The folder, and the relay that it follows."""

    def __init__(self, relay: str, folder: Path, ca: Path | None = None) -> None:
        """`relay` is the relay's address, `https://host:8443`; `ca` the certificate of the hall's authority."""
        parts = urlsplit(relay)
        if parts.scheme not in {"http", "https"} or not parts.netloc:
            raise SettingsError("The address of a relay is needed: https://host:8443.")
        self._home = f"{parts.scheme}://{parts.netloc}"
        self._folder = folder
        context = ssl.create_default_context()
        if ca is not None:
            try:
                context.load_verify_locations(ca)
            except (OSError, ssl.SSLError) as error:
                raise SettingsError(f"{ca} holds no certificate of an authority that can be read.") from error
        self._opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context)
        )
        self._have: dict[str, str] = {}
        self._listed = self._etag = ""
        """What the list was whose files are all here, and what came last."""

    def refresh(self) -> list[str]:
        """Fetch what has changed; returns the paths, raises `RelayRefused` or `SettingsError`."""
        listed = self._get("/feeds/folder.json", known=self._listed)
        if listed is None:
            return []
        etag = self._etag
        try:
            listing = msgspec.json.decode(listed, type=_Listing)
        except msgspec.MsgspecError as error:
            raise RelayRefused(f"{self._home} is not a relay that lists its files: {error}.") from error
        changed = [file for file in listing.files if self._have.get(file.path) != file.version]
        for file in changed:
            write_atomically(self._folder / _safe(file.path), self._get(file.url) or b"")
            self._have[file.path] = file.version
        self._listed = etag
        return [file.path for file in changed]

    def _get(self, path: str, known: str = "") -> bytes | None:
        """What is there; None if that is what is known already, by its ETag."""
        headers = {"Accept-Encoding": "gzip"} | ({"If-None-Match": known} if known else {})
        try:
            asked = urllib.request.Request(self._home + path, headers=headers)  # noqa: S310 - its scheme was looked at
            with self._opener.open(asked, timeout=_PATIENCE_S) as answer:
                content: bytes = answer.read()
                self._etag = answer.headers.get("ETag", "")
                return gzip.decompress(content) if answer.headers.get("Content-Encoding") == "gzip" else content
        except urllib.error.HTTPError as error:
            if known and error.code == HTTPStatus.NOT_MODIFIED:
                return None
            raise RelayRefused(f"{self._home}{path} cannot be had: {error.code} {error.reason}.") from error
        except urllib.error.URLError as error:
            raise RelayRefused(f"{self._home}{path} cannot be had: {error.reason}.") from error
        except (OSError, EOFError, zlib.error) as error:
            raise RelayRefused(f"{self._home}{path} cannot be had: {error}.") from error


def _safe(path: str) -> PurePosixPath:
    """A path within the folder, whatever the other side says."""
    parts = PurePosixPath(path)
    if parts.is_absolute() or ".." in parts.parts or not parts.parts:
        raise RelayRefused(f"The relay names a file outside of the folder: {path!r}.")
    return parts
