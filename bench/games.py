"""The rules engines against py-draughts, pydraughts and renju, in one run: nodes per second and one generation.

Each peer lives in an environment of its own under build/bench-venvs, made on first use (the two draughts packages
install the same import name). Ours and theirs are timed in turns, each the best of several, and every count is
compared, so a row also says that the engines agree. Time is that of the processor: others use the machine too.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from gateway.games.draughts.position import DraughtsPosition
from gateway.games.registry import find
from gateway.games.renju.forbidden import fouls, make_board
from gateway.games.renju.points import format_point, parse_point

VENVS = Path(__file__).parents[1] / "build" / "bench-venvs"
VERSIONS = {"py-draughts": "1.10.1", "pydraughts": "0.6.7", "renju": "0.1.0"}
ROUNDS = 5

# variant, name, position, depth; and for pydraughts, which is a thousand times slower, a depth of its own.
POSITIONS = (
    ("international", "start", "W:W31-50:B1-20", 5, 3),
    ("international", "Woldouby", "W:W25,27,28,30,32-35,37,38:B12-14,16,18,19,21,23,24,26", 8, 4),
    ("international", "ten kings", "W:WK46,K47,K48,K49,K50:BK1,K2,K3,K4,K5", 2, 1),
    ("international", "436 routes", "B:W6,9,10,11,20-23,30,K31,33,37,41-44,46:BK17,K24", 4, 0),
    ("russian", "start", "W:W21-32:B1-12", 6, 3),
    ("russian", "near the crown", "W:W5,14,15,18,K30:B10,20,25,27,K3", 5, 2),
    ("russian", "eight kings", "W:WK29,K30,K31,K32:BK1,K2,K3,K4", 3, 1),
    ("brazilian", "start", "W:W21-32:B1-12", 6, 3),
    ("brazilian", "near the crown", "W:W5,14,15,18,K30:B10,20,25,27,K3", 5, 2),
    ("brazilian", "eight kings", "W:WK29,K30,K31,K32:BK1,K2,K3,K4", 3, 1),
)

BLACK = "h8 i9 g7 j8 h10 f8 i6 k10 g9 e7 j11 h5 l9 d9 f11 k6 i12 g4 m8 c7"
WHITE = "h9 i8 g8 j9 h7 f9 i10 k8 g6 e9 j6 h11 l7 d7 f6 k11 i5 g11 m10 c9"
"""A middle game of renju."""

_LOOP = """
import json, sys, time
for line in sys.stdin:
    position, depth, times = json.loads(line)
    board = make(position)
    began = time.process_time()
    for _ in range(times):
        found = count(board, depth)
    print(json.dumps([found, (time.process_time() - began) / times]), flush=True)
"""

# With depth 0 one generation is asked for. Captures by several routes count once, as in published tables.
PROGRAMS = {
    "py-draughts": """
from draughts.boards import brazilian, russian, standard
boards = {"international": standard.Board, "russian": russian.Board, "brazilian": brazilian.Board}

def make(position):
    return boards[position["variant"]].from_fen(position["numbers"])

def count(board, depth):
    moves = board.legal_moves
    if depth < 2:
        return len(moves)
    total = 0
    for move in moves:
        board.push(move)
        total += count(board, depth - 1)
        board.pop()
    return total
""",
    "pydraughts": """
import draughts

def make(position):
    variant = {"international": "standard"}.get(position["variant"], position["variant"])
    return draughts.Board(variant=variant, fen=position["names"])._game

def count(game, depth):
    moves, taken = game.legal_moves()
    found = {}
    for move, victims in zip(moves, taken):
        found[move[0][0], move[-1][-1], tuple(sorted(v for v in victims if v is not None))] = move
    if depth < 2:
        return len(found)
    total = 0
    for move in found.values():
        after = game.copy_fast()
        after.push(move)
        total += count(after, depth - 1)
    return total
""",
    "renju": """
from renju.check_forbid import get_foul_type

def make(position):
    return position["board"]

def count(board, depth):
    empty = ((x, y) for x in range(15) for y in range(15) if not board[x][y])
    return sorted([x, y] for x, y in empty if get_foul_type(board, x, y))
""",
}


class Peer:
    """Another package in its own process, asked over pipes."""

    def __init__(self, name: str) -> None:
        python = VENVS / name / "bin" / "python"
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", str(VENVS / name)], check=True)
            subprocess.run([str(python), "-m", "pip", "install", "-q", f"{name}=={VERSIONS[name]}"], check=True)
        self._process = subprocess.Popen(
            [str(python), "-c", PROGRAMS[name] + _LOOP], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._process.communicate()

    def ask(self, position: dict[str, Any], depth: int, times: int) -> tuple[Any, float]:
        """The peer's answer, and the seconds for one time."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([position, depth, times]) + "\n")
        self._process.stdin.flush()
        found, seconds = json.loads(self._process.stdout.readline())
        return found, seconds


