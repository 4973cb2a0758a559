"""How long a game has been stopped, by whom and why: what arbiters are told as long as nobody has ended it."""

from __future__ import annotations

from gateway.model.messages import message
from gateway.model.results import Result
from gateway.referee.acts import Overturn, Pause, Resume, SetResult
from gateway.referee.state import Stop
from gateway.table.reporting import table_state

from .virtual import VirtualTable


def stopped(table: VirtualTable) -> Stop | None:
    part = table_state(table.table, table.at).arbiters
    assert part is not None
    return part.stopped


def test_a_stop_of_play_is_told_until_play_goes_on() -> None:
    table = VirtualTable()
    table.connect()
    table.wait(3000)
    table.start_clock()
    assert stopped(table) is None
    at = table.at
    assert table.act(Pause("fire alarm"), "a").ok
    told = stopped(table)
    assert told is not None
    assert told.since >= at
    assert told.text == message("ruling.paused", by="Chief", why="fire alarm")
    table.wait(60_000)
    table.restart()
    assert stopped(table) == told
    assert table.act(Resume(), "b").ok
    assert stopped(table) is None


def test_a_game_whose_result_is_overturned_stands_from_then_on() -> None:
    table = VirtualTable()
    table.connect()
    table.wait(3000)
    table.start_clock()
    assert table.act(SetResult(result=Result.DRAW, why="misheard"), "a").ok
    assert stopped(table) is None
    table.wait(60_000)
    at = table.at
    assert table.act(Overturn(ruling=1, why="they did not agree"), "b").ok
    told = stopped(table)
    assert told is not None
    assert told.since >= at
    assert told.text == message("ruling.paused", by="Chief", why="they did not agree")
