"""The conversation of LiveChess's API: a recorded one as the contract, then what clients are known to do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import chess
import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gateway.feeds.eboards.conversation import Conversation
from gateway.feeds.eboards.eboard import EBoard, EBoardClock, FixedBoards, named_pieces, placement
from gateway.model.instants import Instant
from tests.examples import examples

TRACE = Path(__file__).parents[4] / "shared/traces/livechess-websocket.jsonl"
START = chess.STARTING_FEN
SUBSCRIBE = {"id": 2, "call": "subscribe", "param": {"feed": "eboardevent", "id": 1, "param": {"serialnr": "t7"}}}
LATER = Instant(10_000)


class Client:
    """A client of a server with one board, `t7`, and a table of draughts, `t8`."""

    def __init__(self, **fields: Any) -> None:
        first: dict[str, Any] = {"serialnr": "t7", "source": "flagfall", "state": "ACTIVE"}
        self.eboard = EBoard(
            **first | {"board": START.split()[0], "game": "1.1", "fen": START, "start": START} | fields
        )
        self.boards: dict[str, EBoard] = {}
        self.conversation = Conversation(FixedBoards(self.boards, {"t8": "draughts-international"}))
        self.at = LATER
        self.show()

    def show(self, **fields: Any) -> list[Any]:
        self.eboard = msgspec.structs.replace(self.eboard, **fields)
        self.boards[self.eboard.serialnr] = self.eboard
        return self.look()

    def look(self, later: int = 0) -> list[Any]:
        self.at = Instant(self.at + later)
        return [json.loads(each) for each in self.conversation.look(self.at)]

    def call(self, call: Any) -> list[Any]:
        text = call if isinstance(call, str | bytes) else json.dumps(call)
        return [json.loads(each) for each in self.conversation.receive(text, self.at)]

    def setup(self, fen: str, number: int = 3) -> list[Any]:
        return self.call({"id": number, "call": "call", "param": {"id": 1, "method": "setup", "param": {"fen": fen}}})

    def play(self, *moves: str, shown: bool = True) -> list[Any]:
        """Moves that the table has recognised."""
        board = chess.Board(self.eboard.start)
        for text in (*self.eboard.moves, *moves):
            board.push_san(text)
        fields = {"board": board.board_fen()} if shown else {}
        return self.show(moves=(*self.eboard.moves, *moves), fen=board.fen(), **fields)


def sans(messages: list[Any]) -> list[Any]:
    return [each["param"]["san"] for each in messages if "san" in (each["param"] or {})]


def after(*moves: str, start: str = START) -> chess.Board:
    board = chess.Board(start)
    for text in moves:
        board.push_san(text)
    return board


@pytest.mark.skipif(not TRACE.exists(), reason="the recorded conversation is not here")
def test_the_recorded_conversation_word_for_word() -> None:
    said = [json.loads(line) for line in TRACE.read_text().splitlines()]
    board = next(each["param"][0] for each in said if isinstance(each.get("param"), list))
    fields = {name: board[name] for name in ("serialnr", "source", "state", "battery", "comment", "board", "flipped")}
    client = Client(**fields)
    expected = [each for each in said if "response" in each]
    heard: list[Any] = []
    for each in said:
        if "call" in each:
            heard += client.call(each)
        elif each["response"] == "feed" and "clock" not in each["param"]:
            heard += client.show(board=each["param"]["board"])
    assert [_without_time(each) for each in heard] == [_without_time(each) for each in expected]
    assert all(isinstance(each["time"], int) for each in heard)


def _without_time(message: Any) -> Any:
    return {name: value for name, value in message.items() if name != "time"}


def test_an_answer_repeats_the_number_whatever_it_is() -> None:
    client = Client()
    for number in (1, 0, 2**40, "seven", None):
        assert client.call({"id": number, "call": "eboards"})[0]["id"] == number


def test_each_ply_comes_separately_though_two_came_at_once() -> None:
    client = Client()
    client.call(SUBSCRIBE)
    told = client.play("e4", "e5")
    assert sans(told) == [["e4"], ["e4", "e5"]]
    assert [each["param"]["board"] for each in told] == [after("e4").board_fen(), after("e4", "e5").board_fen()]
    assert all(each["param"]["start"] == START and each["param"]["match"] for each in told)
    assert client.look() == []  # and never twice


def test_pieces_in_the_air_are_a_board_without_moves() -> None:
    client = Client()
    client.call(SUBSCRIBE)
    client.play("e4")
    lifted = after("e4")
    lifted.remove_piece_at(chess.E7)
    (told,) = client.show(board=lifted.board_fen())
    assert told["param"] == {"serialnr": "t7", "flipped": False, "board": lifted.board_fen(), "match": False}


def test_a_move_that_was_taken_back_and_one_that_became_another() -> None:
    client = Client()
    client.call(SUBSCRIBE)
    client.play("e4", "e5")
    back = after("e4")
    assert sans(client.show(moves=("e4",), fen=back.fen(), board=back.board_fen())) == [["e4"]]
    other = after("e4", "c5")
    assert sans(client.show(moves=("e4", "c5"), fen=other.fen(), board=other.board_fen())) == [["e4", "c5"]]
    instead = after("e4", "c6")
    told = client.show(moves=("e4", "c6"), fen=instead.fen(), board=instead.board_fen())
    assert sans(told) == [["e4"], ["e4", "c6"]]
    assert sans(client.show(moves=(), fen=START, board=START.split()[0])) == [[]]


def test_who_comes_later_is_not_told_old_moves_as_if_they_were_made_now() -> None:
    client = Client()
    client.play("e4", "e5")
    first = client.call(SUBSCRIBE)[1]
    assert set(first["param"]) == {"serialnr", "flipped", "board", "clock"}
    assert client.look() == []
    assert sans(client.play("Nf3")) == [["e4", "e5", "Nf3"]]


def test_a_new_game_begins_a_new_list() -> None:
    client = Client()
    client.call(SUBSCRIBE)
    client.play("e4")
    (told,) = client.show(game="1.2", moves=(), fen=START, start=START, board=START.split()[0])
    assert told["param"]["san"] == []
    assert sans(client.play("d4")) == [["d4"]]


def test_the_clock_alone() -> None:
    client = Client()
    client.call(SUBSCRIBE)
    (told,) = client.show(clock=EBoardClock(300, 299, True, 1_700_000_000_000))
    clock = {"white": 300, "black": 299, "run": True, "time": 1_700_000_000_000}
    assert told["param"] == {"serialnr": "t7", "flipped": False, "clock": clock}
    assert client.look() == []


class TestSetup:
    """A client sets up where its own game stands."""

    def test_where_the_table_stands_too_the_tables_moves_follow(self) -> None:
        client = Client()
        client.play("e4", "e5")
        client.call(SUBSCRIBE)
        answer, told = client.setup(after("e4", "e5").fen())
        assert (answer["response"], answer["id"], answer["param"]) == ("call", 3, None)
        assert told["param"]["start"] == after("e4", "e5").fen()
        assert told["param"]["match"] is True
        assert "san" not in told["param"]
        assert sans(client.play("Nf3", "Nc6")) == [["Nf3"], ["Nf3", "Nc6"]]

    def test_one_move_ahead_of_the_board(self) -> None:
        client = Client()
        client.call(SUBSCRIBE)
        told = client.setup(after("e4").fen())[1]
        assert told["param"]["match"] is False
        told_then = client.play("e4")
        assert sans(told_then) == []
        assert told_then[-1]["param"]["match"] is True
        assert sans(client.play("e5")) == [["e5"]]

    def test_one_move_behind_the_board(self) -> None:
        client = Client()
        client.play("e4")
        client.call(SUBSCRIBE)
        assert sans(client.setup(START)) == [["e4"]]
        assert sans(client.play("e5")) == [["e4", "e5"]]

    def test_a_position_that_the_table_knows_nothing_of(self) -> None:
        fen = "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1"
        client = Client()
        client.call(SUBSCRIBE)
        assert client.setup(fen)[1]["param"]["match"] is False
        assert client.show(board=fen.split(maxsplit=1)[0])[0]["param"]["match"] is True
        castled = after("O-O", start=fen)
        half = castled.copy()
        half.set_piece_at(chess.H1, half.remove_piece_at(chess.F1))
        assert sans(client.show(board=half.board_fen())) == []
        assert sans(client.show(board=castled.board_fen())) == [["O-O"]]
        two = after("O-O", "Kd7", "e4", start=fen)
        assert sans(client.show(board=two.board_fen())) == [["O-O", "Kd7"], ["O-O", "Kd7", "e4"]]
        assert sans(client.show(board=castled.board_fen())) == [["O-O"]]  # put back

    def test_a_piece_on_its_way_across_is_no_move_yet(self) -> None:
        fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
        client = Client()
        client.call(SUBSCRIBE)
        client.setup(fen)
        client.show(board=fen.split(maxsplit=1)[0])
        client.at = Instant(20_000)
        passing, there = after("Ra3", start=fen), after("Ra5", start=fen)
        assert sans(client.show(board=passing.board_fen(), since=Instant(20_000))) == []
        assert client.conversation.wake_at(client.at) == 20_300
        assert sans(client.show(board=there.board_fen(), since=Instant(20_100))) == []
        assert sans(client.look(400)) == [["Ra5"]]
        assert client.conversation.wake_at(client.at) is None

    def test_a_piece_that_rested_on_its_way_has_made_another_move(self) -> None:
        client = Client()
        client.call(SUBSCRIBE)
        start = after("e4", "e5").fen()
        client.setup(start)
        assert sans(client.show(board=after("Bc4", start=start).board_fen())) == [["Bc4"]]
        assert sans(client.show(board=after("Bb5", start=start).board_fen())) == [[], ["Bb5"]]
        assert sans(client.show(board=after("Bb5", "Nf6", start=start).board_fen())) == [["Bb5", "Nf6"]]
        instead = after("Bb5", "Nc6", start=start)
        assert sans(client.show(board=instead.board_fen())) == [["Bb5"], ["Bb5", "Nc6"]]

    def test_castling_with_the_rook_first(self) -> None:
        fen = "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1"
        client = Client()
        client.call(SUBSCRIBE)
        client.setup(fen)
        assert sans(client.show(board=after("Rf1", start=fen).board_fen())) == [["Rf1"]]
        assert sans(client.show(board=after("O-O", start=fen).board_fen())) == [[], ["O-O"]]

    def test_the_clients_game_goes_on_where_the_tables_is_over(self) -> None:
        client = Client()
        client.call(SUBSCRIBE)
        client.setup(START)
        assert sans(client.play("e4")) == [["e4"]]
        over = after("e4", "e5")
        told = client.show(moves=("e4", "e5"), fen=over.fen(), board=over.board_fen(), over=True)
        assert sans(told) == [["e4", "e5"]]
        further = after("e4", "e5", "Nf3")
        assert sans(client.show(board=further.board_fen())) == [["e4", "e5", "Nf3"]]

    def test_a_game_that_begins_anew_under_it(self) -> None:
        client = Client()
        client.call(SUBSCRIBE)
        client.setup(START)
        client.play("e4")
        client.show(game="1.2", moves=(), fen=START, board=START.split()[0])
        assert sans(client.play("d4"))[-1] == ["d4"]

    def test_what_is_no_position(self) -> None:
        client = Client()
        client.call(SUBSCRIBE)
        wrong: tuple[Any, ...] = ("", "x", "8/8/8/8/8/8/8/8 w - - 0 1", "kK6" + "/8" * 6, "q" * 200, 7, None, {})
        for fen in wrong:
            param = {"id": 1, "method": "setup", "param": {"fen": fen}}
            (answer,) = client.call({"id": 9, "call": "call", "param": param})
            assert (answer["response"], answer["id"]) == ("error", 9)
            assert answer["param"]["message"]


def test_a_board_that_is_flipped_for_one_client() -> None:
    client = Client(board="4k3/8/8/8/8/8/8/R3K3")
    client.call(SUBSCRIBE)
    _, told = client.call({"id": 4, "call": "call", "param": {"id": 1, "method": "flip", "param": {"flip": True}}})
    assert (told["param"]["flipped"], told["param"]["board"]) == (True, "3K3R/8/8/8/8/8/8/3k4")


def test_a_board_that_the_table_finds_to_lie_the_other_way_round_is_not_turned_twice() -> None:
    client = Client()
    client.call(SUBSCRIBE)
    (told,) = client.show(flipped=True, board="4k3/8/8/8/8/8/8/R3K3")
    assert (told["param"]["flipped"], told["param"]["board"]) == (True, "4k3/8/8/8/8/8/8/R3K3")


def test_unsubscribing_ends_it() -> None:
    client = Client()
    client.call(SUBSCRIBE)
    assert client.call({"id": 5, "call": "unsubscribe", "param": {"id": 1}})[0]["param"] is None
    assert client.play("e4") == []
    assert client.call({"id": 6, "call": "unsubscribe", "param": {"id": 1}})[0]["response"] == "error"


def test_a_subscription_without_a_number_and_without_a_board_is_of_the_first_board() -> None:
    client = Client()
    answer, first = client.call({"id": 1, "call": "subscribe", "param": {"feed": "eboardevent"}})
    assert (answer["response"], answer["id"], first["id"], first["param"]["serialnr"]) == ("call", 1, 1, "t7")
    client.boards["t9"] = msgspec.structs.replace(client.eboard, serialnr="t9")
    assert client.call({"id": 2, "call": "subscribe", "param": {"feed": "eboardevent"}})[1]["param"]["serialnr"] == "t7"


def test_every_answer_has_the_fields_that_strict_readers_know_and_no_others() -> None:
    """Readers in Java and C# refuse what they have no field for, and take the first answer to be that of the call."""
    client = Client(clock=EBoardClock(300, 299, None, 7), battery="84%")
    (boards,) = client.call({"call": "eboards", "id": 1, "param": None})
    (only,) = boards["param"]
    assert list(only) == ["serialnr", "source", "state", "battery", "comment", "board", "flipped", "clock"]
    assert isinstance(only["serialnr"], str)
    assert set(only["clock"]) == {"white", "black", "run", "time"}
    (sources,) = client.call({"call": "sources", "id": 2, "param": {}})
    assert [set(each) for each in sources["param"]] == [{"type", "device", "name", "present", "active", "status"}]
    assert sources["param"][0]["device"] == only["source"]
    told = [*client.call(SUBSCRIBE), *client.setup(START), *client.play("e4"), *client.show(clock=None)]
    known = {"serialnr", "flipped", "board", "clock", "start", "san", "match"}
    assert [each["response"] for each in told] == ["call", "feed", "call", "feed", "feed", "feed"]
    for each in told:
        assert set(each) == {"response", "id", "param", "time"}
        assert set(each["param"] or {}) <= known
    (error,) = client.call({"call": "call", "id": 5, "param": {"id": 1, "method": "setup", "param": {"fen": "x"}}})
    assert set(error["param"]) <= {"message", "stacktrace"}
    moved = [each["param"] for each in told if each["param"] and each["param"].get("san")]
    assert all(param["board"] == after(*param["san"]).board_fen() for param in moved)  # some look at nothing else


