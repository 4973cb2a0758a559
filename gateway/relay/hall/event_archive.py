"""The files of an event's archive: the public lines of every table, and every game in every format."""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec

from gateway.feeds.export import FORMATS, formats_for
from gateway.feeds.results_atom import results_atom
from gateway.model.errors import GameError
from gateway.model.messages import Message, message

from .event_files import EventFiles, is_counted
from .game_index import GameSummary, UnknownGameId
from .hall import Hall

__all__ = ["archive_files"]

log = logging.getLogger(__name__)

_READ_ME = """\
The archive of {event}: what was public of every game.

event.json         every game: id, round, players, rules, result, instants
records/           the public lines of every table's record, as they were written
games/             each game in every notation of its rules; event.* has all of them, rounds/ those of each round
livechess/         games of chess as DGT's LiveChess publishes them
results.atom       the results
SHA256SUMS         the checksum of every file: sha256sum -c SHA256SUMS
SHA256SUMS.sig     the signature over it, by the key in SIGNER.pem: flagfall archive verify FILE
"""


class _Event(msgspec.Struct):
    """`event.json`."""

    event: str
    format: int
    games: list[GameSummary]


async def archive_files(hall: Hall, files: EventFiles, words: Callable[[Message], str]) -> dict[str, bytes]:
    """Every file by its path; `words` makes the sentences of the feed of results."""
    games = [about for about in hall.game_index if is_counted(about)]
    event = msgspec.json.format(msgspec.json.encode(_Event(hall.event, 1, list(hall.game_index))), indent=1)
    made = {
        "README.txt": _READ_ME.format(event=hall.event).encode(),
        "event.json": event + b"\n",
        "results.atom": results_atom(
            hall.event, words(message("feed.results", event=hall.event)), files.results(hall), words
        ),
    }
    made |= await _records(hall)
    made |= await _games(hall, files, games)
    for form in FORMATS:
        made |= await _together(hall, files, games, f"event.{form}", form)
        for number in sorted({about.round for about in games if about.round}):
            mine = [about for about in games if about.round == number]
            made |= await _together(hall, files, mine, f"rounds/round-{number}.{form}", form)
    return made | await _livechess(hall, files)


async def _records(hall: Hall) -> dict[str, bytes]:
    """The public lines of every journal that has games."""
    found: dict[str, bytes] = {}
    ends: dict[tuple[str, int], int] = {}
    for about in hall.game_index:
        ends[about.table, about.journal] = max(about.last, ends.get((about.table, about.journal), 0))
    for (table, journal), last in ends.items():
        lines = await hall.journal_lines(table, journal, 0, last)
        name = table if journal == 1 else f"{table}~{journal}"
        found[f"records/{name}.jsonl"] = b"".join(line + b"\n" for line in lines)
    return found


async def _games(hall: Hall, files: EventFiles, games: list[GameSummary]) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for about in games:
        for form in formats_for(about.rules):
            try:
                found[f"games/{about.id}.{form}"] = await files.game(hall, about, form)
            except (GameError, UnknownGameId) as error:  # its lines are there, and make no game
                log.warning("Game %s is only in the records: %s", about.id, error)
    return found


async def _together(hall: Hall, files: EventFiles, games: list[GameSummary], path: str, form: str) -> dict[str, bytes]:
    whole = b"".join([piece async for piece in files.together(hall, games, form)])
    return {path: whole} if whole else {}


async def _livechess(hall: Hall, files: EventFiles) -> dict[str, bytes]:
    rounds = files.livechess_rounds(hall)
    if not rounds:
        return {}
    found = {"livechess/tournament.json": files.tournament(hall)}
    for number, games in rounds.items():
        folder = f"livechess/round-{number}"
        found[f"{folder}/index.json"] = files.round_index(games)
        found |= await _together(hall, files, games, f"{folder}/games.pgn", "pgn")
        for at, about in files.livechess_numbers(games).items():
            try:
                found[f"{folder}/game-{at}.json"] = await files.livechess_game(hall, about)
                found[f"{folder}/game-{at}.pgn"] = await files.game(hall, about, "pgn")
            except (GameError, UnknownGameId) as error:
                log.warning("Game %s is only in the records: %s", about.id, error)
    return found
