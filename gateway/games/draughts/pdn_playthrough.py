"""Playing a record through the rules.

Records leave things open that only the rest of the game tells: a capture written by its ends may be two different
captures, and one capture may be split over two tokens. So every reading is followed until a later move rules it out.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import NamedTuple

import msgspec

from gateway.games.game import Game, Line, Move, Position
from gateway.model.errors import AmbiguousMove, GameError, IllegalMove
from gateway.model.messages import Message, message
from gateway.model.play_rules import PlayRule

from .pdn import PdnGame, PdnMove, PdnSetup
from .variants import BRAZILIAN, INTERNATIONAL, RUSSIAN

__all__ = ["Playthrough", "RecordProblem", "find_game_names", "play_through"]

_MAX_READINGS = 64
"""Readings followed at once; real records need two."""

_NAMES = {variant.pdn_type: variant.name for variant in (INTERNATIONAL, RUSSIAN, BRAZILIAN)}
"""The games by their GameType."""


class RecordProblem(msgspec.Struct, frozen=True):
    """A move that could not be played, or that was not written as it was played."""

    ply: int
    """Counted from 1 over the whole record."""
    text: str
    why: Message
    rule: PlayRule | None = None


class Playthrough(msgspec.Struct, frozen=True):
    """A record, played."""

    lines: tuple[Line, ...]
    """One for each stretch between setups; with none, the whole game."""
    problems: tuple[RecordProblem, ...]
    """At most one for each stretch: what comes after it cannot be judged."""
    remarks: tuple[RecordProblem, ...] = ()
    """Moves that were played although they are written as another kind of move."""

    @property
    def plies(self) -> int:
        """The legal moves."""
        return sum(len(line.moves) for line in self.lines)


def find_game_names(record: PdnGame) -> tuple[str, ...]:
    """The game a record is of, by its GameType, or those it may be of; raises `GameError`.

    Without a GameType letters are of 8 x 8, numbers of any board, and only the moves tell.
    """
    if record.game_type is not None:
        if record.game_type not in _NAMES:
            known = ", ".join(f"{number} ({name})" for number, name in _NAMES.items())
            msg = f"GameType {record.game_type} is none of the known games: {known}."
            raise GameError(msg)
        return (_NAMES[record.game_type],)
    first = next((item.text for item in record.items if isinstance(item, PdnMove)), "")
    small = (RUSSIAN.name, BRAZILIAN.name)
    return small if first[:1].isalpha() else (INTERNATIONAL.name, *small)


def play_through(record: PdnGame, game: Game) -> Playthrough:
    """Play every move that the rules allow; say where they do not. A bad setup is a problem too."""
    lines: list[Line] = []
    problems: list[RecordProblem] = []
    remarks: list[RecordProblem] = []
    ply = 0
    try:
        position = game.position(record.tags["FEN"]) if record.tags.get("FEN", "").strip() else game.start()
    except GameError as error:
        return Playthrough((), (RecordProblem(0, record.tags["FEN"], error.message),))
    stretches = _stretches(record)
    for number, (setup, moves) in enumerate(stretches):
        if setup is not None:
            try:
                position = _set_up(game, position, setup.fen)
            except GameError as error:
                problems.append(RecordProblem(ply, setup.fen, error.message))
                break
        line, problem, odd = _play(Line((position,)), moves, ply)
        remarks += odd
        if line.moves or number == len(stretches) - 1 or problem:
            lines.append(line)
        if problem and not (number == len(stretches) - 1 and _is_odd_result(record, problem)):
            problems.append(problem)
        ply += len(moves)
        position = line.last
    return Playthrough(tuple(lines), tuple(problems), tuple(remarks))


def _is_odd_result(record: PdnGame, problem: RecordProblem) -> bool:
    """Whether what stands last instead of a result is one: in Delft ten points are shared, `4-6`."""
    last = record.items[-1]
    if record.result or not isinstance(last, PdnMove) or last.text != problem.text:
        return False
    moves = sum(isinstance(item, PdnMove) for item in record.items)
    scores = re.fullmatch(r"(\d+)-(\d+)", problem.text)
    return problem.ply == moves and scores is not None and int(scores[1]) + int(scores[2]) == 10


def _stretches(record: PdnGame) -> list[tuple[PdnSetup | None, list[PdnMove]]]:
    """The moves between setups, each stretch with the setup before it."""
    found: list[tuple[PdnSetup | None, list[PdnMove]]] = [(None, [])]
    for item in record.items:
        if isinstance(item, PdnSetup):
            found.append((item, []))
        else:
            found[-1][1].append(item)
    return found


def _set_up(game: Game, before: Position, fen: str) -> Position:
    """The position of a setup, irregular or not; `B::` keeps the board and changes who moves."""
    bare = re.fullmatch(r"\s*([WB])\s*:*\s*", fen, re.IGNORECASE)
    if bare is None:
        return game.recorded_position(fen)
    return game.recorded_position(f"{bare[1].upper()}{before.fen()[1:]}")


class _Reading(NamedTuple):
    """A reading of the tokens so far."""

    at: int
    """Tokens used."""
    line: Line
    remarks: tuple[RecordProblem, ...] = ()


class _Meaning(NamedTuple):
    """A meaning that the next tokens may have."""

    move: Move
    used: int = 1
    remark: Message | None = None


def _play(
    start: Line, moves: list[PdnMove], before: int
) -> tuple[Line, RecordProblem | None, tuple[RecordProblem, ...]]:
    """The longest reading of the moves, why it does not reach the end if it does not, and what is odd about it."""
    readings = [_Reading(0, start)]
    furthest, problem = readings[0], None
    while readings:
        pending: list[_Reading] = []
        for reading in readings:
            at, line, remarks = reading
            if at == len(moves):
                return line, None, remarks
            try:
                for meaning in _read(line.last, moves, at):
                    odd = (RecordProblem(before + at + 1, moves[at].text, meaning.remark),) if meaning.remark else ()
                    pending.append(_Reading(at + meaning.used, line.play(meaning.move), remarks + odd))
            except GameError as error:
                if problem is None or at >= furthest.at:
                    furthest = reading
                    rule = error.rule if isinstance(error, IllegalMove) else None
                    problem = RecordProblem(before + at + 1, moves[at].text, error.message, rule)
        # Those that have used fewer tokens first, so that all stay side by side.
        readings = sorted(pending, key=lambda reading: reading.at)[:_MAX_READINGS]
    return furthest.line, problem, furthest.remarks


def _read(position: Position, moves: list[PdnMove], at: int) -> list[_Meaning]:
    """The legal moves that the next tokens may mean; raises if there is none."""
    text = moves[at].text
    try:
        return [_Meaning(move) for move in _meanings(position, text)]
    except GameError:
        # Some writers use the hyphen for captures too, or none at all.
        if re.fullmatch(r"\w+(-\w+)+", text):
            with suppress(GameError):
                return [_Meaning(move) for move in _meanings(position, text.replace("-", "x"))]
        if split := _read_split(position, moves, at):
            return [split]
        if quiet := _read_quiet(position, text):
            return [quiet]
        raise


def _read_quiet(position: Position, text: str) -> _Meaning | None:
    """The move that takes nothing and is written with the sign of a capture, `38x33`: real files have it."""
    ends = re.fullmatch(r"(\w+)[x:](\w+)", text)
    if ends is None:
        return None
    with suppress(GameError):
        move = position.read(f"{ends[1]}-{ends[2]}")
        return _Meaning(move, remark=message("game_file.takes_nothing", move=move.text))
    return None


def _meanings(position: Position, text: str) -> list[Move]:
    """The moves that one text may mean, the one it names in full first; raises if there is none.

    A capture written by its ends is often all that a writer of records gives, even where another one has the same ends.
    """
    try:
        named = position.read(text)
    except AmbiguousMove as error:
        return [position.read(choice) for choice in error.choices]
    if len(named.taken) != 1:
        return [named]
    ends = (named.path[0], named.path[-1])
    return [named, *(move for move in position.moves() if move != named and (move.path[0], move.path[-1]) == ends)]


def _read_split(position: Position, moves: list[PdnMove], at: int) -> _Meaning | None:
    """The capture that is split over the next tokens."""
    joined = moves[at].text
    for used, after in enumerate(moves[at + 1 : at + 8], 2):
        head, _, rest = after.text.partition("x" if "x" in after.text else ":")
        if not rest or head != re.split(r"[x:-]", joined)[-1]:
            return None
        joined = f"{joined}x{rest}".replace(":", "x")
        with suppress(GameError):
            return _Meaning(position.read(joined), used)
    return None
