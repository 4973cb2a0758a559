"""Certabo and Tabutronic: captured lines, noise, calibration, and their doubles."""

from __future__ import annotations

import random

import pytest

from drivers.boards.certabo.codec import CertaboCodec, configure
from drivers.boards.certabo.frames import LONGEST, Bits, LampsAccepted, LineFramer, TagFrame
from drivers.boards.certabo.radio_tags import START, format_tags, parse_tags
from drivers.boards.certabo.spec import CERTABO
from drivers.errors import BadOptionError
from drivers.framing import Dropped
from drivers.readings import Calibrated, Identity, LinkDown, Reading, Snapshot
from drivers.requests import ClearSquares, ShowSquares
from firmware_sim.devices.certabo import CertaboBoard, TabutronicBoard
from firmware_sim.habits import CALM, CLUB
from firmware_sim.scenes import DeviceScene, SceneReading
from firmware_sim.stroke import Stroke
from firmware_sim.surface import CHESS_START, Surface
from tests.drivers.shown import occupancy
from tests.drivers.traces import transfers

EMPTY_LINE = b":" + b"0 0 0 0 0 " * 64 + b"\r\n"


def captured(*lines: int) -> bytes:
    """Lines of the capture by their number."""
    found = transfers("certabo-frames")
    return b"".join(found[line - 1].data for line in lines)


def test_captured_lines_hold_64_squares() -> None:
    for line in (1, 3, *range(5, 13)):
        (frame,) = LineFramer().feed(captured(line))
        assert isinstance(frame, TagFrame)
        assert len(frame.tags) == 64


def test_line_feeds_inside_numbers_mean_nothing() -> None:
    (frame,) = LineFramer().feed(captured(1))
    assert isinstance(frame, TagFrame)
    assert frame.tags[:2] == ((3, 0, 84, 252, 153), (196, 3, 166, 0, 65))
    assert frame.tags[-1] == (3, 0, 84, 252, 170)


def test_a_damaged_line_is_noise_and_the_next_is_read() -> None:
    *dropped, frame = LineFramer().feed(captured(2, 3))
    assert sum(item.count for item in dropped if isinstance(item, Dropped)) == 835
    assert isinstance(frame, TagFrame)


@pytest.mark.parametrize("end", [b"\r\n", b"\r", b"\n", b" \r\n\r\n", b"\n\r"])
def test_other_line_ends(end: bytes) -> None:
    lines = captured(1).rstrip() + end + captured(3).rstrip() + end + b":"
    for size in (1, 7, len(lines)):
        framer = LineFramer()
        found = [item for place in range(0, len(lines), size) for item in framer.feed(lines[place : place + size])]
        assert [type(item) for item in found] == [TagFrame, TagFrame]
        assert isinstance(found[0], TagFrame)
        assert found[0].tags[-1] == (3, 0, 84, 252, 170)


def test_a_parity_bit_means_nothing() -> None:
    assert LineFramer().feed(bytes(byte | 0x80 for byte in captured(3))) == LineFramer().feed(captured(3))


def test_a_captured_start_position_calibrates() -> None:
    codec = CertaboCodec()
    readings = codec.receive(captured(5, 6, 7, 8, 5, 6, 7), 0)
    (learned,) = [reading for reading in readings if isinstance(reading, Calibrated)]
    assert [reading for reading in readings if isinstance(reading, Snapshot)][-1] == Snapshot(8, 8, START)
    assert {"r=3.0.84.252.153", "K=3.0.84.105.128"} <= set(learned.value.split())
    assert len(parse_tags(learned.value)) == 32


