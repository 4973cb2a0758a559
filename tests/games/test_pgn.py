"""PGN: the quirks of real files, and the strict form we write."""

from __future__ import annotations

import io
from dataclasses import dataclass

import chess.pgn
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.feeds.pgn_writer import format_pgn, pgn_result
from gateway.games.chess.pgn import PgnGame, PgnMove, find_game_name, parse_pgn
from gateway.games.game_files import read_games
from gateway.games.registry import find
from gateway.model.results import Result
from tests.examples import examples


def texts(game: PgnGame) -> list[str]:
    return [move.text for move in game.moves]


@pytest.mark.parametrize(
    ("body", "moves", "result"),
    [
        ("1. e4 e5 2. Nf3 1-0", ["e4", "e5", "Nf3"], "1-0"),
        ("1.e4 e5 2.Nf3 1/2-1/2", ["e4", "e5", "Nf3"], "1/2-1/2"),
        ("1. e4! e5?? $14 2. Nf3!? *", ["e4", "e5", "Nf3"], "*"),
        ("1. e4 (1. d4 d5 (1... Nf6 {)} 2. c4)) e5 ; the rest\n2. Nf3", ["e4", "e5", "Nf3"], ""),
        ("1. e4 {a (b [c} e5\n\n2. Nf3\n% an escape\n Nc6", ["e4", "e5", "Nf3", "Nc6"], ""),
        ("1... e5 2. exd6 e.p. Bxd6+ 3. O-O-O# 0-1", ["e5", "exd6", "Bxd6+", "O-O-O#"], "0-1"),
        ("5. 0-0 0-0-0 6. e8=Q+ e1(Q) 7. a8/N", ["0-0", "0-0-0", "e8=Q+", "e1(Q)", "a8/N"], ""),
        ("1. e2e4 e7-e5 2. Ng1-f3 +- N", ["e2e4", "e7-e5", "Ng1-f3"], ""),
        ("1. e4 -- 2. e5", ["e4", "--", "e5"], ""),
        ("1. e4 e5 0.5-0", ["e4", "e5"], "0.5-0"),
        ("1. e4 e5 {unclosed", ["e4", "e5"], ""),
        ("1. e4 (1. d4 never closed e5", ["e4"], ""),
    ],
)
def test_bodies(body: str, moves: list[str], result: str) -> None:
    (game,) = parse_pgn(body)
    assert (texts(game), game.result) == (moves, result)


def test_games_are_told_apart() -> None:
    text = '{a comment first}\n[Event "a"]\n1. e4 *\n[Event "b"]\n\n1. d4 1-0\n1. c4 0-1\n\n'
    text += '[Event "c"]\n[Event "d"]\n1. a3 {x\n[Event "e"]\n1. h3'
    games = parse_pgn(text)
    assert [game.tags.get("Event") for game in games] == ["a", "b", None, "c", "d", "e"]
    assert [texts(game) for game in games] == [["e4"], ["d4"], ["c4"], [], ["a3"], ["h3"]]


def test_tags_as_people_write_them() -> None:
    text = '[Event "The "Open" 2020"]\n[White "O\\"Neil\\\\x"]\n[Black "nobody]\n'
    text += '[TimeControl "15 min/game + 10 sec/move"]\n1. e4'
    (game,) = parse_pgn(text)
    assert game.tags == {
        "Event": 'The "Open" 2020',
        "White": 'O"Neil\\x',
        "Black": "nobody",
        "TimeControl": "15 min/game + 10 sec/move",
    }


@pytest.mark.parametrize(
    ("comment", "clock", "elapsed"),
    [
        ("{[%clk 0:15:27]}", 927_000, None),
        ("{ [%clk 0:30:21] [%emt 0:00:28] }", 1_821_000, 28_000),
        ("{[%clk 00:15:27]} {[%emt 00:00:02]}", 927_000, 2_000),
        ("{[%clk\n0:15:27]}", 927_000, None),
        ("{[%clk 0:15:\n27] so far}", 927_000, None),
        ("{[%clk 1:02:03.5]}", 3_723_500, None),
        ("{[%clk 5:03]}", 303_000, None),
        ("{[%clk never]}", None, None),
    ],
)
def test_clocks(comment: str, clock: int | None, elapsed: int | None) -> None:
    (game,) = parse_pgn(f"1. e4 {comment} e5")
    assert (game.moves[0].clock_ms, game.moves[0].elapsed_ms) == (clock, elapsed)


