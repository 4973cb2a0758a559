"""The time that each move took, and what was left: also where the board is some moves behind the clock."""

from __future__ import annotations

import msgspec

from gateway.clock.face import ClockFace
from gateway.clock.facts import ClockPressed, ClockStarted
from gateway.feeds.move_times import timed_moves
from gateway.games import registry
from gateway.games.game import Position
from gateway.model.instants import Instant, Millis
from gateway.model.messages import message
from gateway.model.sides import BySide, Side
from gateway.referee.inputs import Clocked, Input
from gateway.referee.rulings import Resumed, Ruling

from .test_export import moved, only, record, set_up

START = 600_000


def face(white_used: int, black_used: int, running: Side | None) -> ClockFace:
    shown = ClockFace(Millis(START - white_used), Millis(START - black_used), running, Instant(0))
    return msgspec.structs.replace(shown, used_ms=BySide(Millis(white_used), Millis(black_used)))


def pressed(side: Side, white_used: int, black_used: int) -> Clocked:
    # It stands, so that the instant of the line does not matter.
    return Clocked(ClockPressed(side), face(white_used, black_used, None))


def times(whats: list[Input | Ruling]) -> list[tuple[str, int | None, int | None]]:
    game = only(record([set_up("chess"), *whats]))
    return [
        (each.move.text, each.used_ms, None if each.left is None else START - each.left[each.move.side])
        for each in timed_moves(game)
    ]


def moves(*texts: str) -> list[Input]:
    position: Position = registry.find("chess").start()
    found: list[Input] = []
    for text in texts:
        found.append(moved(position, text))
        position = position.play(position.read(text))
    return found


E4, E5, NF3, NC6 = moves("e4", "e5", "Nf3", "Nc6")
W, B = Side.WHITE, Side.BLACK


def test_a_move_before_and_behind_its_press() -> None:
    told = times([E4, pressed(W, 3000, 0), pressed(B, 3000, 5000), E5, NF3, pressed(W, 7000, 5000)])
    assert told == [("e4", 3000, 3000), ("e5", 5000, 5000), ("Nf3", 4000, 7000)]


def test_a_board_that_is_some_moves_behind() -> None:
    presses = [pressed(W, 1000, 0), pressed(B, 1000, 2000), pressed(W, 4000, 2000), pressed(B, 4000, 6000)]
    expected = [("e4", 1000, 1000), ("e5", 2000, 2000), ("Nf3", 3000, 4000), ("Nc6", 4000, 6000)]
    assert times([*presses, E4, E5, NF3, NC6]) == expected
    assert times([presses[0], presses[1], E4, presses[2], E5, presses[3], NF3, NC6]) == expected


def test_a_press_that_nobody_saw_leaves_its_move_and_the_next_one_unknown() -> None:
    told = times([E4, pressed(W, 1000, 0), E5, NF3, pressed(W, 3000, 2000), NC6, pressed(B, 3000, 5000)])
    assert told == [("e4", 1000, 1000), ("e5", None, None), ("Nf3", 2000, 3000), ("Nc6", None, 5000)]


def test_a_press_without_a_move_shifts_nothing() -> None:
    stray = pressed(W, 500, 0)
    told = times([stray, pressed(W, 1000, 0), E4, pressed(B, 1000, 2000), E5, NF3, pressed(W, 4000, 2000)])
    assert told == [("e4", 1000, 1000), ("e5", 2000, 2000), ("Nf3", 3000, 4000)]
    resumed = Resumed(by="Iris", text=message("plain", text=""))
    told = times([stray, resumed, E4, pressed(W, 1000, 0), pressed(B, 1000, 2000), E5])
    assert told == [("e4", 1000, 1000), ("e5", 2000, 2000)]


def test_what_was_used_in_the_game_before_is_not_counted() -> None:
    started = Clocked(ClockStarted(W), face(50_000, 60_000, None))
    assert times([started, E4, pressed(W, 51_000, 60_000)]) == [("e4", 1000, 51_000)]


def test_a_clock_that_counts_nothing_tells_no_time() -> None:
    assert times([E4, pressed(W, 0, 0)]) == [("e4", None, 0)]
