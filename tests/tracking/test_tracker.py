"""The tracker alone: readings in, observations out."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.readings import LinkDown, Past, PastTime, Seat, Snapshot, SquareChanged
from gateway.games import registry
from gateway.games.game import Game
from gateway.lab.rehearsal.watcher import Watcher
from gateway.model.instants import Millis
from gateway.model.sides import Side
from gateway.tracking.layout import Layout
from gateway.tracking.tracker import Tracker
from gateway.tracking.vision import Vision
from tests.examples import examples

GAMES = ["draughts-international", "draughts-russian", "chess", "renju"]


def watch(name: str, vision: Vision = Vision.PIECES, *, clocked: bool = True) -> Watcher:
    game = registry.find(name)
    watcher = Watcher.at(Tracker.for_board(game, Millis(200), vision=vision), game.start())
    watcher.clocked = clocked
    watcher.begin(Snapshot(game.rows, game.cols, seen(game.start().board(), vision)))
    watcher.wait(2000)
    start = watcher.tracker.at_start(watcher.now)
    assert start is not None
    watcher.tracker = start
    return watcher


def seen(board: str, vision: Vision) -> str:
    return board if vision is Vision.PIECES else "".join("." if piece == "." else "?" for piece in board)


def cell_of(game: Game, square: str) -> int:
    return next(cell for cell in range(game.rows * game.cols) if game.square(cell) == square)


def touch(watcher: Watcher, *steps: str, wait: int = 150) -> None:
    """`e2.` lifts what stands there, `e4P` puts a piece there, `white` and `black` press."""
    for step in steps:
        at = watcher.now + wait
        if step in {"white", "black"}:
            watcher.press(Side(step), at)
        else:
            watcher.hear(SquareChanged(cell_of(watcher.tracker.game, step[:-1]), step[-1]), at)


def moves(watcher: Watcher) -> list[str]:
    return [note.text for note in watcher.noted]


def test_a_press_settles_and_so_does_a_reply() -> None:
    watcher = watch("chess")
    touch(watcher, "e2.", "e4P", "white")
    watcher.wait(watcher.now + 300)
    assert moves(watcher) == ["e2e4"]
    touch(watcher, "e7.", "e5p", "g1.")  # nobody has pressed, but White replies
    assert moves(watcher) == ["e2e4", "e7e5"]


def test_without_a_clock_standing_still_settles() -> None:
    watcher = watch("chess", clocked=False)
    touch(watcher, "e2.", "e3P", "e3.", "e4P")
    assert moves(watcher) == []
    watcher.wait(watcher.now + 1000)
    assert moves(watcher) == ["e2e4"]


@pytest.mark.parametrize(
    "order", [("e1.", "g1K", "h1.", "f1R"), ("h1.", "f1R", "e1.", "g1K"), ("e1.", "h1.", "f1R", "g1K")]
)
def test_castling_in_any_order(order: tuple[str, ...]) -> None:
    watcher = watch("chess")
    for step in (
        ("e2.", "e4P", "white"), ("e7.", "e5p", "black"), ("g1.", "f3N", "white"), ("b8.", "c6n", "black"),
        ("f1.", "c4B", "white"), ("f8.", "c5b", "black"), (*order, "white"),
    ):  # fmt: skip
        touch(watcher, *step)
        watcher.wait(watcher.now + 400)
    assert moves(watcher)[-1] == "e1g1"
    assert not watcher.alarms


def test_en_passant_and_a_promotion_to_a_knight() -> None:
    watcher = watch("chess")
    for step in (
        ("e2.", "e4P", "white"), ("a7.", "a6p", "black"), ("e4.", "e5P", "white"), ("d7.", "d5p", "black"),
        ("e5.", "d6P", "d5.", "white"), ("a6.", "a5p", "black"), ("d6.", "c7.", "c7P", "white"),
        ("a5.", "a4p", "black"), ("c7.", "b8.", "b8P", "b8.", "b8N", "white"),
    ):  # fmt: skip
        touch(watcher, *step)
        watcher.wait(watcher.now + 400)
    assert moves(watcher)[4::2] == ["e5d6", "d6c7", "c7b8n"]


def test_a_capture_by_replacement_where_the_victims_square_never_shows_empty() -> None:
    watcher = watch("chess", Vision.OCCUPANCY)
    for step in (("e2.", "e4?", "white"), ("d7.", "d5?", "black"), ("e4.", "white")):
        touch(watcher, *step)
        watcher.wait(watcher.now + 1500)
    assert moves(watcher) == ["e2e4", "d7d5", "e4d5"]


def test_a_piece_in_the_hand_is_no_capture() -> None:
    watcher = watch("chess", Vision.OCCUPANCY)
    touch(watcher, "e2.", "e4?", "white", wait=300)
    touch(watcher, "d7.", "d5?", "black", wait=300)
    touch(watcher, "e4.")
    watcher.wait(watcher.now + 9000)
    assert moves(watcher) == ["e2e4", "d7d5"]
    touch(watcher, "e5?", "white")
    watcher.wait(watcher.now + 400)
    assert moves(watcher)[-1] == "e4e5"


def test_a_board_that_cannot_tell_colours_is_turned_by_the_first_move() -> None:
    game = registry.find("chess")
    watcher = watch("chess", Vision.OCCUPANCY)
    for square, piece in (("d7", "."), ("d5", "?")):  # e2-e4 seen from the other side
        watcher.hear(SquareChanged(cell_of(game, square), piece), watcher.now + 150)
    watcher.press(Side.WHITE, watcher.now + 150)
    watcher.wait(watcher.now + 1000)
    assert moves(watcher) == ["e2e4"]
    assert watcher.tracker.layout.turned


def test_chatter_of_one_sensor_is_no_move_and_does_not_hide_one() -> None:
    watcher = watch("chess")
    for _ in range(12):
        touch(watcher, "a7.", "a7p", wait=90)
    assert not watcher.noted
    touch(watcher, "e2.", "e4P", "white", "a7.", wait=90)
    watcher.wait(watcher.now + 600)
    assert moves(watcher) == ["e2e4"]
    touch(watcher, "a7p")
    watcher.wait(watcher.now + 20_000)
    assert not watcher.alarms


def test_a_stuck_sensor_is_named_and_worked_around() -> None:
    watcher = watch("draughts-international")
    touch(watcher, "26M", "white")  # 31-26, but 31 goes on showing a man
    watcher.wait(watcher.now + 6000)
    assert [alarm.text for alarm in watcher.alarms] == ["sensor of 31"]
    assert moves(watcher) == ["31-26"]


@pytest.mark.parametrize(
    ("steps", "kind"),
    [
        (("32.", "22M"), "illegal_move 32-22"),
        (("32.", "28M", "33."), "own_removed"),
        (("32.", "28M", "33.", "29M"), "two_moves"),
        (("19.", "23m"), "opponent_moved 19-23"),
        (("19.", "18."), "removed"),
    ],
)
def test_what_is_not_a_move_is_told_with_what_it_is(steps: tuple[str, ...], kind: str) -> None:
    watcher = watch("draughts-international")
    touch(watcher, *steps, "white")
    watcher.wait(watcher.now + 5000)
    assert [alarm.text for alarm in watcher.alarms] == [kind]
    assert not watcher.noted


@pytest.mark.parametrize(("off", "kind"), [((), "left_standing 28-19"), (("14.", "23."), "not_jumped 28x19")])
def test_captures_gone_wrong_are_told_apart(off: tuple[str, ...], kind: str) -> None:
    watcher = watch("draughts-international")
    touch(watcher, "32.", "28M", "white", wait=300)
    touch(watcher, "19.", "23m", "black", wait=300)
    touch(watcher, "28.", "19M", *off, "white", wait=300)
    watcher.wait(watcher.now + 5000)
    assert [alarm.text for alarm in watcher.alarms] == [kind]


def test_a_move_taken_back_after_the_press_is_told() -> None:
    watcher = watch("draughts-international")
    touch(watcher, "32.", "28M", "white", wait=300)
    watcher.wait(watcher.now + 1000)
    touch(watcher, "28.", "32M")
    watcher.wait(watcher.now + 15_000)
    assert [alarm.text for alarm in watcher.alarms] == ["taken_back"]


def test_moves_made_out_of_sight_are_inferred() -> None:
    watcher = watch("draughts-international")
    position = watcher.line.last
    for text in ("32-28", "19-23", "28x19", "14x23"):
        position = position.play(position.read(text))
    watcher.hear(LinkDown("unplugged"), watcher.now + 1000)
    watcher.hear(Snapshot(10, 10, position.board()), watcher.now + 5000)
    watcher.wait(watcher.now + 1000)
    assert moves(watcher) == ["32-28", "19-23", "28x19", "14x23"]
    assert all(note.inferred for note in watcher.noted)


@pytest.mark.parametrize("timed", [True, False])
def test_a_board_that_remembers_tells_every_move_that_was_missed(timed: bool) -> None:
    watcher = watch("chess")
    played = [
        "e2e4",
        "e7e5",
        "g1f3",
        "b8c6",
        "f1b5",
        "a7a6",
        "b5c6",
        "d7c6",
        "e1g1",
        "f7f6",
        "d2d4",
        "e5d4",
        "f3d4",
        "c6c5",
    ]
    position, seat, past = watcher.line.last, Seat.LEFT, list[SquareChanged | PastTime]()
    for text in played:
        move = position.read(text)
        before, position = position.board(), position.play(move)
        after = position.board()
        lifted = [*move.taken, *(cell for cell in range(64) if before[cell] != "." == after[cell])]
        past += [SquareChanged(cell, ".") for cell in dict.fromkeys(lifted)]
        past += [SquareChanged(cell, after[cell]) for cell in range(64) if after[cell] not in (before[cell], ".")]
        past += [PastTime(seat, 60_000)] if timed else []
        seat = seat.other
    watcher.hear(LinkDown("unplugged"), watcher.now + 1000)
    watcher.hear(Past(tuple(past)), watcher.now + 60_000)
    watcher.hear(Snapshot(8, 8, position.board()), watcher.now)
    watcher.wait(watcher.now + 4000)
    assert moves(watcher) == played
    assert all(note.inferred for note in watcher.noted[:-1])
    assert not watcher.alarms


@pytest.mark.parametrize("heard", [(), ("black",), ("white", "black"), ("black", "white", "black")])
def test_presses_that_were_heard_out_of_sight_are_not_counted_again_from_memory(heard: tuple[str, ...]) -> None:
    watcher = watch("chess")
    touch(watcher, "e2.", "e4P", "white")
    watcher.wait(watcher.now + 1000)
    watcher.hear(LinkDown("unplugged"), watcher.now + 1000)
    touch(watcher, *heard, wait=1500)  # the clock beside the board goes on, or is heard again before its memory
    past: list[SquareChanged | PastTime] = []
    position = watcher.line.last
    for text in ("e7e5", "g1f3", "b8c6"):
        move = position.read(text)
        piece, position = position.board()[move.path[0]], position.play(move)
        past += [SquareChanged(move.path[0], "."), SquareChanged(move.path[-1], piece), PastTime(Seat.LEFT, 60_000)]
    watcher.hear(Past(tuple(past)), watcher.now + 1000)
    watcher.hear(Snapshot(8, 8, position.board()), watcher.now)
    touch(watcher, "f1.", "b5B", "white")
    watcher.wait(watcher.now + 500)
    assert moves(watcher) == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]
    assert watcher.tracker.progress.presses == 0
    assert not watcher.alarms


def test_a_window_on_a_larger_board() -> None:
    game = registry.find("renju")
    tracker = Tracker.for_board(game, Millis(200), vision=Vision.OCCUPANCY, device=(19, 19))
    watcher = Watcher.at(tracker, game.start())
    centre = 9 * 19 + 9
    watcher.hear(SquareChanged(centre, "?"), 1000)
    watcher.press(Side.BLACK, 1100)
    watcher.hear(SquareChanged(0, "?"), 1200)  # beside the window
    watcher.wait(3000)
    assert moves(watcher) == ["h8"]


def test_a_layout_maps_every_cell_as_it_maps_the_whole() -> None:
    for layout in (
        Layout(8, 8, 8, 8),
        Layout(8, 8, 8, 8, turned=True),
        Layout(15, 15, 19, 19),
        Layout(15, 15, 19, 19, turned=True),
    ):
        for device_cell in range(layout.size):
            cells = "." * device_cell + "S" + "." * (layout.size - device_cell - 1)
            cell = layout.from_device_cell(device_cell)
            assert layout.from_device(cells).find("S") == (-1 if cell is None else cell)
            assert cell is None or layout.device_cell(cell) == device_cell


letters = {"draughts-international": "MmDd.", "draughts-russian": "MmDd.", "chess": "PNBRQKpnbrqk.", "renju": "Ss."}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("vision", Vision)
@examples(15)
@given(data=st.data())
def test_random_boards_never_break_it_or_make_it_invent_a_game(name: str, vision: Vision, data: st.DataObject) -> None:
    watcher = watch(name, vision)
    size = watcher.tracker.layout.size
    alphabet = letters[name] if vision is Vision.PIECES else "?."
    for _ in range(data.draw(st.integers(1, 25))):
        if data.draw(st.integers(0, 9)) == 0:
            watcher.press(data.draw(st.sampled_from(Side)), watcher.now + data.draw(st.integers(0, 3000)))
        else:
            cell, piece = data.draw(st.integers(0, size - 1)), data.draw(st.sampled_from(alphabet))
            watcher.hear(SquareChanged(cell, piece), watcher.now + data.draw(st.integers(0, 3000)))
    watcher.wait(watcher.now + 30_000)
    position, *after = watcher.line.positions
    for move, then in zip(watcher.line.moves, after, strict=True):
        position = position.play(position.read(move.text))
        assert position == then, "whatever it wrote down is a legal game"


def test_an_earlier_move_that_may_have_been_another_does_not_keep_the_next_ones_back() -> None:
    """On its way to b6 a hand rests on b5, so that White may have taken in passing: it does not matter which it was."""
    chess = registry.find("chess")
    start = chess.position("rnbqkb1r/1pp2ppp/p3pn2/3p4/2PP4/P4N2/1P2PPPP/RNBQKB1R w KQkq - 0 5")
    watcher = Watcher.at(Tracker.for_board(chess, Millis(200), vision=Vision.OCCUPANCY, orientation_known=True), start)
    watcher.begin(Snapshot(8, 8, seen(start.board(), Vision.OCCUPANCY)))
    watcher.wait(2000)
    heard = """2700 c4. 2763 white 2881 c5? 3228 b7. 3587 black 3653 b6? 3881 c5. 4078 b5? 4278 b5. 4483 white
    4831 c7. 5061 black 5081 c5? 5362 e2. 5537 e3? 5641 white 6009 d8. 6441 black"""
    words = heard.split()
    for at, step in zip(words[::2], words[1::2], strict=True):
        touch(watcher, step, wait=int(at) - watcher.now)
    watcher.wait(watcher.now + 5000)
    assert moves(watcher) == ["c4c5", "b7b6", "c5b6", "c7c5", "e2e3", "d8b6"]
    assert not watcher.alarms


def test_a_guess_is_corrected_however_late_it_is_found_out() -> None:
    """A bishop takes the pawn, not the knight, which nobody sees or expects; the knight moves sixty moves later."""
    watcher = watch("chess", Vision.OCCUPANCY)
    opening = "d2. d4? white g8. f6? black c2. c4? white e7. e6? black b1. c3? white f8. b4? black a2. a3? white"
    touch(watcher, *opening.split(), "b4.", "black", "b2.", "white", wait=300)
    for _ in range(15):
        touch(
            watcher,
            *["f6.", "g8?", "black", "g1.", "f3?", "white", "g8.", "f6?", "black", "f3.", "g1?", "white"],
            wait=300,
        )
    assert moves(watcher)[7:9] == ["b4c3", "b2c3"]
    touch(watcher, *["h7.", "h6?", "black", "c3.", "d5?", "white", "f6.", "d5.", "d5?", "black"], wait=300)
    watcher.wait(watcher.now + 5000)
    assert moves(watcher)[7:9] == ["b4a3", "b2a3"]
    assert moves(watcher)[-3:] == ["h7h6", "c3d5", "f6d5"]
    assert len(moves(watcher)) == 9 + 60 + 3
    assert not watcher.alarms


def test_a_doubt_is_kept_until_a_move_settles_it() -> None:
    """A pawn takes d5 or f5, which nobody sees; for long nothing tells, then the other one moves."""
    watcher = watch("chess", Vision.OCCUPANCY)
    opening = "e2. e4? white d7. d5? black a2. a3? white f7. f5? black"
    touch(watcher, *opening.split(), wait=600)
    touch(watcher, "e4.", "white", wait=2000)
    watcher.wait(watcher.now + 1000)
    out, back = ["g8.", "f6?", "black", "g1.", "f3?", "white"], ["f6.", "g8?", "black", "f3.", "g1?", "white"]
    for _ in range(3):
        touch(watcher, *out, *back, wait=600)
    assert watcher.tracker.doubt.beam is not None
    assert {one.moves[0].text for one in watcher.tracker.doubt.beam.hypotheses} == {"e4d5", "e4f5"}
    guessed, taken = (moves(watcher)[4], "e4f5" if moves(watcher)[4] == "e4d5" else "e4d5")
    spared = guessed[2:]
    touch(watcher, f"{spared}.", f"{spared[0]}4?", "black", *out[3:], *out[:3], *back[3:], wait=600)
    for _ in range(3):
        touch(watcher, *back[:3], *out[3:], *out[:3], *back[3:], wait=600)
    assert moves(watcher)[4] == taken
    assert watcher.tracker.doubt.ply == -1
    assert not watcher.alarms


def test_an_exchange_in_haste_is_no_chatter() -> None:
    """A cell changes five times in two seconds: pawn, lifted, pawn, lifted, queen."""
    watcher = watch("chess", Vision.OCCUPANCY)
    touch(
        watcher,
        *["e2.", "e4?", "white", "d7.", "d5?", "black", "e4.", "d5.", "d5?", "white", "d8.", "d5.", "d5?", "black"],
        wait=200,
    )
    touch(watcher, *["b1.", "c3?", "white", "d5.", "a5?", "black"], wait=200)
    watcher.wait(watcher.now + 2000)
    assert moves(watcher) == ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5"]
    assert not watcher.tracker.sensors.health.noisy


def test_a_neighbour_that_is_knocked_over_is_no_reply_for_long() -> None:
    """A pawn goes to a3; another is knocked over from b4 to a4: for a moment that looks like a4 and a reply."""
    watcher = watch("chess", Vision.OCCUPANCY)
    opening = "e2. e4? white c7. c5? black b2. b4? white c5. b4. b4? black"
    touch(watcher, *opening.split(), wait=600)
    touch(watcher, "a2.", "a4?", wait=600)
    touch(watcher, "b4.", wait=3)
    touch(watcher, "a3?", wait=20)
    touch(watcher, "a4.", wait=600)
    touch(watcher, "white", "b4?", wait=100)
    reply = "b4. a3. a3? black b1. a3. a3? white"
    touch(watcher, *reply.split(), wait=600)
    watcher.wait(watcher.now + 5000)
    assert moves(watcher)[4:] == ["a2a3", "b4a3", "b1a3"]


def test_two_stones_that_come_down_together_are_told_in_the_order_that_makes_sense() -> None:
    """White stops the four and Black lays elsewhere, both within one scan: the board without colours shows it late."""
    watcher = watch("renju", Vision.OCCUPANCY)
    laid = "h8? black a1? white i8? black a3? white j8? black g8? white k8? black"
    touch(watcher, *laid.split(), wait=400)
    touch(watcher, "white", wait=400)
    touch(watcher, "c3?", wait=150)
    touch(watcher, "l8?", "black", wait=20)
    watcher.wait(watcher.now + 5000)
    assert moves(watcher)[-2:] == ["l8", "c3"]
