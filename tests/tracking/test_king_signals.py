"""Kings in the centre: a result, never a row of moves or of alarms."""

from __future__ import annotations

import pytest

from drivers.readings import Snapshot
from gateway.games import registry
from gateway.lab.rehearsal.watcher import Watcher
from gateway.model.instants import Millis
from gateway.model.results import Result
from gateway.tracking import king_signals
from gateway.tracking.tracker import Tracker
from gateway.tracking.vision import Vision

from .test_tracker import cell_of, moves, seen, touch

CHESS = registry.find("chess")


def watch(fen: str, vision: Vision = Vision.PIECES, *, clocked: bool = True) -> Watcher:
    position = CHESS.position(fen)
    watcher = Watcher.at(Tracker.for_board(CHESS, Millis(200), vision=vision), position)
    watcher.clocked = clocked
    watcher.begin(Snapshot(8, 8, seen(position.board(), vision)))
    watcher.wait(3000)
    return watcher


END = "6k1/5ppp/8/8/8/3r4/5PPP/6K1 w - - 0 40"
"""Both kings at home."""
NEAR = "8/8/2k5/6pp/8/3K4/6PP/8 w - - 0 40"
"""Both kings a step from the centre."""


@pytest.mark.parametrize(
    ("white", "black", "result"),
    [
        ("e4", "d5", Result.WHITE), ("d5", "e4", Result.WHITE), ("d4", "e5", Result.BLACK), ("e5", "d4", Result.BLACK),
        ("e4", "e5", Result.DRAW), ("d4", "e4", Result.DRAW), ("d5", "e5", Result.DRAW), ("d4", "d5", Result.DRAW),
    ],
)  # fmt: skip
def test_the_colour_of_the_squares_tells_the_result(white: str, black: str, result: Result) -> None:
    shown = list("." * 64)
    shown[cell_of(CHESS, white)], shown[cell_of(CHESS, black)] = "K", "k"
    assert king_signals.read("".join(shown)) is result
    watcher = watch(END)
    touch(watcher, "g1.", f"{white}K", "g8.", f"{black}k", wait=600)
    watcher.wait(watcher.now + 60_000)
    assert watcher.tracker.signalled is result
    assert not watcher.alarms
    assert not moves(watcher)


@pytest.mark.parametrize("shown", ["." * 64, "K" * 64, "k" * 100, "", "Kk" + "." * 62])
def test_nothing_else_is_a_signal(shown: str) -> None:
    assert king_signals.read(shown) is None


def test_the_pieces_may_be_cleared_away_before_and_after() -> None:
    watcher = watch(END)
    touch(watcher, "d3.", "g8.", "g1.", "e4K", "d5k", wait=900)
    watcher.wait(watcher.now + 3000)
    touch(watcher, "f2.", "f7.", "g2.", "h2.", "d5.", "e4.", wait=12_000)
    watcher.wait(watcher.now + 60_000)
    assert watcher.tracker.signalled is Result.WHITE
    assert not watcher.alarms


@pytest.mark.parametrize("pause", [600, 5000])
@pytest.mark.parametrize("clocked", [True, False])
def test_a_king_that_could_have_walked_there_has_not_moved(pause: int, clocked: bool) -> None:
    watcher = watch(NEAR, clocked=clocked)
    touch(watcher, "d3.", "e4K", wait=600)  # legal
    touch(watcher, "c6.", "d5k", wait=pause)
    watcher.wait(watcher.now + 5000)
    assert watcher.tracker.signalled is Result.WHITE
    assert moves(watcher) == []
    assert not watcher.alarms


@pytest.mark.parametrize("clocked", [True, False])
def test_a_king_that_has_walked_there_has_moved(clocked: bool) -> None:
    watcher = watch(NEAR, clocked=clocked)
    touch(watcher, "d3.", "e4K", "white", wait=600)
    watcher.wait(watcher.now + 20_000)
    assert moves(watcher) == ["d3e4"]
    assert watcher.tracker.signalled is None
    touch(watcher, "c6.", "d5k", wait=600)  # resigns
    watcher.wait(watcher.now + 5000)
    assert moves(watcher) == ["d3e4"]
    assert watcher.tracker.signalled is Result.WHITE


def test_another_sign_instead() -> None:
    watcher = watch(END)
    touch(watcher, "g1.", "e4K", "g8.", "d5k", wait=600)
    watcher.wait(watcher.now + 3000)
    touch(watcher, "d5.", "e5k", wait=600)
    watcher.wait(watcher.now + 3000)
    assert watcher.tracker.signalled is Result.DRAW


def test_play_goes_on_after_a_sign() -> None:
    watcher = watch(END)
    touch(watcher, "g1.", "e4K", "g8.", "d5k", wait=600)
    watcher.wait(watcher.now + 3000)
    touch(watcher, "e4.", "g1K", "d5.", "g8k", wait=600)
    watcher.wait(watcher.now + 3000)
    touch(watcher, "h2.", "h3P", "white", wait=600)
    watcher.wait(watcher.now + 3000)
    assert moves(watcher) == ["h2h3"]
    assert not watcher.alarms


def test_a_hand_that_passes_over_the_centre_shows_nothing() -> None:
    watcher = watch(END)
    touch(watcher, "g1.", "g8.", "e4K", "d5k", "e4.", "g1K", "d5.", "g8k", wait=150)
    watcher.wait(watcher.now + 5000)
    assert watcher.tracker.signalled is None


def test_a_board_that_cannot_tell_kings_shows_none() -> None:
    watcher = watch(END, Vision.OCCUPANCY)
    touch(watcher, "g1.", "e4?", "g8.", "d5?", wait=600)
    watcher.wait(watcher.now + 30_000)
    assert watcher.tracker.signalled is None
    assert watcher.alarms
