"""Texts on the clock: each gives way to the times, so that a player can always read his own."""

from __future__ import annotations

import pytest

from drivers.readings import LinkUp
from drivers.requests import ClearText, ShowSquares, ShowText
from gateway.clock.adjustments import Change
from gateway.model.instants import Millis
from gateway.model.results import Result
from gateway.model.sides import Side
from gateway.referee.acts import Act, AdjustTime, Pause, SetResult

from .virtual import VirtualTable

READ_MS = 5000


def playing() -> VirtualTable:
    table = VirtualTable()
    table.connect()
    table.wait(2000)
    table.start_clock()
    table.wait(READ_MS)
    table.effects.clear()
    return table


def texts(table: VirtualTable) -> list[object]:
    return [effect for effect in table.effects if isinstance(effect, ShowText | ShowSquares | ClearText)]


@pytest.mark.parametrize(
    ("act", "text"),
    [
        (Pause(), ShowText("PAUSE", beep=True)),
        (SetResult(result=Result.DRAW), ShowText("DRAW")),
        (AdjustTime(side=Side.BLACK, change=Change.ADD, ms=Millis(60_000)), ShowText("B11.05", beep=True)),
    ],
)
def test_a_text_gives_way_to_the_times(act: Act, text: ShowText) -> None:
    table = playing()
    table.act(act)
    table.wait(READ_MS - 1)
    assert texts(table) == [text]
    table.wait(1)
    assert texts(table) == [text, ClearText()]
    table.wait(60_000)
    assert texts(table) == [text, ClearText()], "once"


def test_squares_in_letters_give_way_and_a_later_text_has_its_own_time() -> None:
    table = playing()
    table.put(63, ".")
    table.put(62, "M")
    while not texts(table):
        table.wait(100)
    table.wait(READ_MS - 1000)
    table.act(Pause())
    table.wait(READ_MS - 1)
    squares, pause = texts(table)
    assert isinstance(squares, ShowSquares)
    assert pause == ShowText("PAUSE", beep=True)
    table.wait(1)
    assert texts(table)[2:] == [ClearText()]


def test_a_pause_is_shown_though_a_time_is_still_to_be_set() -> None:
    table = playing()
    table.act(AdjustTime(side=Side.BLACK, change=Change.ADD, ms=Millis(60_000)), "a")
    table.act(Pause(), "b")
    assert texts(table)[-1] == ShowText("PAUSE", beep=True)


def test_a_text_that_is_taken_away_before_is_not_taken_away_again() -> None:
    table = playing()
    table.act(Pause(), "a")
    table.hear(LinkUp("virtual:"))
    table.wait(READ_MS)
    assert texts(table) == [ShowText("PAUSE", beep=True), ShowText("PAUSE"), ClearText()]


def test_a_text_of_before_the_restart_is_taken_away_when_the_device_is_back() -> None:
    table = playing()
    table.act(SetResult(result=Result.WHITE))
    table.restart()
    table.effects.clear()
    table.connect()
    assert texts(table) == [ClearText()]
