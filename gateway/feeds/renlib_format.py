"""Games of renju and gomoku as a library of RenLib: of one game a line, of several a tree of all of them.

    header      FF "RenLib" FF, version 3.0, FF up to 20 bytes
    node        16 * row + column, rows from 0 and columns from 1 at the upper left; 0 is the root, or a pass
                flags: 80 a sibling follows later, 40 no child, 08 a comment: pairs of bytes up to one with a zero

Stones that no move laid are laid in turn before the first one, with passes where a colour has fewer.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from gateway.games import registry
from gateway.games.renju.points import SIZE, parse_point
from gateway.games.renju.renlib import parse_renlib
from gateway.model.sides import Side

from .game_format import GameFormat, PlayedAt
from .game_tags import result_of, ruled_lost
from .played_game import PlayedGame
from .sgf_writer import sgf_result

__all__ = ["RENLIB", "format_renlib"]

_HEADER = b"\xffRenLib\xff\x03\x00" + b"\xff" * 10
_SIBLING, _LEAF, _COMMENT = 0x80, 0x40, 0x08
_PASS = "pass"  # noqa: S105 - a move

_Tree = dict[str, "_Tree"]


def _write(game: PlayedGame, place: PlayedAt) -> bytes:
    moves = [*_laid(game), *(move.text for move in game.last.moves)]
    names = f"{game.players.black.name or '?'} - {game.players.white.name or '?'}"
    result = ruled_lost(game) or sgf_result(result_of(game))
    return format_renlib([tuple(moves)], ", ".join(filter(None, (place.event, place.game_id, names, result))))


def _laid(game: PlayedGame) -> list[str]:
    """The stones that stand where the last stretch begins, in turn, so that it is the right side's turn then."""
    start, names = game.last.start, registry.find(game.setup.rules)
    black, white = ([names.square(cell) for cell, each in enumerate(start.board()) if each == piece] for piece in "sS")
    laid = [point for pair in zip_longest(black, white, fillvalue=_PASS) for point in pair]
    if start.turn is Side.WHITE:
        laid = laid[:-1] if laid[-1:] == [_PASS] else [*laid, _PASS]
    return laid


def _merge(files: Sequence[bytes]) -> bytes:
    return format_renlib([line for each in files for line in parse_renlib(each)])


def format_renlib(lines: Sequence[tuple[str, ...]], comment: str = "") -> bytes:
    """A library of these lines; those that begin alike share their nodes."""
    tree: _Tree = {}
    for line in lines:
        node = tree
        for move in line:
            node = node.setdefault(move, {})
    out = bytearray(_HEADER)
    out += bytes((0, (0 if tree else _LEAF) | (_COMMENT if comment else 0))) + _text(comment)
    # Not by recursion: a game may be longer than Python's stack.
    waiting = [list(tree.items())[::-1]]
    while waiting:
        if not waiting[-1]:
            waiting.pop()
            continue
        move, below = waiting[-1].pop()
        out += bytes((_point(move), (_SIBLING if waiting[-1] else 0) | (0 if below else _LEAF)))
        waiting.append(list(below.items())[::-1])
    return bytes(out)


def _point(move: str) -> int:
    if move == _PASS:
        return 0
    row, col = divmod(parse_point(move), SIZE)
    return 16 * row + col + 1


def _text(comment: str) -> bytes:
    """A comment in pairs of bytes; letters beyond ASCII depend on the reader's computer, and are left out."""
    if not comment:
        return b""
    plain = comment.encode("ascii", "replace")
    return plain + (b"\0" if len(plain) % 2 else b"\0\0")


RENLIB = GameFormat(
    "lib",
    "application/x-renlib",
    _write,
    lambda rules: registry.find(rules).written_as == "sgf",
    merge=_merge,
)
