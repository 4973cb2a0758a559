"""Chess as DGT's LiveChess publishes it: `tournament.json`, `round-N/index.json`, `round-N/game-M.json`.

Viewers and broadcasters read this folder, or the same by HTTP. M is the number of the board where every board of the
round has one of its own, so that a game keeps its number whoever sits down first; boards without a game are empty
pairings. A set-up in the middle has no place in it: such a game is told up to there, and the comment says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import chess
import msgspec

from gateway.clock.face import ClockFace
from gateway.model.persons import Person
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide, Side
from gateway.referee.rulings import Ended

from .game_tags import board_number
from .move_times import TimedMove, timed_moves
from .played_game import PlayedGame

__all__ = [
    "LiveChessPairing",
    "LiveChessRound",
    "game_answer",
    "game_json",
    "index_json",
    "numbers_of",
    "round_answer",
    "tournament_json",
]

_STANDARD = 518
"""The number that the usual position has among the 960."""
_HIGHEST = 500
"""Boards beyond this are counted in their order instead: the list has a place for each number."""
_TAGS = {Result.WHITE: "1-0", Result.BLACK: "0-1", Result.DRAW: "1/2-1/2", Result.BOTH_LOSE: "0-0", None: "*"}
_RESULTS = {Result.WHITE: "WHITEWIN", Result.BLACK: "BLACKWIN", Result.DRAW: "DRAW"}
_FORFEITS = {Result.WHITE: "WHITEFORFAIT", Result.BLACK: "BLACKFORFAIT"}


class LiveChessPairing(NamedTuple):
    """One game of a round, as it is listed."""

    table: str
    players: BySide[Person]
    ended: Ended | None
    live: bool


class LiveChessRound(msgspec.Struct, frozen=True):
    """One round, as the tournament lists it."""

    count: int
    live: bool


def numbers_of(tables: Sequence[str]) -> list[int]:
    """The number of each game of a round by its table: that of its board, or its place in the order."""
    boards = [int(board_number(table) or 0) for table in tables]
    if len(set(boards)) == len(boards) and all(1 <= each <= _HIGHEST for each in boards):
        return boards
    return list(range(1, len(tables) + 1))


def tournament_json(
    event: str,
    title: str,
    control: str,
    rounds: Sequence[LiveChessRound],
    tables: Sequence[str],
    *,
    site: str,
    chess960: bool,
) -> bytes:
    """The event."""
    return _json(
        {
            "id": event,
            "name": title,
            "location": site,
            "country": "",
            "website": "",
            "rules": "STANDARD",
            "chess960": chess960,
            "timecontrol": control,
            "rounds": list(rounds),
            "eboards": list(tables),
        }
    )


def index_json(date: str | None, pairings: Sequence[LiveChessPairing]) -> bytes:
    """A round: who plays whom, and how it stands. `date` is as in 2026-11-18."""
    numbers = numbers_of([each.table for each in pairings])
    rows: list[dict[str, Any]] = [_NOBODY] * max(numbers, default=0)
    for number, each in zip(numbers, pairings, strict=True):
        rows[number - 1] = {
            "white": _player(each.players.white),
            "black": _player(each.players.black),
            "result": _TAGS[each.ended.result if each.ended else None],
            "live": each.live,
        }
    return _json({"date": date, "pairings": rows})


def game_json(game: PlayedGame, table: str, *, live: bool) -> bytes:
    """A game: its moves with the seconds left and used, and the clock."""
    first = game.stretches[0]
    moves = [each for each in timed_moves(game) if each.stretch is first]
    began = next((each.move.at for each in moves if each.move.at is not None), None)
    jumped = any(stretch.marks or stretch.moves for stretch in game.stretches[1:])
    return _json(
        {
            "live": live,
            "serialNr": table,
            "firstMove": began,
            "chess960": _number(game),
            "result": _result(game, live=live),
            "comment": f"After move {len(moves)} the position was set." if jumped else None,
            "clock": _clock(game.face),
            "moves": [_move(each) for each in moves],
        }
    )


def round_answer(number: int, date: str | None, pairings: Sequence[tuple[str, LiveChessPairing]]) -> bytes:
    """A round as the program itself answers, each pairing with the id of its game."""
    numbers = numbers_of([each.table for _, each in pairings])
    rows = [
        {
            "nr": at,
            "uuid": game,
            "white": _player(each.players.white),
            "black": _player(each.players.black),
            "live": each.live,
            "result": None if each.ended is None else _ending(each.ended),
        }
        for at, (game, each) in zip(numbers, pairings, strict=True)
    ]
    return _json({"nr": number, "date": date, "pairings": sorted(rows, key=lambda row: row["nr"])})


def game_answer(game: PlayedGame) -> bytes:
    """A game as the program itself answers."""
    told: dict[str, Any] = msgspec.json.decode(game_json(game, "", live=False))
    kept = {name: told[name] for name in ("chess960", "comment", "clock", "moves")}
    return _json({**kept, "result": None if game.ended is None else _ending(game.ended)})


_NOBODY: dict[str, Any] = {"white": None, "black": None, "result": "*", "live": False}


def _player(person: Person) -> dict[str, Any]:
    last, comma, first = person.name.partition(",")
    if not comma:
        first, _, last = person.name.rpartition(" ")
    fide = person.federation_id
    return {
        "fname": first.strip() or None,
        "mname": None,
        "lname": last.strip() or None,
        "title": person.title or None,
        "federation": person.federation or None,
        "gender": None,
        "fideid": int(fide) if fide.isascii() and fide.isdigit() else None,
    }


def _result(game: PlayedGame, *, live: bool) -> str:
    if game.ended is None:
        return "*" if live else "NOTPLAYED" if not game.texts else "*"
    return _ending(game.ended)


def _ending(ended: Ended) -> str:
    results = _FORFEITS if ended.reason is Reason.FORFEIT else _RESULTS
    return results.get(ended.result, "NOTPLAYED")


def _number(game: PlayedGame) -> int:
    if game.setup.rules != "chess960":
        return _STANDARD
    found = chess.Board(game.stretches[0].start.fen(), chess960=True).chess960_pos()
    return _STANDARD if found is None else found


def _clock(face: ClockFace | None) -> dict[str, Any] | None:
    if face is None:
        return None
    run = None if face.running is None else face.running is Side.WHITE
    return {"white": face.white_ms // 1000, "black": face.black_ms // 1000, "run": run, "time": face.since}


def _move(timed: TimedMove) -> str:
    """`e4 897+3`: the move, the seconds left after it, the seconds it took."""
    left = "" if timed.left is None else str(timed.left[timed.move.side] // 1000)
    used = "" if timed.used_ms is None else f"+{timed.used_ms // 1000}"
    return f"{timed.move.text} {left}{used}".rstrip()


def _json(value: dict[str, Any]) -> bytes:
    return msgspec.json.format(msgspec.json.encode(value), indent=1) + b"\n"
