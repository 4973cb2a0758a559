"""After the board was out of sight: the game is worked out, or followed from what the board shows."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.readings import LinkDown, Snapshot
from gateway.games import registry
from gateway.games.game import Position
from gateway.lab.rehearsal.watcher import Watcher
from gateway.model.sides import Side
from gateway.tracking.cells import masked
from gateway.tracking.gap_search import holds_piece, shortest_sequences
from gateway.tracking.sensor_model import SensorModel
from gateway.tracking.vision import Vision, see
from tests.examples import examples

from .test_tracker import GAMES, moves, seen, touch, watch


def play(position: Position, *texts: str) -> Position:
    for text in texts:
        position = position.play(position.read(text))
    return position


def lose(watcher: Watcher) -> None:
    watcher.hear(LinkDown("unplugged"), watcher.now + 1000)


def find(watcher: Watcher, position: Position, *, wait: int = 3000) -> None:
    """The board is in sight again and shows this."""
    game, vision = watcher.tracker.game, watcher.tracker.vision
    watcher.hear(Snapshot(game.rows, game.cols, seen(position.board(), vision)), watcher.now + wait)
    watcher.wait(watcher.now + 1000)


@pytest.mark.parametrize("name", [*GAMES, "draughts-brazilian", "chess960"])
@pytest.mark.parametrize("vision", Vision)
@examples(20)
@given(data=st.data())
def test_a_row_of_moves_is_found_and_leads_to_the_view(name: str, vision: Vision, data: st.DataObject) -> None:
    game = registry.find(name)
    position = game.start()
    for _ in range(data.draw(st.integers(0, 30))):
        legal = [move for move in position.moves() if move.path]
        if not legal:
            break
        position = position.play(data.draw(st.sampled_from(legal)))
    then = position
    for _ in range(data.draw(st.integers(1, 3))):
        legal = [move for move in then.moves() if move.path]
        if not legal:
            break
        then = then.play(data.draw(st.sampled_from(legal)))
    blind = frozenset(data.draw(st.sets(st.integers(0, game.rows * game.cols - 1), max_size=1)))
    target = masked(see(game, vision, then.board()), blind)
    if target == masked(see(game, vision, position.board()), blind):
        return
    rows = shortest_sequences(SensorModel(game, vision, blind), position, target, lengths=range(1, 4))
    assert rows, "it was played, so it can be explained"
    for row in rows:
        end = play(position, *(move.text for move in row))
        assert masked(see(game, vision, end.board()), blind) == target


def test_a_piece_that_took_another_and_moved_on_is_found() -> None:
    """Two of White's pieces are gone from their cells after one move of White's: the bishop has taken one of them."""
    game = registry.find("chess")
    position = game.position("4k3/8/8/8/8/7b/4K1P1/8 b - - 0 1")
    then = play(position, "h3g2", "e2d3", "g2e4")
    target = see(game, Vision.OCCUPANCY, then.board())
    rows = shortest_sequences(SensorModel(game, Vision.OCCUPANCY), position, target, lengths=range(1, 4))
    assert ["h3g2", "e2d3", "g2e4"] in [[move.text for move in row] for row in rows]


def test_a_piece_in_the_hand_is_not_explained_by_more_moves() -> None:
    game = registry.find("chess")
    position = play(game.start(), "e2e4", "e7e5")
    lifted = position.board().replace("N", ".", 1)
    assert holds_piece(SensorModel(game, Vision.PIECES), game.start(), lifted, lengths=range(3))
    assert not holds_piece(SensorModel(game, Vision.PIECES), game.start(), position.board(), lengths=range(3))


def test_a_board_seen_again_in_the_middle_of_a_move_waits_for_its_end() -> None:
    watcher = watch("chess")
    lose(watcher)
    position = play(watcher.line.last, "e2e4", "e7e5")
    find(watcher, position)
    assert moves(watcher) == ["e2e4", "e7e5"]
    lose(watcher)
    position = play(position, "g1f3", "b8c6")
    half = position.board()[:61] + "." + position.board()[62:]  # the bishop of f1 is in the hand
    watcher.hear(Snapshot(8, 8, half), watcher.now + 3000)
    watcher.wait(watcher.now + 1500)
    assert len(watcher.noted) == 2, "no row of moves takes the bishop off the board"
    touch(watcher, "b5B", "white")
    watcher.wait(watcher.now + 1000)
    assert moves(watcher) == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]
    assert not watcher.alarms


def test_what_was_worked_out_is_worked_out_again_when_the_next_move_does_not_fit() -> None:
    watcher = watch("chess")
    before = ("e2e4", "e7e5", "f1c4", "f8c5", "d1h5", "g8f6")
    lose(watcher)
    position = play(watcher.line.last, *before)
    find(watcher, position)
    assert len(watcher.noted) == 6
    lose(watcher)
    # The queen goes back in two steps and Black's knight there and back: three moves would show the same.
    position = play(position, "h5f3", "f6g8", "f3d1", "g8f6")
    find(watcher, position)
    touch(watcher, "b1.", "c3N", "white", wait=300)
    watcher.wait(watcher.now + 3000)
    touch(watcher, "b8.", "c6n", "black", wait=300)
    watcher.wait(watcher.now + 3000)
    assert watcher.line.last == play(position, "b1c3", "b8c6")
    assert not watcher.alarms


def test_presses_that_are_heard_tell_how_many_moves_there_were() -> None:
    watcher = watch("chess", Vision.OCCUPANCY)
    touch(watcher, "e2.", "e4?", "white", "d7.", "d5?", "black", wait=300)
    watcher.wait(watcher.now + 3000)
    lose(watcher)
    for side in (Side.WHITE, Side.BLACK, Side.WHITE, Side.BLACK):  # a clock beside the board
        watcher.press(side, watcher.now + 2000)
    position = play(watcher.line.last, "e4d5", "d8d5", "b1c3", "d5d8")
    find(watcher, position)
    assert len(watcher.noted) == 6
    assert watcher.line.last == position


def test_a_game_that_nobody_can_work_out_is_followed_from_what_the_board_shows() -> None:
    watcher = watch("chess")
    lose(watcher)
    position = watcher.line.last
    opening = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 b3c2 c7c5"
    position = play(position, *opening.split())
    find(watcher, position, wait=60_000)
    watcher.wait(watcher.now + 15_000)
    assert [alarm.text for alarm in watcher.alarms] == ["moves out of sight"], "and nobody is accused of anything"
    assert not watcher.noted
    touch(watcher, "d2.", "d4P", "white", wait=300)
    watcher.wait(watcher.now + 3000)
    touch(watcher, "d8.", "c7q", "black", wait=300)
    watcher.wait(watcher.now + 3000)
    assert moves(watcher) == ["d2d4", "d8c7"]
    assert watcher.line.last == play(position, "d2d4", "d8c7")
    assert len(watcher.alarms) == 1


def test_a_board_that_sends_itself_whole_is_confirmed_by_the_reply_too() -> None:
    watcher = watch("chess", clocked=False)
    cells = list(watcher.line.last.board())
    played = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
    for text in played:
        start, end = (8 * (8 - int(text[i + 1])) + ord(text[i]) - ord("a") for i in (0, 2))
        piece = cells[start]
        for cell, letter in ((start, "."), (end, piece)):
            cells[cell] = letter
            watcher.hear(Snapshot(8, 8, "".join(cells)), watcher.now + 300)
    watcher.wait(watcher.now + 2000)
    assert moves(watcher) == list(played)
