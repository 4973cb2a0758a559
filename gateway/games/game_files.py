"""Recorded games of any kind, read and played through the rules: one value for all of them.

    .pdn    draughts        gateway.games.draughts.pdn and play_through
    .pgn    chess           gateway.games.chess.pgn
    .sgf    renju, gomoku   gateway.games.renju.sgf
    .lib    renju           gateway.games.renju.renlib: every line of the tree is a game
    .txt    any of these, or points in a row (`h8 i9 j10`); also .psq

What a file holds decides, and where that could be two things its name does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING

import msgspec

from gateway.model.errors import GameError, IllegalMove, NotationError
from gateway.model.messages import Message, message, name_of
from gateway.model.play_rules import PlayRule
from gateway.model.sides import Side

from .game import Game, Position
from .registry import find
from .tagged import Body, TagPair, split

if TYPE_CHECKING:  # each reader is only loaded for files of its kind
    from .renju.sgf import SgfGame, SgfMove, SgfSetup

__all__ = ["RecordedGame", "read_games"]


class RecordedGame(msgspec.Struct, frozen=True):
    """One game of a file, as far as the rules could follow it."""

    game: str
    """The name of its rules; empty if they are not ours, and then `problems` says so and nothing was played."""
    start: Position | None
    """Where it began; None for the start of the game."""
    moves: tuple[str, ...]
    """Every legal move in order, as `Move.text`."""
    tags: Mapping[str, str]
    problems: tuple[Message, ...] = ()
    """What the rules refused, each with its place and rule. After one nothing follows but from a set-up."""
    setups: Mapping[int, Position] = {}
    """Positions that the record sets up in the middle, by the number of moves before them."""
    remarks: tuple[Message, ...] = ()
    """Moves that were played although they are written as another kind of move, each with its place."""


def read_games(data: str | bytes, name: str = "", *, game: str | None = None) -> Sequence[RecordedGame]:
    """The games of a file; `name` is its name, `game` overrules what it says of its rules.

    Raises `GameError` with one sentence if it holds nothing that could be a game.
    """
    rules = find(game) if game is not None else None
    kind = name.rpartition(".")[2].lower()
    if isinstance(data, bytes):
        if data.startswith(b"\xffRenLib\xff") or kind == "lib":
            return list(_read_renlib(data, rules))
        data = _decode(data)
    text = data.removeprefix("\ufeff")
    if not text.strip():
        raise NotationError("there is nothing in it")
    if "\0" in text:
        raise NotationError("it is not a text, and no library of RenLib either")
    reader = {"sgf": _read_sgf, "stones": _read_stones, "pgn": _read_pgn, "pdn": _read_pdn}[_kind(text, kind)]
    games = list(reader(text, rules))
    # Tags alone are a game that has not begun; anything else without a move is none.
    if not games and not any(isinstance(part, TagPair) for part in split(text, nested=False)):
        raise NotationError("there is no game in it that we can read")
    return games


def _decode(data: bytes) -> str:
    """The text; old records are in one-byte code pages, and only names and comments differ."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")


_NUMBERS = re.compile(r"(?<![\w/-])(?![012]-[012](?![\dx:-]))\d{1,2}\s*[-x:]\s*\d{1,2}(?![\w/])|(?<!\S)\d{4}(?!\S)")
_PIECES = re.compile(r"(?<![\w-])[KQRBN][a-h1-8]{0,2}x?[a-h][1-8]")
_PAWN = re.compile(r"(?<![\w-])[a-h][1-8](?![\w:x-])")
_ENOUGH = 20_000
"""Characters that tell what a file is."""


def _kind(text: str, kind: str) -> str:
    """The notation of a text: `sgf`, `stones`, `pgn` or `pdn`."""
    from .renju.movelist import is_move_list, is_psq

    if re.match(r"\s*\(\s*;", text) or kind == "sgf":
        return "sgf"
    if kind not in {"pgn", "pdn"} and (is_psq(text) or is_move_list(text)):
        return "stones"
    parts = list(split(text[:_ENOUGH], nested=False))
    if any(isinstance(part, TagPair) and part.name == "GameType" for part in parts):
        return "pdn"
    moves = " ".join(part.text for part in parts if isinstance(part, Body))
    numbers, pieces = _NUMBERS.search(moves), _PIECES.search(moves)
    if pieces and (kind == "pgn" or not numbers or pieces.start() < numbers.start()):
        return "pgn"
    if numbers:
        return "pdn"
    if kind in {"pgn", "pdn"}:
        return kind
    return "pgn" if _PAWN.search(moves) else "pdn"


def _read_pdn(text: str, rules: Game | None) -> Iterator[RecordedGame]:
    from .draughts.pdn import parse_pdn
    from .draughts.pdn_playthrough import find_game_names, play_through

    for record in parse_pdn(text):
        if not record.items:
            continue
        try:
            games = [rules] if rules else [find(name) for name in find_game_names(record)]
        except GameError as error:
            yield RecordedGame("", None, (), record.tags, (error.message,))
            continue
        game, played = games[0], play_through(record, games[0])
        for other in games[1:]:
            # Where the record does not say what it is, the rules that follow it furthest are its own.
            if not played.problems:
                break
            again = play_through(record, other)
            if not again.problems or again.plies > played.plies:
                game, played = other, again
        moves: list[str] = []
        setups: dict[int, Position] = {}
        for line in played.lines:
            setups[len(moves)] = line.positions[0]
            moves.extend(move.text for move in line.moves)
        start = setups.pop(0, None)
        problems, remarks = (
            tuple(_problem(each.ply, each.text, each.why) for each in found)
            for found in (played.problems, played.remarks)
        )
        begins = start if start != game.start() else None
        yield RecordedGame(game.name, begins, tuple(moves), record.tags, problems, setups, remarks)


