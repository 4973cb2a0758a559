"""Games that begin elsewhere: set positions and drawn openings."""

from __future__ import annotations

import pytest

from gateway.games.registry import find
from gateway.games.starts import parse_table, start_from
from gateway.model.errors import GameError, IllegalMove, NotationError
from tests.english import refused

RUSSIAN = find("draughts-russian")


def test_a_start_by_moves_keeps_its_moves() -> None:
    line = start_from(RUSSIAN, "1. ab4 ba5 2. ba3 ab6")
    assert [move.text for move in line.moves] == ["a3-b4", "b6-a5", "b2-a3", "a7-b6"]
    assert line.last.turn is RUSSIAN.first


def test_a_start_by_position() -> None:
    start = find("draughts-brazilian").position("B:Wa5:Bh8")
    assert start_from(find("draughts-brazilian"), "B:Wa5:Bh8").last == start
    assert start_from(find("chess960"), "0").last.fen().startswith("bbqnnrkr/")
    assert [move.text for move in start_from(find("renju"), "h8 h9 i10").moves] == ["h8", "h9", "i10"]


def test_what_is_neither() -> None:
    with refused(NotationError, "is not a position"):
        start_from(RUSSIAN, "rubbish")
    with pytest.raises(IllegalMove):
        start_from(RUSSIAN, "ab4 ab4")


def test_a_drawing_table() -> None:
    table = parse_table(RUSSIAN, "# an event\nI.1 ab4\nI.2  1. ab4 ba5\n\nII.1 B:Wa5,c3:Bh8 # set\n")
    assert table == {"I.1": "ab4", "I.2": "1. ab4 ba5", "II.1": "B:Wa5,c3:Bh8"}
    for text, why in (
        ("I.1 ab4\nI.1 cd4", "line 2: another opening I.1"),
        ("I.1", "line 1: nothing for the opening I.1"),
        ("I.1 ab4 ab4", "line 1, opening I.1: a man moves"),
    ):
        with refused(GameError, why):
            parse_table(RUSSIAN, text)
