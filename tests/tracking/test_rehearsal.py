"""Whole games by simulated hands, and captured bytes: every move, and nothing that was not one."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from firmware_sim.habits import PROFILES
from gateway.cli.app import app
from gateway.games import registry
from gateway.games.game import Game, Line, Move
from gateway.lab.rehearsal.stage import perform
from gateway.lab.rehearsal.watcher import Watcher
from gateway.tracking.observations import MovesSeen, Observation
from gateway.tracking.vision import Vision, see

SHARED = Path(__file__).parents[3] / "shared"
GAMES = SHARED / "games"
TRACES = SHARED / "traces"
CHATTERED = """d2d4 c7c6 c1f4 c6c5 e2e3 d7d5 g1f3 g8f6 b1d2 c8d7 f3e5 c5c4 f1e2 d7e6 c2c3 f6h5 d1a4 d8d7 e5d7 g7g6
d7f6 e8d8 a4e8"""
OPERA = """e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 Bxb5+ Nbd7 O-O-O Rd8
Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#"""
IMMORTAL = """e4 e5 f4 exf4 Bc4 Qh4+ Kf1 b5 Bxb5 Nf6 Nf3 Qh6 d3 Nh5 Nh4 Qg5 Nf5 c6 g4 Nf6 Rg1 cxb5 h4 Qg6 h5 Qg5 Qf3
Ng8 Bxf4 Qf6 Nc3 Bc5 Nd5 Qxb2 Bd6 Bxg1 e5 Qxa1+ Ke2 Na6 Nxg7+ Kd8 Qf6+ Nxf6 Be7#"""


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, done.output


@pytest.mark.parametrize(
    ("name", "board"),
    [
        (name, board)
        for name in ("draughts-international", "draughts-brazilian", "chess", "renju")
        for board in ("pieces", "occupancy")
        # What a capture by replacement took is a guess on a board without colours, until a later move tells.
        if (name, board) != ("chess", "occupancy")
    ],
)
def test_club_hands_are_read_without_a_mistake(name: str, board: str) -> None:
    game = registry.find(name)
    position, moves = game.start(), list[Move]()
    for number in range(40):
        legal = [move for move in position.moves() if move.path]
        if not legal:
            break
        moves.append(legal[number * 7 % len(legal)])
        position = position.play(moves[-1])
    done = perform(game, game.start(), moves, board=board, habits=PROFILES["club"], seed=3)
    assert (done.recognised, done.wrong, done.missed) == (len(moves), 0, 0)
    assert not done.watcher.alarms


@pytest.mark.parametrize("hand", ["blitz", "bullet"])
@pytest.mark.parametrize("played", [OPERA, IMMORTAL])
def test_chess_is_read_from_a_board_that_does_not_tell_pieces_apart(played: str, hand: str) -> None:
    chess = registry.find("chess")
    line = Line((chess.start(),))
    for text in played.split():
        line = line.play(line.last.read(text))
    for seed in (1, 2, 3):
        done = perform(chess, chess.start(), line.moves, board="occupancy", habits=PROFILES[hand], seed=seed)
        assert (done.recognised, done.wrong, done.missed) == (len(line.moves), 0, 0), seed
        assert not done.watcher.alarms


def test_what_a_move_may_have_been_instead_is_legal_and_looks_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    chess = registry.find("chess")
    note, named = Watcher._note, list[str]()

    def check(watcher: Watcher, observation: Observation) -> None:
        if isinstance(observation, MovesSeen) and observation.alternatives:
            position, seen = watcher.line.last, set[str]()
            for move in (observation.moves[0], *observation.alternatives):
                seen.add(see(chess, Vision.OCCUPANCY, position.play(move).board()))
                named.append(position.write(move))
            assert len(seen) == 1
        note(watcher, observation)

    monkeypatch.setattr(Watcher, "_note", check)
    line = Line((chess.start(),))
    for text in IMMORTAL.split():
        line = line.play(line.last.read(text))
    for seed in range(4):
        perform(chess, chess.start(), line.moves, board="occupancy", habits=PROFILES["blitz"], seed=seed)
    assert named


