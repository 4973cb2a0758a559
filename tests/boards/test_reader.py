"""What a board shows, kept true by asking."""

from __future__ import annotations

from drivers.board_reader import BoardReader
from drivers.codec import Packet, channel_of
from drivers.readings import LinkDown, RequestAnswer, Snapshot, SquareChanged

EMPTY, FULL = "....", "????"


def reader() -> BoardReader:
    board = BoardReader(2, 2, b"?", answer_ms=100, quiet_ms=50, review_ms=1000)
    board.start(0)
    return board


def test_asks_tells_once_and_reviews() -> None:
    board = reader()
    assert board.data_to_send() == [b"?"]
    assert board.whole(FULL, 10) == [Snapshot(2, 2, FULL)]
    assert board.whole(FULL, 20) == []
    assert board.next_deadline() == 1020
    assert board.wake(1020) == []
    assert board.data_to_send() == [b"?"]


def test_reads_again_when_changes_have_settled() -> None:
    board = reader()
    board.whole(FULL, 10)
    board.data_to_send()
    assert board.changed(1, ".", 20) == [SquareChanged(1, ".")]
    assert board.changed(1, ".", 30) == [SquareChanged(1, ".")]
    assert board[1] == "."
    assert board.next_deadline() == 80
    board.wake(80)
    assert board.data_to_send() == [b"?"]
    assert board.whole("?.??", 90) == []
    assert board.next_deadline() == 1090


def test_reads_again_when_a_whole_board_was_another_or_bytes_were_dropped() -> None:
    board = reader()
    board.whole(FULL, 10)
    board.whole(FULL, 20)
    assert board.next_deadline() == 1020
    board.whole("?.??", 30)  # a piece was lifted: where it is put may be told, or get lost
    assert board.next_deadline() == 80
    board.whole("?.??", 40)
    assert board.next_deadline() == 1040
    board.doubt(50)
    assert board.next_deadline() == 100
    board.doubt(60)  # noise does not put it off
    assert board.next_deadline() == 100


def test_whoever_asks_is_answered() -> None:
    board = reader()
    board.whole(FULL, 10)
    board.want(20)
    assert board.whole(FULL, 30) == [Snapshot(2, 2, FULL)]
    board.want(40)
    for at in (140, 240):
        board.heard()
        assert board.wake(at) == []
    assert board.wake(340) == [RequestAnswer("read_board", ok=False, detail="the board does not send its position")]


def test_a_board_that_says_nothing_is_given_up() -> None:
    board = reader()
    assert [board.wake(at) for at in (100, 200)] == [[], []]
    assert len(board.data_to_send()) == 3
    assert board.wake(300) == [LinkDown("the board does not answer")]
    assert board.wake(400) == []
    assert board.next_deadline() is None


def test_packets_are_bytes_that_know_their_channel() -> None:
    packet = Packet(b"ab", "fff4")
    assert packet == b"ab"
    assert channel_of(packet) == "fff4"
    assert channel_of(b"ab") == ""
