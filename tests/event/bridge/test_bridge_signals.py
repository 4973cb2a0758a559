"""The two buttons of a bridge table: calls that are made and taken back, and boards that are over."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.clock.round_plan import MINUTE
from gateway.event.bridge.bridge_acts import (
    AnswerCall,
    CallDirector,
    DrawBridgeRound,
    PublishBridgeRound,
    SignalTable,
)
from gateway.event.bridge.bridge_changes import SAME_CALL_MS
from gateway.event.bridge.bridge_event import TableId
from gateway.event.bridge.bridge_fold import BridgeFold
from gateway.model.bridge_signals import BridgeSignal
from tests.examples import examples

from .test_slow_play import Evening, minutes


class Buttons(Evening):
    """An evening at which tables have buttons."""

    line = 0

    def press(self, at: float, place: str, signal: BridgeSignal) -> None:
        self.line += 1
        act = SignalTable(place=place, signal=signal, pressed=minutes(at), journal=1, line=self.line)
        self.act(at, act)

    def over_by_button(self, at: float, place: str = "1o") -> None:
        self.press(at, place, BridgeSignal.BOARD_OVER)

    def call(self, at: float, place: str = "1o") -> None:
        self.press(at, place, BridgeSignal.DIRECTOR)

    def waiting(self) -> list[tuple[str, int]]:
        assert self.fold.event is not None
        return [(each.table, each.board) for each in self.fold.event.calls if each.answered is None]

    def took(self, table: str = "1.1o", at: float = 60) -> list[tuple[int, float]]:
        return [(each.board, each.took_ms / MINUTE) for each in self.times(at)[table].boards]


def test_a_call_by_button_waits_until_it_is_answered_or_taken_back() -> None:
    evening = Buttons()
    evening.call(1)
    assert evening.waiting() == [("1.1o", 1)]
    evening.call(3)
    assert evening.waiting() == []
    assert evening.fold.event is not None
    assert evening.fold.event.calls[0].taken_back
    evening.over(4, "1.1o", 1)
    evening.call(5)
    assert evening.waiting() == [("1.1o", 2)], "the board that is played now"
    evening.act(6, AnswerCall(n=len(evening.fold.entries), why="A revoke."))
    evening.call(7)
    assert evening.waiting() == [("1.1o", 2)], "another call, and not the end of the one that was answered"


def test_pressed_twice_at_once_is_one_call() -> None:
    evening = Buttons()
    evening.call(1)
    evening.call(1 + (SAME_CALL_MS - 1) / MINUTE)
    assert evening.waiting() == [("1.1o", 1)]
    evening.call(1 + SAME_CALL_MS / MINUTE)
    assert evening.waiting() == []


def test_a_call_from_a_phone_is_not_taken_back_by_the_button() -> None:
    evening = Buttons()
    evening.act(1, CallDirector(table=TableId("1.1o"), text="A revoke."))
    evening.call(2)
    evening.call(3)
    assert evening.waiting() == [("1.1o", 0)]


def test_a_table_that_has_no_place_in_the_round_can_call_too() -> None:
    evening = Buttons()
    evening.call(1, "9o")
    assert evening.waiting() == [("0.9o", 0)]


def test_the_button_says_when_a_board_is_over() -> None:
    evening = Buttons()
    evening.over_by_button(7)
    evening.over_by_button(15)
    assert evening.took() == [(1, 7), (2, 8)]
    assert not evening.times(16)["1.1o"].missing
    assert evening.times(16)["1.1c"].missing == (1, 2)


def test_a_result_that_is_typed_later_does_not_make_the_board_longer() -> None:
    evening = Buttons()
    evening.over_by_button(7)
    evening.over(8, "1.1o", 1)
    evening.over_by_button(15)
    evening.over(40, "1.1o", 2)
    assert evening.took() == [(1, 7), (2, 8)]


def test_a_press_after_the_result_and_a_second_press_are_the_same_end() -> None:
    evening = Buttons()
    evening.over(7, "1.1o", 1)
    evening.over_by_button(7.5)
    evening.over_by_button(8)
    evening.over_by_button(15)
    evening.over_by_button(15.2)
    assert evening.took() == [(1, 7), (2, 8)]


def test_a_press_that_was_forgotten_is_made_good_by_the_result() -> None:
    evening = Buttons()
    evening.over(7, "1.1o", 1)  # nobody pressed
    evening.over_by_button(15)
    assert evening.took() == [(1, 7), (2, 8)]


def test_a_press_belongs_to_the_board_whose_result_follows() -> None:
    evening = Buttons()
    evening.over_by_button(7)
    evening.over(7.5, "1.1o", 2)  # the second board was played first
    evening.over_by_button(15)
    evening.over(15.5, "1.1o", 1)
    assert evening.took() == [(2, 7), (1, 8)]


def test_a_round_that_is_behind_the_clock_keeps_its_presses() -> None:
    evening = Buttons()
    evening.over_by_button(7)
    evening.over_by_button(25)  # the clock has begun the second round, which nobody has drawn yet
    for board in (1, 2):
        for table in ("1.1c", "1.2o", "1.2c"):
            evening.over(15, table, board)
    evening.act(27, DrawBridgeRound())
    evening.act(27, PublishBridgeRound())
    evening.over_by_button(33)
    assert [end for _, end in evening.took("1.1o", 40)] == [7, 18]
    assert [board for board, _ in evening.took("2.1o", 40)] == [1]


@pytest.mark.parametrize("signal", BridgeSignal)
def test_a_press_is_on_record_also_after_the_ranking(signal: BridgeSignal) -> None:
    evening = Buttons()
    before = len(evening.fold.entries)
    evening.press(1, "1o", signal)
    assert len(evening.fold.entries) == before + 1
    assert BridgeFold.of(evening.fold.entries) == evening.fold


_PRESSES = st.lists(st.tuples(st.integers(1, 40_000), st.sampled_from(BridgeSignal)), max_size=12)


@given(presses=_PRESSES)
@examples(60)
def test_whatever_is_pressed_times_add_up_and_one_call_waits_at_most(
    presses: list[tuple[int, BridgeSignal]],
) -> None:
    evening, at = Buttons(), 0
    for pause, signal in presses:
        at += pause * 50
        evening.press(at / MINUTE, "1o", signal)
    assert len(evening.waiting()) <= 1
    now = at / MINUTE + 1
    found = evening.times(now)["1.1o"]
    ends = [each.end for each in found.boards]
    assert ends == sorted(ends)
    assert sum(each.took_ms for each in found.boards) == (max(ends) if ends else 0)
    assert len(found.boards) + len(found.missing) == 2
    assert int(found.used_ms) == (max(ends) if not found.missing and ends else minutes(now))