def test_a_wrong_move_that_no_board_could_have_seen_is_called_so() -> None:
    """A pawn pushes another off d5 or f5, and the game is over: on a board without colours both look the same."""
    chess = registry.find("chess")
    done = []
    for last in ("exd5", "exf5"):
        line = Line((chess.start(),))
        for text in ("e4", "d5", "a3", "f5", last):
            line = line.play(line.last.read(text))
        done += [
            perform(chess, chess.start(), line.moves, board="occupancy", habits=PROFILES["blitz"], seed=seed)
            for seed in range(12)
        ]
    wrong = [one for one in done if one.wrong]
    assert wrong, "half of the pawns are pushed off, and half of the guesses are wrong"
    assert all(one.is_alike for one in wrong)
    assert not any(one.is_alike for one in done if not one.wrong)
    seen = replace(wrong[0], touched={4: frozenset(wrong[0].moves[4].taken)})
    assert not seen.is_alike, "something was touched that belongs to one of the moves only"


def test_a_rehearsal_says_how_much_could_not_be_seen(tmp_path: Path) -> None:
    file = tmp_path / "alike.pgn"
    file.write_text("1. e4 d5 2. a3 f5 3. exd5 *\n\n1. e4 d5 2. a3 f5 3. exf5 *\n\n" * 8, encoding="utf-8")
    code, output = run("rehearse", str(file), "--board", "occupancy", "--hand", "blitz")
    assert code == 1
    assert "of the wrong moves could not be seen" in output


@pytest.mark.skipif(not GAMES.exists(), reason="recorded games are kept beside the project")
@pytest.mark.parametrize(
    ("file", "board"),
    [("kurnik.pdn", "dgt"), ("russian-lidraughts.pdn", "occupancy"), ("renju-0481.sgf", "occupancy")],
)
def test_recorded_games_at_blitz_speed(file: str, board: str) -> None:
    code, output = run("rehearse", str(GAMES / file), "--hand", "blitz", "--board", board, "--limit", "4")
    assert code == 0, output


def _sixty_moves(game: Game) -> list[Move]:
    position, moves = game.start(), list[Move]()
    for number in range(60):
        legal = [move for move in position.moves() if move.path]
        if not legal:
            break
        moves.append(legal[number * 7 % len(legal)])
        position = position.play(moves[-1])
    return moves


@pytest.mark.parametrize("hand", ["club", "bullet"])
@pytest.mark.parametrize("name", ["draughts-international", "draughts-russian", "chess", "renju"])
def test_a_computer_that_stands_still_charges_nobody(name: str, hand: str) -> None:
    game = registry.find(name)
    moves = _sixty_moves(game)
    for seed in range(3):
        done = perform(game, game.start(), moves, board="pieces", habits=PROFILES[hand], seed=seed, stalls=0.2)
        assert done.stalls >= 2
        assert [alarm for alarm in done.watcher.alarms if alarm.finding is not None] == []
        assert not done.missed or done.watcher.alarms  # what is missing is told


_LAID = (
    "h8",
    "i8",
    "h9",
    "i9",
    "h10",
    "h7",
    "h11",
    "h12",
    "i10",
    "j9",
    "k10",
    "j10",
    "i11",
    "j8",
    "j7",
    "j12",
    "i7",
    "j11",
)


def test_stones_that_are_heard_all_at_once_are_in_the_order_in_which_they_were_laid() -> None:
    """Four of them, in both colours, on a board that does not tell colours apart."""
    game = registry.find("renju")
    position, moves = game.start(), list[Move]()
    for text in _LAID:
        moves.append(position.read(text))
        position = position.play(moves[-1])
    done = perform(game, game.start(), moves, board="occupancy", habits=PROFILES["bullet"], seed=78, stalls=0.1)
    assert [noted.text for noted in done.watcher.noted] == [move.text for move in moves]


