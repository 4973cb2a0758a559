"""IMPs and victory points: every border of the printed scales, and the continuous formula."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import pytest

from gateway.model.errors import TournamentError
from gateway.tournament.bridge.imps import MOST_IMPS, imps
from gateway.tournament.bridge.matchpoints import butler_imps, cross_imps, datum, matchpoints
from gateway.tournament.bridge.team_comparison import compare, compare_eight
from gateway.tournament.bridge.victory_points import (
    PRINTED_BOARDS,
    ContinuousScale,
    GivenScale,
    PrintedScale,
    advised_column,
)
from tests.tournament.rulebook_tables import needs_tables, table


@needs_tables
def test_the_scale_of_imps() -> None:
    steps = table("bridge_imp")["scale"]
    assert len(steps) == MOST_IMPS + 1
    for step in steps:
        for difference in range(step["min"], (step["max"] or 20_000) + 1, 10):
            assert (imps(difference), imps(-difference)) == (step["imps"], -step["imps"])


@needs_tables
def test_every_border_of_the_printed_victory_points() -> None:
    columns = table("bridge_vp")["boards"]
    assert tuple(map(int, columns)) == PRINTED_BOARDS
    for boards, rows in columns.items():
        scale = PrintedScale(int(boards))
        for row in rows:
            for margin in range(row["min"], (row["max"] or row["min"] + 200) + 1):
                assert scale.of(margin) == (row["winner"], row["loser"]), (boards, margin)


def test_a_column_that_print_has_not_is_advised_and_never_taken() -> None:
    assert [advised_column(boards) for boards in (4, 8, 9, 11, 18, 22, 60)] == [8, 8, 8, 10, 16, 20, 48]
    with pytest.raises(TournamentError, match=r"advised=16"):
        PrintedScale(18)


@pytest.mark.parametrize(
    ("boards", "winners"),
    [
        (8, "10.44 12.05 13.78 16.46"),
        (16, "10.31 11.48 12.80 15.00"),
        (20, "10.28 11.34 12.53 14.58"),
        (32, "10.22 11.07 12.05 13.78"),
    ],
)
def test_the_continuous_scale(boards: int, winners: str) -> None:
    found = [ContinuousScale(boards).of(margin) for margin in (1, 5, 10, 20)]
    assert [str(each.winner) for each in found] == winners.split()


@pytest.mark.parametrize("boards", [1, 7, 8, 16, 20, 32, 64])
def test_the_continuous_scale_is_the_formula_in_floats(boards: int) -> None:
    ratio, blitz = math.sqrt(5) - 2, 15 * math.sqrt(boards)
    before = Decimal(0)
    for margin in range(int(blitz) + 5):
        found = ContinuousScale(boards).of(margin)
        share = (1 - ratio ** (margin / blitz)) / (1 - ratio)
        assert abs(float(found.winner) - min(20.0, 10 + 10 * share)) <= 0.005001
        assert found.winner + found.loser == 20
        assert found.winner >= before
        before = found.winner
    assert tuple(ContinuousScale(boards).of(1000)) == (Decimal(20), Decimal(0))


def test_a_table_that_the_event_gives() -> None:
    scale = GivenScale("club", (Decimal(10), Decimal("10.5"), Decimal(12), Decimal(20)))
    assert [scale.of(margin).loser for margin in (0, 1, 2, 3, 99)] == [10, Decimal("9.5"), 8, 0, 0]
    for winners in ((), (Decimal(11),), (Decimal(10), Decimal(9)), (Decimal(10), Decimal(21))):
        with pytest.raises(TournamentError, match=r"bridge\.bad_scale"):
            GivenScale("club", winners)


def test_matchpoints_of_a_board() -> None:
    assert list(map(int, matchpoints([420, 450, 420, -50]))) == [3, 6, 3, 0]
    assert matchpoints([100]) == (Fraction(0),)
    for scores in ([400, 400, 400], [1, 2, 3, 4, 5]):
        assert sum(matchpoints(scores)) == len(scores) * (len(scores) - 1)


def test_imps_of_pairs() -> None:
    assert datum([420, 420, -50, 450]) == 310
    assert datum([420, 420, -50, 450], leave_out=1) == 420
    assert (datum([5, 0]), datum([-5, 0])) == (0, 0)
    assert (datum([10, 0]), datum([-10, 0])) == (10, -10)
    assert butler_imps([420, 420, -50, 450], leave_out=1) == (0, 0, -10, 1)
    assert cross_imps([420, -50, 420]) == (Fraction(10, 2), Fraction(-20, 2), Fraction(10, 2))
    assert cross_imps([420]) == (Fraction(0),)


def test_two_rooms_and_four() -> None:
    found = compare({1: 420, 2: -100, 3: 50}, {1: 450, 2: 100})
    assert [(each.board, each.home_imps) for each in found] == [(1, -1), (2, -5)]
    four = compare_eight(({1: 420}, {1: -50}), ({1: 420}, {1: 450}))
    assert [sum(each.home_imps for each in result) for result in four] == [0, -1, -10, -11]
    with pytest.raises(TournamentError, match=r"bridge\.different_boards"):
        compare_eight(({1: 420}, {}), ({1: 420}, {1: 450}))
