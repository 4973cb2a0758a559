"""The judge against public positions and against the definitions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer import Typer
from typer.testing import CliRunner

from gateway.cli.judge import judge as judge_command
from gateway.games.renju.forbidden import Forbidden, Verdict, fouls, judge, make_board
from gateway.games.renju.points import CENTRE, SIZE, format_point, parse_point
from gateway.model.errors import IllegalMove, NotationError
from gateway.model.sides import Side
from tests.examples import examples

from . import renju_oracle

POSITIONS = Path(__file__).parents[3] / "shared" / "positions" / "renju-forbidden.json"
app = Typer()
app.command()(judge_command)


def points(text: str) -> list[int]:
    return [parse_point(name) for name in text.split()]


def say(verdict: Verdict) -> str:
    return "five" if verdict.five else verdict.forbidden or "none"


@pytest.mark.skipif(not POSITIONS.exists(), reason="the collected positions are not here")
def test_public_positions() -> None:
    words = {"33": "double-three", "44": "double-four"}
    rows = json.loads(POSITIONS.read_text())["positions"]
    assert len(rows) > 200
    for row in rows:
        board = make_board(map(parse_point, row["black"]), map(parse_point, row["white"]))
        verdict = judge(board, parse_point(row["move"]))
        assert say(verdict) == words.get(row["forbidden"], row["forbidden"]), row["name"]


@pytest.mark.parametrize(
    ("black", "white", "move", "verdict"),
    [
        ("f8 g8 h6 h7", "", "h8", "double-three"),
        ("f8 g8 h6 h7", "e8 i8", "h8", "none"),
        ("d8 e8 f8 h8 i8 j8", "", "g8", "overline"),
        ("d8 e8 f8 h8", "", "g8", "five"),
        ("d8 f8 h8 j8 g8", "", "b8", "none"),
        ("d8 g8 f8 j8", "", "h8", "double-four"),  # X.XXX.X
        ("c8 d8 f8 i8 j8", "", "g8", "double-four"),  # XX.XX.XX
        ("b8 c8 d8 h8 i8 j8", "", "f8", "double-four"),  # XXX.X.XXX
        ("e8 f8 g8", "", "h8", "none"),  # a straight four is one four
        ("e8 f8 g8 h5 h6 h7", "", "h8", "double-four"),
        ("e8 f8 g8 h6 h7", "", "h8", "none"),  # four and three
        ("d8 e8 f8 h8 g5 g6 g7", "", "g8", "five"),  # five before double-four
        ("d8 e8 f8 h8 i8 g5 g6 g7 g9", "", "g8", "five"),  # five before overline
    ],
)
def test_shapes(black: str, white: str, move: str, verdict: str) -> None:
    board = make_board(points(black), points(white))
    before = list(board)
    assert say(judge(board, parse_point(move))) == verdict
    assert board == before


def test_white_has_no_fouls_and_wins_with_an_overline() -> None:
    board = make_board([], points("d8 e8 f8 h8 i8 j8"))
    assert judge(board, parse_point("g8"), Side.WHITE) == Verdict(five=True)
    board = make_board([], points("f8 g8 h6 h7"))
    assert judge(board, parse_point("h8"), Side.WHITE) == Verdict()


def test_literal_threes_do_not_ask_further() -> None:
    """A three whose only straight-four point is forbidden counts only where threes are taken literally."""
    board = make_board(points("f8 g8 h6 h7"), [])
    assert judge(board, parse_point("h8"), literal=True).forbidden is Forbidden.DOUBLE_THREE
    assert fouls(board) == {parse_point("h8"): Forbidden.DOUBLE_THREE}


def crowded(density: int) -> st.SearchStrategy[list[int]]:
    """A block of the board, crowded with stones, near the middle or in a corner."""
    return st.lists(st.sampled_from([0] * density + [1, 1, 1, 2]), min_size=81, max_size=81)


@pytest.mark.parametrize("corner", [(3, 3), (0, 0), (6, 6)])
@pytest.mark.parametrize("density", [3, 6])
@examples(25)
@given(data=st.data())
def test_any_board_by_the_definitions(corner: tuple[int, int], density: int, data: st.DataObject) -> None:
    cells = data.draw(crowded(density))
    places = [(corner[0] + i // 9, corner[1] + i % 9) for i in range(81)]
    black = frozenset(place for place, cell in zip(places, cells, strict=True) if cell == 1)
    white = frozenset(place for place, cell in zip(places, cells, strict=True) if cell == 2)
    board = make_board([r * SIZE + c for r, c in black], [r * SIZE + c for r, c in white])
    for place, cell in zip(places, cells, strict=True):
        if cell == 0:
            expected = renju_oracle.verdict(black, white, place)
            assert say(judge(board, place[0] * SIZE + place[1])) == expected, (sorted(black), sorted(white), place)


def test_points_have_names() -> None:
    assert format_point(CENTRE) == "h8"
    assert [format_point(point) for point in (0, 14, 210, 224)] == ["a15", "o15", "a1", "o1"]
    assert all(parse_point(format_point(point)) == point for point in range(SIZE * SIZE))
    assert parse_point(" H08 ") == CENTRE
    for text in ("", "h", "p8", "h16", "h0", "8h", "h8x"):
        with pytest.raises(NotationError):
            parse_point(text)


def test_a_point_holds_one_stone() -> None:
    with pytest.raises(IllegalMove):
        make_board([1], [1])
    with pytest.raises(IllegalMove):
        judge(make_board([1], []), 1)


def test_the_command() -> None:
    def run(*arguments: str, text: str = "") -> tuple[int, str]:
        result = CliRunner().invoke(app, list(arguments), input=text)
        return result.exit_code, result.stdout

    assert run("renju", "--black", "h8,i9", "--white", "h9", "--move", "j10") == (
        0,
        '{"legal": true, "forbidden": null, "five": false}\n',
    )
    code, out = run("renju", "--black", "f8,g8,h6,h7", "--move", "h8")
    assert (code, json.loads(out)) == (0, {"legal": False, "forbidden": "double-three", "five": False})
    code, out = run("gomoku", "--black", "f8,g8,h6,h7", "--move", "h8")
    assert json.loads(out) == {"legal": True, "forbidden": None, "five": False}
    assert run("renju", "--move", "z9")[0] == 2
    assert run("renju")[0] == 2
    assert run("chess", "--move", "h8")[0] == 2
    lines = [
        '{"black": ["d8","e8","f8","h8"], "white": [], "move": "g8"}',
        "nonsense",
        '{"move": "h8", "black": ["h8"]}',
    ]
    code, out = run("renju", "--stdin", text="\n".join(lines) + "\n")
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert answers[0] == {"legal": True, "forbidden": None, "five": True}
    assert "error" in answers[1]
    assert answers[2]["error"] == "GN 12.2: h8 is not empty"
