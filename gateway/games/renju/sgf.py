"""Game records in Smart Game Format, as renju programs use it, read liberally; `gateway.feeds` writes it.

Points are two letters from the upper left corner (`hh` is h8); some programs write `h8`. The main line is read, which
in SGF is always the first branch. Times are seconds left, `BL` and `WL`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from gateway.model.sides import Side

from .points import SIZE, format_point

__all__ = ["SgfGame", "SgfMove", "SgfSetup", "find_game_name", "parse_sgf"]


class SgfMove(msgspec.Struct, frozen=True):
    """A stone, or a pass, of the colour that the record gives it."""

    side: Side
    text: str
    """`h8`, `pass`, or what the record has instead of a point."""
    clock_ms: int | None = None
    to_go: int | None = None
    """Moves still to be made in this period, `OB` and `OW`, as it is written; reading leaves it out."""


class SgfSetup(msgspec.Struct, frozen=True):
    """Points changed between moves, for what the rules cannot explain."""

    black: tuple[str, ...] = ()
    white: tuple[str, ...] = ()
    empty: tuple[str, ...] = ()
    turn: Side | None = None
    comment: str = ""


class SgfGame(msgspec.Struct, frozen=True):
    """One record."""

    tags: Mapping[str, str]
    """The properties of the root that have one value: PB, PW, RE, DT, RU ..."""
    moves: tuple[SgfMove, ...]
    black: tuple[str, ...] = ()
    """Stones that lie there before the first move."""
    white: tuple[str, ...] = ()
    turn: Side | None = None
    """Who moves first, if the record says so."""
    setups: Mapping[int, SgfSetup] = {}
    """What was set up after so many moves."""


def find_game_name(tags: Mapping[str, str]) -> str:
    """The game by the rules tag `RU`; renju if it says nothing."""
    rules = tags.get("RU", "").lower()
    if "swap" in rules:
        return "gomoku-double-swap"
    return "gomoku" if any(word in rules for word in ("gomoku", "free", "standard")) else "renju"


# -- reading ---------------------------------------------------------------------------------------------------------

_PROPERTY = re.compile(r"([A-Za-z0-9]+)\s*((?:\[(?:\\.|[^\]\\])*\]\s*)+)|[();]", re.DOTALL)
_VALUE = re.compile(r"\[((?:\\.|[^\]\\])*)\]", re.DOTALL)
_SIDES = {"B": Side.BLACK, "W": Side.WHITE}


def parse_sgf(text: str) -> list[SgfGame]:
    """The main line of every game of a file. What cannot be read as anything is passed over; nothing raises."""
    games: list[SgfGame] = []
    nodes: list[dict[str, list[str]]] = []
    # For each open bracket: whether it is of the main line, and whether a branch has been opened in it.
    brackets: list[tuple[bool, bool]] = []
    for token in _PROPERTY.finditer(text):
        match token[0]:
            case "(":
                main = True
                if brackets:
                    within, branched = brackets[-1]
                    main = within and not branched
                    brackets[-1] = (within, True)
                brackets.append((main, False))
            case ")":
                if brackets:
                    brackets.pop()
                if not brackets:
                    games.append(_game(nodes))
                    nodes = []
            case ";":
                if brackets and brackets[-1][0]:
                    nodes.append({})
            case _:
                if nodes and brackets and brackets[-1][0]:
                    values = [_unescape(value) for value in _VALUE.findall(token[2])]
                    nodes[-1].setdefault(_name(token[1]), []).extend(values)
    games.append(_game(nodes))
    return [game for game in games if game.moves or game.tags]


def _name(text: str) -> str:
    """Old files have long names, of which the capitals count: `Black` is B."""
    return "".join(letter for letter in text if not letter.islower()) or text.upper()


def _unescape(value: str) -> str:
    return re.sub(r"\\(\r?\n|.)", lambda match: "" if match[1].endswith("\n") else match[1], value, flags=re.DOTALL)


def _game(nodes: list[dict[str, list[str]]]) -> SgfGame:
    tags: dict[str, str] = {}
    moves: list[SgfMove] = []
    black: list[str] = []
    white: list[str] = []
    turn: Side | None = None
    setups: dict[int, SgfSetup] = {}
    for index, node in enumerate(nodes):
        if index == 0:
            tags = {name: values[0] for name, values in node.items() if name not in {"B", "W", "AB", "AW"}}
        if not moves:
            black += map(_point, node.get("AB", ()))
            white += map(_point, node.get("AW", ()))
            turn = _SIDES.get(node.get("PL", [""])[0][:1].upper(), turn)
        elif not node.keys().isdisjoint({"AB", "AW", "AE"}):
            setups[len(moves)] = _setup(node)
        for letter, side in _SIDES.items():
            clock = _clock(node.get(f"{letter}L"))
            moves += [SgfMove(side, _point(value), clock) for value in node.get(letter, ())]
    return SgfGame(tags, tuple(moves), tuple(black), tuple(white), turn, setups)


def _setup(node: Mapping[str, list[str]]) -> SgfSetup:
    black, white, empty = (tuple(map(_point, node.get(name, ()))) for name in ("AB", "AW", "AE"))
    turn = _SIDES.get(node.get("PL", [""])[0][:1].upper())
    return SgfSetup(black, white, empty, turn, node.get("C", [""])[0])


def _point(value: str) -> str:
    """The point by its own name; what is none stays as it is."""
    plain = re.sub(r"\s+", "", value).lower()
    if plain in {"", "tt", "pass"}:
        return "pass"
    if re.fullmatch(r"[a-o][a-o]", plain):
        return format_point((ord(plain[1]) - ord("a")) * SIZE + ord(plain[0]) - ord("a"))
    return plain


def _clock(values: list[str] | None) -> int | None:
    match = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?)\s*", values[0]) if values else None
    return round(float(match[1]) * 1000) if match else None
