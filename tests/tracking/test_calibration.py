"""What the moves that were played are charged with, counted, and the file of costs that is written from it."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from typer.testing import CliRunner

from firmware_sim.habits import CALM, PROFILES
from gateway.cli.app import app
from gateway.games import registry
from gateway.games.game import Line
from gateway.lab.calibration.costfile import recounted, rewritten
from gateway.lab.calibration.counting import Counts
from gateway.lab.calibration.witness import witness
from gateway.tracking import costs
from gateway.tracking.surprisal import Cost, Per
from gateway.tracking.vision import Vision

KNOWN = {name: value for name, value in vars(costs).items() if isinstance(value, Cost)}
SCOTCH = "e4 e5 Nf3 Nc6 d4 exd4 Nxd4 Nf6 Nxc6 bxc6 e5 Qe7 Qe2 Nd5 c4 Ba6 b3 O-O-O"


def counts(*, hand: str, vision: Vision = Vision.OCCUPANCY, seeds: int = 1, played: str = SCOTCH) -> Counts:
    chess = registry.find("chess")
    line = Line((chess.start(),))
    for text in played.split():
        line = line.play(line.last.read(text))
    counted = Counts()
    for seed in range(seeds):
        counted.add(witness(chess, chess.start(), line.moves, vision=vision, habits=PROFILES[hand], seed=seed))
    return counted


def test_every_move_of_a_game_gives_its_occasions() -> None:
    counted = counts(hand="bullet")
    assert (counted.games, counted.moves, counted.impossible) == (1, 18, 0)
    assert counted.occasions[Per.MOVE] == counted.occasions[Per.MOVE_AT_ONCE] == counted.occasions[Per.PIECE_MOVE] == 18
    assert counted.occasions[Per.REPLACEMENT] == counted.occasions[Per.LOOKALIKE] == 4
    assert counted.occasions[Per.ARRIVAL] == counted.occasions[Per.STEP] == 14
    assert counted.occasions[Per.REMOVAL_AT_ONCE] == 2, "the rook leaves a cell and comes to another"
    assert counted.occasions[Per.CROWNING] == 0


def test_a_board_that_tells_pieces_apart_sees_another_piece_come() -> None:
    counted = counts(hand="bullet", vision=Vision.PIECES)
    assert counted.occasions[Per.REPLACEMENT] == 4
    assert counted.occasions[Per.LOOKALIKE] == 0
    assert counted.charged[costs.CAPTURE_UNSEEN] == 0


def test_hurried_hands_are_charged_with_more_than_steady_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    steady = {"slides", "hovers", "bounces", "ponders", "changes_mind", "adjusts", "knocks", "two_hands", "sets_aside"}
    habits = {name: 0.0 if name in steady else getattr(CALM, name) for name in CALM.__dataclass_fields__}
    monkeypatch.setitem(PROFILES, "steady", type(CALM)(**habits))  # type: ignore[arg-type]
    calm, hurried = counts(hand="steady", seeds=5), counts(hand="bullet", seeds=5)
    assert set(calm.charged) <= {costs.CAPTURE_UNSEEN, costs.CAPTURED_AFTER_LIFT}
    assert hurried.charged[costs.SENSED_LATE] > 0
    assert hurried.charged.total() > calm.charged.total()


def test_bits_follow_what_was_counted_unless_there_is_a_reason() -> None:
    often = Cost(9, "It happens.", per=Per.MOVE)
    kept = Cost(9, "It happens.", per=Per.MOVE, why="People do it more rarely.")
    rare = Cost(9, "It hardly happens.", per=Per.CROWNING)
    chosen = Cost(9, "Nobody can count it.", why="It is a guess.")
    counted = Counts()
    counted.charged.update({often: 100, kept: 100, rare: 2})
    counted.occasions.update({Per.MOVE: 1600, Per.CROWNING: 8})
    new = recounted({"OFTEN": often, "KEPT": kept, "RARE": rare, "CHOSEN": chosen}, counted)
    assert {name: cost.bits for name, cost in new.items()} == {"OFTEN": 4, "KEPT": 9, "RARE": 9, "CHOSEN": 9}
    assert (new["OFTEN"].charged, new["OFTEN"].occasions, new["OFTEN"].counted_bits) == (100, 1600, 4.0)
    assert new["KEPT"].charged == 100
    assert new["CHOSEN"] is chosen


def test_the_file_is_as_the_script_writes_it() -> None:
    source = inspect.getsource(costs)
    assert rewritten(source, KNOWN, costs.COUNTED_OVER) == source


def test_a_recount_is_written_to_the_file(tmp_path: Path) -> None:
    games, file = tmp_path / "scotch.pgn", tmp_path / "costs.py"
    games.write_text("1. e4 e5 2. Nf3 Nc6 3. d4 exd4 4. Nxd4 Nf6 5. Nxc6 bxc6 *", encoding="utf-8")
    written = []
    for _ in range(2):
        file.write_text(inspect.getsource(costs), encoding="utf-8")
        done = CliRunner().invoke(
            app, ["calibrate", str(games), "--hand", "blitz", "--write", str(file), "--seed", "3"]
        )
        assert done.exit_code == 0, done.output
        written.append(file.read_text(encoding="utf-8"))
    assert written[0] == written[1], "the same games, hands and seed give the same file"
    namespace: dict[str, object] = {"__name__": "gateway.tracking.recounted", "__package__": "gateway.tracking"}
    exec(compile(written[0], str(file), "exec"), namespace)
    new = {name: value for name, value in namespace.items() if isinstance(value, Cost)}
    assert new.keys() == KNOWN.keys()
    assert new["HELD_AFTER_PRESS"].occasions == 20, "ten moves on two boards"
    assert [cost.meaning for cost in new.values()] == [cost.meaning for cost in KNOWN.values()]
    assert "scotch.pgn; hands blitz on boards pieces, occupancy, all games a file, seed 3" in str(
        namespace["COUNTED_OVER"]
    )


def test_what_cannot_be_counted_is_answered_in_a_sentence(tmp_path: Path) -> None:
    games = tmp_path / "game.pdn"
    games.write_text("1. 32-28 19-23 *", encoding="utf-8")
    wrong = (["--hand", "octopus"], ["--board", "cheese"], ["--write", str(tmp_path / "nowhere" / "costs.py")])
    for words in wrong:
        done = CliRunner().invoke(app, ["calibrate", str(games), *words])
        assert done.exception is not None
        assert type(done.exception).__module__.startswith("gateway.model")
