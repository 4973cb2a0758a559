"""Reading and writing: what is accepted, and what the refusal says."""

from __future__ import annotations

import pytest

from gateway.games.registry import GAMES, find
from gateway.model.errors import AmbiguousMove, GameError, IllegalMove, NotationError
from gateway.model.play_rules import PlayRule
from tests.english import english, refused

INTERNATIONAL = find("draughts-international")
RUSSIAN = find("draughts-russian")


@pytest.mark.parametrize(
    ("fen", "text", "full"),
    [
        ("W:W31-50:B1-20", "32-28", "32-28"),
        ("W:W31-50:B1-20", " 32 - 28 ", "32-28"),
        ("W:W31-50:B1-20", "32–28", "32-28"),
        ("B:W31-50:B1-20", "20-24", "20-24"),
        ("W:W12:B40", "12- 7", "12-7"),
        ("W:W12:B40", "12-07", "12-7"),
        ("W:W32:B28,19,9", "32x3", "32x23x14x3"),
        ("W:W32:B28,19,9", "32×3", "32x23x14x3"),
        ("W:W32:B28,19,9", "32:14:3", "32x23x14x3"),
        ("W:W32:B28,19,9", "32X23X14X3", "32x23x14x3"),
        ("W:WK2:B7,8,17,18", "2x11x22x13x2", "2x11x22x13x2"),
        ("W:WK2:B7,8,17,18", "2x13x22x11x2", "2x13x22x11x2"),
        ("W:WK4:B13,32,37,20", "4x27x15", "4x27x38x15"),
        ("W:WK4:B13,32,37,20", "4x42x15", "4x31x42x15"),
    ],
)
def test_moves_are_read(fen: str, text: str, full: str) -> None:
    assert INTERNATIONAL.position(fen).read(text).text == full


