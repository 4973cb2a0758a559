"""Tables where no press is heard: moves are known by what follows them, and haste is charged to nobody."""

from __future__ import annotations

import pytest

from drivers.readings import LeverPressed, LinkDown, LinkUp, Seat
from gateway.clock.face import Source
from gateway.record.raw import FromClock
from gateway.referee.inputs import Irregular, Moved, Retracted
from gateway.referee.rulings import AlertKind, CaseOpened

from .virtual import VirtualTable, setup
from .watched import SETS, TableFault, WatchedTable, Weakness


@pytest.mark.parametrize(("name", "board"), SETS)
def test_fast_hands_without_a_clock_are_charged_with_nothing(name: str, board: str) -> None:
    table = WatchedTable(name, board, "bullet", 3, [], plies=24, timed=False)
    table.play()
    assert not table.verdict().broken


@pytest.mark.parametrize(("name", "board", "seed"), [("chessnut", "chess", 0), ("cpp", "draughts", 2)])
def test_fast_hands_are_followed_by_their_answers(name: str, board: str, seed: int) -> None:
    """Two hands move within one scan, and nothing stands still."""
    table = WatchedTable(name, board, "bullet", seed, [], plies=30, timed=False)
    table.play()
    assert [what.text for what in table.whats(Moved) if isinstance(what, Moved)] == table.by_hand.moves


def test_a_board_that_sees_no_pieces_is_too_slow_for_some_hands_and_says_so() -> None:
    table = WatchedTable("squareoff-neo", "chess", "bullet", 5, [], plies=40, timed=False)
    table.play()
    assert not table.whats(Irregular)
    assert table.position.board() == table.played.board() or table.table.referee.raised(AlertKind.BOARD_DIFFERS)


def test_a_move_that_is_changed_while_the_clock_is_away_is_one_move() -> None:
    """It has stood for long when its hand takes it on; the press comes when the clock is back."""
    table = VirtualTable(setup("10m", clock=Source.AGENT, apart=True))
    table.hear(LinkUp("virtual:"))
    table.hear(FromClock(LinkUp("buttons")))
    table.snapshot()
    table.wait(3000)
    table.hear(FromClock(LeverPressed(Seat.RIGHT)))
    table.wait(2000)
    table.hear(FromClock(LinkDown("pulled")))
    start, wrong, right = (table.game.start().read(text).path for text in ("32-27", "32-27", "32-28"))
    table.put(start[0], ".", 500)
    table.put(wrong[1], "M", 200)
    table.wait(3000)
    table.put(wrong[1], ".", 20)
    table.put(right[1], "M", 300)
    table.hear(FromClock(LinkUp("buttons")), 100)
    table.hear(FromClock(LeverPressed(Seat.LEFT)), 200)
    table.wait(4000)
    assert [what.text for what in table.whats(Moved) if isinstance(what, Moved)][-1] == "32-28"
    assert not table.whats(CaseOpened)
    assert table.position.board() == table.cells


def test_what_a_frozen_agent_hears_in_no_order_is_one_turn() -> None:
    """Moves that were heard before their touches do not make later ones be worked out again and again."""
    table = WatchedTable("tabutronic", "chess", "club", 29, [TableFault(17_494, Weakness.FROZEN, 6833, True)], plies=40)
    table.play()
    assert not table.verdict().broken
    assert table.position.board() == table.played.board()
    assert len(table.whats(Retracted)) <= 1
