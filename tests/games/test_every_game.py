"""What every game of the registry must do; a new one is tested the moment it is listed."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer import Typer
from typer.testing import CliRunner

from gateway.cli.perft import perft as perft_command
from gateway.games.game import Game, Line, Position
from gateway.games.registry import GAMES, find
from gateway.model.errors import GameError, NotationError
from tests.examples import examples

app = Typer()
app.command()(perft_command)


def wander(game: Game, data: st.DataObject, plies: int) -> Line:
    line = Line((game.start(),))
    for _ in range(plies):
        moves = line.last.moves()
        if not moves:
            break
        line = line.play(moves[data.draw(st.integers(0, len(moves) - 1))])
    return line


@pytest.mark.parametrize("name", GAMES)
def test_start(name: str) -> None:
    game = find(name)
    start = game.start()
    assert game.name == name
    assert start.turn is game.first
    assert start.outcome() is None
    assert game.outcome(Line((start,))) is None
    assert list(game.counters(Line((start,)))) == []
    assert list(game.claims(Line((start,)))) == []
    assert game.position(start.fen()) == start
    assert find(name) is game


@pytest.mark.parametrize("name", GAMES)
@examples(15)
@given(data=st.data())
def test_a_game_of_any_choices(name: str, data: st.DataObject) -> None:
    game = find(name)
    line = wander(game, data, data.draw(st.integers(0, 60)))
    position = line.last
    board = position.board()
    assert len(board) == game.rows * game.cols
    assert set(board) <= set("PNBRQKpnbrqkMDmdSs.")
    assert game.seen_as(game.seen_as(board)) == game.seen_as(board)
    assert game.position(position.fen()).fen() == position.fen()
    assert game.position(position.fen()).board() == board
    game.counters(line)
    if game.outcome(line) is None:
        assert position.moves()
    assert list(position.underway(board)) == list(position.moves())
    for move in (*position.moves()[:12], *position.moves()[-1:]):
        assert position.read(move.text) == move
        assert position.read(position.write(move)) in position.routes(move)
        after = position.play(move)
        assert after.turn is position.turn.other
        assert hash(position.play(move)) == hash(after)
        assert position.play(move) == after != position
        stages = position.stages(move)
        assert all(move in position.underway(stage) for stage in (*stages[:3], after.board()))


@pytest.mark.parametrize("name", GAMES)
@examples(15)
@given(data=st.data())
def test_moves_do_what_the_game_declares(name: str, data: st.DataObject) -> None:
    """Tracking relies on it, and knows no game by its name."""
    game = find(name)
    position = wander(game, data, data.draw(st.integers(0, 60))).last
    assert game.lays_stones == (set(game.start().board()) == {"."})
    before = position.board()
    for move in position.moves():
        if not move.path:
            continue
        after = position.board_after(move)
        assert (len(move.path) == 1) == game.lays_stones
        left = [cell for cell, (was, now) in enumerate(zip(before, after, strict=True)) if was != now == "."]
        castled = game.may_have_castled(before, after, position.turn)
        if game.captures_by_replacement:
            assert len(move.taken) <= 1
            assert len(left) <= 1 + castled or game.may_be_in_passing(left)
        if not game.lays_stones and not castled and (was := before[move.path[0]]) != (now := after[move.path[-1]]):
            assert game.promotes(was, now) or game.seen_as(was) == game.seen_as(now)


@pytest.mark.parametrize("name", GAMES)
@examples(10)
@given(data=st.data())
def test_the_fast_count_is_the_plain_count(name: str, data: st.DataObject) -> None:
    position = wander(find(name), data, data.draw(st.integers(0, 30))).last
    assert position.count_leaves(2) == Position.count_leaves(position, 2)


@pytest.mark.parametrize("name", GAMES)
@examples(15)
@given(data=st.data())
def test_what_a_move_leads_to_is_known_without_playing_it(name: str, data: st.DataObject) -> None:
    game = find(name)
    position = wander(game, data, data.draw(st.integers(0, 40))).last
    for move in position.moves():
        after = position.play(move).board()
        assert position.board_after(move) == after
        if len(move.path) > 1:
            start, end = move.path[0], move.path[-1]
            assert game.reaches(position.board()[start], start, end)


@pytest.mark.parametrize("name", GAMES)
@examples(40)
@given(text=st.text(alphabet="0123456789abchxX-: :KWB.,=+#O", max_size=12))
def test_nonsense_raises_nothing_but_a_game_error(name: str, text: str) -> None:
    game = find(name)
    for ask in (game.start().read, game.position):
        with suppress(GameError):
            ask(text)


@pytest.mark.parametrize("name", GAMES)
def test_an_empty_text_is_no_move_and_no_position(name: str) -> None:
    for ask in (find(name).start().read, find(name).position):
        with pytest.raises(NotationError):
            ask("")


def test_the_registry_imports_no_game() -> None:
    script = (
        "import sys, gateway.games.registry; "
        "print([m for m in sys.modules if m.startswith(('gateway.games.draughts', 'gateway.games.renju', 'chess'))])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_perft_command() -> None:
    result = CliRunner().invoke(app, ["draughts-international", "4"])
    assert result.exit_code == 0
    assert result.stdout.splitlines() == ["depth 1: 9", "depth 2: 81", "depth 3: 658", "depth 4: 4265", "4265"]
    result = CliRunner().invoke(app, ["draughts-international", "1", "--fen", "W:WK2:B7,8,17,18"])
    assert result.stdout.splitlines()[-1] == "1"
    for arguments in (["ludo", "1"], ["renju", "0"], ["draughts-russian", "1", "--fen", "nonsense"]):
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 2
        assert len(result.stderr.splitlines()) == 1
        assert result.stdout == ""
