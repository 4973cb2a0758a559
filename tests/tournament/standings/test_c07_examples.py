"""The worked examples of C.07: every number of a small Swiss, caps and cuts, Koya, teams."""

from __future__ import annotations

from fractions import Fraction

import pytest

from gateway.model.sides import Side
from gateway.tournament.crosstable import (
    Crosstable,
    PairingNumber,
    Participant,
    PointScale,
    RoundResult,
    RoundScore,
)
from gateway.tournament.standings import (
    UnplayedRule,
    parse_tie_break,
    parse_tie_breaks,
    person_event,
    rank,
    team_event,
    tie_break_value,
    written,
)
from gateway.tournament.standings.direct_encounter import direct_encounter
from gateway.tournament.team_tables import TeamRow, TeamTable, team_match
from gateway.tournament.trf import crosstable, read_trf
from tests.english import assert_sayable
from tests.tournament.trf.test_trf_reader import TINY

EXPECTED = """
no BH   BH/C1 BH/M1 SB   SB/C1 PS  WIN WON BPG BWG REP STD FB  AOB  ARO  TPR  PTP
1  9    7.5   4.5   5    3.5   8   2   2   2   1   4   2.5 8.5 8.38 1974 2069 2076
2  9    8     5     5.75 5.25  5.5 1   1   2   0   4   2.5 9   8.38 2001 2096 2103
3  9    7.5   5     6.5  5     7.5 2   2   2   0   4   3   9   8.75 2034 2227 2250
4  8.5  7.5   4.5   2    1     4   1   0   2   0   4   1.5 9   8.33 2007 1734 1669
5  7    6     3.5   1.75 1.75  3   0   0   1   0   2   1   7   8.75 1973 1780 1757
6  8.5  7.5   4.5   4.25 3.25  5   2   1   1   0   4   2.5 8   8.33 2020 2020 2019
7  7    5.5   3     2.25 2.25  5   1   0   1   0   3   1.5 8   8.75 2095 1902 1882
"""
HEAD, *ROWS = [line.split() for line in EXPECTED.strip().splitlines()]
CELLS = [(int(row[0]), code, value) for row in ROWS for code, value in zip(HEAD[1:], row[1:], strict=True)]
SEVEN = person_event(crosstable(read_trf(TINY).report))


@pytest.mark.parametrize(("number", "code", "value"), CELLS, ids=lambda each: str(each).replace("/", "-"))
def test_every_number_of_the_small_swiss(number: int, code: str, value: str) -> None:
    found = tie_break_value(SEVEN, parse_tie_break(code), PairingNumber(number))
    assert found.text == value
    for addend in found.addends:
        assert_sayable(addend.told)
    if found.formula is None:
        assert sum(each.value for each in found.addends if each.cut is None) == found.value[0]


def ranking(event: object, codes: str) -> list[tuple[int, int]]:
    found = rank(event, parse_tie_breaks(codes.split(",")))  # type: ignore[arg-type]
    return [(row.rank, row.number) for row in found.rows]


def test_the_places_of_the_small_swiss() -> None:
    assert ranking(SEVEN, "DE,BH/C1,BH,SB") == [(1, 3), (2, 2), (3, 1), (4, 6), (5, 4), (6, 7), (7, 5)]


def test_direct_encounter_decides_nothing_that_is_not_certain() -> None:
    assert ranking(SEVEN, "DE") == [(1, 3), (2, 1), (2, 2), (2, 6), (5, 4), (5, 7), (7, 5)]


def test_lots_decide_where_all_is_equal() -> None:
    lots = {PairingNumber(number): place for place, number in enumerate([6, 1, 2, 7, 4, 3, 5])}
    found = rank(SEVEN, (), lots=lots)
    assert [(row.rank, row.number) for row in found.rows] == [(1, 3), (2, 6), (3, 1), (4, 2), (5, 7), (6, 4), (7, 5)]
    assert [row.number for row in found.rows if row.by_lot] == [6, 1, 2, 7, 4]


def test_the_cap_and_the_cut_of_a_half_point_bye() -> None:
    """8.2: own score 6 of 9, a half-point bye in round 5, eight opponents."""
    scores = ["5.5", "6", "4", "7", "5", "6.5", "4.5", "3.5"]
    own = "1101H=110"
    rows = []
    opponents = iter(range(2, 10))
    mine = tuple(
        RoundResult(RoundScore(score), None if score == "H" else PairingNumber(next(opponents)), Side.WHITE)
        for score in own
    )
    rows.append(Participant(number=PairingNumber(1), rounds=mine))
    for number, score in enumerate(scores, start=2):
        rows.append(Participant(number=PairingNumber(number), rounds=fixed_score(Fraction(score))))
    table = Crosstable(participants=tuple(rows))
    assert table.points(PairingNumber(1)) == 6
    event = person_event(table)
    one = PairingNumber(1)
    assert tie_break_value(event, parse_tie_break("BH"), one).text == "46.5"
    cut = tie_break_value(event, parse_tie_break("BH/C1"), one)
    assert cut.text == "42"
    (left_out,) = [each for each in cut.addends if each.cut is not None]
    assert (left_out.round_number, left_out.cut) == (5, "voluntary")


