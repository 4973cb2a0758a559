"""How those in the demo play with stones."""

from __future__ import annotations

import random

import pytest

from drivers.readings import Seat
from firmware_sim.stroke import cells_after
from gateway.games.game import Line
from gateway.games.renju.five_in_a_row import RENJU
from gateway.games.renju.opening_protocols import Opening, Swap, begin
from gateway.games.renju.points import format_point
from gateway.games.renju.stones import StonePosition
from gateway.lab.demo.stone_strategy import choose_point, strokes_of, turn_of

PROTOCOLS = ("taraguchi-10", "two-fifths")


def choose(fen: str, seed: int = 0) -> str:
    return format_point(choose_point(StonePosition.from_fen(fen), random.Random(seed)))


@pytest.mark.parametrize(
    ("fen", "points"),
    [
        ("B:Bd8,e8,f8,g8:Wc8,d9,e9,f9", {"h8"}),  # a five
        ("W:Bd8,e8,f8,g8:Wc8,m3,n5", {"h8"}),  # the other's five
        ("B:Bc8,d8,e8,f8:Wd9,e9,f9,g9", {"b8", "g8"}),  # one's own goes first
        ("W:Bh8:W", {"g7", "g8", "g9", "h7", "h9", "i7", "i8", "i9"}),  # near the others
    ],
)
def test_they_win_save_themselves_or_stay_near(fen: str, points: set[str]) -> None:
    found = {choose(fen, seed) for seed in range(20)}
    assert found <= points if len(points) < 3 else found & points


def test_black_keeps_off_what_is_forbidden() -> None:
    # h8 would block White's four, but make a double four.
    fen = "B:Be8,f8,g8,h5,h6,h7,m13:Wd8,h4,i9,j10,k11,l12"
    assert StonePosition.from_fen(fen).play(StonePosition.from_fen(fen).read("h8")).verdict.forbidden is not None
    assert "h8" not in {choose(fen, seed) for seed in range(20)}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_whole_games_by_the_rules(protocol: str) -> None:
    for seed in range(25):
        dice = random.Random(seed)
        opening, cells = begin(protocol), "." * 225
        while not opening.done:
            before, acts = opening, turn_of(opening, dice)
            for act in acts:
                opening = opening.act(act)  # raises what the protocol does not allow
            assert opening.actor is not before.actor  # a press gives the move to the other person
            strokes = strokes_of(before, acts, Seat.LEFT, 100)
            assert [stroke.presses for stroke in strokes] == [False] * (len(strokes) - 1) + [True]
            cells = cells_after(cells, *strokes)
            assert cells == lying(opening)
        position = opening.position
        while position.outcome() is None and not (claims := RENJU.claims(Line((position,)))):
            position = position.play(position.read(format_point(choose_point(position, dice))))
        assert position.outcome() is not None or [claim.what for claim in claims] == ["five"]


def lying(opening: Opening) -> str:
    """What lies on the board: the position, and what is offered."""
    return "".join("s" if point in opening.offers else letter for point, letter in enumerate(opening.position.board()))


def test_a_swap_is_a_press_and_nothing_else() -> None:
    opening = begin("taraguchi-10")
    (lay,) = turn_of(opening, random.Random(1))
    opening = opening.act(lay)
    acts = turn_of(opening, random.Random(1), swaps=1.0)
    assert acts == (Swap(),)
    (stroke,) = strokes_of(opening, acts, Seat.RIGHT, 700)
    assert (stroke.path, stroke.taken, stroke.presses, stroke.by, stroke.think_ms) == ((), (), True, Seat.RIGHT, 700)
