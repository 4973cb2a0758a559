"""Smart Game Format for renju and gomoku: one tree, one line of play."""

from __future__ import annotations

from gateway.games.renju.points import SIZE, parse_point
from gateway.games.renju.sgf import SgfGame, SgfSetup
from gateway.model.results import Result

__all__ = ["format_sgf", "sgf_result"]

_RESULTS = {Result.BLACK: "B+", Result.WHITE: "W+", Result.DRAW: "0", Result.BOTH_LOSE: "Void", None: "?"}


def sgf_result(result: Result | None) -> str:
    """The result as SGF writes it."""
    return _RESULTS[result]


def format_sgf(game: SgfGame) -> str:
    """The record in the strict form: one tree, one line of play, FF[4], game 4 (gomoku and renju)."""
    root = {"GM": "4", "FF": "4", "CA": "UTF-8", "SZ": str(SIZE), **game.tags}
    parts = ["(;", *(f"{name}[{_escape(value)}]" for name, value in root.items())]
    for name, points in (("AB", game.black), ("AW", game.white)):
        if points:
            parts.append(name + "".join(f"[{_format_point(point)}]" for point in points))
    if game.turn is not None:
        parts.append(f"PL[{game.turn.value[0].upper()}]")
    for number, move in enumerate(game.moves):
        if number in game.setups:
            parts.append(_format_setup(game.setups[number]))
        letter = move.side.value[0].upper()
        point = "" if move.text == "pass" else _format_point(move.text)
        clock = "" if move.clock_ms is None else f"{letter}L[{move.clock_ms // 1000}]"
        clock += f"O{letter}[{move.to_go}]" if move.to_go is not None else ""
        parts.append(f"\n;{letter}[{point}]{clock}" if len(parts) % 10 == 0 else f";{letter}[{point}]{clock}")
    if len(game.moves) in game.setups:
        parts.append(_format_setup(game.setups[len(game.moves)]))
    return "".join(parts) + ")\n"


def _format_setup(setup: SgfSetup) -> str:
    """A node that sets up points between moves."""
    points = (("AB", setup.black), ("AW", setup.white), ("AE", setup.empty))
    changed = [name + "".join(f"[{_format_point(point)}]" for point in each) for name, each in points if each]
    turn = f"PL[{setup.turn.value[0].upper()}]" if setup.turn is not None else ""
    return "\n;" + "".join(changed) + turn + (f"C[{_escape(setup.comment)}]" if setup.comment else "")


def _format_point(text: str) -> str:
    row, col = divmod(parse_point(text), SIZE)
    return f"{chr(ord('a') + col)}{chr(ord('a') + row)}"


def _escape(value: str) -> str:
    return value.replace("\\", "\\\\").replace("]", "\\]").replace("\n", " ")
