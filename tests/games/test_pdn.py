"""Records: the quirks of real files, the strict form we write, and games of others played through the rules."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer import Typer
from typer.testing import CliRunner

from gateway.cli.replay import replay as replay_command
from gateway.feeds.pdn_writer import format_pdn, pdn_result
from gateway.games.draughts.pdn import PdnClock, PdnGame, PdnMove, PdnSetup, parse_pdn
from gateway.games.draughts.pdn_playthrough import find_game_names, play_through
from gateway.games.registry import find
from gateway.model.errors import GameError
from gateway.model.play_rules import PlayRule
from gateway.model.results import Result
from gateway.model.sides import Side
from tests.examples import examples

GAMES = Path(__file__).parents[3] / "shared" / "games"
INTERNATIONAL = find("draughts-international")
app = Typer()
app.command()(replay_command)


def texts(game: PdnGame) -> list[str]:
    return [item.text if isinstance(item, PdnMove) else item.fen for item in game.items]


@pytest.mark.parametrize(
    ("body", "moves", "result"),
    [
        ("1. 32-28 19-23 2-0", ["32-28", "19-23"], "2-0"),
        ("1.32-28 19-23 *", ["32-28", "19-23"], ""),
        ("17.  1- 7 50x 6 18. 46x 5 1/2-1/2", ["1-7", "50x6", "46x5"], "1/2-1/2"),
        ("1. 32-28 01-07", ["32-28", "1-7"], ""),
        ("1. 1-1", [], "1-1"),
        ("1. 12-18 1-1", ["12-18"], "1-1"),
        ("9. 1-18 0-0", ["1-18"], "0-0"),
        ("1. 3228 1923", ["32-28", "19-23"], ""),
        ("1. 39x28x17x6 14:19", ["39x28x17x6", "14:19"], ""),
        ("1. 28×19 14x23!? 2. 33-28 (!) 23x32* 3. 37x28 $3", ["28x19", "14x23", "33-28", "23x32", "37x28"], ""),
        (
            "1. 32-28 {one {nested} comment} 19-23 (2. a line (in a line) 33-29) 2. 28x19",
            ["32-28", "19-23", "28x19"],
            "",
        ),
        ("% a line of comment 33-29\n1. 32-28 ; and 34-30\n 19-23", ["32-28", "19-23"], ""),
        ("1. ... 19-23 2. 28x19", ["19-23", "28x19"], ""),
        ("41. - - 42. 32-28", ["32-28"], ""),
        ("1. c3-d4 f6-e5 2. d4:f6 e7xg5 1-0", ["c3-d4", "f6-e5", "d4:f6", "e7xg5"], "1-0"),
        ("1. 32-28 1+ - 1-", ["32-28"], "1+-1-"),
        ("1. 32-28 {unclosed", ["32-28"], ""),
        ("", [], ""),
    ],
)
def test_bodies(body: str, moves: list[str], result: str) -> None:
    games = parse_pdn(body)
    assert [text for game in games for text in texts(game)] == moves
    assert (games[-1].result if games else "") == result
    assert len(games) <= 1


def test_an_odd_scale_of_results_is_no_move() -> None:
    (game,) = parse_pdn('[Result "4-6"]\n1. 32-28 19-23 4-6')
    assert texts(game) == ["32-28", "19-23"]
    assert game.result == "4-6"


def test_an_odd_scale_of_results_without_a_tag() -> None:
    (game,) = parse_pdn("1. 32-28 19-23 2. 28x19 14x23 4-6")
    result = play_through(game, INTERNATIONAL)
    assert (result.plies, result.problems) == (4, ())
    (game,) = parse_pdn("1. 32-28 19-23 2. 28x19 4-6 3. 33-28")
    assert len(play_through(game, INTERNATIONAL).problems) == 1


def test_a_stray_bracket_in_a_comment_does_not_swallow_the_game() -> None:
    (game,) = parse_pdn("1. 32-28 {a stray { bracket} 19-23 {b} 2. 28x19")
    assert texts(game) == ["32-28", "19-23", "28x19"]


def test_games_we_do_not_know_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "english.pdn"
    file.write_text('[GameType "21"] 1. 11-15 23-19 * [GameType "20"] 1. 32-28 *')
    result = CliRunner().invoke(app, [str(file)])
    assert result.exit_code == 0
    assert "game 1 is passed over: GameType 21" in result.output


def test_games_are_told_apart() -> None:
    text = '[Event "a"]\n[Result "2-0"]\n\n1. 32-28 *\n[Event "b"]\n1. 33-29 2-0\n1. 34-30 0-2 1. 31-27'
    text += '[Event "c"]\n\n[Event "d"]'
    games = parse_pdn(text)
    assert [texts(game) for game in games] == [["32-28"], ["33-29"], ["34-30"], ["31-27"], [], []]
    assert [game.tags.get("Event") for game in games] == ["a", "b", None, None, "c", "d"]


def test_tags_with_escapes_and_written_line_ends() -> None:
    (game,) = parse_pdn(r'[Event "The \"Open\""]\n[GameType "20,W,10,10,N2,0"]\n\n1. 32-28')
    assert game.tags == {"Event": 'The "Open"', "GameType": "20,W,10,10,N2,0"}
    assert game.game_type == 20
    assert find_game_names(game) == ("draughts-international",)


@pytest.mark.parametrize(
    ("comment", "clock"),
    [
        ("[%clock w0:09:57 B0:09:58]", PdnClock(597_000, 598_000, Side.BLACK)),
        ("[%clk w0:00:10 B0:00:03]", PdnClock(10_000, 3_000, Side.BLACK)),
        ("[%clock b0:00:03 W0:00:10]", PdnClock(10_000, 3_000, Side.WHITE)),
        ("[%clock 0:49:11]", PdnClock(2_951_000, None, None)),
        ("[%clk 1:02.03]", PdnClock(3_723_000, None, None)),
        ("tl=0:10:00", PdnClock(600_000, None, None)),
        ("[%clock ?]", None),
        ("[%egt 0:0:9.56]", None),
    ],
)
def test_clocks(comment: str, clock: PdnClock | None) -> None:
    (game,) = parse_pdn(f"1. 32-28 {{{comment} so far}}")
    move = game.items[0]
    assert isinstance(move, PdnMove)
    assert move.clock == clock
    assert move.comment.endswith("so far")


def test_a_clock_without_a_letter_belongs_to_the_mover() -> None:
    (game,) = parse_pdn('[FEN "B:W31-50:B1-20"] 1. ... 19-23 {[%clk 0:00:05]}')
    assert isinstance(game.items[0], PdnMove)
    assert game.items[0].clock == PdnClock(None, 5000, None)


def test_setups_between_moves() -> None:
    text = '1. 32-28 19-23 /FEN "W:W28,31,33-50:B1-18,20,24."/ 2. 28-23 /FEN "W::"/ 2. 33-28'
    (game,) = parse_pdn(text)
    assert [type(item) for item in game.items] == [PdnMove, PdnMove, PdnSetup, PdnMove, PdnSetup, PdnMove]
    result = play_through(game, INTERNATIONAL)
    assert result.problems == ()
    assert result.plies == 4
    assert len(result.lines) == 3


def test_the_rest_of_the_game_tells_which_capture_it_was() -> None:
    fen = "W:WK4:B13,20,32,37"
    for reply, left in (("37-41", 32), ("32-38", 37)):
        (game,) = parse_pdn(f'[FEN "{fen}."] 1. 4x15 {reply}')
        result = play_through(game, INTERNATIONAL)
        assert result.problems == (), (reply, left)
        assert result.plies == 2


def test_the_rest_of_the_game_overrules_what_seems_to_be_written_in_full() -> None:
    fen = "W:WKc5:Be7,f2,f4,g7,h8"
    for reply, taken in (("", 1), ("f4-g3", 1), ("h8-g7", 4)):
        (game,) = parse_pdn(f'[GameType "25"] [FEN "{fen}"] 1. c5:g1 {reply}')
        result = play_through(game, find("draughts-russian"))
        assert result.problems == (), reply
        assert len(result.lines[0].moves[0].taken) == taken


def test_a_capture_split_over_tokens() -> None:
    for body in ("1. 32x23 23x14 14x3", "1. 32x23 x14x3", "1. 32x23x14 14x3"):
        (game,) = parse_pdn(f'[FEN "W:W32:B28,19,9,6"] {body} 1... 6-11')
        result = play_through(game, INTERNATIONAL)
        assert result.problems == ()
        assert [move.text for move in result.lines[0].moves] == ["32x23x14x3", "6-11"]


def test_an_illegal_move_is_named_with_its_rule() -> None:
    (game,) = parse_pdn("1. 32-28 19-23 2. 31-27 23x32")
    result = play_through(game, INTERNATIONAL)
    assert result.plies == 2
    (problem,) = result.problems
    assert (problem.ply, problem.text, problem.rule) == (3, "31-27", PlayRule.MAN_TAKES)


def test_a_bad_position_is_a_problem() -> None:
    (game,) = parse_pdn('[FEN "W:W99:B1"] 1. 32-28')
    assert play_through(game, INTERNATIONAL).problems[0].ply == 0


def test_the_strict_form() -> None:
    game = PdnGame(
        {"Event": 'The "Open"', "GameType": "20", "FEN": "B:W31-50:B1-20"},
        (
            PdnMove("20-25", PdnClock(20_000, 25_000, Side.WHITE)),
            PdnMove("32-28", PdnClock(3_725_000, 25_000, Side.BLACK), "good"),
            PdnSetup("W:W31-50:B1-20"),
            PdnMove("33-29"),
        ),
    )
    assert format_pdn(game) == (
        '[Event "The \\"Open\\""]\n[GameType "20"]\n[FEN "B:W31-50:B1-20"]\n\n'
        "1. ... 20-25 {[%clock W0:00:20 b0:00:25]} 2. 32-28 {[%clock w1:02:05 B0:00:25] good}\n"
        '/FEN "W:W31-50:B1-20"/ 2. 33-29 *\n'
    )
    (again,) = parse_pdn(format_pdn(game))
    assert again == game


def test_results_in_the_scale_of_the_game() -> None:
    assert [pdn_result(20, result) for result in (*Result, None)] == ["2-0", "0-2", "1-1", "0-0", "*"]
    assert [pdn_result(25, result) for result in (*Result, None)] == ["1-0", "0-1", "1/2-1/2", "0-0", "*"]


@pytest.mark.parametrize("name", ["draughts-international", "draughts-russian", "draughts-brazilian"])
@examples(15)
@given(data=st.data())
def test_what_is_written_is_read_and_replayed(name: str, data: st.DataObject) -> None:
    game = find(name)
    position = game.start()
    moves = []
    for _ in range(data.draw(st.integers(0, 70))):
        legal = position.moves()
        if not legal:
            break
        move = legal[data.draw(st.integers(0, len(legal) - 1))]
        moves.append(PdnMove(position.write(move), comment=data.draw(st.sampled_from(["", "why not"]))))
        position = position.play(move)
    number = {"draughts-international": "20", "draughts-russian": "25", "draughts-brazilian": "26"}[name]
    record = PdnGame({"Event": "a game", "GameType": number}, tuple(moves))
    (again,) = parse_pdn(format_pdn(record))
    assert again == record
    result = play_through(again, find(*find_game_names(again)))
    assert result.problems == ()
    assert result.lines[-1].last == position


@examples(300)
@given(st.text(alphabet='[]{}()"/\\ \n.-x:*$!?0123456789abcdefhFENW%;½×', max_size=120))
def test_nothing_makes_the_reader_fail(text: str) -> None:
    for game in parse_pdn(text):
        play_through(game, INTERNATIONAL)


@pytest.mark.skipif(not GAMES.is_dir(), reason="the collected games are not here")
@pytest.mark.parametrize(
    ("file", "games", "plies"),
    [
        ("DUTCH96H.pdn", 13, 1381),
        ("brazilian-lidraughts.pdn", 25, 1179),
        ("brazilian-machine.pdn", 60, 4103),
        ("candidate95.pdn", 8, 816),
        ("international-lidraughts.pdn", 13, 1245),
        ("kurnik.pdn", 4, 535),
        ("russian-lidraughts.pdn", 9, 585),
        ("windragon.pdn", 1, 152),
    ],
)
def test_collected_games_hold_no_illegal_move(file: str, games: int, plies: int) -> None:
    result = CliRunner().invoke(app, [str(GAMES / file)])
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1] == f"{games} games, {plies} moves, 0 illegal"


def test_the_command_reports_illegal_moves(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.pdn", tmp_path / "bad.pdn"
    good.write_text("1. 32-28 19-23 *")
    bad.write_bytes(b'[White "Jos\xe9"]\n1. 32-28 19-23 2. 31-27 *')
    assert CliRunner().invoke(app, [str(good)]).exit_code == 0
    result = CliRunner().invoke(app, [str(good), str(bad)])
    assert result.exit_code == 1
    assert "move 2 of the first side: 31-27: FMJD 4.2: a capture is compulsory" in result.output
    assert CliRunner().invoke(app, [str(tmp_path / "none.pdn")]).exit_code == 2
    with pytest.raises(GameError):
        CliRunner().invoke(app, ["--game", "ludo", str(good)], catch_exceptions=False)


@pytest.mark.parametrize("text", ["1. 32-28 19-23 2. 28x19 14x23 3. 38x32 20-25", "1. 32x28 17-21"])
def test_a_quiet_move_with_the_sign_of_a_capture_is_played_with_a_remark(text: str) -> None:
    (game,) = parse_pdn(text)
    result = play_through(game, INTERNATIONAL)
    assert not result.problems
    assert [remark.text for remark in result.remarks] == [token for token in ("38x32", "32x28") if token in text]
    assert result.remarks[0].why.args["move"] == result.remarks[0].text.replace("x", "-")


def test_a_capture_that_is_no_move_at_all_is_still_refused() -> None:
    (game,) = parse_pdn("1. 32x29 17-21")
    result = play_through(game, INTERNATIONAL)
    assert (len(result.problems), result.remarks) == (1, ())


def test_russian_letters_that_look_like_ours() -> None:
    """On a Russian keyboard the x of a capture, and a, c, e, are other letters."""
    kha, a, c = "\u0445", "\u0430", "\u0441"
    (game,) = parse_pdn(f"1. 32-28 19-23 2. 28{kha}19 14{kha.upper()}23 *")
    assert [item.text for item in game.items if isinstance(item, PdnMove)] == ["32-28", "19-23", "28x19", "14x23"]
    (game,) = parse_pdn(f"1. {c}3-d4 b6-{a}5 2. d4-{c.upper()}5 d6:b4 3. {a}3:{c}5 1:0")
    result = play_through(game, find("draughts-russian"))
    assert (result.problems, game.result) == ((), "1-0")


@pytest.mark.parametrize("text", ["2:0", "0:2", "1:1", "1:0", "0:1"])
def test_results_with_a_colon(text: str) -> None:
    (game,) = parse_pdn(f"1. 32-28 19-23 {text}")
    assert (game.result, len(game.items)) == (text.replace(":", "-"), 2)
