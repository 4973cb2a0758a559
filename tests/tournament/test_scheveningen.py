"""Scheveningen: the printed tables, and equal first moves."""

from __future__ import annotations

from collections import Counter

import pytest

from gateway.model.errors import TournamentError
from gateway.tournament.scheveningen import TeamGame, scheveningen

from .rulebook_tables import needs_tables, table


def written(game: TeamGame) -> list[str]:
    names = [f"A{game.a}", f"B{game.b}"]
    return names if game.a_first else names[::-1]


@needs_tables
@pytest.mark.parametrize("boards", [4, 5, 6, 8])
def test_the_printed_tables(boards: int) -> None:
    found = [[written(game) for game in games] for games in scheveningen(boards)]
    assert found == table("scheveningen")["boards"][str(boards)]


def test_four() -> None:
    lines = [" ".join("-".join(written(game)) for game in games) for games in scheveningen(4)]
    assert lines == [
        "A1-B1 A2-B2 B3-A3 B4-A4",
        "B2-A1 B1-A2 A3-B4 A4-B3",
        "A1-B3 A2-B4 B1-A3 B2-A4",
        "B4-A1 B3-A2 A3-B2 A4-B1",
    ]


@pytest.mark.parametrize("boards", [4, 5, 6, 8, 12, 16, 20])
def test_everybody_meets_everybody_with_equal_first_moves(boards: int) -> None:
    rounds = scheveningen(boards)
    games = [game for each in rounds for game in each]
    assert len(rounds) == boards
    assert len({(game.a, game.b) for game in games}) == boards * boards == len(games)
    first = Counter(written(game)[0] for game in games)
    for each in rounds:
        assert sorted(game.b for game in each) == list(range(1, boards + 1))
        assert abs(2 * sum(game.a_first for game in each) - boards) <= boards % 2
    assert all(abs(2 * first[f"{team}{n}"] - boards) <= boards % 2 for team in "AB" for n in range(1, boards + 1))


@pytest.mark.parametrize("boards", [0, 2, 3, 7, 10])
def test_sizes_without_a_table(boards: int) -> None:
    with pytest.raises(TournamentError, match="scheveningen_size"):
        scheveningen(boards)
