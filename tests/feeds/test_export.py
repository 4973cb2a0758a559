"""Games out of a record, written in the notation of their rules and read back by the readers."""

from __future__ import annotations

import io
import random
from collections.abc import Iterable, Sequence
from pathlib import Path

import chess.pgn
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from gateway.cli.app import app
from gateway.feeds.export import FORMATS, PlayedAt, WrongFormat, format_of, write_game
from gateway.feeds.pgn_format import last_pgn_part
from gateway.feeds.played_game import PlayedGame, games_of
from gateway.games import registry
from gateway.games.game import Line, Position
from gateway.games.game_files import read_games
from gateway.games.renju.sgf import parse_sgf
from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber
from gateway.model.persons import Person, named
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide, Side
from gateway.record.entries import Entry
from gateway.record.visibility import visibility_of
from gateway.record.wire import ENTRY
from gateway.referee.acts import Penalise, RetractMoves, SetPosition, SetResult, Void
from gateway.referee.inputs import Input, Moved, Retracted, SetUp
from gateway.referee.penalties import Penalty
from gateway.referee.rulings import Ended, Opened, Ruling
from tests.table.virtual import START, VirtualTable, setup

PLACE = PlayedAt("spring-open", "t3", "t3.1")
PLAYERS = BySide(
    Person("Ann Able", title="GM", federation="NED", rating=2400, club="Damclub", federation_id="1503014"),
    Person("Bo Bright"),
)
CONTROL = "10m+5s"


def record(whats: Iterable[Input | Ruling]) -> list[Entry]:
    return [Entry(n, Instant(START + n), visibility_of(what), what) for n, what in enumerate(whats, 1)]


def set_up(rules: str, start: Position | None = None) -> SetUp:
    game = registry.find(rules)
    start = start or game.start()
    return SetUp(
        1, rules, "any", CONTROL, PLAYERS, start.fen(), start.board(), game.rows, game.cols, round=RoundNumber(3)
    )


def moved(position: Position, text: str) -> Moved:
    move = position.read(text)
    then = position.play(move)
    return Moved(position.turn, move.text, position.write(move), move.path, move.taken, then.board(), then.fen())


def ended(result: Result, reason: Reason = Reason.AGREEMENT) -> Ended:
    return Ended(result=result, reason=reason, article="", text=message("plain", text=""))


def only(entries: Iterable[Entry]) -> PlayedGame:
    (game,) = games_of(entries)
    return game


def random_game(rules: str, seed: int, length: int) -> tuple[list[Entry], list[str]]:
    dice = random.Random(seed)
    game = registry.find(rules)
    line = Line((game.start(),))
    whats: list[Input | Ruling] = [set_up(rules)]
    moves: list[str] = []
    while len(moves) < length and game.outcome(line) is None and line.last.moves():
        move = dice.choice(line.last.moves())
        whats.append(moved(line.last, move.text))
        line = line.play(move)
        moves.append(move.text)
    return record(whats), moves


@given(st.sampled_from(sorted(registry.GAMES)), st.integers(0, 2**20), st.integers(1, 60))
def test_what_was_played_is_what_is_read(rules: str, seed: int, length: int) -> None:
    entries, moves = random_game(rules, seed, length)
    game = only(entries)
    (again,) = read_games(write_game(game, format_of(game), PLACE), f"game.{format_of(game)}")
    assert (again.game, list(again.moves), again.problems) == (rules, moves, ())


def test_the_tags_of_a_chess_game() -> None:
    table = VirtualTable(setup(CONTROL, rules="chess", rulebook="chess-rapid", players=PLAYERS, round=3))
    table.connect()
    table.wait(3000)
    table.start_clock()
    for text in ("e4", "e5", "Nf3"):
        table.hand(table.position, table.position.read(text))
        table.press()
        table.second()
        table.second()
    table.act(SetResult(result=Result.BLACK))
    text = write_game(only(table.entries), "pgn", PLACE)
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    assert dict(read.headers) == {
        "Event": "spring-open",
        "Site": "?",
        "Date": "2023.11.14",
        "Round": "3.3",
        "White": "Ann Able",
        "Black": "Bo Bright",
        "Result": "0-1",
        "WhiteTitle": "GM",
        "WhiteElo": "2400",
        "WhiteTeam": "Damclub",
        "WhiteFederation": "NED",
        "WhiteFideId": "1503014",
        "Board": "3",
        "TimeControl": "600+5",
        "Termination": "adjudication",
        "UTCDate": "2023.11.14",
        "UTCTime": "22:13:21",
        "GameId": "t3.1",
        "PlyCount": "3",
    }
    nodes = list(read.mainline())
    assert [node.san() for node in nodes] == ["e4", "e5", "Nf3"]
    assert all(node.clock() is not None for node in nodes)
    assert [round(node.emt() or 0) for node in nodes] == [0, 2, 2], (
        "the first one was made before the clock was started"
    )