def fixed_score(points: Fraction) -> tuple[RoundResult, ...]:
    """Nine games against somebody outside, with these points in all."""
    letters = ["1"] * (points.__floor__()) + ["="] * (1 if points % 1 else 0)
    letters += ["0"] * (9 - len(letters))
    return tuple(RoundResult(RoundScore(letter), PairingNumber(99), Side.BLACK) for letter in letters)


def test_koya() -> None:
    """8.3: scores 2.5, 1.5, 1.5, 0.5 of a single round robin."""
    games = {(1, 2): "1", (1, 3): "1", (1, 4): "=", (2, 3): "=", (2, 4): "1", (3, 4): "1"}
    event = person_event(round_robin(4, games), rule=UnplayedRule.FIXED)
    assert [written(event.primary.scores[PairingNumber(number)]) for number in range(1, 5)] == [
        "2.5",
        "1.5",
        "1.5",
        "0.5",
    ]
    koya = [tie_break_value(event, parse_tie_break("KS"), PairingNumber(number)).text for number in range(1, 5)]
    assert koya == ["2", "0.5", "0.5", "0.5"]
    moved = [tie_break_value(event, parse_tie_break("KS/L+1"), PairingNumber(number)).text for number in range(1, 5)]
    assert moved == ["0", "0", "0", "0.5"]


OTHER_SIDE = {"1": "0", "0": "1", "=": "=", "+": "-", "-": "+"}


def round_robin(count: int, games: dict[tuple[int, int], str]) -> Crosstable:
    """Each game a round of its own for whoever plays it."""
    rounds: dict[int, list[RoundResult]] = {number: [] for number in range(1, count + 1)}
    for (one, two), score in games.items():
        rounds[one].append(RoundResult(RoundScore(score), PairingNumber(two), Side.WHITE))
        rounds[two].append(RoundResult(RoundScore(OTHER_SIDE[score]), PairingNumber(one), Side.BLACK))
    return Crosstable(
        participants=tuple(Participant(number=PairingNumber(each), rounds=tuple(rounds[each])) for each in rounds)
    )


# -- teams ------------------------------------------------------------------------------------------------------------

MATCHES = [("A", "B", "1="), ("C", "D", "=="), ("A", "C", "0="), ("B", "D", "11"), ("A", "D", "11"), ("B", "C", "10")]
TEAMS = """
team MP GP  EMMSB EMGSB EGMSB EGGSB SSSC TBR   BC
A    4  4   8     8.5   9     9     6.67 2 2   6
B    3  3.5 6     8     5.5   7.5   6.5  2 1.5 5
C    4  3.5 12    10    12.5  10.5  6.17 1.5 2 5.5
D    1  1   4     4     3.5   3.5   4.67 0.5 0.5 1.5
"""


def four_teams() -> TeamTable:
    rounds: dict[str, list[object]] = {name: [] for name in "ABCD"}
    for one, two, boards in MATCHES:
        ours = [RoundScore(letter) for letter in boards]
        theirs = [RoundScore(OTHER_SIDE[letter]) for letter in boards]
        rounds[one].append(team_match(ours, theirs, opponent=PairingNumber("ABCD".index(two) + 1)))
        rounds[two].append(team_match(theirs, ours, opponent=PairingNumber("ABCD".index(one) + 1)))
    rows = tuple(
        TeamRow(number=PairingNumber(at), name=name, rounds=tuple(rounds[name]))  # type: ignore[arg-type]
        for at, name in enumerate("ABCD", start=1)
    )
    return TeamTable(rows=rows, board_count=2)


def test_every_number_of_the_four_teams() -> None:
    event = team_event(four_teams())
    head, *rows = [line.split() for line in TEAMS.strip().splitlines()]
    for at, row in enumerate(rows, start=1):
        number = PairingNumber(at)
        row[8:10] = [f"{row[8]} {row[9]}"]
        assert written(event.primary.scores[number]) == row[1]
        assert written(event.ledger("GP").scores[number]) == row[2]
        for code, value in zip(head[3:], row[3:], strict=True):
            found = tie_break_value(event, parse_tie_break(code), number)
            assert found.text == value, (row[0], code)
            for addend in found.addends:
                assert_sayable(addend.told)


