"""Files as others read them: PGN by the reference library, SGF by one for go, PDN by the grammar of its standard."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from pathlib import Path

import chess.pgn
import draughts
import pytest
import sgfmill.sgf
from hypothesis import given
from hypothesis import strategies as st

from gateway.feeds.export import FORMATS, PlayedAt, formats_for, write_file, write_game
from gateway.feeds.played_game import PlayedGame
from gateway.feeds.renlib_format import RENLIB, format_renlib
from gateway.games import registry
from gateway.games.game import Position
from gateway.games.game_files import RecordedGame, read_games
from gateway.games.renju.renlib import parse_renlib
from gateway.record.visibility import Visibility
from gateway.referee.inputs import Input
from gateway.referee.rulings import Ruling
from tests.examples import examples

from .test_export import PLACE, moved, only, random_game, record, set_up
from .test_judged_records import DEEDS, Desk

SHARED = Path(__file__).parents[3] / "shared" / "games"
PER_FILE = 25
"""Games of each recorded file: the first ones, some from the middle, the last ones."""


def desk_game(rules: str, seed: int, length: int, *, public: bool) -> PlayedGame:
    """A game at which anything happens."""
    desk = Desk(rules, seed)
    for _ in range(length):
        desk.do(desk.dice.choice(DEEDS))
    return only(entry for entry in desk.entries if not public or entry.visibility is Visibility.PUBLIC)


def pgn(written: str) -> list[chess.pgn.Game]:
    stream = io.StringIO(written)
    games = list(iter(lambda: chess.pgn.read_game(stream), None))
    assert [game.errors for game in games] == [[] for _ in games]
    return games


@given(seed=st.integers(0, 10**6), length=st.integers(1, 40), public=st.booleans())
@examples(80)
def test_every_part_of_a_game_of_chess_is_read_without_an_error(seed: int, length: int, *, public: bool) -> None:
    game = desk_game("chess", seed, length, public=public)
    parts = pgn(write_game(game, "pgn", PLACE))
    assert parts[-1].end().board().board_fen() == chess.Board(game.last.last.fen()).board_fen()
    assert [part.headers["GameId"] for part in parts] == [*(f"t3.1/{n}" for n in range(1, len(parts))), "t3.1"]
    legal = sum(len(stretch.moves) for stretch in game.stretches)
    assert sum(len(list(part.mainline())) for part in parts) <= legal
    assert all(list(part.mainline()) for part in parts[:-1]), "no part is empty but the last"


@given(seed=st.integers(0, 10**6), length=st.integers(0, 80))
@examples(20)
def test_chess960_is_read_as_such(seed: int, length: int) -> None:
    dice = random.Random(seed)
    position: Position = registry.find("chess960").position(chess.Board.from_chess960_pos(dice.randrange(960)).fen())
    whats: list[Input | Ruling] = [set_up("chess960", position)]
    while len(whats) <= length and position.moves():
        move = dice.choice(position.moves())
        whats.append(moved(position, move.text))
        position = position.play(move)
    (read,) = pgn(write_game(only(record(whats)), "pgn", PLACE))
    assert (read.board().chess960, len(list(read.mainline()))) == (True, len(whats) - 1)
    assert read.end().board().board_fen() == chess.Board(position.fen(), chess960=True).board_fen()


@pytest.mark.parametrize("rules", ["renju", "gomoku"])
@given(seed=st.integers(0, 10**6), length=st.integers(1, 40), public=st.booleans())
@examples(40)
def test_a_reader_of_sgf_finds_the_same_stones(rules: str, seed: int, length: int, *, public: bool) -> None:
    game = desk_game(rules, seed, length, public=public)
    read = sgfmill.sgf.Sgf_game.from_bytes(write_file(game, "sgf", PLACE))
    assert (read.get_size(), read.get_root().get("GM"), read.get_root().get("PW")) == (15, 4, "Ada")
    assert stones_of(read) == {
        (n // 15, n % 15): "bw"["sS".index(piece)] for n, piece in enumerate(game.last.last.board()) if piece in "sS"
    }


def stones_of(read: sgfmill.sgf.Sgf_game) -> dict[tuple[int, int], str]:
    """What stands on the board at the end of the main line, row and column from the top; nothing is ever taken."""
    stones: dict[tuple[int, int], str] = {}
    for node in read.get_main_sequence():
        for colour, points in zip("bw", node.get_setup_stones()[:2], strict=True):
            stones |= {(14 - row, col): colour for row, col in points}
        for row, col in node.get_setup_stones()[2]:
            del stones[14 - row, col]
        colour, point = node.get_move()
        if colour is not None and point is not None:
            stones[14 - point[0], point[1]] = colour
    return stones


@pytest.mark.parametrize("rules", ["renju", "gomoku"])
@given(seed=st.integers(0, 10**6), length=st.integers(1, 40))
@examples(30)
def test_a_library_lays_the_same_stones(rules: str, seed: int, length: int) -> None:
    game = desk_game(rules, seed, length, public=False)
    lines = parse_renlib(write_file(game, "lib", PLACE))
    laid: dict[str, str] = {}
    for line in lines:
        laid = {point: "sS"[number % 2] for number, point in enumerate(line) if point != "pass"}
    names = registry.find(rules)
    assert laid == {names.square(n): piece for n, piece in enumerate(game.last.last.board()) if piece in "sS"}


LINES = st.lists(st.lists(st.sampled_from(["h8", "i9", "a1", "o15", "pass"]), min_size=1, max_size=6), min_size=1)


@given(LINES)
def test_a_library_of_several_games_is_their_tree(lines: list[list[str]]) -> None:
    lines = [["h8", *line] for line in lines]
    tree = parse_renlib(format_renlib([tuple(line) for line in lines]))
    longest = {tuple(line) for line in lines if not any(other[: len(line)] == line for other in lines if other != line)}
    assert set(tree) == longest
    assert len(tree) == len(longest)
    assert RENLIB.merge is not None
    assert RENLIB.merge([format_renlib([each]) for each in tree]) == format_renlib(tree)


def test_the_bytes_of_a_library() -> None:
    """As three programs write and read it: a root, h8 in the middle, siblings and leaves by their flags."""
    written = format_renlib([("h8", "h9"), ("h8", "i9"), ("a15",)], "abc")
    assert written[:20] == bytes.fromhex("ff52656e4c6962ff0300") + b"\xff" * 10
    assert written[20:].hex(" ") == "00 08 61 62 63 00 78 80 68 c0 69 40 01 40"


SQUARE = r"(?:[1-9]\d?|[a-h][1-8])"
PDN_WORD = re.compile(
    rf"""  \d+\. | \.\.\. | {SQUARE}(?:-{SQUARE}|(?:[x:]{SQUARE})+) | \* | /FEN\ "[WB]:[WB][^"]*:[WB][^"]*"/
      | \{{ \[%clock\ [wW]\d{{1,2}}:\d\d:\d\d\ [bB]\d{{1,2}}:\d\d:\d\d\] \}} | \{{ [^{{}}%]+ \}}""",
    re.VERBOSE,
)


def strict_pdn(written: str) -> Iterator[str]:
    """The words behind the tags; fails where one is not of the standard's grammar."""
    tags, _, body = written.partition("\n\n")
    for line in tags.splitlines():
        assert re.fullmatch(r'\[[A-Z][A-Za-z]* "(?:[^"\\]|\\["\\])*"\]', line), line
    at = 0
    text = re.sub(r"\s+", " ", body).strip()
    while at < len(text):
        word = PDN_WORD.match(text, at)
        assert word is not None, text[at : at + 60]
        yield word[0]
        at = word.end()
        assert text[at : at + 1] in {" ", ""}
        at += 1


@pytest.mark.parametrize("rules", ["draughts-international", "draughts-russian"])
@given(seed=st.integers(0, 10**6), length=st.integers(1, 40), public=st.booleans())
@examples(40)
def test_pdn_is_of_the_standards_grammar(rules: str, seed: int, length: int, *, public: bool) -> None:
    game = desk_game(rules, seed, length, public=public)
    words = list(strict_pdn(write_game(game, "pdn", PLACE)))
    assert words[-1] == "*"
    assert words.count("*") == 1
    assert sum(word[0] not in "*{/." and not word.endswith(".") for word in words) == sum(
        len(stretch.moves) for stretch in game.stretches
    )


def test_the_kind_of_draughts_is_named_in_full() -> None:
    kinds = {"draughts-international": "20,W,10,10,N2,0", "draughts-russian": "25,W,8,8,A0,0"}
    for rules, kind in (kinds | {"draughts-brazilian": "26,W,8,8,A0,0"}).items():
        entries, _ = random_game(rules, 3, 20)
        assert f'[GameType "{kind}"]' in write_game(only(entries), "pdn", PLACE)


BOARDS = {
    "draughts-international": draughts.StandardBoard,
    "draughts-russian": draughts.RussianBoard,
    "draughts-brazilian": draughts.BrazilianBoard,
}


def assert_played_by_others(game: PlayedGame) -> None:
    """Another program, which knows the rules too, reads the file and comes to the same position."""
    board = BOARDS[game.setup.rules].from_pdn(write_game(game, "pdn", PLACE))
    assert len(board._moves_stack) == len(game.texts)
    fen = str(board.fen).removeprefix('[FEN "').removesuffix('"]')
    assert registry.find(game.setup.rules).recorded_position(fen).board() == game.last.last.board()


@pytest.mark.parametrize("rules", sorted(BOARDS))
@given(seed=st.integers(0, 10**6), length=st.integers(0, 120))
@examples(15)
def test_another_reader_of_pdn_plays_the_same_game(rules: str, seed: int, length: int) -> None:
    entries, _ = random_game(rules, seed, length)
    assert_played_by_others(only(entries))


# Recorded games ------------------------------------------------------------------------------------------------------


def recorded() -> list[Path]:
    return sorted(SHARED.glob("*.pdn")) + sorted(SHARED.glob("*.sgf"))


def again(game: RecordedGame) -> PlayedGame:
    """A recorded game as if it had been played at a table."""
    position = game.start or registry.find(game.game).start()
    whats: list[Input | Ruling] = [set_up(game.game, position)]
    for text in game.moves:
        whats.append(moved(position, text))
        position = position.play(position.read(text))
    return only(record(whats))


@pytest.mark.skipif(not SHARED.exists(), reason="the recorded games are not here")
@pytest.mark.parametrize("path", recorded(), ids=lambda path: path.name)
def test_recorded_games_are_written_and_read_the_same(path: Path) -> None:
    games = [game for game in read_games(path.read_bytes(), path.name) if not game.problems and not game.setups]
    step = max(1, len(games) // PER_FILE)
    for game in games[::step]:
        played = again(game)
        for form in formats_for(game.game):
            written = write_file(played, form, PLACE)
            (read,) = read_games(written, f"game.{form}", game=game.game if form == "lib" else None)
            assert (read.game, read.moves, read.problems) == (game.game, game.moves, ()), form
            assert written == write_file(played, form, PLACE), "the same record, the same bytes"
        if "sgf" in formats_for(game.game):
            read_by_others = sgfmill.sgf.Sgf_game.from_bytes(write_file(played, "sgf", PLACE))
            assert len(read_by_others.get_main_sequence()) == len(game.moves) + 1
        else:
            assert list(strict_pdn(write_game(played, "pdn", PLACE)))[-1] == "*"
            assert_played_by_others(played)


def test_every_game_has_a_format_and_every_format_a_game() -> None:
    assert {form for rules in registry.GAMES for form in formats_for(rules)} == set(FORMATS)
    for rules in registry.GAMES:
        entries, _ = random_game(rules, 1, 8)
        assert formats_for(rules)[0] == registry.find(rules).written_as
        for form in formats_for(rules):
            assert write_file(only(entries), form, PlayedAt()), "also where nothing is known of the event"