def pgn_parts(game: PlayedGame) -> list[chess.pgn.Game]:
    """The parts of a game as the reference library reads them, none of which it objects to."""
    stream = io.StringIO(write_game(game, "pgn", PLACE))
    parts = list(iter(lambda: chess.pgn.read_game(stream), None))
    assert [part.errors for part in parts] == [[]] * len(parts)
    return parts


def draughts(*texts: str) -> VirtualTable:
    table = VirtualTable()
    table.connect()
    table.wait(3000)
    for text in texts:
        play(table, text)
    return table


def play(table: VirtualTable, text: str) -> None:
    table.hand(table.position, table.position.read(text))
    table.wait(3000)


def pdn_moves(table: VirtualTable) -> Sequence[str]:
    (again,) = read_games(write_game(only(table.entries), "pdn", PLACE), "game.pdn")
    assert again.problems == ()
    return again.moves


def test_moves_taken_back_are_left_out() -> None:
    table = draughts("32-28", "19-23", "28x19", "14x23")
    assert table.act(RetractMoves(count=2), "c1").ok
    assert len(pdn_moves(table)) == 2
    assert len(only(table.entries).stretches) == 1


def test_a_position_that_was_set_is_a_set_up_in_the_middle() -> None:
    table = draughts("32-28", "19-23")
    fen = "W:W31,32,37,K46:B1,2,14"
    assert table.act(SetPosition(fen=fen), "c1").ok
    game = only(table.entries)
    assert [len(stretch.moves) for stretch in game.stretches] == [2, 0]
    (again,) = read_games(write_game(game, "pdn", PLACE), "game.pdn")
    assert again.problems == ()
    assert [(n, position.fen()) for n, position in again.setups.items()] == [(2, game.last.start.fen())]


def test_chess_goes_on_from_the_position_that_was_set() -> None:
    start = registry.find("chess").start()
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    ending = registry.find("chess").position(fen)
    after_all = Moved(Side.WHITE, "e2e4", "e4", (52, 36), (), "", ending.play(ending.read("e4")).fen(), base=fen)
    game = only(record([set_up("chess"), moved(start, "e4"), after_all]))
    before, after = pgn_parts(game)
    assert (before.headers["Part"], before.headers["Result"], before.headers["GameId"]) == ("1/2", "*", "t3.1/1")
    assert (after.headers["Part"], after.headers["SetUp"], after.headers["GameId"]) == ("2/2", "1", "t3.1")
    assert (before.board().fen(), after.board().fen()) == (chess.STARTING_FEN, fen)
    assert [[node.san() for node in part.mainline()] for part in (before, after)] == [["e4"], ["e4"]]
    assert after.comment == "e4 [...]"
    assert write_game(game, "pgn", PLACE).endswith(last_pgn_part(game, PLACE))


def test_an_irregular_move_that_stands_is_a_marked_set_up_in_the_middle() -> None:
    game = registry.find("draughts-international")
    start = game.start()
    first = start.play(start.read("32-28"))
    board = list(first.board())
    cells = {game.square(cell): cell for cell in range(len(board)) if game.square(cell)}
    board[cells["20"]], board[cells["30"]] = board[cells["30"]], board[cells["20"]]
    stood = game.standing("".join(board), Side.WHITE, first)
    assert stood is not None
    answer = stood.read("34x25")
    text, after = stood.write(answer), stood.play(answer)
    reply = Moved(
        Side.WHITE,
        answer.text,
        text,
        answer.path,
        answer.taken,
        after.board(),
        after.fen(),
        base=stood.fen(),
        stood="[20-30]",
    )
    played = only(record([set_up("draughts-international"), moved(start, "32-28"), reply]))
    assert [stretch.mark for stretch in played.stretches] == ["", "[20-30]"]
    written = write_game(played, "pdn", PLACE)
    assert "{[20-30]}" in written
    assert "2. 34x25" in written
    (again,) = read_games(written, "game.pdn")
    assert again.problems == ()
    assert [(n, position.fen()) for n, position in again.setups.items()] == [(1, stood.fen())]
    back = Retracted(Side.WHITE, text, stood.board(), stood.fen())
    assert only(record([set_up("draughts-international"), moved(start, "32-28"), reply, back])).texts == [
        "32-28",
        "[20-30]",
    ]