def test_the_first_feed_of_a_client_may_be_number_0() -> None:
    client = Client()
    param = {"feed": "eboardevent", "id": 0, "param": {"serialnr": "t7"}}
    assert client.call({"id": 0, "call": "subscribe", "param": param})[1]["id"] == 0


@pytest.mark.parametrize(
    ("call", "why"),
    [
        ("no json", "Not a call"),
        ("[]", "Not a call"),
        ('{"id": 1}', "There is no call ''"),
        ('{"id": 1, "call": "games"}', "There is no call 'games'"),
        ('{"id": 1, "call": "subscribe"}', "one feed"),
        ('{"id": 1, "call": "subscribe", "param": [1]}', "an object"),
        ('{"id": 1, "call": "call", "param": {"id": 1, "method": "setup"}}', "no feed 1"),
        (SUBSCRIBE | {"param": {"feed": "eboardevent", "id": 1, "param": {"serialnr": "t8"}}}, "plays draughts"),
        (SUBSCRIBE | {"param": {"feed": "eboardevent", "id": 1, "param": {"serialnr": "t9"}}}, "no board 't9'"),
        (SUBSCRIBE | {"param": {"feed": "eboardevent", "id": [1], "param": {"serialnr": "t7"}}}, "a number"),
        ('{"call": "' + "x" * 20_000 + '"}', "is not read"),
    ],
)
def test_what_cannot_be_done_is_a_sentence(call: Any, why: str) -> None:
    (answer,) = Client().call(call)
    assert answer["response"] == "error"
    assert why in answer["param"]["message"]


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
_WORDS = st.sampled_from(["eboards", "subscribe", "unsubscribe", "call", "setup", "flip", "eboardevent", "t7", START])
_PARAM = st.fixed_dictionaries(
    {},
    optional={
        "feed": _WORDS,
        "id": st.integers(0, 2) | _JSON,
        "method": _WORDS,
        "param": _JSON
        | st.fixed_dictionaries(
            {}, optional={"serialnr": _WORDS, "fen": st.text(max_size=30) | st.just(START), "flip": st.booleans()}
        ),
    },
)
_CALLS = st.fixed_dictionaries(
    {}, optional={"id": st.integers(0, 5) | _JSON, "call": _WORDS | _JSON, "param": _PARAM | _JSON}
)


