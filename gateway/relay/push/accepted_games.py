"""The games that were accepted, kept on disk, so that a restart knows what has arrived."""

from __future__ import annotations

import logging
from pathlib import Path

import msgspec

__all__ = ["AcceptedGames"]

log = logging.getLogger(__name__)


class _File(msgspec.Struct):
    games: dict[str, str] = {}
    """By game, the digest of the PGN that was accepted last."""


class AcceptedGames:
    """The games as somebody else has them. A file that is lost only means that games are sent once more."""

    def __init__(self, path: Path | None) -> None:
        """Without a path they are kept in memory."""
        self._path = path
        self._games: dict[str, str] = {}
        try:
            if path is not None and path.exists():
                self._games = msgspec.json.decode(path.read_bytes(), type=_File).games
        except (OSError, msgspec.MsgspecError, UnicodeError) as error:
            log.warning("%s cannot be read (%s): all games are sent once more.", path, error)

    def has(self, game: str, digest: str) -> bool:
        """Whether this is what was accepted last."""
        return self._games.get(game) == digest

    def accept(self, games: dict[str, str]) -> None:
        """These were accepted, each with this digest."""
        if all(self._games.get(game) == digest for game, digest in games.items()):
            return
        self._games |= games
        if self._path is None:
            return
        try:
            beside = self._path.with_name(f"{self._path.name}.new")
            beside.write_bytes(msgspec.json.encode(_File(self._games)))
            beside.replace(self._path)
        except OSError as error:
            log.warning("%s cannot be written (%s): after a restart all games are sent once more.", self._path, error)