@pytest.mark.parametrize(
    ("fen", "text", "rule", "why"),
    [
        ("W:W32:B28,19,9", "32x23", PlayRule.MOST, "3 pieces must be taken, this takes 1"),
        ("W:W32:B28,19,9", "32x14", PlayRule.MOST, "3 pieces must be taken, this takes 2"),
        ("W:W32,27:B28,19,9,22", "27x18", PlayRule.MOST, "3 pieces must be taken, this takes 1"),
        ("W:W32:B28,19,9", "32-27", PlayRule.MAN_TAKES, "a capture is compulsory, here 32x3"),
        ("W:WK46:B28", "46-41", PlayRule.KING_TAKES, "a capture is compulsory, here 46x23"),
        ("W:W32:B18", "32-37", PlayRule.MAN_MOVES, "a man moves one square diagonally forward to an empty square"),
        ("W:W32:B18", "32-23", PlayRule.MAN_MOVES, "a man moves one square diagonally forward to an empty square"),
        ("W:W32,28:B18", "32-28", PlayRule.MAN_MOVES, "a man moves one square diagonally forward to an empty square"),
        ("W:WK46,28:B5", "46-23", PlayRule.KING_MOVES, "a king moves along a diagonal over empty squares"),
        ("W:W32:B18", "18-22", PlayRule.OWN_PIECE, "18 holds a piece of the other side"),
        ("B:W32:B18", "32-28", PlayRule.OWN_PIECE, "32 holds a piece of the other side"),
        ("W:W32:B18", "40-35", PlayRule.OWN_PIECE, "there is no piece on 40"),
        ("W:W32:B18", "32x28", PlayRule.MAN_TAKES, "32x28 takes nothing"),
        ("W:W32:B18", "32x23", PlayRule.MAN_TAKES, "32x23 takes nothing"),
        ("W:W32,28:B22", "32x23", PlayRule.OWN_JUMPED, "32x23 meets an own piece"),
        ("W:WK46:B28", "46x32x46", PlayRule.KING_TAKES, "46x32 takes nothing"),
        ("W:WK46:B28,17", "46x23x37", PlayRule.JUMPED_TWICE, "23x37 jumps a piece for the second time"),
    ],
)
def test_refusals_name_the_rule(fen: str, text: str, rule: PlayRule, why: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        INTERNATIONAL.position(fen).read(text)
    assert (caught.value.rule, english(caught.value.why)) == (rule, why)
    assert english(caught.value.message) == why


def test_a_free_capture_must_be_finished() -> None:
    with refused(IllegalMove, "the capture must go on, this takes only 1 piece"):
        RUSSIAN.position("W:Wc3:Bd4,f6").read("c3:e5")


def test_two_captures_with_the_same_ends_need_the_path() -> None:
    position = INTERNATIONAL.position("W:WK4:B13,32,37,20")
    with pytest.raises(AmbiguousMove) as caught:
        position.read("4x15")
    assert len(caught.value.choices) == 2
    for choice in caught.value.choices:
        move = position.read(choice)
        assert position.write(move) == choice


def test_what_is_written_in_full_names_itself() -> None:
    """A king takes f2 alone and ends on g1, where the capture of four pieces ends too."""
    position = RUSSIAN.position("W:WKc5:Be7,g7,f4,f2")
    assert {position.write(move) for move in position.moves()} == {"c5:g1", "c5:f8:h6:e3:g1"}
    for move in position.moves():
        assert position.read(position.write(move)) == move
    assert len(position.read("c5:g1").taken) == 1
    assert len(position.read("c:g1").taken) == 1
    assert len(position.read("c5:h6:g1").taken) == 4


@pytest.mark.parametrize(
    "text", ["", "32", "hello", "32-", "-28", "3228", "32-28-23", "32x28-23", "51-46", "0-5", "32--28"]
)
def test_nonsense_is_no_move(text: str) -> None:
    with pytest.raises(NotationError):
        INTERNATIONAL.start().read(text)


def test_short_form_of_captures() -> None:
    position = INTERNATIONAL.position("W:W32:B28,19,9")
    assert position.write(position.moves()[0]) == "32x3"
    russian = RUSSIAN.position("W:Wc3:Bd4,f6")
    assert russian.write(russian.moves()[0]) == "c3:g7"
    assert russian.moves()[0].text == "c3:e5:g7"
    assert russian.read("c3xg7") == russian.read("c3e5g7") == russian.moves()[0]


@pytest.mark.parametrize(
    "fen",
    [
        "W:W31-50:B1-20",
        "W:W31-50:B1-20.",
        "w:b1-20:w31-50",
        " W : W31-50 : B1-20 ",
        "W:W31-40,41,42,43,44,45-50:B1-20:H0:F1",
        "W:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20:W31-50.",
        "W:W031-050:B01-20",
    ],
)
def test_fen_is_read_liberally(fen: str) -> None:
    assert INTERNATIONAL.position(fen) == INTERNATIONAL.start()


def test_fen_with_kings_and_empty_sides() -> None:
    position = INTERNATIONAL.position("B:WK1-3,K47,48:B")
    assert position.fen() == "B:WK1,K2,K3,K47,48:B"
    assert INTERNATIONAL.position("W:BK10,20") == INTERNATIONAL.position("W:W:BK10,20.")


@pytest.mark.parametrize(
    ("fen", "why"),
    [
        ("", "is not a position"),
        ("W", "is not a position"),
        ("?:W31:B1", "is not a position"),
        ("W:W:B", "no piece"),
        ("W:W31:B31", "a white and a black piece on 31"),
        ("W:W31,31:B1", "named before"),
        ("W:W51:B1", "names no squares"),
        ("W:W35-31:B1", "names no squares"),
        ("W:Wx:B1", "names no squares"),
        ("W:W31:W32:B1", "twice"),
        ("W:W31:X2", "belongs to no side"),
        ("W:W3:B20", "a man on 3, where it is a king: write K3"),
        ("W:W31:B47", "a man on 47"),
    ],
)
def test_bad_fens_say_why(fen: str, why: str) -> None:
    with refused(NotationError, why):
        INTERNATIONAL.position(fen)


def test_numbers_on_the_small_board_count_from_the_top() -> None:
    assert RUSSIAN.position("W:W21-32:B1-12") == RUSSIAN.start()
    assert RUSSIAN.position("W:WKa1:Bh8") == RUSSIAN.position("W:WK29:B4")
    with refused(NotationError, "counted from the other side"):
        RUSSIAN.position("W:W1-12:B21-32")


def test_an_unknown_game_is_answered_with_the_known_ones() -> None:
    with pytest.raises(GameError) as caught:
        find("tiddlywinks")
    for name in GAMES:
        assert name in str(caught.value)


def test_boards_are_seen_without_crowns() -> None:
    position = INTERNATIONAL.position("W:WK50,48:BK1,2")
    assert position.board()[1] == "d"
    assert position.board()[99 - 1] == "D"
    assert set(INTERNATIONAL.seen_as(position.board())) == {".", "M", "m"}


@pytest.mark.parametrize(
    ("fen", "text", "full"),
    [
        (None, "cd4", "c3-d4"),
        (None, "gh4", "g3-h4"),
        (None, "CB4", "c3-b4"),
        ("W:Wc3,c5:Bd4,b8", "c:e5", "c3:e5"),
        ("W:Wc3:Bd4,d6", "c:e5:c7", "c3:e5:c7"),
        ("W:Wc3:Bd4,d6", "c:c7", "c3:e5:c7"),
        ("W:WKc1:Bh8", "ch6", "c1-h6"),
    ],
)
def test_the_short_notation_of_64_squares(fen: str | None, text: str, full: str) -> None:
    position = find("draughts-russian").start() if fen is None else find("draughts-russian").position(fen)
    assert position.read(text).text == full


def test_the_short_notation_is_refused_like_the_full_one() -> None:
    start = find("draughts-russian").start()
    with refused(IllegalMove, "there is no own piece on the d column"):
        find("draughts-russian").position("W:Wc3:Bh8").read("de5")
    with refused(IllegalMove, "a man moves one square"):
        start.read("ce5")
    with pytest.raises(AmbiguousMove) as caught:
        find("draughts-russian").position("W:WKc1,Kc5:Bh8").read("ce3")
    assert set(caught.value.choices) == {"c1-e3", "c5-e3"}
    with pytest.raises(NotationError):
        find("draughts-international").start().read("cd4")
