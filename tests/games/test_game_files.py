"""Records of every kind behind one value: what is in a file decides, and nothing that is in it makes us fall."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer import Typer
from typer.testing import CliRunner

from gateway.cli.replay import replay as replay_command
from gateway.games.game_files import RecordedGame, read_games
from gateway.games.registry import GAMES as GAME_NAMES
from gateway.model.errors import GameError
from tests.english import english
from tests.examples import examples

GAMES = Path(__file__).parents[3] / "shared" / "games"
app = Typer()
app.command()(replay_command)


def one(data: str | bytes, name: str = "") -> RecordedGame:
    (game,) = read_games(data, name)
    return game


@pytest.mark.parametrize(
    ("name", "data", "game", "moves"),
    [
        ("a.pdn", "1. 32-28 19-23 *", "draughts-international", ("32-28", "19-23")),
        ("a.txt", "1. 32-28 19-23 2. 28x19 14x23", "draughts-international", ("32-28", "19-23", "28x19", "14x23")),
        ("a.pgn", "1. e4 e5 2. Nf3 *", "chess", ("e2e4", "e7e5", "g1f3")),
        ("a.txt", "1. e4 e5 2. Nf3 *", "chess", ("e2e4", "e7e5", "g1f3")),
        ("a.pgn", "1. e2-e4 e7-e5 *", "chess", ("e2e4", "e7e5")),
        ("a.pdn", "1. c3-d4 f6-g5 *", "draughts-russian", ("c3-d4", "f6-g5")),
        ("a.txt", "h8 h9 i10 j9", "renju", ("h8", "h9", "i10", "j9")),
        ("a.txt", "h8h9i10", "renju", ("h8", "h9", "i10")),
        ("a.txt", "1. h8 2. h9 3. i10", "renju", ("h8", "h9", "i10")),
        ("a", "(;GM[4]RU[gomoku];B[hh];W[hg];B[ig])", "gomoku", ("h8", "h9", "i9")),
        ("a.txt", b"\xef\xbb\xbf(;B[h8];W[h9]\r\n;B[i10])", "renju", ("h8", "h9", "i10")),
        ("a.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,7,12\n9,7,5\nAI1\n", "renju", ("h8", "h9", "i9")),
        ("a.pgn", '[Event "x"]\n\n1. d4 d5'.encode("utf-16"), "chess", ("d2d4", "d7d5")),
        (
            "a.pdn",
            b'[White "Jos\xe9"]\r\n[GameType "26"]\r\n1. c3-d4 d6-e5\r\n',
            "draughts-brazilian",
            ("c3-d4", "d6-e5"),
        ),
    ],
)
def test_what_is_in_a_file_decides(name: str, data: str | bytes, game: str, moves: tuple[str, ...]) -> None:
    found = one(data, name)
    assert (found.game, found.moves, found.problems, found.start) == (game, moves, (), None)


def test_a_start_position() -> None:
    found = one('[GameType "20"] [FEN "W:W32:B28,19,9,6"] 1. 32x3 6-11 *')
    assert found.start is not None
    assert found.start.fen() == "W:W32:B6,9,19,28"
    assert found.moves == ("32x23x14x3", "6-11")
    found = one('[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]\n\n1. O-O-O', "a.pgn")
    assert (found.moves, found.problems) == (("e1c1",), ())
    found = one("(;AB[hh][ii]AW[hg]PL[W];W[gg])")
    assert found.start is not None
    assert found.start.fen() == "W:Bh8,i7:Wh9"


def test_setups_in_the_middle() -> None:
    found = one('1. 32-28 19-23 /FEN "W:W28,31,33-50:B1-18,20,24"/ 2. 28-23 *')
    assert found.moves == ("32-28", "19-23", "28-23")
    assert [(at, position.fen()) for at, position in found.setups.items()] == [(2, "W:W28,31,33-50:B1-18,20,24")]


@pytest.mark.parametrize(
    ("name", "data", "problem"),
    [
        ("a.pdn", "1. 32-28 19-23 2. 31-27", "move 2 of the first side: 31-27: a capture is compulsory"),
        ("a.pgn", "1. e4 e5 2. Ke3", "move 2 of the first side: Ke3: Ke3 is not possible here"),
        ("a.txt", "h8 i9 h8", "move 2 of the first side: h8: h8 is not empty"),
        ("a.sgf", "(;B[hh];B[hg])", "move 1 of the second side: h9: Black has just moved"),
        ("a.sgf", "(;B[hh];W[])", "move 1 of the second side: pass: no pass"),
        ("a.pdn", '[FEN "W:W99:B1"] 1. 32-28', "set-up: W:W99:B1: "),
    ],
)
def test_what_the_rules_refuse(name: str, data: str, problem: str) -> None:
    (found,) = one(data, name).problems
    assert english(found).startswith(problem)


def test_games_that_are_not_ours_say_so() -> None:
    for data, name in (
        ('[GameType "21"] 1. 11-15 *', "a.pdn"),
        ('[Variant "Atomic"] 1. e4 *', "a.pgn"),
        ("(;GM[1]SZ[19];B[pd])", "a.sgf"),
    ):
        found = one(data, name)
        assert found.game == ""
        assert len(found.problems) == 1


@pytest.mark.parametrize("data", ["", "  \n", b"\x00\x01\x02", "my diary, nothing happened", "hello"])
def test_what_is_no_record_is_one_sentence(data: str | bytes) -> None:
    with pytest.raises(GameError) as caught:
        read_games(data, "a.txt")
    assert "\n" not in str(caught.value)


@examples(200)
@given(data=st.binary(max_size=80), name=st.sampled_from(["a.pdn", "a.pgn", "a.sgf", "a.lib", "a.txt", "a.psq", ""]))
def test_no_bytes_make_the_readers_fail(data: bytes, name: str) -> None:
    with suppress(GameError):
        read_games(data, name)


@examples(200)
@given(
    text=st.text(alphabet='[]{}();BWAPL hij89e4NfKOo-x"%clk01:.*$!?\n/', max_size=80),
    name=st.sampled_from(["a.pgn", "a.sgf", ""]),
)
def test_no_text_makes_the_readers_fail(text: str, name: str) -> None:
    with suppress(GameError):
        for game in read_games(text, name):
            assert game.game in ("", *GAME_NAMES)


@pytest.mark.skipif(not GAMES.is_dir(), reason="the collected games are not here")
def test_collected_renju_games() -> None:
    files = sorted(map(str, GAMES.glob("*.sgf")))
    result = CliRunner().invoke(app, files)
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1] == "19 games, 502 moves, 0 illegal"


def test_the_command_goes_on_after_a_file_it_cannot_read(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.pgn", tmp_path / "bad.lib"
    good.write_text("1. e4 e5 *")
    bad.write_bytes(b"nothing")
    result = CliRunner().invoke(app, [str(bad), str(tmp_path / "none.pdn"), str(good)])
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 2
    assert result.stdout.splitlines()[-1] == "1 games, 2 moves, 0 illegal"


# What real draughts files hold, each in one line; all of it replays.
QUIRKS = [
    "1. cd4 dc5 2. bc3",
    "1. 32-28 19-23 2. 28x19 14x23 4-6",
    "1.32-28 19-23 2.28:19 14:23 3. 33 - 28 1-1",
    "1. 3228 1923 2. 2819 1423",
    "1 32-28 19-23 2 28x19 14x23",
    "1. 32—28 19−23 2. 28×19 14X23",
    "1. 32-28! 19-23?! 2. 28x19 (!) 14x23 $5 3. 33-28*",
    '{first a comment}\n[Event "x"]\n{and one here}\n1. 32-28 19-23',
    "1. 32-28 (1. 33-29 {a ) b} 19-23 (1... 20-25)) 19-23 {[%clock w0:09:57 B0:09:58]}",
    '[FEN "w:w31-50:b1-20."] 1. 32-28 19-23',
    '[FEN "B:W 31-50 : B 1-20"] 1. ... 19-23 2. 32-28 23x32',
    "1. 32-28 19-23\n\n\n2. 28x19 14x23\r\n\r\n 3. 33-28 2-0",
    '[Result "1-1"]\n1. 32-28 19-23 41. - - 1-1',
    "1. 32-28 19-23 ; 2. 1-2 rubbish\n% 3. more rubbish\n2. 28x19",
    '[GameType "25"] 1. 22-18 11-15 2. 18x11 8x15',
    "1. c3-d4 d6-c5 2. b2-c3 f6-g5 3. c3-b4 g5-h4 4. b4:d6 e7:c5",
    "1. 32-28 19-23 2. 28-19 14-23",
    "1)32-28 19-23 2)28x19 14x23",
    '[FEN "W:W32:B28,19,9,6"] 1. 32-23-14-3 6-11',
]


@pytest.mark.parametrize("text", QUIRKS)
def test_quirks_of_real_draughts_files(text: str) -> None:
    found = one(text.encode("utf-8"), "a.pdn")
    assert found.problems == ()
    assert len(found.moves) >= 2


def test_where_nothing_says_which_game_it_is_the_moves_do() -> None:
    # Legal in Brazilian only: the man crosses the far row and stays a man; and on 10 x 10 numbers mean other squares.
    numbers = one("1. 22-18 11-15 2. 18x11 8x15 3. 21-17", "a.pdn")
    assert (numbers.game, numbers.problems) == ("draughts-russian", ())
    fen = '[FEN "W:Wf6:Be7,c7,c5,f4"]'
    assert one(f"{fen} 1. f6xd8xb6xd4", "a.pdn").game == "draughts-brazilian"
    assert one(f"{fen} 1. f6:d8:b6:d4:g1", "a.pdn").game == "draughts-russian"


def test_a_game_without_a_result_ends_where_the_next_begins() -> None:
    games = read_games("1. 32-28 19-23 2. 28x19 14x23\n1. 33-29 1... 20-25 2. 39-33\n\n1. 31-27", "a.pdn")
    assert [len(game.moves) for game in games] == [4, 3, 1]
    assert all(game.problems == () for game in games)


def test_a_game_that_has_not_begun() -> None:
    assert list(read_games('[Event "x"]\n[Result "*"]\n\n*\n', "a.pgn")) == []
    assert list(read_games('[Event "x"] *', "a.pdn")) == []


def test_numbers_in_a_chess_file_do_not_make_it_draughts() -> None:
    text = '[Event "The "Cup" 10-12"]\n\n1. e4 {unclosed 20-25'
    assert one(text, "a.pgn").game == "chess"
    assert one('[Event "x"]\n1. Nf3 Nf6 +12-10 2. c4', "a.txt").game == "chess"