def _read_pgn(text: str, rules: Game | None) -> Iterator[RecordedGame]:
    from .chess.pgn import find_game_name, parse_pgn

    for record in parse_pgn(text):
        if not record.moves:
            continue
        name = find_game_name(record.tags)
        if rules is None and name is None:
            why = message("game_file.unknown_variant", variant=record.tags["Variant"])
            yield RecordedGame("", None, (), record.tags, (why,))
            continue
        game = rules or find(name or "chess")
        yield _play(game, record.tags.get("FEN", ""), [move.text for move in record.moves], record.tags)


def _read_sgf(text: str, rules: Game | None) -> Iterator[RecordedGame]:
    from .renju.sgf import find_game_name, parse_sgf

    for record in parse_sgf(text):
        size = record.tags.get("SZ", "15").strip()
        if record.tags.get("GM", "4").strip() not in {"4", "11", "12", ""} or size not in {"15", "15:15"}:
            why = message("game_file.unknown_game", game=record.tags.get("GM", ""), size=size)
            yield RecordedGame("", None, (), record.tags, (why,))
            continue
        yield _play_sgf(rules or find(find_game_name(record.tags)), record)


def _play_sgf(game: Game, record: SgfGame) -> RecordedGame:
    """The moves of a record, set-ups in between, as far as the rules allow them."""
    fen = ""
    if record.black or record.white:
        turn = record.turn or (record.moves[0].side if record.moves else None)
        fen = _stones_fen(record.black, record.white, turn)
    cuts = [0, *sorted(record.setups), len(record.moves)]
    whole = RecordedGame(game.name, None, (), record.tags)
    setups: dict[int, Position] = {}
    for number, (begin, end) in enumerate(pairwise(cuts)):
        played = _play_in_turn(game, fen, record.moves[begin:end], record.tags)
        if number == 0:
            whole = played
        else:
            if played.start is not None:
                setups[begin] = played.start
            moves = (*whole.moves, *played.moves)
            whole = msgspec.structs.replace(whole, moves=moves, problems=played.problems, setups=setups)
        if played.problems or end not in record.setups:
            break
        position = played.start if played.start is not None else game.start()
        for text in played.moves:
            position = position.play(position.read(text))
        fen = _changed(game, position, record.setups[end])
    return whole


def _stones_fen(black: Sequence[str], white: Sequence[str], turn: Side | None) -> str:
    return f"{'W' if turn is Side.WHITE else 'B'}:B{','.join(black)}:W{','.join(white)}"


def _changed(game: Game, position: Position, setup: SgfSetup) -> str:
    """The position with what a set-up changes."""
    stones = {game.square(cell): piece for cell, piece in enumerate(position.board()) if piece in "sS"}
    stones |= dict.fromkeys(setup.black, "s") | dict.fromkeys(setup.white, "S")
    left = {point: piece for point, piece in stones.items() if point not in setup.empty}
    black, white = ([point for point, each in left.items() if each == piece] for piece in "sS")
    return _stones_fen(black, white, setup.turn or position.turn)


def _play_in_turn(game: Game, fen: str, moves: Sequence[SgfMove], tags: Mapping[str, str]) -> RecordedGame:
    """Moves without a set-up in between: the colours alternate."""
    sides = [move.side for move in moves]
    alternate = 1 + sum(takewhile(bool, (one is not other for one, other in pairwise(sides))))
    played = _play(game, fen, [move.text for move in moves[:alternate]], tags)
    if len(sides) > alternate and not played.problems:
        refused = IllegalMove(PlayRule.IN_TURN, message("illegal.just_moved", side=name_of(sides[alternate])))
        problem = _problem(alternate + 1, moves[alternate].text, refused.message)
        played = msgspec.structs.replace(played, problems=(problem,))
    return played


def _read_stones(text: str, rules: Game | None) -> Iterator[RecordedGame]:
    from .renju.movelist import is_psq, parse_moves, parse_psq

    for moves in [parse_psq(text)] if is_psq(text) else parse_moves(text):
        yield _play(rules or find("renju"), "", moves, {})


def _read_renlib(data: bytes, rules: Game | None) -> Iterator[RecordedGame]:
    from .renju.renlib import parse_renlib

    for line in parse_renlib(data):
        yield _play(rules or find("renju"), "", line, {})


def _play(game: Game, fen: str, texts: Sequence[str], tags: Mapping[str, str]) -> RecordedGame:
    """The moves as far as the rules allow them."""
    moves: list[str] = []
    start: Position | None = None
    try:
        start = game.recorded_position(fen) if fen.strip() else None
    except GameError as error:
        return RecordedGame(game.name, None, (), tags, (_problem(0, fen, error.message),))
    position = start if start is not None else game.start()
    for text in texts:
        try:
            move = position.read(text)
        except GameError as error:
            problem = _problem(len(moves) + 1, text, error.message)
            return RecordedGame(game.name, start, tuple(moves), tags, (problem,))
        moves.append(move.text)
        position = position.play(move)
    return RecordedGame(game.name, start, tuple(moves), tags)


def _problem(ply: int, text: str, why: Message) -> Message:
    return message("game_file.problem", move=(ply + 1) // 2, second=int(ply % 2 == 0), text=text, why=why)