def test_who_knows_the_tags_reads_a_position_through_noise() -> None:
    (calibrated,) = [
        reading
        for reading in CertaboCodec().receive(captured(5, 6, 7, 8, 5, 6, 7), 0)
        if isinstance(reading, Calibrated)
    ]
    codec = configure({calibrated.option: calibrated.value})
    snapshots = [reading for reading in codec.receive(captured(3, 1), 0) if isinstance(reading, Snapshot)]
    cells = snapshots[-1].cells  # the knights have come out, and so has a white piece of h1 to h4
    assert (cells[18], cells[21], cells[39]) == ("n", "n", "R")
    assert not {19, 23, 29, 34, 35, 37} & {cell for cell, piece in enumerate(cells) if piece != "."}


def test_a_square_that_cannot_decide_prevents_calibration() -> None:
    readings = CertaboCodec().receive(captured(*[9, 11, 5] * 4), 0)  # a8 has three tags in turn
    assert not any(isinstance(reading, Calibrated) for reading in readings)


def test_noise_alone_is_an_empty_board() -> None:
    rng = random.Random(1)
    lines = [b":" + " ".join(str(rng.randrange(256)) for _ in range(320)).encode() + b"\r\n" for _ in range(20)]
    readings = CertaboCodec().receive(b"".join(lines), 0)
    assert [reading for reading in readings if isinstance(reading, Snapshot)] == [Snapshot(8, 8, "." * 64)]


def test_the_hand_written_line_of_a_sentio() -> None:
    (frame,) = LineFramer().feed(captured(4))
    assert isinstance(frame, Bits)
    (identity, snapshot) = CertaboCodec().receive(captured(4), 0)
    assert identity == Identity("Tabutronic board without piece recognition")
    assert snapshot == Snapshot(8, 8, "?" * 16 + "." * 32 + "?" * 16)


def test_bit_7_is_file_a() -> None:
    (_, snapshot) = CertaboCodec().receive(b":128 1 0 0 0 0 0 0 \r\n", 0)
    assert isinstance(snapshot, Snapshot)
    assert [cell for cell, piece in enumerate(snapshot.cells) if piece == "?"] == [0, 15]


def test_an_endless_line_is_dropped() -> None:
    framer = LineFramer()
    for _ in range(100):
        framer.feed(b"1 " * 300)
        assert len(framer) <= LONGEST
    assert isinstance(framer.feed(EMPTY_LINE)[-1], TagFrame)


def test_lamps_wait_until_the_board_can_take_them() -> None:
    codec = CertaboCodec()
    codec.connected(0)
    codec.request(ShowSquares((0, 63)), 100)
    assert codec.data_to_send() == [bytes([1, 0, 0, 0, 0, 0, 0, 128])]
    codec.request(ShowSquares((1,)), 200)
    codec.request(ClearSquares(), 300)
    assert codec.data_to_send() == []
    assert codec.next_deadline() == 700
    codec.wake(700)
    assert codec.data_to_send() == [bytes(8)]


def test_a_silent_board_is_given_up() -> None:
    codec = CertaboCodec()
    codec.connected(0)
    down: list[Reading] = []
    while not down and (deadline := codec.next_deadline()) is not None:
        down += codec.wake(deadline)
    assert [type(reading) for reading in down] == [LinkDown]


def test_tags_as_an_option() -> None:
    pieces: dict[tuple[int, ...], str] = {(3, 0, 84, 1, 2): "K", (3, 0, 84, 1, 3): "q"}
    assert parse_tags(format_tags(pieces)) == pieces
    with pytest.raises(BadOptionError, match="not a piece and its tag"):
        CERTABO.configured({"tags": "K=1.2.3"})


GAME = [Stroke((52, 36)), Stroke((11, 27)), Stroke((36, 27), taken=(27,)), Stroke((3, 27), taken=(27,))]


def test_a_game_on_a_certabo_board() -> None:
    surface = Surface(8, 8, CHESS_START)
    scene = DeviceScene(surface, CertaboBoard(surface), CertaboCodec(), CALM, random.Random(3))
    readings = [heard.reading for heard in scene.talk(GAME) if isinstance(heard, SceneReading)]
    assert sum(isinstance(reading, Calibrated) for reading in readings) == 1
    assert [reading for reading in readings if isinstance(reading, Snapshot)][-1].cells == surface.cells


