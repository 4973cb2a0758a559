"""The draw: seeds by tiers, byes, contested places, club-mates apart, two hands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.model.errors import TournamentError
from gateway.tournament.bracket_draw import Apart, BracketDraw, BracketRules, WithinTier, draw_bracket
from gateway.tournament.crosstable import PairingNumber, Participant
from gateway.tournament.lots import TwoHands
from tests.examples import examples

HANDS = TwoHands("names", "numbers")


def entrants(count: int, clubs: str = "") -> list[Participant]:
    """Ranked 1, 2, ...; the letters are their clubs, in turn."""
    return [
        Participant(number=PairingNumber(number), club=clubs[(number - 1) % len(clubs)] if clubs else "")
        for number in range(1, count + 1)
    ]


def everybody(draw: BracketDraw) -> list[int]:
    """Who stands in the draw, from top to bottom, contested places included."""
    standing = [(slot, number) for slot, number in enumerate(draw.slots, 1) if number is not None]
    standing += [(slot, number) for slot, pair in draw.contested.items() for number in pair]
    return [number for _, number in sorted(standing)]


def test_63_teams_and_8_seeds() -> None:
    draw = draw_bracket(entrants(63), BracketRules(seeds=8), HANDS)
    assert [draw.slots.index(PairingNumber(seed)) + 1 for seed in range(1, 9)] == [1, 64, 33, 32, 17, 48, 49, 16]
    assert [slot for slot, number in enumerate(draw.slots, 1) if number is None] == [2]
    assert sorted(everybody(draw)) == list(range(1, 64))
    assert draw_bracket(entrants(63), BracketRules(seeds=8), HANDS) == draw


def test_either_hand_changes_the_draw() -> None:
    rules = BracketRules(seeds=8)
    draws = {draw_bracket(entrants(63), rules, TwoHands(*seeds)).slots for seeds in ("ab", "ac", "cb")}
    assert len(draws) == 3
    assert len({slots[0] for slots in draws}) == 1


def test_seeds_of_a_tier_change_places_by_lot() -> None:
    rules = BracketRules(seeds=8, within_tier=WithinTier.DRAWN)
    seen: set[tuple[int, ...]] = set()
    for seed in "abcdefgh":
        draw = draw_bracket(entrants(64), rules, TwoHands(seed, seed))
        slots = [draw.slots.index(PairingNumber(number)) + 1 for number in range(1, 9)]
        assert set(slots[:2]) == {1, 64}
        assert set(slots[2:4]) == {32, 33}
        assert set(slots[4:]) == {16, 17, 48, 49}
        seen.add(tuple(slots))
    assert len(seen) > 4


def test_byes_go_to_the_seeds_wherever_lots_have_put_them() -> None:
    rules = BracketRules(seeds=4, within_tier=WithinTier.DRAWN)
    for seed in "abcdefgh":
        draw = draw_bracket(entrants(13), rules, TwoHands(seed, seed))
        beside = {draw.slots[draw.slots.index(PairingNumber(number)) ^ 1] for number in (1, 2, 3)}
        assert beside == {None}


def test_everybody_by_rank() -> None:
    draw = draw_bracket(entrants(15), BracketRules(seeds=16), HANDS)
    assert draw.slots == (1, None, 9, 8, 5, 12, 13, 4, 3, 14, 11, 6, 7, 10, 15, 2)
    assert draw.cards == ()


def test_contested_places_are_those_of_the_byes() -> None:
    draw = draw_bracket(entrants(19), BracketRules(seeds=4, contested=True), HANDS)
    assert len(draw.slots) == 16
    assert sorted(draw.contested) == [2, 10, 15]
    assert sorted(everybody(draw)) == list(range(1, 20))
    assert len(draw.bracket().ready) == 3 + 5


def test_club_mates_stand_apart_by_their_order() -> None:
    draw = draw_bracket(entrants(64, "abcdefgh"), BracketRules(seeds=8), HANDS)
    for club in range(8):
        places = [draw.slots.index(PairingNumber(club + 1 + 8 * order)) for order in range(8)]
        assert len({place // 32 for place in places[:2]}) == 2
        assert len({place // 16 for place in places[:4]}) == 4
        assert len({place // 8 for place in places}) == 8
    assert draw.notes == ()


def test_drawn_seeds_of_one_club_stand_apart_where_they_can() -> None:
    rows = entrants(16)
    rows = [Participant(number=row.number, club="x" if row.number in {1, 4} else "") for row in rows]
    rules = BracketRules(seeds=4, within_tier=WithinTier.DRAWN)
    for seed in "abcdef":
        draw = draw_bracket(rows, rules, TwoHands(seed, seed))
        first, fourth = (draw.slots.index(PairingNumber(number)) for number in (1, 4))
        assert first // 8 != fourth // 8


def test_too_many_of_a_club_are_told() -> None:
    rows = [Participant(number=PairingNumber(n), club="x" if n <= 7 else "", federation="F") for n in range(1, 9)]
    assert draw_bracket(rows, BracketRules(apart=Apart.NOTHING), HANDS).notes == ()
    draw = draw_bracket(rows, BracketRules(), HANDS)
    assert sorted(everybody(draw)) == list(range(1, 9))


@pytest.mark.parametrize("seeds", [3, 5, 16, -1])
def test_seeds_are_a_power_of_two(seeds: int) -> None:
    with pytest.raises(TournamentError, match="draw_seeds"):
        draw_bracket(entrants(8), BracketRules(seeds=seeds), HANDS)


def test_a_draw_has_two_entrants() -> None:
    with pytest.raises(TournamentError, match="draw_entrants"):
        draw_bracket(entrants(1), BracketRules(), HANDS)


@examples(80)
@given(st.data())
def test_any_draw_has_everybody_once_and_mates_apart(data: st.DataObject) -> None:
    count = data.draw(st.integers(2, 70))
    clubs = data.draw(st.text("abc ", min_size=1, max_size=9))
    rows = [Participant(number=row.number, club=row.club.strip()) for row in entrants(count, clubs)]
    rules = BracketRules(
        seeds=data.draw(st.sampled_from([seeds for seeds in (0, 1, 2, 4, 8) if 4 * seeds <= count])),
        within_tier=data.draw(st.sampled_from(WithinTier)),
        contested=data.draw(st.booleans()),
    )
    draw = draw_bracket(rows, rules, TwoHands(data.draw(st.text(max_size=3)), "n"))
    assert sorted(everybody(draw)) == list(range(1, count + 1))
    assert (
        all(one is not None or other is not None for one, other in zip(draw.slots[::2], draw.slots[1::2], strict=True))
        or draw.contested
    )
    bracket = draw.bracket()
    assert len(bracket.ties) == len(draw.slots) - 1 + len(draw.contested)
    if not rules.seeds and not draw.notes:
        half = len(draw.slots) // 2
        for club in set(clubs) - {" "}:
            mates = [row.number for row in rows if row.club == club][:2]
            slots = [slot for slot, number in enumerate(draw.slots, 1) if number in mates]
            slots += [slot for slot, pair in draw.contested.items() for number in pair if number in mates]
            assert len(mates) < 2 or len({slot > half for slot in slots}) == 2
