"""Scores of pairs and individuals: unequal plays, averages, split and weighted scores, against reckonings by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import pytest

from gateway.event.bridge.board_results import (
    Artificial,
    AssignedScore,
    Average,
    Averaged,
    BoardOutcome,
    NotPlayed,
    Played,
    Weighted,
)
from gateway.event.bridge.bridge_acts import DrawBridgeRound, PublishBridgeRound, RankContestants
from gateway.event.bridge.bridge_places import standing_rows
from gateway.event.bridge.bridge_regulations import BridgeForm, BridgeSystem, PairsScoring
from gateway.event.bridge.butler_ranking import butler_ranking
from gateway.event.bridge.pairs_scores import board_scores, pairs_standings
from gateway.tournament.bridge.compass import Partnership
from tests.event.bridge.directing import BridgeDirecting, anything, opened

MINUS_PLUS = Artificial(north_south=Average.MINUS, east_west=Average.PLUS)
PLUS_MINUS = Artificial(north_south=Average.PLUS, east_west=Average.MINUS)


def played_mitchell(results: Mapping[int, Sequence[BoardOutcome | None]], **more: object) -> BridgeDirecting:
    """Five tables, five rounds of a board each; of the boards that are named these are the results, round by round."""
    directing = opened(BridgeSystem.MITCHELL, 10, BridgeForm.PAIRS, boards=1, **more)
    had = dict.fromkeys(range(1, 6), 0)
    for _ in range(5):
        directing.act(DrawBridgeRound())
        directing.act(PublishBridgeRound())
        for table in directing.event.rounds[-1].tables:
            (board,) = table.boards
            chosen = results.get(board, [Played("pass")] * 5)[had[board]]
            had[board] += 1
            if chosen is not None:
                directing.accept(table, board, chosen, "as given")
    return directing


def test_every_board_has_the_same_top() -> None:
    """One table could not play board 1: four scores are worth as much as five, by (m + 1) 5 / 4 - 1."""
    four: list[BoardOutcome] = [Played("1N N +2"), Played("1N N ="), Played("pass"), Played("1N N -1"), NotPlayed()]
    directing = played_mitchell({1: four})
    scores = board_scores(directing.event, 1)
    plain = [6, 4, 2, 0]
    assert [each.north_south for each in scores] == [Fraction((points + 1) * 5, 4) - 1 for points in plain]
    assert {each.top for each in scores} == {Fraction(8)}
    assert all(each.north_south + each.east_west == each.top for each in scores)
    assert {each.top for each in board_scores(directing.event, 2)} == {Fraction(8)}


def test_a_board_that_one_table_has_played_so_far_is_worth_a_half_to_both() -> None:
    directing = played_mitchell({1: [Played("7NXX N -13"), None, None, None, None]})
    (only,) = board_scores(directing.event, 1)
    assert only.north_south == only.east_west == only.top / 2 == 4


@pytest.mark.parametrize(("given", "worth", "takes"), [(PLUS_MINUS, 60, max), (MINUS_PLUS, 40, min)])
def test_an_average_follows_what_the_pair_has_of_its_other_boards(
    given: Artificial, worth: int, takes: Callable[[Fraction, Fraction], Fraction]
) -> None:
    """Who has more than 60 per cent elsewhere has that for an average plus too, who has less than 40 no more than that
    for an average minus (Law 12 C 2 b)."""
    directing = opened(BridgeSystem.MITCHELL, 10, BridgeForm.PAIRS, boards=1)
    for number in range(1, 6):
        directing.act(DrawBridgeRound())
        directing.act(PublishBridgeRound())
        for table in directing.event.rounds[-1].tables:
            # Pair 1 beats every other North-South; pair 2 is below all of them.
            played = Played({1: "7N N =", 2: "7N N -9"}.get(table.north_south, "pass"))
            last = number == 5 and table.north_south in (1, 2)
            directing.accept(table, table.boards[0], given if last else played, "as given")
    places = {int(each.number): each for each in pairs_standings(directing.event)}
    base = Fraction(worth, 100)
    for number in (1, 2):
        real, tops = _of_pair(directing, number)
        expected = takes(base, real / tops)
        assert (expected != base) == (number == (1 if takes is max else 2))
        assert places[number].score == real + expected * 8
        assert places[number].percent == (real + expected * 8) / (tops + 8)


def _of_pair(directing: BridgeDirecting, number: int) -> tuple[Fraction, Fraction]:
    """What North-South `number` has of the boards that it played, and the tops of these."""
    found = [each for board in range(1, 6) for each in board_scores(directing.event, board)]
    own = [each for each in found if each.table.north_south == number and each.result.averages is None]
    return sum((each.north_south for each in own), Fraction(0)), sum((each.top for each in own), Fraction(0))


def test_averages_of_imps_are_those_of_the_event() -> None:
    for scoring in (PairsScoring.CROSS_IMPS, PairsScoring.BUTLER):
        directing = played_mitchell({1: [PLUS_MINUS, *[Played("pass")] * 4]}, scoring=scoring, average_imps=2)
        scores = board_scores(directing.event, 1)
        assert [int(each.north_south) for each in scores] == [2, 0, 0, 0, 0]
        assert all(each.east_west == -each.north_south for each in scores)


@pytest.mark.parametrize("scoring", [PairsScoring.BUTLER, PairsScoring.CROSS_IMPS])
def test_a_split_score_is_each_sides_own(scoring: PairsScoring) -> None:
    split = AssignedScore(north_south=-50, east_west=-420)
    directing = played_mitchell({1: [split, *[Played("pass")] * 4]}, scoring=scoring)
    first = board_scores(directing.event, 1)[0]
    middle = -10 if scoring is PairsScoring.BUTLER else 0  # the mean of -50 and four times nothing
    assert (int(first.north_south), int(first.east_west)) == ((-1, -10) if middle else (-2, -9))


def test_in_a_butler_ranking_split_and_weighted_scores_are_each_sides_own() -> None:
    """Of two tables: -50 for North-South and -420 for East-West, and twice 420 or nothing by halves; the datum of -50
    and 210 is 80."""
    split = AssignedScore(north_south=-50, east_west=-420)
    half = Averaged(parts=(Weighted("4S N =", 50), Weighted("pass", 50)))
    directing = opened(BridgeSystem.ROUND_ROBIN, 2, boards=8)
    directing.act(DrawBridgeRound())
    directing.act(PublishBridgeRound())
    opened_room, closed_room = directing.event.rounds[0].tables
    directing.accept(opened_room, 1, split, "as given")
    directing.accept(closed_room, 1, half, "as given")
    lines = {(line.contestant, line.players[0].name[-1]): line.imps for line in butler_ranking(directing.event)}
    home, away = opened_room.north_south, opened_room.east_west
    assert lines[home, "1"] == -4  # -50 against 80
    assert lines[away, "1"] == -8  # -420 against -80
    assert lines[away, "3"] == Fraction(8 - 2, 2)  # 420 and nothing against 80
    assert lines[home, "3"] == -Fraction(8 - 2, 2)


def test_places_of_a_field_with_a_pair_less() -> None:
    """Nine pairs: every board has the same top, though some had one table fewer."""
    directing = opened(BridgeSystem.MITCHELL, 9, BridgeForm.PAIRS, boards=2)
    directing.play_all(anything(6))
    tops = {each.top for board in range(1, 11) for each in board_scores(directing.event, board)}
    assert len(tops) == 1
    shares = [each.percent for each in pairs_standings(directing.event)]
    assert all(share is not None and 0 <= share <= 1 for share in shares)


@pytest.mark.parametrize("pairs", [9, 10])
def test_a_mitchell_has_two_winners(pairs: int) -> None:
    """North-South and East-West are never compared: each line has its places, and its mean is a half of the tops."""
    directing = opened(BridgeSystem.MITCHELL, pairs, BridgeForm.PAIRS, boards=2)
    directing.play_all(anything(8))
    standings = pairs_standings(directing.event)
    sitting = {(table.north_south, "NS") for each in directing.event.rounds for table in each.tables}
    sitting |= {(table.east_west, "EW") for each in directing.event.rounds for table in each.tables}
    assert {(each.number, str(each.line)) for each in standings} == sitting
    for line in Partnership:
        own = [each for each in standings if each.line is line]
        shares = [each.percent or Fraction(0) for each in own]
        assert [each.place for each in own] == [1 + sum(other > share for other in shares) for share in shares]
        assert shares == sorted(shares, reverse=True)
    rows = standing_rows(directing.event)
    assert [f"{row.group}{row.place}" for row in rows if row.place == 1][:1] == ["NS1"]
    assert {row.group for row in rows} == {"NS", "EW"}
    directing.act(RankContestants(seed="lots"))
    ranking = directing.event.ranking
    assert ranking is not None
    first = {directing.event.contestants[each].number for each in ranking[:2]}
    assert first == {each.number for each in standings if each.place == 1}


def test_everybody_is_compared_in_a_howell() -> None:
    directing = opened(BridgeSystem.HOWELL, 8, BridgeForm.PAIRS, boards=1)
    directing.play_all(anything(8))
    assert {each.line for each in pairs_standings(directing.event)} == {None}
