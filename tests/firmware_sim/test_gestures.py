"""What hands do to make a stroke."""

from __future__ import annotations

import random
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_sim.gestures import Gesture, plan
from firmware_sim.habits import PROFILES, Habits
from firmware_sim.stroke import Stroke, also_taking, leaving, undoing, without_press
from firmware_sim.surface import CHESS_START, DRAUGHTS_START

PLAIN = Habits(slides=0, takes_on_the_way=0, takes_first=0)

LINE = "".join("M" if cell == 63 else "m" if cell in (54, 34) else "." for cell in range(100))
DOUBLE = Stroke((63, 45, 23), taken=(54, 34))
PAWN = "." * 8 + "P" + "." * 55


def make(stroke: Stroke, shown: str, habits: Habits, seed: int = 0, cols: int = 10) -> Gesture:
    return plan(stroke, shown, cols, habits, random.Random(seed))


def touches(gesture: Gesture) -> list[tuple[int, str]]:
    return [(touch.cell, touch.piece) for touch in gesture.touches]


def after(gesture: Gesture, shown: str) -> str:
    cells = list(shown)
    for cell, piece in touches(gesture):
        cells[cell] = piece
    return "".join(cells)


def test_the_profiles_are_chances_and_spans() -> None:
    for habits in PROFILES.values():
        for field in fields(habits):
            value = getattr(habits, field.name)
            if isinstance(value, tuple):
                assert 0 <= value[0] <= value[1]
            else:
                assert 0 <= value <= 1


def test_the_faster_the_hand_the_shorter_the_stroke() -> None:
    means = []
    for habits in PROFILES.values():
        gestures = [make(Stroke((63, 54)), DRAUGHTS_START, habits, seed) for seed in range(200)]
        means.append(sum(gesture.end_ms for gesture in gestures) / 200)
    assert means == sorted(means, reverse=True)
    assert means[0] > 4 * means[-1]


@given(seed=st.integers(0, 2**32), profile=st.sampled_from(sorted(PROFILES)))
def test_whatever_a_hand_does_the_stroke_is_made_in_the_end(seed: int, profile: str) -> None:
    habits = PROFILES[profile]
    done = after(make(DOUBLE, LINE, habits, seed), LINE)
    assert done == "." * 23 + "M" + "." * 76
    moved = after(make(Stroke((63, 54), instead=(52,)), DRAUGHTS_START, habits, seed), DRAUGHTS_START)
    assert {cell for cell in range(100) if moved[cell] != DRAUGHTS_START[cell]} == {63, 54}
    castled = after(make(Stroke((60, 62), second=(63, 61)), "." * 60 + "K..R", habits, seed, 8), "." * 60 + "K..R")
    assert castled == "." * 60 + ".RK."
    knight = after(make(Stroke((8, 0), crown="N"), PAWN, habits, seed, 8), PAWN)
    assert knight == "N" + "." * 63
    stone = after(make(Stroke((112,), piece="s"), "." * 225, habits, seed, 15), "." * 225)
    assert stone == "." * 112 + "s" + "." * 112
    taken = after(make(Stroke((52, 12), taken=(12,)), CHESS_START, habits, seed, 8), CHESS_START)
    assert taken[12] == "P"
    assert taken[52] == "."


@given(seed=st.integers(0, 2**32), profile=st.sampled_from(sorted(PROFILES)))
def test_time_goes_one_way_and_the_press_is_made_once(seed: int, profile: str) -> None:
    gesture = make(DOUBLE, LINE, PROFILES[profile], seed)
    instants = [at_ms for at_ms, _ in gesture.steps]
    assert instants == sorted(instants)
    assert instants[0] >= 0
    assert instants[-1] <= gesture.end_ms
    assert sum(touch is None for _, touch in gesture.steps) == 1


def test_a_hover_shows_beside_the_cell() -> None:
    (lift, down, up, put) = touches(make(Stroke((63, 54)), DRAUGHTS_START, replace(PLAIN, hovers=1)))
    assert (lift, put) == ((63, "."), (54, "M"))
    assert down == (up[0], "M")
    assert up[0] in (43, 44, 45, 53, 55, 64, 65)


def test_a_bounce_puts_the_piece_back_first() -> None:
    gesture = make(Stroke((63, 54)), DRAUGHTS_START, replace(PLAIN, bounces=1))
    assert touches(gesture) == [(63, "."), (63, "M"), (63, "."), (54, "M")]


