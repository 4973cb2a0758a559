"""Another game of draughts as data alone: the Frisian one, which we do not referee yet.

What is missing for that is no matter of the generator: a king may move only three times in a row while it has men
beside it, and draws come after seven and two moves.
"""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.games.draughts.draughts import Draughts
from gateway.games.draughts.position import DraughtsPosition
from gateway.games.draughts.variant import CaptureChoice, Repetition
from gateway.games.draughts.variants import INTERNATIONAL
from gateway.games.perft import perft
from gateway.model.errors import IllegalMove
from gateway.model.play_rules import PlayRule
from gateway.model.sides import Side
from tests.english import refused
from tests.examples import examples

from . import oracle

FRISIAN = Draughts(
    msgspec.structs.replace(
        INTERNATIONAL,
        name="draughts-frisian",
        choice=CaptureChoice.WORTH,
        orthogonal_captures=True,
        draws=(Repetition(PlayRule.REPETITION, times=3),),
        pdn_type=40,
    )
)


def test_published_counts() -> None:
    """As in the tables of dctl and on the forum of the FMJD."""
    assert [perft(FRISIAN, depth) for depth in range(1, 7)] == [9, 81, 658, 3874, 21265, 102431]


@pytest.mark.parametrize(
    ("fen", "moves"),
    [
        ("W:W28:B23", {"28x19"}),
        ("W:W28:B18,27", {"28x8", "28x26"}),  # up a column, and along a row
        ("W:WK50:B40", {"50x30", "50x20", "50x10"}),
        ("W:W28,44:BK18,40,30", {"44x24"}),  # two men are worth more than one king
        ("W:WK46,25:B41,15", {"46x37", "46x32", "46x28", "46x23", "46x19", "46x14", "46x10", "46x5"}),  # kings first
    ],
)
def test_captures(fen: str, moves: set[str]) -> None:
    position = FRISIAN.position(fen)
    assert {position.write(move) for move in position.moves()} == moves


@examples(150)
@given(data=st.data())
def test_any_position(data: st.DataObject) -> None:
    generator = FRISIAN.start().generator
    squares = generator.geometry.squares
    letters = data.draw(st.lists(st.sampled_from(".....MmDd"), min_size=50, max_size=50))
    held = {
        letter: sum(1 << bit for bit, other in zip(squares, letters, strict=True) if other == letter)
        for letter in "MmDd"
    }
    white, black = held["M"] | held["D"], held["m"] | held["d"]
    kings = held["D"] | held["d"] | white & generator.geometry.top_row | black & generator.geometry.bottom_row
    side = data.draw(st.sampled_from(Side))
    position = DraughtsPosition(generator, side, white, black, kings)
    board = oracle.Board.from_cells(oracle.FRISIAN, position.board(), white=side is Side.WHITE)
    expected = board.outcomes()
    found = {
        (divmod(move.path[0], 10), divmod(move.path[-1], 10), frozenset(divmod(cell, 10) for cell in move.taken)): move
        for move in position.moves()
    }
    assert set(found) == set(expected)
    assert position.count_leaves(1) == len(expected)
    for outcome, move in found.items():
        paths = {tuple(row * 10 + col for row, col in walk.squares) for walk in expected[outcome]}
        assert {route.path for route in position.routes(move)} == paths
        assert position.read(move.text) == move
        assert position.play(move).board() == board.play(expected[outcome][0]).board()


def test_what_is_worth_less_is_refused() -> None:
    with refused(IllegalMove, "what is worth most must be taken"):
        FRISIAN.position("W:W28:B22,K23").read("28x17")


def test_the_game_of_the_page_is_played(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).resolve().parents[2] / "docs" / "games.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python pool\n(.*?)```", page, re.DOTALL)
    exec(compile(code, "pool", "exec"), {})
    fen, moves = capsys.readouterr().out.splitlines()
    assert fen == "B:Wc5,e3,g3,b2,d2,f2,h2,a1,c1,e1,g1:Bb8,d8,f8,h8,a7,c7,e7,g7,f6,h6,a5"
    assert set(re.findall(r"\w\d-\w\d", moves)) == {
        "c7-b6",
        "e7-d6",
        "f6-e5",
        "h6-g5",
        "a7-b6",
        "c7-d6",
        "f6-g5",
        "a5-b4",
    }