def rows() -> list[tuple[str, str, str, str]]:
    found: list[tuple[str, str, str, str]] = []
    with Peer("py-draughts") as fast, Peer("pydraughts") as slow, Peer("renju") as stones:
        for variant, name, fen, depth, small in POSITIONS:
            position = find(f"draughts-{variant}").position(fen)
            assert isinstance(position, DraughtsPosition)
            numbers = _numbers(position)
            # pydraughts counts the squares of an 8 x 8 board from the other side, unless they are named.
            names = numbers if variant == "international" else position.fen()
            asked = {"variant": variant, "numbers": numbers, "names": names}
            what = f"{variant}, {name}"
            times = 5 if name == "436 routes" else 200
            rates = [_nodes(fast, asked, position, depth, ROUNDS)]
            if small:
                rates.append(_nodes(slow, asked, position, small, 2))
            spans = [_generation(fast, asked, position, times, ROUNDS), _generation(slow, asked, position, 1, 2)]
            found.append(_row(f"nodes/s: {what}", rates, lambda rate: f"{rate:,.0f}", faster_is_more=True))
            found.append(
                _row(f"one generation: {what}", spans, lambda span: f"{span * 1e6:,.1f} us", faster_is_more=False)
            )
        found.append(_renju(stones))
    return found


def _row(
    what: str, pairs: list[tuple[float, float]], show: Callable[[float], str], *, faster_is_more: bool
) -> tuple[str, str, str, str]:
    """Ours beside py-draughts and, where it was asked, pydraughts; a ratio above 1 is in our favour."""
    baseline = "; ".join(f"{name} {show(their)}" for name, (_, their) in zip(VERSIONS, pairs, strict=False))
    ratios = "; ".join(f"{mine / their if faster_is_more else their / mine:,.1f}" for mine, their in pairs)
    return what, show(pairs[0][0]), baseline, ratios


def _nodes(
    peer: Peer, asked: dict[str, Any], position: DraughtsPosition, depth: int, rounds: int
) -> tuple[float, float]:
    """Leaves of the tree per second: ours and theirs in turns, the best of each."""
    ours = theirs = 0.0
    for _ in range(rounds):
        count, seconds = peer.ask(asked, depth, 1)
        theirs = max(theirs, count / seconds)
        began = time.process_time()
        mine = position.count_leaves(depth)
        ours = max(ours, mine / (time.process_time() - began))
        assert mine == count, f"{asked}, depth {depth}: they count {count}, we {mine}"
    return ours, theirs


def _generation(
    peer: Peer, asked: dict[str, Any], position: DraughtsPosition, times: int, rounds: int
) -> tuple[float, float]:
    """Seconds for all moves of a position that was not asked before, as values a table can use."""
    ours = theirs = float("inf")
    fields = (position.generator, position.side, position.white, position.black, position.kings)
    for _ in range(rounds):
        count, seconds = peer.ask(asked, 0, times)
        theirs = min(theirs, seconds)
        fresh = [DraughtsPosition(*fields) for _ in range(max(times, 5))]
        began = time.process_time()
        for each in fresh:
            each.moves()
        ours = min(ours, (time.process_time() - began) / len(fresh))
        assert len(fresh[0].moves()) == count, f"{asked}: they find {count}, we {len(fresh[0].moves())}"
    return ours, theirs


def _numbers(position: DraughtsPosition) -> str:
    """The position with every square by its number; the packages differ in what they make of ranges."""
    geometry = position.generator.geometry
    parts = ["W" if position.bare[3] else "B"]
    for letter, held in (("W", position.white), ("B", position.black)):
        squares = [
            f"{'K' if position.kings >> bit & 1 else ''}{number}"
            for number, bit in enumerate(geometry.squares, 1)
            if held >> bit & 1
        ]
        parts.append(letter + ",".join(squares))
    return ":".join(parts)


def _renju(peer: Peer) -> tuple[str, str, str, str]:
    """Every forbidden point of a middle game."""
    black, white = [parse_point(name) for name in BLACK.split()], [parse_point(name) for name in WHITE.split()]
    grid = [[0] * 15 for _ in range(15)]
    for points, colour in ((black, 1), (white, 2)):
        for point in points:
            grid[point // 15][point % 15] = colour
    ours = theirs = float("inf")
    board = make_board(black, white)
    mine = fouls(board)
    for _ in range(ROUNDS):
        found, seconds = peer.ask({"board": grid}, 0, 1)
        theirs = min(theirs, seconds)
        began = time.process_time()
        mine = fouls(board)
        ours = min(ours, time.process_time() - began)
        assert sorted(format_point(x * 15 + y) for x, y in found) == sorted(map(format_point, mine)), (found, mine)
    what = f"renju: the {len(mine)} forbidden points of a middle game"
    return what, f"{ours * 1000:.2f} ms", f"renju, {theirs * 1000:.1f} ms", f"{theirs / ours:.1f}"
