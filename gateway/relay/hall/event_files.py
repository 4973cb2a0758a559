"""The files of an event: its games in every format, one by one or together, and what LiveChess would publish."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Iterable, Sequence
from datetime import UTC, tzinfo
from typing import NamedTuple

import msgspec

from gateway import __version__
from gateway.feeds.export import FORMATS, PlayedAt, write_file
from gateway.feeds.livechess_files import (
    LiveChessPairing,
    LiveChessRound,
    game_json,
    index_json,
    numbers_of,
    tournament_json,
)
from gateway.feeds.results_atom import FinishedGame
from gateway.model.errors import GameError
from gateway.model.instants import wall_time
from gateway.model.pairings import RoundNumber

from .game_index import GameStatus, GameSummary, UnknownGameId
from .hall import Hall
from .played_games import PlayedGames

__all__ = ["EventFiles", "FolderFile", "is_counted"]

log = logging.getLogger(__name__)

_KEPT = 5000
"""Files of games that are kept as they were written last, some kilobytes each: a large event has fewer games."""
_CHESS = frozenset({"chess", "chess960"})


class FolderFile(msgspec.Struct, frozen=True):
    """A file of the folder that programs beside the relay keep."""

    path: str
    url: str
    version: str
    """Another one whenever the file is another one."""


class _RoundFolder(NamedTuple):
    """The files of one round."""

    games: list[FolderFile]
    lists: list[FolderFile]


class EventFiles:
    """The files of the games of a hall, whichever hall it is."""

    def __init__(self, played: PlayedGames, zone: tzinfo = UTC, site: str = "") -> None:
        """`zone` is the event's, by which dates are told; `site` is its place as people write it."""
        self.played = played
        self._zone = zone
        self.site = site
        self._folders: dict[tuple[int, RoundNumber], tuple[tuple[object, ...], _RoundFolder]] = {}
        """By hall and round, and what they were made of."""
        self._kept: OrderedDict[tuple[int, str, str], tuple[str, bytes]] = OrderedDict()

    def version(self, hall: Hall, games: Iterable[GameSummary], *more: str) -> str:
        """What changes whenever a file of these games does: its ETag."""
        digest = hashlib.sha256("\0".join((__version__, hall.title, self.site, str(self._zone), *more)).encode())
        for about in games:
            digest.update(f"\n{about.id} {about.first} {about.last} {about.status}".encode())
        return f'"{digest.hexdigest()[:32]}"'

    # Games ----------------------------------------------------------------------------------------------------------

    async def game(self, hall: Hall, about: GameSummary, form: str) -> bytes:
        """A game as a file; raises `WrongFormat`, or `GameError` if its lines make no game."""
        key, version = (id(hall), about.id, form), self.version(hall, [about])
        if (kept := self._kept.get(key)) is not None and kept[0] == version:
            self._kept.move_to_end(key)
            return kept[1]
        written = write_file(await self.played.find(hall, about.game_id), form, self._place(hall, about))
        self._kept[key] = (version, written)
        self._kept.move_to_end(key)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return written

    async def together(self, hall: Hall, games: Iterable[GameSummary], form: str) -> AsyncIterator[bytes]:
        """Games as one file, piece by piece; those of another notation, and those that make no sense, are left out."""
        kind, pieces, first = FORMATS[form], list[bytes](), True
        for about in games:
            if not kind.rules(about.rules):
                continue
            try:
                piece = await self.game(hall, about, form)
            except (GameError, UnknownGameId) as error:
                log.warning("Game %s is left out of a file: %s", about.id, error)
                continue
            if kind.merge is not None:
                pieces.append(piece)
            else:
                yield piece if first else kind.separator + piece
            first = False
            await asyncio.sleep(0)  # others have their turn
        if kind.merge is not None and pieces:
            yield kind.merge(pieces) if len(pieces) > 1 else pieces[0]

    def _place(self, hall: Hall, about: GameSummary) -> PlayedAt:
        left = about.status in {GameStatus.BROKEN_OFF, GameStatus.VOID}
        return PlayedAt(hall.title, about.table, about.id, self.site, self._zone, left)

    # LiveChess ------------------------------------------------------------------------------------------------------

    def livechess_rounds(self, hall: Hall) -> dict[int, list[GameSummary]]:
        """The games of chess by rounds, which are counted from 1; without rounds all are of the first."""
        numbers = sorted({max(1, number) for number in hall.game_index.counts})
        return {number: games for number in numbers if (games := self.livechess_round(hall, number))}

    def livechess_round(self, hall: Hall, number: int) -> list[GameSummary]:
        """The games of chess of one of these rounds."""
        index = hall.game_index
        games = [*index.of_round(0), *index.of_round(1)] if number == 1 else index.of_round(number)
        return [about for about in games if about.rules in _CHESS and is_counted(about)]

    def tournament(self, hall: Hall) -> bytes:
        """`tournament.json`."""
        rounds = self.livechess_rounds(hall)
        games = [about for each in rounds.values() for about in each]
        listed = [_livechess_round(rounds.get(number, [])) for number in range(1, max(rounds, default=0) + 1)]
        return tournament_json(
            hall.event,
            hall.title,
            games[0].control if games else "",
            listed,
            list(dict.fromkeys(about.table for about in games)),
            site=self.site,
            chess960=bool(games) and all(about.rules == "chess960" for about in games),
        )

    def round_index(self, games: Sequence[GameSummary]) -> bytes:
        """`round-N/index.json`."""
        return index_json(self.date(games), [livechess_pairing(about) for about in games])

    def date(self, games: Sequence[GameSummary]) -> str | None:
        """The day of the first of these games; None if there are none."""
        dates = (wall_time(about.set_up).astimezone(self._zone).strftime("%Y-%m-%d") for about in games)
        return min(dates, default=None)

    async def livechess_game(self, hall: Hall, about: GameSummary) -> bytes:
        """`round-N/game-M.json`; raises `GameError` if its lines make no game."""
        game = await self.played.find(hall, about.game_id)
        return game_json(game, about.table, live=not about.status.is_final)

    def livechess_numbers(self, games: Sequence[GameSummary]) -> dict[int, GameSummary]:
        """The games of a round by their numbers."""
        return dict(zip(numbers_of([about.table for about in games]), games, strict=True))

    # The folder -----------------------------------------------------------------------------------------------------

    def listing(self, hall: Hall) -> list[FolderFile]:
        """Every file of the folder, games before the lists that name them."""
        games: list[FolderFile] = []
        lists: list[FolderFile] = []
        for number in sorted(hall.game_index.counts):
            own = self._folder_of(hall, number)
            games += own.games
            lists += own.lists
        chess = [each.version for each in lists if each.path.endswith("/index.json")]
        if chess:
            whole = hashlib.sha256("".join(chess).encode()).hexdigest()[:32]
            lists.append(FolderFile("tournament.json", "/feeds/livechess/tournament.json", f'"{whole}"'))
        return games + lists

    def _folder_of(self, hall: Hall, number: RoundNumber) -> _RoundFolder:
        """The files of a round; made anew only when one of its games has changed."""
        changed = hall.game_index.changed_in
        # Games without a round are among those of the first.
        state = (hall.game_index, hall.title, changed.get(number), changed.get(RoundNumber(0)) if number == 1 else None)
        kept = self._folders.get((id(hall), number))
        if kept is None or kept[0] != state:
            kept = self._folders[id(hall), number] = state, self._make_folder(hall, number)
        return kept[1]

    def _make_folder(self, hall: Hall, number: RoundNumber) -> _RoundFolder:
        games: list[FolderFile] = []
        lists: list[FolderFile] = []
        folder = f"round-{max(1, number)}"
        is_first = number > 0 or RoundNumber(1) not in hall.game_index.counts
        mine = self.livechess_round(hall, max(1, number)) if is_first else []
        for at, about in self.livechess_numbers(mine).items():
            games += [self._livechess_file(hall, f"{folder}/game-{at}.{end}", [about]) for end in ("json", "pgn")]
        if mine:
            lists += [self._livechess_file(hall, f"{folder}/{name}", mine) for name in ("games.pgn", "index.json")]
        others: dict[str, list[GameSummary]] = {}
        for about in hall.game_index.of_round(number):
            if about.rules not in _CHESS and is_counted(about):
                others.setdefault(about.form, []).append(about)
                path = f"{folder}/{about.id}.{about.form}"
                games.append(FolderFile(path, f"/api/games/{about.id}.{about.form}", self.version(hall, [about])))
        for form, them in others.items():
            version = self.version(hall, them)
            lists.append(FolderFile(f"{folder}/games.{form}", f"/api/rounds/{number}.{form}", version))
        return _RoundFolder(games, lists)

    def _livechess_file(self, hall: Hall, path: str, games: Iterable[GameSummary]) -> FolderFile:
        return FolderFile(path, f"/feeds/livechess/{path}", self.version(hall, games))

    # Results --------------------------------------------------------------------------------------------------------

    def results(self, hall: Hall) -> list[FinishedGame]:
        """Every game that has a result."""
        return [
            FinishedGame(about.id, about.round, about.table, about.players, about.result, about.ended)
            for about in hall.game_index
            if about.result is not None and about.ended is not None
        ]


def is_counted(about: GameSummary) -> bool:
    """Whether a game is one of the event: not set aside before it began, and not void."""
    return about.status not in {GameStatus.SET_ASIDE, GameStatus.VOID}


def livechess_pairing(about: GameSummary) -> LiveChessPairing:
    """A game as LiveChess lists it."""
    return LiveChessPairing(about.table, about.players, about.result, live=not about.status.is_final)


def _livechess_round(games: Sequence[GameSummary]) -> LiveChessRound:
    numbers = numbers_of([about.table for about in games])
    return LiveChessRound(max(numbers, default=0), live=any(not about.status.is_final for about in games))