def test_a_game_on_a_tabutronic_board() -> None:
    surface = Surface(8, 8, CHESS_START)
    scene = DeviceScene(surface, TabutronicBoard(surface), CertaboCodec(), CLUB, random.Random(3))
    readings = [heard.reading for heard in scene.talk(GAME) if isinstance(heard, SceneReading)]
    last = [reading for reading in readings if isinstance(reading, Snapshot)][-1]
    assert last.cells == occupancy(surface.cells)


def test_a_known_piece_is_seen_at_once_and_on_one_square_only() -> None:
    codec = CertaboCodec()
    readings = codec.receive(captured(5, 6, 7, 8, 5, 6, 7, 3), 0)
    last = [reading for reading in readings if isinstance(reading, Snapshot)][-1]
    assert last.cells == START[:36] + "P" + START[37:52] + "." + START[53:]


def test_answers_to_lamps_are_heard_between_lines_and_inside_them() -> None:
    line = b":255 255 0 0 0 0 255 255 \r\n"
    (bits,) = LineFramer().feed(line)
    assert LineFramer().feed(b"L" + line) == [LampsAccepted(coloured=False), bits]
    assert LineFramer().feed(b"D\r\n" + line) == [LampsAccepted(coloured=True), bits]
    assert LineFramer().feed(b":255 25L5 0 0 0 0 255 255 \r\n") == [LampsAccepted(coloured=False), bits]


def test_coloured_lamps_sit_at_the_corners_counted_from_h1() -> None:
    codec = configure({"lamps": "rgb"})
    codec.connected(0)
    codec.request(ShowSquares((52,)), 0)  # e2
    (command,) = codec.data_to_send()
    assert len(command) == 247
    assert [place for place, byte in enumerate(command[2:-2], start=2) if byte] == [40, 43, 67, 70]


def test_a_board_that_tells_of_its_coloured_lamps_is_told_again_what_it_shall_show() -> None:
    codec = CertaboCodec()
    codec.connected(0)
    codec.request(ShowSquares((0,)), 0)
    assert [len(command) for command in codec.data_to_send()] == [8]
    codec.receive(b"D\r\n", 100)
    assert codec.data_to_send() == []
    codec.wake(700)
    assert [len(command) for command in codec.data_to_send()] == [247]


def test_coloured_lamps_of_the_double() -> None:
    surface = Surface(8, 8, CHESS_START)
    board = CertaboBoard(surface, coloured=True)
    codec = configure({"lamps": "rgb"})
    scene: DeviceScene[Reading] = DeviceScene(surface, board, codec, CALM, random.Random(3))
    codec.request(ShowSquares((0, 7, 52, 63)), 0)
    list(scene.talk([], rest_ms=2000))
    assert board.lamps == {0, 7, 52, 63}


def test_pieces_are_learned_on_a_board_that_lies_turned_round() -> None:
    lines = captured(5, 6, 7, 8, 5, 6, 7)
    learned = {}
    for turned in ("no", "yes"):
        codec = CERTABO.configured({"turned": turned}).codec()
        readings = codec.receive(lines, 0)
        learned[turned] = [reading.cells for reading in readings if isinstance(reading, Snapshot)][-1]
    assert learned == {"no": START, "yes": START[::-1]}
    with pytest.raises(BadOptionError, match="yes or no"):
        CERTABO.configured({"turned": "maybe"})
    with pytest.raises(BadOptionError, match="rgb or plain"):
        CERTABO.configured({"lamps": "green"})


def test_the_double_never_writes_faster_than_its_line_carries() -> None:
    board = CertaboBoard(Surface(8, 8, "." * 64), noise=1.0)
    board.power_on(0)
    written = at = 0
    while at < 60_000:
        board.wake(at)
        written += sum(map(len, board.data_to_send()))
        at = board.next_deadline() or at
    assert written <= (at + 400) * 3.84  # one line ahead at most