@examples(200)
@given(st.lists(st.one_of(_CALLS.map(json.dumps), st.text(max_size=40), st.binary(max_size=40)), max_size=6))
@example(["[" * 16_000, '{"id":' + "9" * 400 + ',"call":"eboards"}', b"\xff\xfe"])
def test_any_calls_in_any_order_are_answered(calls: list[str | bytes]) -> None:
    client = Client()
    for number, call in enumerate(calls):
        answers = client.call(call)
        assert answers[0]["response"] in {"call", "error"}
        assert all(each["response"] == "feed" for each in answers[1:])
        client.play("Nf3", "Nf6", "Ng1", "Ng8")
        client.look(number)


@examples(40)
@given(st.data())
def test_whatever_the_table_tells_the_moves_grow_by_one_ply(data: st.DataObject) -> None:
    """Whoever plays the last move of each list, and takes back what a shorter list lacks, has the table's game."""
    client, follower, known = Client(), chess.Board(), list[str]()
    client.call(SUBSCRIBE)
    for _ in range(data.draw(st.integers(1, 8))):
        board = after(*client.eboard.moves)
        kept = len(client.eboard.moves) - data.draw(st.integers(0, min(2, len(client.eboard.moves))))
        moves = list(client.eboard.moves[:kept])
        board = after(*moves)
        for _ in range(data.draw(st.integers(0, 3))):
            legal = sorted(board.san(move) for move in board.legal_moves)
            if not legal:
                break
            moves.append(data.draw(st.sampled_from(legal)))
            board.push_san(moves[-1])
        for san in sans(client.show(moves=tuple(moves), fen=board.fen(), board=board.board_fen())):
            assert len(san) <= len(known) + 1
            while len(known) > len(san) or known != san[: len(known)]:
                known.pop()
                follower.pop()
            for text in san[len(known) :]:
                follower.push_san(text)
            known = list(san)
        assert follower.board_fen() == board.board_fen()


def test_sensors_that_only_tell_that_something_stands_there() -> None:
    cells = "".join("." * int(each) if each.isdigit() else each for each in START.split()[0] if each != "/")
    occupied = "".join("?" if each != "." else "." for each in cells)
    assert placement(named_pieces(occupied, cells)) == START.split()[0]
    moved = list(occupied)
    moved[52], moved[36] = ".", "?"
    assert placement(named_pieces("".join(moved), cells)) == after("e4").board_fen()