@pytest.mark.parametrize(
    ("codes", "first"), [("MPvGP", 1), ("EDE", 3), ("EMMSB", 3), ("DE", 3), ("TBR", 1), ("BBE", 1)]
)
def test_the_order_of_the_list_decides_the_winner(codes: str, first: int) -> None:
    found = rank(team_event(four_teams()), parse_tie_breaks([codes]))
    assert found.rows[0].number == first
    assert found.rows[0].rank == 1
    assert found.rows[1].rank == 2


def test_the_board_count_parts_only_equal_game_points() -> None:
    found = rank(team_event(four_teams()), parse_tie_breaks(["BC"]))
    assert [row.rank for row in found.rows] == [1, 1, 3, 4]


def test_the_lower_board_count_is_better() -> None:
    """B has 5 and C 5.5, with equal game points."""
    found = rank(team_event(four_teams(), primary="GP"), parse_tie_breaks(["BC"]))
    assert [(row.rank, row.number) for row in found.rows] == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_game_points_may_come_first() -> None:
    found = rank(team_event(four_teams(), primary="GP"), parse_tie_breaks(["MPvGP"]))
    assert [(row.rank, row.number) for row in found.rows] == [(1, 1), (2, 3), (3, 2), (4, 4)]


# -- single rules -----------------------------------------------------------------------------------------------------


def test_a_draw_is_the_events_draw() -> None:
    """Trap 14: with 3-1-0 a dummy is capped at 1 x rounds."""
    scale = PointScale(Fraction(3), Fraction(1), Fraction(0))
    two, three = PairingNumber(2), PairingNumber(3)
    rows = (
        Participant(
            number=PairingNumber(1),
            rounds=(RoundResult(RoundScore.PAIRING_BYE), RoundResult(RoundScore.WIN, two, Side.WHITE)),
        ),
        Participant(
            number=two,
            rounds=(RoundResult(RoundScore.WIN, three), RoundResult(RoundScore.LOSS, PairingNumber(1), Side.BLACK)),
        ),
        Participant(number=three, rounds=(RoundResult(RoundScore.LOSS, two), RoundResult(RoundScore.ZERO_BYE))),
    )
    event = person_event(Crosstable(participants=rows, scale=scale))
    found = tie_break_value(event, parse_tie_break("BH"), PairingNumber(1))
    assert [(written(each.value), each.kind.value) for each in found.addends] == [
        ("2", "dummy_draws"),
        ("3", "opponent"),
    ]
    assert tie_break_value(event, parse_tie_break("STD"), PairingNumber(1)).text == "2"
    assert tie_break_value(event, parse_tie_break("BH"), two).text == "7"  # 3 scored 0, and 1 for the round at the end


def test_a_forfeit_is_a_game_in_a_round_robin_only() -> None:
    games = {(1, 2): "+", (1, 3): "=", (2, 3): "1"}
    fixed = person_event(round_robin(3, games), rule=UnplayedRule.FIXED)
    swiss = person_event(round_robin(3, games))
    codes = ["WON", "BPG", "SB", "DE"]
    assert [tie_break_value(fixed, parse_tie_break(code), PairingNumber(1)).text for code in codes[:3]] == [
        "1",
        "0",
        "1.25",
    ]
    assert tie_break_value(swiss, parse_tie_break("WON"), PairingNumber(1)).text == "0"
    assert tie_break_value(fixed, parse_tie_break("BPG"), PairingNumber(2)).text == "0"
    assert rank(fixed, parse_tie_breaks(["BH", "SB"])).remarks[0].key == "tie_break.not_in_round_robin"


def test_direct_encounter_starts_again_with_the_rest() -> None:
    """A beat B and C, who have not met: A is first, and B and C stay level."""
    event = person_event(round_robin(3, {(1, 2): "1", (1, 3): "1"}))
    group = [PairingNumber(number) for number in (1, 2, 3)]
    assert direct_encounter(event, parse_tie_break("DE"), group) == [[1], [2, 3]]
    drawn = person_event(round_robin(3, {(1, 2): "1", (2, 3): "="}))
    assert direct_encounter(drawn, parse_tie_break("DE"), group) == [[1, 2, 3]]


def test_rating_tie_breaks_are_dropped_where_somebody_has_no_rating() -> None:
    table = crosstable(read_trf(TINY.replace("1760 FID", "     FID")).report)
    found = rank(person_event(table), parse_tie_breaks(["ARO", "BH"]))
    assert [each.key for each in found.remarks] == ["tie_break.unrated"]
    assert all(row.values[0] is None for row in found.rows)
    announced = rank(person_event(table, unrated_as=1400), parse_tie_breaks(["ARO"]))
    assert announced.remarks == ()
