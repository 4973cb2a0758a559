"""What the players show with their kings, at a table."""

from __future__ import annotations

from gateway.model.results import Reason, Result
from gateway.model.sides import Side
from gateway.referee.acts import Decide
from gateway.referee.inputs import Irregular, Moved, ResultShown, Retracted
from gateway.referee.options import Options
from gateway.referee.rulings import AlertKind, CaseDecided, CaseOpened, Ended
from gateway.referee.state import Phase
from gateway.tracking.vision import Vision
from tests.english import english

from .virtual import VirtualTable, setup


def ready(**changes: object) -> VirtualTable:
    table = VirtualTable(setup("10m+5s", **({"rules": "chess", "rulebook": "chess-rapid"} | changes)))
    table.connect()
    table.wait(2000)
    table.start_clock()
    return table


def play(table: VirtualTable, *texts: str) -> None:
    for text in texts:
        position = table.position
        table.hand(position, position.read(text))
        table.press()
        table.wait(600)


def touch(table: VirtualTable, *steps: str, wait_ms: int = 700) -> None:
    """`e1.` lifts what stands there, `e4K` puts a piece there."""
    for step in steps:
        col, row = ord(step[0]) - ord("a"), int(step[1])
        table.put((8 - row) * 8 + col, step[2], wait_ms)


def test_kings_in_the_centre_are_laid_before_the_arbiter_and_end_the_game_when_confirmed() -> None:
    table = ready()
    play(table, "e4", "e5")
    touch(table, "e1.", "d4K", "e8.", "e4.", "e5.", "e5k")
    table.wait(60_000)
    touch(table, "d2.", "d7.", wait_ms=15_000)
    table.wait(60_000)
    (proposed,) = table.whats(CaseOpened)
    assert isinstance(proposed, CaseOpened)
    assert english(proposed.text) == "The players show a result with their kings: Black wins."
    assert not table.whats(Irregular)
    assert table.act(Decide(case=proposed.case.id, choice="black_wins")).ok
    (ended,) = table.whats(Ended)
    assert isinstance(ended, Ended)
    assert (ended.result, ended.reason, ended.article) == (Result.BLACK, Reason.RESIGNATION, "FIDE 5.1.2")
    assert len(table.whats(Moved)) == 2


def test_a_king_that_was_taken_for_a_move_is_taken_back() -> None:
    table = ready()
    play(table, "e4", "e5", "Ke2", "Ke7", "Kd3", "Kd6")
    touch(table, "e4.", "d3.", "e4K")  # the pawn goes, and the king could have taken its place
    touch(table, "d6.", "d5k")
    table.wait(20_000)
    assert [what.result for what in table.whats(ResultShown) if isinstance(what, ResultShown)] == [Result.WHITE]
    assert len(table.whats(Moved)) - len(table.whats(Retracted)) == 6
    assert not table.whats(Irregular)


def test_kings_that_go_back_let_play_go_on() -> None:
    table = ready()
    play(table, "e4", "e5")
    touch(table, "e1.", "d4K", "e8.", "d5k")
    table.wait(3000)
    assert table.whats(CaseOpened)
    touch(table, "d4.", "e1K", "d5.", "e8k")
    table.wait(3000)
    (decided,) = table.whats(CaseDecided)
    assert isinstance(decided, CaseDecided)
    assert decided.choice.value == "play_on"
    play(table, "Nf3")
    assert len(table.whats(Moved)) == 3
    assert table.table.referee.play is not None
    assert not table.table.referee.play.cases


def test_where_nobody_is_at_hand_the_sign_counts() -> None:
    table = ready(options=Options(attended=False))
    play(table, "e4", "e5")
    touch(table, "e1.", "d4K", "e8.", "d5k")
    table.wait(3000)
    (ended,) = table.whats(Ended)
    assert isinstance(ended, Ended)
    assert (ended.result, ended.reason, ended.article) == (Result.DRAW, Reason.AGREEMENT, "FIDE 5.2.3")


def test_kings_in_the_centre_after_the_game_are_nobodys_business() -> None:
    table = ready()
    play(table, "f3", "e5", "g4", "Qh4")
    assert table.table.referee.phase is Phase.OVER
    touch(table, "e1.", "d4K", "e8.", "e5.", "e5k")
    table.wait(60_000)
    assert not any(table.whats(kind) for kind in (ResultShown, Irregular, CaseOpened))
    assert not table.table.referee.raised(AlertKind.IRREGULAR)


def test_a_board_that_cannot_tell_kings_takes_it_for_what_it_looks_like() -> None:
    table = ready(vision=Vision.OCCUPANCY)
    table.wait(1000)
    touch(table, "e1.", "d4?", "e8.", "e5?")
    table.wait(60_000)
    assert not table.whats(ResultShown)
    assert table.table.referee.raised(AlertKind.IRREGULAR)
    assert table.position.turn is Side.WHITE
