"""What was touched in one turn, and what it says about a move."""

from __future__ import annotations

import pytest

from gateway.games import registry
from gateway.games.game import Position
from gateway.model.instants import Instant, Millis
from gateway.tracking import costs
from gateway.tracking.sensor_model import SensorModel
from gateway.tracking.surprisal import Cost
from gateway.tracking.touch_log import LoggedTouch, Turn
from gateway.tracking.traces import Traces
from gateway.tracking.vision import Vision

CHESS = registry.find("chess")
BOARD = SensorModel(CHESS, Vision.OCCUPANCY, frozenset(), Millis(200))
FORKED = CHESS.position("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1")
"""The pawn may take on both sides."""


def cell(square: str) -> int:
    return next(number for number in range(64) if CHESS.square(number) == square)


def traces(position: Position, heard: str, *, replied: int = 9000, board: SensorModel = BOARD) -> Traces:
    """A turn from 0 to the press at 2000: `500 e4.` empties a cell, `700 d5?` fills one."""
    words = heard.split()
    touches = [
        LoggedTouch(Instant(int(at)), cell(step[:2]), step[2]) for at, step in zip(words[::2], words[1::2], strict=True)
    ]
    before = BOARD.as_seen(position.board())
    shown = list(before)
    for touch in touches:
        if touch.at <= 2000:
            shown[touch.cell] = touch.piece
    turn = Turn(1, Instant(0), Instant(2000), tuple(one for one in touches if one.at <= 2000), "".join(shown))
    later = [one for one in touches if one.at > 2000]
    return Traces(board, before, turn, later, Instant(9000), Instant(replied))


def missing(
    position: Position, heard: str, move: str, *, replied: int = 9000, crowned: bool = False
) -> list[Cost] | None:
    made = position.read(move)
    before, after = BOARD.as_seen(position.board()), BOARD.as_seen(position.play(made).board())
    return traces(position, heard, replied=replied).missing(made, before, after, last=True, crowned=crowned)


@pytest.mark.parametrize(
    ("heard", "surely"),
    [
        pytest.param("800 d5. 1000 e4. 1300 d5?", 2, id="held while the pawn is lifted"),
        pytest.param("800 d5. 1000 e4. 1100 d5?", 1, id="perhaps, as slowly as the sensors are read"),
        pytest.param("1000 e4. 1100 d5. 1500 d5?", 1, id="lifted with the other hand"),
        pytest.param("800 d5. 1000 d5? 1200 e4.", 0, id="straightened before"),
        pytest.param("1000 e4. 1300 d5. 1700 d5?", 0, id="knocked over afterwards"),
        pytest.param("1000 e4.", 0, id="not touched"),
    ],
)
def test_what_is_in_the_hand_when_the_piece_is_lifted_was_taken(heard: str, surely: int) -> None:
    assert traces(FORKED, heard).in_hand(cell("d5"), cell("e4")) == surely


def test_a_victim_is_mostly_taken_first() -> None:
    first, after = "800 d5. 1000 e4. 1300 d5?", "1000 e4. 1300 d5. 1700 d5?"
    assert missing(FORKED, first, "exd5") == []
    assert missing(FORKED, after, "exd5") == [costs.CAPTURED_AFTER_LIFT]


def test_what_comes_down_before_the_piece_is_lifted_was_let_go_by_the_other_hand() -> None:
    soon, late = "100 d5. 300 d5? 1000 e4.", "700 d5. 900 d5? 1500 e4."
    assert missing(FORKED, soon, "exd5") == [costs.SENSED_LATE]
    assert missing(FORKED, late, "exd5") == [costs.OUT_OF_ORDER]


def test_a_piece_that_comes_down_after_the_reply_is_the_replys() -> None:
    """The queen was not put on e1: the rook that came there late had been pressed before."""
    position = CHESS.position("4k3/8/8/8/8/8/3Q4/K7 w - - 0 1")
    heard = "1500 d2. 2900 e1?"
    assert missing(position, heard, "Qe1+", crowned=True) == [costs.CROWNED_LATE]
    assert missing(position, heard, "Qe1+", crowned=True, replied=2500) == [costs.LANDING_UNSEEN]


def test_a_piece_is_held_on_to_for_a_moment_only() -> None:
    position = CHESS.position("4k3/8/8/8/8/8/3Q4/K7 w - - 0 1")
    late = {2150: [], 2350: [costs.SENSED_LATE], 2500: [costs.HELD_AFTER_PRESS], 2900: [costs.LANDING_UNSEEN]}
    assert {at: missing(position, f"1500 d2. {at} e1?", "Qe1+") for at in late} == late


def test_a_piece_is_put_down_once() -> None:
    """Twice is seen where it is crowned; else the first was another piece, which this one has taken."""
    heard = "500 e4. 900 e5? 1200 e5. 1500 e5?"
    assert missing(FORKED, heard, "e5") == [costs.LANDED_TWICE]
    assert missing(FORKED, heard, "e5", crowned=True) == []


@pytest.mark.parametrize(
    ("heard", "stands", "late"),
    [
        pytest.param("100 d5?", "?", True, id="put down after the press"),
        pytest.param("100 d5. 300 d5?", "?", True, id="in place of what it took"),
        pytest.param("100 d5? 300 d5. 500 d5?", "?", False, id="only once"),
        pytest.param("900 d5. 1100 d5?", "?", False, id="long ago"),
        pytest.param("100 d5.", ".", True, id="a captured piece goes"),
        pytest.param("1500 d5.", ".", True, id="at leisure"),
        pytest.param("300 d5?", ".", False, id="and nothing comes in its place"),
    ],
)
def test_what_the_last_hand_may_have_done(heard: str, stands: str, late: bool) -> None:
    assert traces(FORKED, f"{heard} 1600 e4.").by_last_hand(cell("d5"), stands) is late


def test_who_takes_his_time_lifts_a_piece_before_he_puts_it_down() -> None:
    heard, move = "900 e5? 1000 e4.", FORKED.read("e5")
    before, after = BOARD.as_seen(FORKED.board()), BOARD.as_seen(FORKED.play(move).board())
    calm = SensorModel(CHESS, Vision.OCCUPANCY, frozenset(), Millis(200), hasty=False)
    assert traces(FORKED, heard).missing(move, before, after, last=True) == [costs.SENSED_LATE]
    assert traces(FORKED, heard, board=calm).missing(move, before, after, last=True) == [costs.OUT_OF_ORDER]
