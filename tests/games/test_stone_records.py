"""Records of stones: SGF, RenLib libraries built byte by byte from the description of the format, lists of points."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.feeds.sgf_writer import format_sgf, sgf_result
from gateway.games.game_files import read_games
from gateway.games.renju.movelist import format_moves, is_move_list, parse_moves, parse_psq
from gateway.games.renju.points import format_point
from gateway.games.renju.renlib import parse_renlib
from gateway.games.renju.sgf import SgfGame, SgfMove, find_game_name, parse_sgf
from gateway.model.errors import NotationError
from gateway.model.results import Result
from gateway.model.sides import Side
from tests.examples import examples

# -- SGF -------------------------------------------------------------------------------------------------------------


def sgf_moves(text: str) -> list[list[str]]:
    return [[move.text for move in game.moves] for game in parse_sgf(text)]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("(;GM[4]SZ[15];B[hh];W[ih];B[hg])", [["h8", "i8", "h9"]]),
        ("(;FF[4]C[a \\] b];B[aa];W[oo])", [["a15", "o1"]]),
        ("( ; B [h8] ; W [I9] )", [["h8", "i9"]]),
        ("(;B[hh](;W[hg];B[ii])(;W[gg];B[jj](;W[aa])))", [["h8", "h9", "i7"]]),
        ("(;B[hh];W[hg](;B[aa](;W[bb])(;W[cc]))(;B[dd]))", [["h8", "h9", "a15", "b14"]]),
        ("(;B[hh])\n(;B[hh];W[hg])", [["h8"], ["h8", "h9"]]),
        ("(;Black[hh];White[hg])", [["h8", "h9"]]),
        ("(;B[hh];W[];B[tt])", [["h8", "pass", "pass"]]),
        ("(;B[hh];W[hg]", [["h8", "h9"]]),
        ("no game at all", []),
        ("(;)", []),
    ],
)
def test_sgf_texts(text: str, moves: list[list[str]]) -> None:
    assert sgf_moves(text) == moves


def test_sgf_root_and_clocks() -> None:
    (game,) = parse_sgf("(;PB[Anna]PW[Bo]RE[B+R]RU[Renju]5A[h5i6];B[hh]BL[59.5];W[hg]WL[x])")
    assert game.tags == {"PB": "Anna", "PW": "Bo", "RE": "B+R", "RU": "Renju", "5A": "h5i6"}
    assert [move.clock_ms for move in game.moves] == [59_500, None]
    assert find_game_name(game.tags) == "renju"
    assert find_game_name({"RU": "Gomoku"}) == find_game_name({"RU": "freestyle"}) == "gomoku"
    assert find_game_name({"RU": "Swap2"}) == "gomoku-double-swap"


@examples(50)
@given(
    points=st.lists(st.integers(0, 224), max_size=30, unique=True),
    name=st.text(alphabet="ab]\\[;)( é王", max_size=8),
    clock=st.none() | st.integers(0, 10_000),
)
def test_sgf_is_read_as_it_was_written(points: list[int], name: str, clock: int | None) -> None:
    sides = (Side.BLACK, Side.WHITE)
    ms = None if clock is None else clock * 1000
    moves = tuple(SgfMove(sides[at % 2], format_point(point), ms) for at, point in enumerate(points))
    tags = {"GM": "4", "FF": "4", "CA": "UTF-8", "SZ": "15", "PB": name, "RE": sgf_result(Result.BLACK)}
    game = SgfGame(tags, moves, ("a1",) if 210 not in points else (), (), Side.BLACK)
    (again,) = parse_sgf(format_sgf(game))
    assert (again.moves, again.black, again.turn) == (game.moves, game.black, Side.BLACK)
    assert {**again.tags, "PL": "B"} == {**tags, "PL": "B"}
    (record,) = read_games(format_sgf(game), "a.sgf")
    assert record.problems == ()


# -- RenLib ----------------------------------------------------------------------------------------------------------

HEADER = b"\xffRenLib\xff" + bytes([3, 4]) + b"\xff" * 10
SIBLING, LEAF, OLD, MARK, COMMENT, START, NO_MOVE, MORE = 0x80, 0x40, 0x20, 0x10, 0x08, 0x04, 0x02, 0x01


def node(point: str, flags: int = 0) -> bytes:
    """Two bytes: column in the low half from 1, row in the high half from the top."""
    if not point:
        return bytes([0, flags])
    col, row = "abcdefghijklmno".index(point[0]) + 1, 15 - int(point[1:])
    return bytes([row * 16 + col, flags])


def test_the_centre_is_where_the_format_says() -> None:
    assert node("h8") == b"\x78\x00"


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (HEADER + node("") + node("h8") + node("i9") + node("j10", LEAF), [("h8", "i9", "j10")]),
        # Two replies to h8, the first with a variation of its own.
        (
            HEADER
            + node("")
            + node("h8")
            + node("h9", SIBLING)
            + node("i10", SIBLING | LEAF)
            + node("j9", LEAF)
            + node("i9")
            + node("j8", LEAF),
            [("h8", "h9", "i10"), ("h8", "h9", "j9"), ("h8", "i9", "j8")],
        ),
        # A comment, an old comment, and a text on the board, each in pairs up to a zero.
        (
            HEADER
            + node("", COMMENT)
            + b"ab\x08c\0\0"
            + node("h8", OLD)
            + b"abc\0"
            + node("i9", MORE | COMMENT)
            + b"\x01\x00"
            + b"note\0\0"
            + b"A\0"
            + node("j10", MARK | START | LEAF),
            [("h8", "i9", "j10")],
        ),
        # Without a header, and without a root.
        (node("h8") + node("h9", LEAF), [("h8", "h9")]),
        # A pass in the middle.
        (
            HEADER + node("") + b"".join(map(node, ("h8", "h9", "i9", "i8", "g7"))) + node("", LEAF),
            [("h8", "h9", "i9", "i8", "g7", "pass")],
        ),
    ],
)
def test_libraries(data: bytes, lines: list[tuple[str, ...]]) -> None:
    assert parse_renlib(data) == lines
    games = read_games(data, "a.lib")
    assert [game.moves for game in games] == lines
    assert all(game.problems == () for game in games)


@pytest.mark.parametrize(
    "data",
    [b"", b"nothing", HEADER, HEADER + node("") + node("h8"), HEADER + node("") + b"\xff\x40", HEADER + b"\x78"],
)
def test_broken_libraries(data: bytes) -> None:
    with pytest.raises(NotationError):
        parse_renlib(data)


Tree = list["tuple[str, Tree]"]


@st.composite
def trees(draw: st.DrawFn, used: tuple[str, ...] = ()) -> Tree:
    """Branches that never use a point twice on one line."""
    if len(used) >= 6:
        return []
    points = draw(st.lists(st.integers(0, 224).map(format_point), max_size=3, unique=True))
    return [(point, draw(trees(used=(*used, point)))) for point in points if point not in used]


def write(branches: Tree) -> bytes:
    data = b""
    for index, (point, children) in enumerate(branches):
        flags = (SIBLING if index < len(branches) - 1 else 0) | (0 if children else LEAF)
        data += node(point, flags) + write(children)
    return data


def leaves(branches: Tree, line: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for point, children in branches:
        found += leaves(children, (*line, point)) if children else [(*line, point)]
    return found


@examples(60)
@given(trees())
def test_any_tree_is_read_leaf_by_leaf(branches: Tree) -> None:
    data = HEADER + node("", 0 if branches else LEAF) + write(branches)
    assert parse_renlib(data) == leaves(branches)


# -- lists of points -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("h8 i9 j10", [("h8", "i9", "j10")]),
        ("H8,I9,J10", [("h8", "i9", "j10")]),
        ("h8i9j10", [("h8", "i9", "j10")]),
        ("1. h8 2. i9 3. j10", [("h8", "i9", "j10")]),
        ("1. h8 i9\n2. j10 a1\n", [("h8", "i9", "j10", "a1")]),
        ("h8 i9\nh8 h9 i10\n", [("h8", "i9"), ("h8", "h9", "i10")]),
        ("# a file\nh8 h9 // so\n\nh8 i9", [("h8", "h9"), ("h8", "i9")]),
        ("h08 i09 pass --", [("h8", "i9", "pass", "pass")]),
        (
            "h8 h9 i10 j9 i9 i8 j8 g7 f6 k11 l12 m13 n14\no15 a1 b2",
            [("h8", "h9", "i10", "j9", "i9", "i8", "j8", "g7", "f6", "k11", "l12", "m13", "n14", "o15", "a1", "b2")],
        ),
    ],
)
def test_lists(text: str, games: list[tuple[str, ...]]) -> None:
    assert is_move_list(text)
    assert parse_moves(text) == games


@pytest.mark.parametrize("text", ["", "e4 e5 Nf3", "h16", "32-28 19-23", "hello", "h8 i9 and more"])
def test_what_is_no_list(text: str) -> None:
    assert not is_move_list(text)


@given(st.lists(st.integers(0, 224).map(format_point), min_size=1, max_size=60, unique=True))
def test_a_list_is_read_as_it_was_written(points: list[str]) -> None:
    assert parse_moves(format_moves(points)) == [tuple(points)]


def test_piskvork() -> None:
    assert parse_psq("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,1000\n-1\nplayer\n") == ("h8", "i9")
    for text in ("Piskvorky 20x20, 11:11, 0\n8,8,0\n", "h8 i9"):
        with pytest.raises(NotationError):
            parse_psq(text)