def test_stones_that_were_let_stand_are_set_up_between_moves() -> None:
    game = registry.find("gomoku")
    start = game.start()
    first = start.play(start.read("h8"))
    stood = game.position("B:Bh8:Wh9,i9")
    answer = stood.read("j10")
    after = stood.play(answer)
    reply = Moved(Side.BLACK, answer.text, "j10", answer.path, (), after.board(), after.fen(), base=stood.fen())
    played = only(record([set_up("gomoku"), moved(start, "h8"), reply]))
    assert first.turn is Side.WHITE
    written = write_game(played, "sgf", PLACE)
    (again,) = read_games(written, "game.sgf")
    assert (again.problems, again.moves) == ((), ("h8", "j10"))
    assert [(n, position.fen()) for n, position in again.setups.items()] == [(1, stood.fen())]
    assert parse_sgf(written)[0].setups[1].comment == "[h9,i9]"


def test_a_void_game_has_no_result() -> None:
    table = draughts("32-28")
    table.act(SetResult(result=Result.DRAW), "c1")
    assert '[Result "1-1"]' in write_game(only(table.entries), "pdn", PLACE)
    table.act(Void(), "c2")
    assert only(table.entries).void
    assert '[Result "*"]' in write_game(only(table.entries), "pdn", PLACE)


def test_colours_that_were_swapped_and_a_fifth_that_was_chosen() -> None:
    position = registry.find("renju").start()
    whats: list[Input | Ruling] = [set_up("renju")]
    for text in ("h8", "h9", "h10", "i9"):
        whats.append(moved(position, text))
        position = position.play(position.read(text))
    chosen = position.play(position.read("g7"))
    swapped = BySide(PLAYERS.black, PLAYERS.white)
    opened = Opened(
        text=message("plain", text=""), stage="", swapped=True, players=swapped, board=chosen.board(), fen=chosen.fen()
    )
    (sgf,) = parse_sgf(write_game(only(record([*whats, opened, ended(Result.WHITE)])), "sgf", PLACE))
    assert [move.text for move in sgf.moves] == ["h8", "h9", "h10", "i9", "g7"]
    assert (sgf.tags["PB"], sgf.tags["PW"], sgf.tags["RE"], sgf.tags["RO"]) == ("Ann Able", "Bo Bright", "W+", "3")


def test_every_game_of_a_record_and_no_other_notation(tmp_path: Path) -> None:
    first, _ = random_game("draughts-russian", 1, 12)
    second, _ = random_game("draughts-russian", 2, 7)
    entries = record([entry.what for entry in (*first, *second)])
    assert [len(game.last.moves) for game in games_of(entries)] == [12, 7]
    with pytest.raises(WrongFormat, match="right=pdn, form=pgn"):
        write_game(next(games_of(entries)), "pgn", PLACE)
    assert {registry.find(name).written_as for name in registry.GAMES} == set(FORMATS) - {"lib"}
    journal = tmp_path / "t1.jsonl"
    journal.write_bytes(b"\n".join(map(ENTRY.encode, entries)))
    done = CliRunner().invoke(app, ["export", str(journal), "--event", "spring-open"])
    assert done.exit_code == 0, done.output
    assert [len(game.moves) for game in read_games(done.output, "games.pdn")] == [12, 7]
    wrong = CliRunner().invoke(app, ["export", str(journal), "--format", "pgn"])
    assert "its games are written as pdn" in str(wrong.exception)


def test_names_only() -> None:
    entries, _ = random_game("gomoku", 5, 9)
    game = only(entries)
    assert named("", "") != game.players
    assert "PB[Bo Bright]" in write_game(game, "sgf", PLACE)


@pytest.mark.parametrize(("side", "score"), [(Side.WHITE, "0-1/2"), (Side.BLACK, "1/2-0")])
@pytest.mark.parametrize("rules", ["chess", "draughts-international", "gomoku"])
def test_a_draw_that_was_ruled_lost_is_written_as_ruled(rules: str, side: Side, score: str) -> None:
    entries, _ = random_game(rules, 5, 6)
    ruled = msgspec.structs.replace(ended(Result.DRAW, Reason.PENALTY), lost=side)
    game = only([*entries, *(record([set_up(rules)] * len(entries) + [ended(Result.DRAW), ruled])[len(entries) :])])
    written = write_game(game, format_of(game), PLACE)
    assert f'[Result "{score}"]' in written or f"RE[{score}]" in written
    (again,) = read_games(written, f"game.{format_of(game)}")
    assert (len(again.moves), again.problems) == (6, ())


def test_a_loss_after_an_agreed_draw_is_in_the_export_of_a_table() -> None:
    table = VirtualTable(setup("60m", rules="gomoku", rulebook="gomoku-standard", players=PLAYERS))
    table.connect()
    table.wait(3000)
    table.start_clock(Side.BLACK)
    table.act(SetResult(result=Result.DRAW), "c1")
    table.act(Penalise(side=Side.BLACK, penalty=Penalty.LOSS, article="GN 18.9"), "c2")
    assert "RE[1/2-0]" in write_game(only(table.entries), "sgf", PLACE)
