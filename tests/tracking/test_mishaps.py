"""What is done against the rules on purpose: it is reported with its kind, squares and article, and play goes on."""

from __future__ import annotations

import pytest

from firmware_sim.habits import PROFILES
from firmware_sim.stroke import Stroke, cells_after, undoing
from gateway.games import registry
from gateway.games.game import Move
from gateway.lab.rehearsal.mishaps import FORGOTTEN
from gateway.lab.rehearsal.stage import Performance, perform
from gateway.referee import rulebooks


def play(name: str, seed: int) -> Performance:
    game = registry.find(name)
    position, moves = game.start(), list[Move]()
    for number in range(40):
        legal = position.moves()
        moves.append(legal[number * 7 % len(legal)])
        position = position.play(moves[-1])
    return perform(game, game.start(), moves, board="pieces", habits=PROFILES["calm"], seed=seed, mishaps=0.3)


@pytest.mark.parametrize("seed", [5, 6])
def test_mishaps_are_reported_and_no_move_is_lost(seed: int) -> None:
    name = "draughts-international"
    done = play(name, seed)
    assert (done.recognised, done.wrong, done.missed) == (40, 0, 0)
    assert len({mishap.kind for mishap in done.mishaps}) > 4
    for mishap in done.mishaps:
        assert mishap.right or mishap.findings, mishap
        for finding in mishap.findings:
            assert finding.cells
            if mishap.kind != FORGOTTEN:
                assert rulebooks.load("draughts-standard").offences.kinds[finding.kind].article.startswith("FMJD 5.4.")


def test_the_same_seed_without_mishaps_is_the_same_game() -> None:
    game = registry.find("draughts-russian")
    move = game.start().moves()[0]

    def once(mishaps: float) -> list[int]:
        done = perform(game, game.start(), [move], board="pieces", habits=PROFILES["blitz"], seed=1, mishaps=mishaps)
        return [note.at for note in done.watcher.noted]

    assert once(0) == once(1e-9)


def test_the_picture_after_strokes_and_back_again() -> None:
    before = "M.m."
    strokes = [Stroke((0, 1), taken=(2,)), Stroke((3,), piece="m")]
    after = cells_after(before, *strokes)
    assert after == ".M.m"
    assert cells_after(after, *undoing(before, after)) == before
