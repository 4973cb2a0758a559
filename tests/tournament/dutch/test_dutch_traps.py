"""The traps into which pairing programs were seen to fall, one by one (the list is in docs/tournaments.md)."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import Crosstable, PairingNumber, PointScale
from gateway.tournament.dutch.absolutes import allowed_of
from gateway.tournament.dutch.colours import ColourRule, allocate
from gateway.tournament.dutch.criteria import Failures
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.dutch.field import Field, Player, field_of
from gateway.tournament.dutch.floats import Float
from gateway.tournament.dutch.pairing import pair_brackets
from gateway.tournament.dutch.preferences import Colours, Strength
from gateway.tournament.pairing_engine import RoundPairing
from gateway.tournament.trf.pairing_request import round_request
from gateway.tournament.trf.report_tables import report

from .small_tables import coming, confirmed, row, table

W, B = Side.WHITE, Side.BLACK
N = PairingNumber


def player(
    number: int,
    score: int,
    sides: str = "",
    met: tuple[int, ...] = (),
    *,
    floats: tuple[Float | None, Float | None] = (None, None),
    bye_barred: bool = False,
    is_topscorer: bool = False,
    unplayed: int = 0,
) -> Player:
    """A player whose colours are told by letters."""
    colours = Colours(tuple(W if each == "w" else B for each in sides))
    preference, strength = colours.preference
    return Player(
        number=N(number), tpn=number, score=score, sides=colours.played, difference=colours.difference,
        preference=preference, strength=strength, opponents=frozenset(map(N, met)), floats=floats,
        bye_barred=bye_barred, unplayed=unplayed, is_topscorer=is_topscorer,
    )  # fmt: skip


def met_both_ways(*players: Player) -> Field:
    """A field in which whoever is said to have met somebody was met by them too."""
    pairs = {(each.number, other) for each in players for other in each.opponents}
    met = {
        each.number: frozenset(b for a, b in pairs | {(b, a) for a, b in pairs} if a == each.number) for each in players
    }
    ordered = sorted(players, key=lambda each: (-each.score, each.tpn))
    return Field(
        players=tuple(msgspec.structs.replace(each, opponents=met[each.number]) for each in ordered), unit=1, initial=W
    )


def paired(field: Field) -> tuple[set[frozenset[int]], int | None, list[Failures]]:
    """The pairs, who is left over, and what each bracket could not keep."""
    allowed = allowed_of(field)
    assert allowed is not None
    brackets = pair_brackets(field, allowed)
    number = [int(each.number) for each in field.players]
    pairs = {frozenset((number[one], number[other])) for each in brackets for one, other in each.pairs}
    left = brackets[-1].downfloaters
    return pairs, number[left[0]] if left else None, [each.failures for each in brackets]


def known(crosstable: Crosstable, number: int, **more: object) -> Player:
    """A player as the rules see it before the coming round."""
    return next(each for each in field_of(coming(crosstable, **more)).players if each.number == number)


def test_1_a_barred_player_down_to_one_opponent_gets_it_and_no_second_bye() -> None:
    """Left to themselves 1 meets 2 and 3 meets 4; then 5, who has had the bye, would be left over (C2)."""
    field = met_both_ways(
        player(1, 2), player(2, 2), player(3, 1), player(4, 1), player(5, 0, met=(2, 3, 4), bye_barred=True)
    )
    pairs, bye, _ = paired(field)
    assert frozenset((1, 5)) in pairs
    assert bye in {3, 4}
    last = table(
        row(1, "3w0", "-U", "5w0"), row(2, "4w=", "5b1", "3w1"), row(3, "1b1", "4b=", "2b0"),
        row(4, "2b=", "3w=", "-U"), row(5, "-U", "2w0", "1b1"), rounds=4,
    )  # fmt: skip
    answer = confirmed(coming(last, absent=frozenset(map(N, (2, 5)))))
    assert answer.bye == 3


@pytest.mark.parametrize(("points", "is_topscorer"), [("4w1 5b1 -Z -Z", False), ("4w1 5b1 -H -Z", True)])
def test_2_topscorers_have_more_than_half_of_what_could_be_had(points: str, is_topscorer: bool) -> None:
    """Of four rounds, 2 points are half; own games do not matter, and 2 1/2 is more (1.8)."""
    others = (row(4, "1b0", "-Z", "-Z", "-Z"), row(5, "-Z", "1w0", "-Z", "-Z"))
    crosstable = table(row(1, *points.split()), *others, rounds=5)
    assert known(crosstable, 1).is_topscorer is is_topscorer
    assert not known(msgspec.structs.replace(crosstable, round_count=6), 1).is_topscorer  # not the last round
    three = msgspec.structs.replace(crosstable, scale=PointScale(Fraction(3), Fraction(1), Fraction(0)))
    assert known(three, 1).is_topscorer is is_topscorer  # 6 or 7 of 12


def test_3_a_win_in_less_than_a_move_is_a_game() -> None:
    crosstable = table(row(1, "2wW"), row(2, "1bL"), row(3, "4w+"), row(4, "3b-"))
    short, forfeit = known(crosstable, 1), known(crosstable, 3)
    assert (short.bye_barred, short.sides, short.opponents, short.unplayed) == (False, (W,), frozenset({N(2)}), 0)
    assert (forfeit.bye_barred, forfeit.sides, forfeit.opponents, forfeit.unplayed) == (True, (), frozenset(), 1)


def test_4_only_more_than_a_loss_without_a_game_is_a_downfloat() -> None:
    rows = row(1, "-Z"), row(2, "3w-"), row(3, "2b+"), row(4, "-H"), row(5, "-U")
    usual = table(*rows)
    assert [known(usual, n).floats[0] for n in range(1, 6)] == [None, None, Float.DOWN, Float.DOWN, Float.DOWN]
    one_for_a_loss = PointScale(Fraction(3), Fraction(1), Fraction(1), Fraction(0))  # half a bye is worth a loss here
    assert known(table(*rows, scale=one_for_a_loss), 4).floats[0] is None
    worthless_bye = PointScale(pairing_bye=Fraction(0))
    assert known(table(*rows, scale=worthless_bye), 5).floats[0] is Float.DOWN  # 1.4.3 names it without a condition


def test_5_a_half_point_bye_bars_from_nothing_and_is_a_round_not_played() -> None:
    crosstable = table(row(1, "-H"), row(2, "-Z"), row(3, "-F"), row(4, "5w1"), row(5, "4b0"))
    assert [known(crosstable, n).bye_barred for n in range(1, 6)] == [False, False, True, False, False]
    assert [known(crosstable, n).unplayed for n in range(1, 6)] == [1, 1, 1, 0, 0]


@pytest.mark.parametrize("worth", [Fraction(0), Fraction(1, 2), None])
def test_6_a_bye_bars_from_a_second_one_whatever_it_was_worth(worth: Fraction | None) -> None:
    rows = row(1, "2w1"), row(2, "1b0"), row(3, "-U")
    crosstable = table(*rows, scale=PointScale(pairing_bye=worth))
    assert known(crosstable, 3).bye_barred
    assert confirmed(coming(crosstable)).bye != 3


@pytest.mark.parametrize("side", [W, B])
def test_7_strengths_exclude_each_other_and_differences_have_no_sign(side: Side) -> None:
    """Both want the same side absolutely: who is further from balance gets it, whichever side it is (5.2.2)."""
    other = "b" if side is W else "w"
    wide, twice = other * 2, f"{'w' if side is W else 'b'}{other * 2}"
    assert player(1, 0, wide).strength is Strength.ABSOLUTE
    assert player(1, 0, twice).strength is Strength.ABSOLUTE  # difference 1 alone would be strong
    further, nearer = player(2, 0, wide, is_topscorer=True), player(1, 0, twice, is_topscorer=True)
    assert {further.preference, nearer.preference} == {side}
    assert allocate(nearer, further, W) == (side.other, ColourRule.STRONGER)
    assert allocate(further, nearer, W) == (side, ColourRule.STRONGER)


def test_8_unplayed_games_count_for_the_bye_alone() -> None:
    """Of 3, 4 and 5 the one with a game less is spared the bye (C9); in a bracket above that is no reason."""
    rows = row(1, "4w1"), row(2, "5b1"), row(3, "-Z"), row(4, "1b0"), row(5, "2w0")
    assert confirmed(coming(table(*rows))).bye == 5
    fewer_last = row(1, "3w1"), row(2, "4b1"), row(3, "1b0"), row(4, "2w0"), row(5, "-Z")
    assert confirmed(coming(table(*fewer_last))).bye == 4
    # Three lead, of whom 3 has played least: it goes down all the same, being last, and the bye is below.
    field = met_both_ways(player(1, 2), player(2, 2), player(3, 2, unplayed=2), player(4, 1), player(5, 1))
    pairs, bye, failures = paired(field)
    assert pairs == {frozenset((1, 2)), frozenset((3, 4))}
    assert bye == 5
    assert "C9" not in failures[0]


def test_9_what_downfloaters_do_below_is_seen_together() -> None:
    """1 can meet 2 or 3 only. 2, 3 and 4 each have somebody in the next group; but 3 and 4 have the same one (C8)."""
    field = met_both_ways(
        player(1, 2, met=(4,)), player(2, 2, met=(3, 4)), player(3, 2, met=(4, 6)), player(4, 2, met=(6,)),
        player(5, 1), player(6, 1), player(7, 0), player(8, 0),
    )  # fmt: skip
    pairs, _, _ = paired(field)
    assert pairs == {frozenset(each) for each in ((1, 3), (2, 6), (4, 5), (7, 8))}


def test_10_who_has_more_points_ranks_higher_whatever_the_number() -> None:
    higher, lower = player(9, 3, "wb"), player(2, 2, "wb")
    assert allocate(higher, lower, W) == (W, ColourRule.HIGHER_RANKED)
    new, late = player(9, 1), player(2, 0)
    assert allocate(new, late, W) == (W, ColourRule.INITIAL)  # 9 is odd; by 2 it would be black
    request = coming(table(row(1, "-Z"), row(2, "-H"), row(3, "-Z"), row(4, "-Z")))
    assert {(each.white, each.black) for each in confirmed(request).pairs} == {(1, 2), (3, 4)}  # 2 is even: black


def test_11_parity_is_that_of_those_who_appeared() -> None:
    """2 has never been there, so 3 is the second and 5 the fourth (C.04.2 2.4)."""
    request = coming(table(*(row(n) for n in range(1, 6))), absent=frozenset({N(2)}))
    assert {(each.white, each.black) for each in confirmed(request).pairs} == {(1, 4), (5, 3)}


def test_12_a_forfeited_colour_is_none_and_histories_are_compared_from_the_end() -> None:
    """Round by round 1 and 2 never had different sides, and 1 would get the White that both want. Of the games that
    they played, 1 had White and 2 Black in the third from the end (C.04.2 3.4, 5.2.3)."""
    crosstable = table(row(1, "11b1", "12w1", "13b+", "14w0", "15b1"), row(2, "-H", "21w1", "22b1", "23w=", "24b1"))
    one, two = known(crosstable, 1), known(crosstable, 2)
    assert (one.sides, two.sides) == ((B, W, W, B), (W, B, W, B))
    assert (one.preference, one.strength) == (two.preference, two.strength) == (W, Strength.MILD)
    assert allocate(one, two, W) == (B, ColourRule.ALTERNATE)


def test_13_a_forfeited_game_may_be_paired_again() -> None:
    request = coming(table(row(1, "2w+"), row(2, "1b-"), row(3, "4b-"), row(4, "3w-")))
    pairs = {frozenset((each.white, each.black)) for each in confirmed(request).pairs}
    assert frozenset((1, 2)) in pairs or frozenset((3, 4)) in pairs
    assert all(not known(request.crosstable, n).opponents for n in range(1, 5))


def test_14_floats_come_from_the_scores_before_each_round() -> None:
    crosstable = table(row(1, "3w1", "4b1"), row(2, "4b=", "3w0"), row(3, "1b0", "2b1"), row(4, "2w=", "1w0"))
    assert [known(crosstable, n).floats for n in range(1, 5)] == [
        (Float.DOWN, None), (Float.DOWN, None), (Float.UP, None), (Float.UP, None)
    ]  # fmt: skip


def test_15_numbers_are_those_of_the_table_not_the_order_of_ratings() -> None:
    rows = [row(n) for n in range(1, 7)]
    by_number = DutchEngine().pair(coming(table(*rows)))
    rated = [msgspec.structs.replace(each, rating=1000 + 100 * each.number) for each in rows]
    assert DutchEngine().pair(coming(table(*rated))) == by_number


def test_16_boards_go_by_the_higher_score_then_the_sum_then_the_number() -> None:
    """2 and 3 points on one board come before twice 2 1/2 on another, whose sum is the same."""
    crosstable = table(
        row(1, "7w1", "8b1", "9w="), row(2, "9b1", "7w1", "8b="), row(3, "8w1", "9b0", "7w1"),
        row(4, "-Z", "-Z", "-Z"), row(5, "-Z", "-Z", "-Z"), row(6, "-H", "-F", "-F"),
        row(7, "1b0", "2b0", "3b0"), row(8, "3b0", "1w0", "2w="), row(9, "2w0", "3w1", "1b="),
    )  # fmt: skip
    request = coming(crosstable, absent=frozenset({N(9)}))
    answer = DutchEngine().pair(request)
    assert isinstance(answer, RoundPairing)
    points = [
        sorted((crosstable.points(each.white), crosstable.points(each.black)), reverse=True) for each in answer.pairs
    ]
    keys = [(highest, highest + lower) for highest, lower in points]
    assert keys == sorted(keys, reverse=True)
    assert len(set(keys)) > 1


def test_17_whoever_had_a_bye_is_not_paired_when_a_round_is_paired_again() -> None:
    crosstable = table(row(1, "3w1", "-H"), row(2, "-H", "3w1"), row(3, "1b0", "2b0"), row(4, "-Z", "-Z"))
    for number, seated in ((1, {1, 3}), (2, {2, 3})):
        request = round_request(report(crosstable), RoundNumber(number))
        assert {each.number for each in field_of(request).players} == seated


def test_18_no_two_of_a_forbidden_list_meet_even_if_many_must_float() -> None:
    """1 to 4 are of one family and lead: all of them go down rather than meet."""
    rows = (row(n, f"{n + 4}{'w' if n % 2 else 'b'}1") for n in range(1, 5))
    losers = (row(n, f"{n - 4}{'b' if n % 2 else 'w'}0") for n in range(5, 9))
    answer = confirmed(coming(table(*rows, *losers), forbidden=(frozenset(map(N, (1, 2, 3, 4))),)))
    assert all((each.white <= 4) is not (each.black <= 4) for each in answer.pairs)


def test_19_the_first_of_the_best_candidates_is_found_however_late_it_is_generated() -> None:
    """Thirteen on a point: 1 to 7 are due White, and the order has hundreds of thousands of worse candidates first."""
    rows = []
    for n in range(1, 14):
        other = n + 13
        rows.append(row(n, f"{other}{'b' if n <= 7 else 'w'}="))
    rows += [row(n + 13, f"{n}{'w' if n <= 7 else 'b'}=") for n in range(1, 14)]
    crosstable = table(*rows)
    answer = confirmed(coming(crosstable, absent=frozenset(N(n) for n in range(14, 27))))
    field = {each.number: each for each in field_of(coming(crosstable)).players}
    assert sum(field[each.white].preference is field[each.black].preference for each in answer.pairs) == 0
    assert len(answer.pairs) == 6


def test_20_brackets_decide_from_the_top_not_the_round_as_a_whole() -> None:
    """1 can meet 2, who wants the other side, or 3, who wants the same; 3 goes down (C12) to others who want it too.
    Over the whole round, letting 2 down would refuse as many wishes, and a strong one less: nobody asks (3.8)."""
    field = met_both_ways(
        player(1, 2, "wb"), player(2, 2, "bw"), player(3, 2, "bwbwb", met=(2,)),
        player(4, 1, "b"), player(5, 1, "b"), player(6, 1, "b"),
    )  # fmt: skip
    pairs, _, (top, below) = paired(field)
    assert frozenset((1, 2)) in pairs
    assert (top["C12"], below["C12"], below["C13"]) == ((0,), (2,), (2,))
    field = met_both_ways(*(each for each in field.players if each.number != 2), player(2, 1, "bw", met=(3,)))
    _, _, (other_top, other_below) = paired(field)
    assert (other_top["C12"], other_below["C12"], other_below["C13"]) == ((1,), (1,), (1,))