def test_a_stalled_computer_that_takes_what_it_reads_for_the_present_charges_people(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """That the stall is known is what keeps people from being charged."""
    monkeypatch.setattr(Watcher, "look_again", Watcher.wait)
    game, charges = registry.find("draughts-international"), 0
    for seed in range(3):
        done = perform(
            game, game.start(), _sixty_moves(game), board="pieces", habits=PROFILES["bullet"], seed=seed, stalls=0.2
        )
        charges += sum(alarm.finding is not None for alarm in done.watcher.alarms)
    assert charges


@pytest.mark.parametrize("name", ["draughts-international", "draughts-russian", "chess", "renju"])
def test_a_board_that_is_lost_from_sight_finds_its_game_again(name: str) -> None:
    game = registry.find(name)
    moves = _sixty_moves(game)
    done = perform(game, game.start(), moves, board="pieces", habits=PROFILES["club"], seed=3, gaps=0.15)
    assert len(done.gaps) >= 2
    assert all(done.gaps)


@pytest.mark.skipif(not TRACES.exists(), reason="captures are kept beside the project")
def test_the_captured_dgt_game_gives_exactly_its_moves() -> None:
    capture = TRACES / "dgt-chess-game-1.jsonl"
    told = json.loads(capture.read_text(encoding="utf-8").splitlines()[0])["expected"]
    expected = [word for line in told for word in line.split()[1:] if word != "*"]
    code, output = run("track", str(capture), "--driver", "dgt", "--game", "chess")
    assert code == 0
    assert output.split("\n")[: len(expected) + 1] == [*expected, ""]


def _turned(data: bytes) -> bytes:
    """The same message of a board that lies the other way round, beside a clock that does not."""
    if data[0] == 0x86:
        return data[:3] + data[:2:-1]
    if data[0] == 0x8E:
        return data[:3] + bytes([63 - data[3], data[4]])
    return data[:3] + data[6:9] + data[3:6] + bytes([data[9] & 0x05 | ~data[9] & 0x02])


@pytest.mark.skipif(not TRACES.exists(), reason="captures are kept beside the project")
def test_the_same_game_on_a_turned_board(tmp_path: Path) -> None:
    head, *lines = (TRACES / "dgt-chess-game-1.jsonl").read_text(encoding="utf-8").splitlines()
    turned = [{"hex": _turned(bytes.fromhex(json.loads(line)["hex"])).hex()} for line in lines]
    capture = tmp_path / "turned.jsonl"
    capture.write_text("\n".join([head, *map(json.dumps, turned)]), encoding="utf-8")
    expected = [word for line in json.loads(head)["expected"] for word in line.split()[1:] if word != "*"]
    code, output = run("track", str(capture))
    assert code == 0
    assert output.split("\n")[: len(expected) + 1] == [*expected, ""]


@pytest.mark.skipif(not TRACES.exists(), reason="captures are kept beside the project")
def test_the_captured_chatter_gives_no_ghost_move() -> None:
    code, output = run("track", str(TRACES / "squareoff-neo-game.jsonl"), "--game", "chess")
    played = CHATTERED.split()
    seen = [line for line in output.split("\n") if line and not line.startswith("irregular")]
    assert code == 0
    assert seen == played[: len(seen)]
    assert len(seen) >= 22, "two of its sensors lose a piece, and the last move chatters"


def test_unknown_words_are_answered_in_a_sentence(tmp_path: Path) -> None:
    game = tmp_path / "game.pdn"
    game.write_text("1. 32-28 19-23 *", encoding="utf-8")
    for words in (["--hand", "octopus"], ["--board", "cheese"], ["--faults", "gremlins"]):
        done = CliRunner().invoke(app, ["rehearse", str(game), *words])
        assert done.exception is not None
        assert type(done.exception).__module__.startswith("gateway.model")