def test_a_changed_mind_lets_go_elsewhere_first() -> None:
    gesture = make(Stroke((63, 54), instead=(52,)), DRAUGHTS_START, replace(PLAIN, changes_mind=1))
    assert touches(gesture) == [(63, "."), (52, "M"), (52, "."), (54, "M")]


def test_an_adjusted_piece_stays_where_it_was() -> None:
    gesture = make(Stroke((63, 54)), DRAUGHTS_START, replace(PLAIN, adjusts=1))
    (up, down, *rest) = touches(gesture)
    assert up == (down[0], ".")
    assert DRAUGHTS_START[up[0]] == down[1]
    assert rest == [(63, "."), (54, "M")]


@pytest.mark.parametrize("seed", range(8))
def test_a_knocked_piece_is_put_back_before_the_press(seed: int) -> None:
    gesture = make(Stroke((63, 54)), DRAUGHTS_START, replace(PLAIN, knocks=1), seed)
    assert len(gesture.touches) in (4, 6)
    assert after(gesture, DRAUGHTS_START)[54] == "M"
    assert gesture.press_ms == gesture.end_ms


def test_a_late_hand_takes_off_after_the_press() -> None:
    gesture = make(DOUBLE, LINE, replace(PLAIN, takes_late=1))
    assert gesture.press_ms is not None
    assert [touch.cell for touch in gesture.touches if touch.at_ms > gesture.press_ms] == [54, 34]


def test_two_hands_take_while_the_piece_travels() -> None:
    gesture = make(Stroke((63, 45), taken=(54,)), LINE, replace(PLAIN, two_hands=1))
    assert touches(gesture) == [(63, "."), (54, "."), (45, "M")]


def test_who_presses_first_lets_go_afterwards() -> None:
    gesture = make(Stroke((63, 54)), DRAUGHTS_START, replace(PLAIN, presses_first=1))
    assert gesture.press_ms is not None
    assert [touch.cell for touch in gesture.touches if touch.at_ms > gesture.press_ms] == [54]


def test_who_flies_does_not_touch_the_cells_between() -> None:
    gesture = make(DOUBLE, LINE, replace(PLAIN, flies=1))
    assert touches(gesture) == [(63, "."), (23, "M"), (54, "."), (34, ".")]


def test_ways_to_crown() -> None:
    man = "." * 12 + "M" + "." * 87
    crown = Stroke((12, 1), crown=True)
    assert touches(make(crown, man, PLAIN)) == [(12, "."), (1, "M"), (1, "."), (1, "D")]
    assert touches(make(crown, man, replace(PLAIN, stacks=1))) == [(12, "."), (1, "M"), (1, "D")]
    queen = Stroke((8, 0), crown=True)
    assert touches(make(queen, PAWN, replace(PLAIN, crowns_at_once=1), cols=8)) == [(8, "."), (0, "Q")]


def test_a_hand_keeps_clear_of_another() -> None:
    for seed in range(50):
        gesture = plan(
            Stroke((63, 54)), DRAUGHTS_START, 10, replace(PLAIN, hovers=1, knocks=1), random.Random(seed), busy={44, 65}
        )
        assert not {44, 65} & {touch.cell for touch in gesture.touches}


def test_what_cannot_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match="cell 62"):
        make(Stroke((62, 53)), DRAUGHTS_START, PLAIN)
    with pytest.raises(ValueError, match="does not say which"):
        make(Stroke((62,)), DRAUGHTS_START, PLAIN)


def test_irregular_moves_on_purpose() -> None:
    assert after(make(leaving(DOUBLE, 34), LINE, PLAIN), LINE)[34] == "m"
    assert after(make(also_taking(Stroke((63, 54)), 36), DRAUGHTS_START, PLAIN), DRAUGHTS_START)[36] == "."
    assert make(without_press(DOUBLE), LINE, PLAIN).press_ms is None


def test_a_move_is_undone_piece_by_piece() -> None:
    now = after(make(DOUBLE, LINE, PLAIN), LINE)
    strokes = undoing(LINE, now, presses=True)
    assert [stroke.presses for stroke in strokes] == [False, False, True]
    for stroke in strokes:
        now = after(make(stroke, now, PLAIN), now)
    assert now == LINE
    assert undoing(now, now) == []