def test_the_strict_form() -> None:
    game = PgnGame(
        {"White": 'A "B"', "FEN": "4k3/8/8/8/8/8/8/R3K3 b Q - 0 12", "Board": "3"},
        (PgnMove("Kd7", 61_000, 2_000), PgnMove("O-O-O+", comment="well } played"), PgnMove("Kc6")),
        "1-0",
    )
    assert format_pgn(game) == (
        '[Event "?"]\n[Site "?"]\n[Date "????.??.??"]\n[Round "?"]\n[White "A \\"B\\""]\n[Black "?"]\n[Result "1-0"]\n'
        '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/8/R3K3 b Q - 0 12"]\n[Board "3"]\n\n'
        "12... Kd7 {[%clk 0:01:01] [%emt 0:00:02]} 13. O-O-O+ {well ) played} 13... Kc6\n1-0\n"
    )
    assert [pgn_result(result) for result in (*Result, None)] == ["1-0", "0-1", "1/2-1/2", "0-0", "*"]


@examples(40)
@given(data=st.data())
def test_what_is_written_is_read_by_us_and_by_the_library(data: st.DataObject) -> None:
    rules = find(data.draw(st.sampled_from(["chess", "chess960"])))
    start = position = (
        rules.position(str(data.draw(st.integers(0, 959)))) if rules.name == "chess960" else rules.start()
    )
    moves: list[PgnMove] = []
    played: list[str] = []
    for _ in range(data.draw(st.integers(1, 60))):
        legal = position.moves()
        if not legal:
            break
        move = legal[data.draw(st.integers(0, len(legal) - 1))]
        played.append(move.text)
        moves.append(PgnMove(position.write(move), data.draw(st.sampled_from([None, 1_000, 5_430_000]))))
        position = position.play(move)
    tags = {"FEN": start.fen(), "Variant": "Chess960"} if rules.name == "chess960" else {}
    text = format_pgn(PgnGame(tags, tuple(moves), "*"))
    assert all(len(line) <= 80 for line in text.splitlines() if not line.startswith("["))
    (again,) = parse_pgn(text)
    assert again.moves == tuple(moves)
    (record,) = read_games(text, "a.pgn")
    assert (record.game, list(record.moves), record.problems) == (rules.name, played, ())
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None
    assert theirs.errors == []
    assert theirs.end().board().fen() == position.fen()


@dataclass
class Named:
    variant: str
    game: str | None


@pytest.mark.parametrize(
    "case",
    [
        Named("", "chess"),
        Named("Standard", "chess"),
        Named("From Position", "chess"),
        Named("Chess960", "chess960"),
        Named("chess 960", "chess960"),
        Named("Fischerandom", "chess960"),
        Named("Crazyhouse", None),
    ],
)
def test_variants(case: Named) -> None:
    assert find_game_name({"Variant": case.variant}) == case.game
    assert find_game_name({}) == "chess"


def test_both_lose_is_no_castling() -> None:
    (game,) = parse_pgn('[Result "0-0"]\n1. e4 e5 0-0')
    assert (texts(game), game.result) == (["e4", "e5"], "0-0")


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 4. ♗xc6 ♟xc6", ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "xc6"]),
        ("1. ♙e4 e5 2. ♘\ufe0ef3", ["e4", "e5", "Nf3"]),
        ("1. e2–e4 e7−e5 2. Ng1—f3 d7-d5 3. e4×d5 *", ["e2-e4", "e7-e5", "Ng1-f3", "d7-d5", "e4xd5"]),
        ("1. e4 a6 2. e5 d5 3. exd6e.p. cxd6 4. a4 b5 5. axb6 e.p. *", None),
        ("8. O–O O—O—O", ["O-O", "O-O-O"]),
    ],
)
def test_moves_as_printers_set_them(text: str, moves: list[str] | None) -> None:
    (game,) = parse_pgn(text)
    wanted = moves or ["e4", "a6", "e5", "d5", "exd6", "cxd6", "a4", "b5", "axb6"]
    assert texts(game) == wanted


def test_a_figure_is_never_passed_over_as_if_a_pawn_had_moved() -> None:
    (record,) = read_games("1. e4 e5 2. ♘f3 ♞c6 3. ♗b5 a6 *", "a.pgn")
    assert (len(record.moves), record.problems) == (6, ())


@pytest.mark.parametrize(("text", "result"), [("1. e4 1:0", "1-0"), ("1. e4 0:1", "0-1"), ("1. e4 e5 ½-½", "½-½")])
def test_results_as_others_write_them(text: str, result: str) -> None:
    (game,) = parse_pgn(text)
    assert game.result == result
