"""The games of a round as they are sent: one PGN for each, whatever has happened in it."""

from __future__ import annotations

import io
from pathlib import Path

import chess.pgn

from gateway.model.messages import message
from gateway.model.sides import Side
from gateway.referee.rulings import PositionSet
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.push.round_games import HallRound
from gateway.store import SqliteStore

from .rounds import CHESS, ChessTable

ENDING = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"


async def test_of_a_game_that_jumps_the_part_that_led_to_its_end_is_sent(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "relay.journal", skip_repeats=True) as store:
        hall = await PresentHall.open("open", store, lambda: 1_700_000_000_000)
        table = ChessTable(hall, "t1")
        await table.set_up()
        await table.move("e4")
        board = CHESS.position(ENDING).board()
        text = message("plain", text="")
        await table.write(PositionSet(text=text, board=board, fen=ENDING, turn=Side.WHITE, moves=("e4",)))
        table.board = chess.Board(ENDING)
        await table.move("Kd2")
        await table.move("Kd7")
        (sent,) = await HallRound(hall, 3).now()
    stream = io.StringIO(sent.pgn)
    read = chess.pgn.read_game(stream)
    assert read is not None
    assert chess.pgn.read_game(stream) is None, "one game"
    assert (read.errors, read.headers["GameId"], read.board().fen()) == ([], "open/t1.1", ENDING)
    assert [node.san() for node in read.mainline()] == ["Kd2", "Kd7"]
    assert (sent.id, sent.plies) == ("open/t1.1", 2)
