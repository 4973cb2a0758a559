"""The games of five in a row: moves, claims, openings and protocols."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.games.game import Game, Line, Position
from gateway.games.perft import perft
from gateway.games.registry import find
from gateway.games.renju.opening_protocols import (
    PROTOCOLS,
    Choose,
    Declare,
    Keep,
    Lay,
    More,
    Offer,
    Opening,
    OpeningPlayer,
    Swap,
    begin,
)
from gateway.games.renju.points import CENTRE, SIZE, format_point, parse_point
from gateway.games.renju.prescribed_openings import OPENINGS, find_opening, same_shape
from gateway.games.renju.stones import StonePosition
from gateway.model.errors import GameError, IllegalMove, NotationError
from gateway.model.play_rules import PlayRule
from gateway.model.results import Result
from gateway.model.sides import Side
from tests.english import refused
from tests.examples import examples

RENJU, GOMOKU, DOUBLE_SWAP = find("renju"), find("gomoku"), find("gomoku-double-swap")


def play(game: Game, text: str) -> Line:
    line = Line((game.start(),))
    for name in text.split():
        line = line.play(line.last.read(name))
    return line


def claims(game: Game, text: str) -> list[tuple[Side, str]]:
    return [(claim.by, claim.what) for claim in game.claims(play(game, text))]


def test_black_begins_anywhere() -> None:
    start = RENJU.start()
    assert (RENJU.first, start.turn, len(start.moves())) == (Side.BLACK, Side.BLACK, 225)
    assert perft(RENJU, 2) == 225 * 224
    line = play(RENJU, "h8 i9")
    assert line.last.board()[CENTRE] == "s"
    assert line.last.board()[parse_point("i9")] == "S"
    assert line.last.fen() == "B:Bh8:Wi9"
    with refused(IllegalMove, "h8 is not empty"):
        line.last.read("h8")
    with pytest.raises(NotationError):
        line.last.read("q8")


@given(st.lists(st.integers(0, 224), unique=True, max_size=30), st.booleans())
def test_positions_survive_their_fen(points: list[int], passed: bool) -> None:
    position = RENJU.start()
    for point in points:
        position = position.play(position.read(format_point(point)))
    if passed and len(points) >= 5:
        position = position.play(position.read("pass"))
    again = RENJU.position(position.fen())
    assert again.fen() == position.fen()
    assert again.board() == position.board()
    assert again.turn is position.turn


@pytest.mark.parametrize("fen", ["", "B", "B:Bh8", "B:Bh8,h8:W", "B:Bh8:Wh8", "B:Bz9:W", "X:B:W"])
def test_bad_positions(fen: str) -> None:
    with pytest.raises(NotationError):
        RENJU.position(fen)


def test_passes() -> None:
    line = play(RENJU, "h8 i9")
    with refused(IllegalMove, "no pass before"):
        line.last.read("pass")
    line = play(RENJU, "h8 i9 j10 pass h9 pass")
    assert line.last.turn is Side.BLACK
    assert RENJU.outcome(line) is None
    line = line.play(line.last.read("pass"))
    outcome = RENJU.outcome(line)
    assert outcome is not None
    assert (outcome.result, outcome.rule) == (Result.DRAW, PlayRule.PASSES)
    assert line.last.moves() == ()
    interrupted = play(RENJU, "h8 i9 j10 h9 a1 pass a2 pass")
    assert RENJU.outcome(interrupted) is None


def test_a_full_board_is_a_draw() -> None:
    every = (1 << SIZE * SIZE) - 1
    outcome = StonePosition(Side.WHITE, every & ~7, 7).outcome()
    assert outcome is not None
    assert (outcome.result, outcome.rule) == (Result.DRAW, PlayRule.BOARD_FULL)


FIVE = "a1 a8 b1 b8 c1 c8 d1 d8 e1"


def test_a_five_is_claimed_and_stays_claimable() -> None:
    assert claims(RENJU, FIVE) == [(Side.BLACK, "five")]
    assert claims(RENJU, f"{FIVE} o15") == [(Side.BLACK, "five")]
    assert claims(RENJU, f"{FIVE} o15 f1") == [(Side.WHITE, "overline")]
    assert claims(GOMOKU, f"{FIVE} o15 f1") == [(Side.BLACK, "five")]
    assert claims(DOUBLE_SWAP, f"{FIVE} o15 f1") == []
    assert RENJU.outcome(play(RENJU, FIVE)) is None


def test_a_double_three_lapses_with_the_next_stone_and_an_overline_does_not() -> None:
    double_three = "f8 a1 g8 c1 h6 e1 h7 g1 h8"
    assert claims(RENJU, double_three) == [(Side.WHITE, "double-three")]
    assert RENJU.claims(play(RENJU, double_three))[0].rule == PlayRule.FORBIDDEN_SHAPE
    assert claims(RENJU, f"{double_three} i1") == []
    assert claims(RENJU, f"{double_three} pass") == [(Side.WHITE, "double-three")]
    passed = RENJU.claims(play(RENJU, f"{double_three} pass o1"))
    assert [(claim.what, claim.passed) for claim in passed] == [("double-three", True)]
    assert claims(RENJU, f"{double_three} pass o1 i1") == []
    assert claims(GOMOKU, double_three) == []
    overline = "d8 a1 e8 c1 f8 e1 h8 g1 i8 i1 j8 k1 g8"
    assert claims(RENJU, overline) == [(Side.WHITE, "overline")]
    assert claims(RENJU, f"{overline} o15 o14 m15") == [(Side.WHITE, "overline")]


@pytest.mark.parametrize(
    ("game", "fen", "found"),
    [
        (RENJU, "W:Be8,f8,g8,h8,i8:Wa1,c1,e1,a7", [(Side.BLACK, "five")]),
        (RENJU, "W:Be8,f8,g8,h8,i8,j8:Wa1,c1,e1,a7", [(Side.WHITE, "overline")]),
        (RENJU, "B:Bh8,i9:Wa1,b2,c3,d4,e5,f6", [(Side.WHITE, "five")]),
        (RENJU, "B:Ba1,b1,c1,d1,e1:Wa3,a4,a5,a6,a7", [(Side.WHITE, "five"), (Side.BLACK, "five")]),
        (GOMOKU, "B:Bh8,i9:Wa1,b1,c1,d1,e1,f1", [(Side.WHITE, "five")]),
        (GOMOKU, "W:Bo1,n2,m3,l4,k5,j6:W", [(Side.BLACK, "five")]),
        (DOUBLE_SWAP, "B:Bh8,i9:Wa1,b1,c1,d1,e1,f1", []),
        (RENJU, "W:Bk1,l1,m1,n1,o1,a2:W", [(Side.BLACK, "five")]),
    ],
)
def test_what_stands_can_be_pointed_out_whatever_road_led_there(
    game: Game, fen: str, found: list[tuple[Side, str]]
) -> None:
    assert [(claim.by, claim.what) for claim in game.claims(Line((game.position(fen),)))] == found


def test_a_full_board_is_no_draw_while_a_five_can_be_declared() -> None:
    every = (1 << SIZE * SIZE) - 1
    five = StonePosition(Side.WHITE, 31 << 60, every & ~(31 << 60))
    assert RENJU.outcome(Line((five,))) is None
    assert [claim.by for claim in RENJU.claims(Line((five,)))].count(Side.BLACK) == 1


def test_white_wins_with_six() -> None:
    white = "o15 d8 o13 e8 o11 f8 o9 h8 o7 i8 o5 g8"
    assert claims(RENJU, white) == [(Side.WHITE, "five")]
    assert claims(DOUBLE_SWAP, white) == []


def test_the_26_openings_are_all_there_are() -> None:
    centre = SIZE // 2

    def square(width: int) -> list[int]:
        reach = range(centre - width // 2, centre + width // 2 + 1)
        return [row * SIZE + col for row, col in product(reach, reach)]

    seen = set()
    for second in square(3):
        for third in square(5):
            if len({CENTRE, second, third}) == 3:
                found = find_opening([CENTRE, second, third])
                assert found is not None
                seen.add(found.code)
    assert seen == {opening.code for opening in OPENINGS}
    assert len(seen) == 26
    assert find_opening([0, 1, 2]) is None
    assert find_opening([CENTRE, 0, 1]) is None
    kansei = find_opening([parse_point(name) for name in ("h8", "g8", "f8")])
    assert kansei is not None
    assert kansei.name == "Kansei"


MOTIONS = [
    (a, c, e, f) for a, c, e, f in product((-1, 0, 1), repeat=4) if abs(a * f - c * e) == 1 and a * c == 0 == e * f
]
"""The turns and mirror images of the plane, as matrices."""


def reference_same(black: list[int], white: list[int], one: int, other: int) -> bool:
    """Some motion of the plane that keeps the four stones brings one point onto the other."""
    b = [divmod(p, SIZE) for p in black]
    w = [divmod(p, SIZE) for p in white]
    for a, c, e, f in MOTIONS:
        for target in w:
            first = w[0]
            shift = (target[0] - a * first[0] - c * first[1], target[1] - e * first[0] - f * first[1])

            def move(p: tuple[int, int], m: tuple[int, ...] = (a, c, e, f, *shift)) -> tuple[int, int]:
                return m[0] * p[0] + m[1] * p[1] + m[4], m[2] * p[0] + m[3] * p[1] + m[5]

            keeps = {move(p) for p in b} == set(b) and {move(p) for p in w} == set(w)
            if keeps and move(divmod(one, SIZE)) == divmod(other, SIZE):
                return True
    return False


@examples(60)
@given(st.lists(st.tuples(st.integers(5, 9), st.integers(5, 9)), min_size=4, max_size=4, unique=True))
def test_offers_are_the_same_if_a_symmetry_of_the_four_stones_says_so(stones: list[tuple[int, int]]) -> None:
    points = [row * SIZE + col for row, col in stones]
    black, white = [points[0], points[2]], [points[1], points[3]]
    free = [row * SIZE + col for row in range(4, 11) for col in range(4, 11) if (row, col) not in stones]
    for one in free[::5]:
        for other in free[::3]:
            if one != other:
                assert same_shape(black, white, one, other) is reference_same(black, white, one, other)


def lay(*names: str) -> list[Lay]:
    return [Lay(parse_point(name)) for name in names]


def run(opening: Opening, *acts: Lay | Swap | Keep | More | Declare | Offer | Choose) -> Opening:
    for act in acts:
        opening = opening.act(act)
    return opening


def test_taraguchi_with_swaps() -> None:
    one, two, three, four, five, six = lay("h8", "h9", "h10", "g7", "i11", "a1")
    opening = run(begin("taraguchi-10"), one)
    assert opening.actor is OpeningPlayer.SECOND
    assert opening.options() == {Swap, Keep}
    opening = run(opening, Swap())
    # The second player holds black now, so the first lays white's stone.
    assert (opening.black, opening.actor) == (OpeningPlayer.SECOND, OpeningPlayer.FIRST)
    opening = run(opening, two, Keep(), three, Keep(), four, Swap())
    assert opening.options() == {Lay}
    opening = run(opening, five, Keep(), six)
    assert opening.done
    assert opening.black is OpeningPlayer.FIRST
    assert opening.position.stones == 6
    assert opening.position.turn is Side.BLACK
    assert opening.actor is OpeningPlayer.FIRST


def test_taraguchi_with_ten_fifths() -> None:
    opening = run(
        begin("taraguchi-10"), *lay("h8"), Keep(), *lay("h9"), Keep(), *lay("i10"), Keep(), *lay("k7"), Keep()
    )
    assert opening.options() == {Lay, Offer}
    ten = tuple(parse_point(name) for name in ("a1", "a3", "a5", "a7", "a9", "c1", "c3", "c5", "c7", "c9"))
    with refused(IllegalMove, "10 different"):
        opening.act(Offer(ten[:9]))
    opening = run(opening, Offer(ten))
    assert opening.actor is OpeningPlayer.SECOND
    with refused(IllegalMove, "was not offered"):
        opening.act(Choose(parse_point("o15")))
    opening = run(opening, Choose(ten[3]), *lay("o15"))
    assert opening.done
    assert opening.position.board()[ten[3]] == "s"


def test_stones_of_an_opening_lie_where_they_must() -> None:
    opening = begin("taraguchi-10")
    with refused(IllegalMove, "this stone lies on the centre"):
        opening.act(*lay("h9"))
    opening = run(opening, *lay("h8"), Keep())
    with refused(IllegalMove, "inside the central 3 x 3"):
        opening.act(*lay("h10"))
    with refused(IllegalMove, "now comes a stone, not a swap"):
        opening.act(Swap())


def test_two_fifths_must_differ() -> None:
    # Kansei with white 4 on the same line: the line is an axis of symmetry.
    opening = run(begin("two-fifths"), *lay("h8", "h9", "h10"), Keep(), *lay("h11"))
    assert opening.actor is OpeningPlayer.FIRST
    with refused(IllegalMove, "i8 and g8 are the same by symmetry"):
        opening.act(Offer((parse_point("i8"), parse_point("g8"))))
    opening = run(opening, Offer((parse_point("i8"), parse_point("g7"))), Choose(parse_point("g7")), *lay("a1"))
    assert opening.done


def test_n_fifths_are_declared_with_the_opening() -> None:
    opening = run(begin("n-fifths"), *lay("h8", "i9", "j10"))
    with refused(IllegalMove, "from 1 to 10"):
        opening.act(Declare(11))
    opening = run(opening, Declare(3), Swap(), *lay("a1"))
    assert opening.actor is OpeningPlayer.SECOND
    with refused(IllegalMove, "3 different"):
        opening.act(Offer((0, 1)))


def test_soosyrv_declares_with_the_fourth_stone() -> None:
    opening = run(begin("soosyrv-8"), *lay("h8", "h9", "i10"))
    assert (opening.actor, set(opening.options())) == (OpeningPlayer.SECOND, {Swap, Keep})
    opening = run(opening, Swap(), *lay("k7"))
    # The first player holds white now and says how many fifths there will be; the holder of black may swap.
    assert (opening.black, opening.actor) == (OpeningPlayer.SECOND, OpeningPlayer.FIRST)
    assert set(opening.options()) == {Declare}
    with refused(IllegalMove, "from 1 to 8"):
        opening.act(Declare(9))
    opening = run(opening, Declare(2))
    assert (opening.actor, set(opening.options())) == (OpeningPlayer.SECOND, {Swap, Keep})
    opening = run(opening, Swap())
    assert (opening.black, opening.actor, set(opening.options())) == (OpeningPlayer.FIRST, OpeningPlayer.FIRST, {Offer})
    offered = (parse_point("a1"), parse_point("c5"))
    opening = run(opening, Offer(offered), Choose(offered[1]), *lay("o15"))
    assert opening.done
    assert opening.position.turn is Side.BLACK


@pytest.mark.parametrize("name", [name for name in PROTOCOLS if name != "free"])
def test_nobody_passes_in_an_opening(name: str) -> None:
    """A pass needs five stones on the board (GN 24.3.1 A, decision G12), and no stage has a door for it."""
    opening = begin(name)
    with refused(IllegalMove, "no pass before"):
        opening.position.read("pass")
    assert {Lay, Swap, Keep, More, Declare, Offer, Choose} >= opening.options()


def test_a_pass_gives_the_move_away_and_two_end_the_game() -> None:
    line = Line((RENJU.start(),))
    for text in ("h8", "h9", "i9", "i8", "g7", "pass"):
        line = line.play(line.last.read(text))
    assert line.last.turn is Side.BLACK
    assert RENJU.outcome(line) is None
    # After the opponent's move the passer may move again (GN 24.3.1 A).
    again = line.play(line.last.read("j8"))
    assert again.last.turn is Side.WHITE
    assert RENJU.outcome(again.play(again.last.read("pass"))) is None
    drawn = RENJU.outcome(line.play(line.last.read("pass")))
    assert drawn is not None
    assert drawn.rule == PlayRule.PASSES


@examples(60)
@given(data=st.data())
def test_what_may_be_underway_is_what_the_definition_says(data: st.DataObject) -> None:
    position = RENJU.start()
    for _ in range(data.draw(st.integers(0, 12))):
        moves = position.moves()
        position = position.play(moves[data.draw(st.integers(0, len(moves) - 1))])
        if position.outcome():
            break
    cells = list(position.board())
    for _ in range(data.draw(st.integers(0, 2))):
        cells[data.draw(st.integers(0, 224))] = data.draw(st.sampled_from(".sS?"))
    shown = "".join(cells)
    assert list(position.underway(shown)) == list(Position.underway(position, shown))


def test_stones_as_they_lie() -> None:
    line = Line((RENJU.start(),))
    for text in ("h8", "h9", "i9"):
        line = line.play(line.last.read(text))
    standing = RENJU.standing(line.last.board(), Side.WHITE)
    assert standing is not None
    assert (standing.fen(), standing.board()) == (line.last.fen(), line.last.board())
    assert RENJU.standing("M" + "." * 224, Side.WHITE) is None


def test_double_swap_has_three_doors() -> None:
    opening = run(begin("double-swap"), *lay("a1", "o15", "h8"))
    assert opening.actor is OpeningPlayer.SECOND
    assert opening.options() == {Lay, Swap, More}
    stayed = run(opening, *lay("c3"))
    assert stayed.done
    assert (stayed.black, stayed.actor) == (OpeningPlayer.FIRST, OpeningPlayer.FIRST)
    swapped = run(opening, Swap())
    assert swapped.done
    assert (swapped.black, swapped.actor) == (OpeningPlayer.SECOND, OpeningPlayer.FIRST)
    more = run(opening, More(), *lay("c3", "d4"))
    assert more.actor is OpeningPlayer.FIRST
    assert more.options() == {Swap, Keep}
    assert run(more, Swap()).black is OpeningPlayer.SECOND
    # White is to move with stone 6 in either case.
    assert run(more, Keep()).position.turn is Side.WHITE


def test_every_stage_leads_somewhere() -> None:
    for protocol in PROTOCOLS.values():
        for stage in protocol.stages.values():
            doors = [stage.lay, stage.swap, stage.keep, stage.more, stage.declare, stage.offer, stage.choose]
            assert any(door is not None for door in doors)
            assert all(door in protocol.stages or door == "" for door in doors if door is not None)
    assert begin("free").done
    with refused(GameError, "taraguchi-10"):
        begin("swap-9")


RECORDS = sorted((Path(__file__).parents[3] / "shared" / "games").glob("renju-*.sgf"))


@pytest.mark.skipif(not RECORDS, reason="the collected games are not here")
def test_collected_games_hold_no_foul_and_end_with_their_five() -> None:
    for record in RECORDS:
        line = Line((RENJU.start(),))
        moves = re.findall(r";([BW])\[(\w)(\w)\]", record.read_text())
        for colour, column, row in moves:
            assert line.last.turn is (Side.BLACK if colour == "B" else Side.WHITE)
            assert not RENJU.claims(line), record.name
            line = line.play(line.last.read(f"{column}{SIZE - (ord(row) - ord('a'))}"))
        assert {claim.what for claim in RENJU.claims(line)} <= {"five"}
