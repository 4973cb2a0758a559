"""Games of stones as plain lists of points: `h8 i9 j10`, `1. h8 2. i9`, `h8i9j10`, one game a line or wrapped.

Piskvork's `.psq` is such a list too: a first line with the size, then `x,y,time` counted from the upper left.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gateway.model.errors import NotationError

from .points import SIZE, format_point

__all__ = ["format_moves", "is_move_list", "is_psq", "parse_moves", "parse_psq"]

_POINT = r"[a-o](?:1[0-5]|0?[1-9])"
_LINE = re.compile(rf"\s*(?:\d+\s*[.):]\s*)?(?:(?:{_POINT}|pass|--)(?:[\s,;|/-]|\d+\s*[.):])*)+", re.IGNORECASE)
_MOVE = re.compile(rf"{_POINT}|pass|--", re.IGNORECASE)
_NUMBER = re.compile(r"\s*(\d+)\s*[.):]")
_WRAPPED = 40
"""A line shorter than this was not broken for its length."""
_PSQ = re.compile(r"\s*piskvorky\s+(\d+)x(\d+)[^\n]*\n", re.IGNORECASE)


def is_move_list(text: str) -> bool:
    """Whether every line of the text, comments apart, is a list of points."""
    lines = _lines(text)
    return bool(lines) and all(_LINE.fullmatch(line) for line in lines)


def parse_moves(text: str) -> list[tuple[str, ...]]:
    """The games of the text, each as the names of its points in order."""
    games: list[tuple[str, ...]] = []
    for paragraph in re.split(r"\n\s*\n", text):
        lines = _lines(paragraph)
        joined = tuple(move for line in lines for move in _moves(line))
        if not joined:
            continue
        # No point is played on twice, so lines that share none may be one game, if they look wrapped or numbered on.
        stones = [move for move in joined if move != "pass"]
        wrapped = all(len(line) >= _WRAPPED or _NUMBER.match(line) for line in lines[:-1])
        if len(set(stones)) == len(stones) and wrapped and not any(map(_begins, lines[1:])):
            games.append(joined)
        else:
            games.extend(_moves(line) for line in lines)
    return games


def is_psq(text: str) -> bool:
    """Whether a text is a file of Piskvork, by its first line."""
    return _PSQ.match(text) is not None


def parse_psq(text: str) -> tuple[str, ...]:
    """The game of a Piskvork file; raises `NotationError` if its board is not ours."""
    header = _PSQ.match(text)
    if header is None or (header[1], header[2]) != (str(SIZE), str(SIZE)):
        msg = f"the board is not {SIZE} x {SIZE}"
        raise NotationError(msg)
    moves: list[str] = []
    for line in text[header.end() :].splitlines():
        stone = re.match(r"\s*(\d+),(\d+),\d+", line)
        if stone is None:
            break
        col, row = int(stone[1]), int(stone[2])
        if not (1 <= col <= SIZE and 1 <= row <= SIZE):
            break
        moves.append(format_point((row - 1) * SIZE + col - 1))
    return tuple(moves)


def format_moves(moves: Sequence[str]) -> str:
    """The game in one line."""
    return " ".join(moves)


def _lines(text: str) -> list[str]:
    stripped = (re.sub(r"(#|//).*|\{[^}]*\}", "", line).strip() for line in text.replace("\ufeff", "").splitlines())
    return [line for line in stripped if line]


def _begins(line: str) -> bool:
    """Whether a line is numbered as the first of a game."""
    number = _NUMBER.match(line)
    return number is not None and number[1] == "1"


def _moves(line: str) -> tuple[str, ...]:
    found = []
    for token in _MOVE.findall(_NUMBER.sub("", line, count=1)):
        point = re.fullmatch(r"([a-o])0?(\d+)", token.lower())
        found.append(point[1] + point[2] if point else "pass")
    return tuple(found)
