"""Chess behind the common interface: the library is trusted with the rules, our part is tested."""

from __future__ import annotations

import pytest

from gateway.games.game import Counter, Line, Position
from gateway.games.perft import perft
from gateway.games.registry import find
from gateway.model.errors import AmbiguousMove, IllegalMove, NotationError
from gateway.model.play_rules import PlayRule
from gateway.model.results import Outcome, Reason, Result
from gateway.model.sides import Side
from tests.english import refused

CHESS = find("chess")


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", [20, 400, 8902]),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", [48, 2039]),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", [14, 191, 2812]),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", [44, 1486]),
    ],
)
def test_published_counts(fen: str, counts: list[int]) -> None:
    position = CHESS.position(fen)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


def play(*texts: str, fen: str | None = None) -> Line:
    line = Line((CHESS.start() if fen is None else CHESS.position(fen),))
    for text in texts:
        line = line.play(line.last.read(text))
    return line


def test_both_notations_are_read_and_san_is_written() -> None:
    start = CHESS.start()
    assert start.read("Nf3") == start.read("g1f3") == start.read("Ng1-f3!")
    assert start.write(start.read("g1f3")) == "Nf3"
    castled = play("e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "0-0")
    assert castled.moves[-1].text == "e1g1"
    assert castled.last.board()[56:] == "RNBQ.RK."


def test_captures_and_capture_in_passing_name_the_victim() -> None:
    line = play("e4", "a6", "e5", "d5", "exd6")
    assert line.moves[-1].taken == (3 * 8 + 3,)
    assert line.last.board()[3 * 8 + 3] == "."
    line = play("e4", "d5", "exd5")
    assert line.moves[-1].taken == (3 * 8 + 3,)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("e2e5", PlayRule.PIECE_MOVES),
        ("e4e5", PlayRule.PIECE_MOVES),
        ("e7e5", PlayRule.PIECE_MOVES),
        ("Qh5", PlayRule.PIECE_MOVES),
    ],
)
def test_illegal_moves(text: str, rule: PlayRule) -> None:
    with pytest.raises(IllegalMove) as caught:
        CHESS.start().read(text)
    assert caught.value.rule == rule


def test_a_pinned_piece() -> None:
    with refused(IllegalMove, "king"):
        CHESS.position("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1").read("e2c3")


def test_ambiguity_and_nonsense() -> None:
    position = CHESS.position("7k/8/8/8/8/8/8/KN3N2 w - - 0 1")
    with pytest.raises(AmbiguousMove) as caught:
        position.read("Nd2")
    assert set(caught.value.choices) == {"Nbd2", "Nfd2"}
    for text in ("--", "pass", "e9", "Zf3"):
        with pytest.raises(NotationError):
            position.read(text)
    for fen in ("8/8/8/8/8/8/8/8 w - - 0 1", "x", "K7/8/8/8/8/8/8/8 w - - 0 1"):
        with pytest.raises(NotationError):
            CHESS.position(fen)


def test_outcomes() -> None:
    mate = play("f3", "e5", "g4", "Qh4#")
    assert CHESS.outcome(mate) == Outcome(Result.BLACK, Reason.CHECKMATE, PlayRule.CHECKMATE)
    stale = CHESS.position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert stale.outcome() == Outcome(Result.DRAW, Reason.STALEMATE, PlayRule.STALEMATE)
    dead = CHESS.position("7k/8/6K1/8/8/8/8/8 b - - 0 1")
    assert dead.outcome() == Outcome(Result.DRAW, Reason.DEAD_POSITION, PlayRule.DEAD_POSITION)


def test_repetition_is_counted_to_the_claim_and_to_the_end() -> None:
    there_and_back = ["Nf3", "Nf6", "Ng1", "Ng8"]
    assert next(iter(CHESS.counters(play(*there_and_back)))) == Counter(PlayRule.REPETITION, 2, 3)
    thrice = play(*there_and_back * 2)
    assert next(iter(CHESS.counters(thrice))) == Counter(PlayRule.REPETITION_ENDS, 3, 5)
    assert CHESS.outcome(thrice) is None
    assert CHESS.outcome(play(*there_and_back * 4)) == Outcome(Result.DRAW, Reason.REPETITION, PlayRule.REPETITION_ENDS)
    # With castling lost on the way the position is another one (FIDE 9.2.3).
    line = play("Nf3", "Nf6", "Rg1", "Rg8", "Rh1", "Rh8", "Ng1", "Ng8")
    assert line.last.board() == line.positions[0].board()
    assert line.last != line.positions[0]


def test_moves_without_progress() -> None:
    near = CHESS.position("7k/8/8/8/8/8/8/KR6 w - - 99 80")
    line = Line((near,)).play(near.read("Rb2"))
    assert list(CHESS.counters(line)) == [Counter(PlayRule.QUIET_MOVES, 50, 50)]
    assert CHESS.outcome(line) is None
    last = CHESS.position("7k/8/8/8/8/8/8/KR6 w - - 149 80")
    assert CHESS.outcome(Line((last,)).play(last.read("Rb2"))) == Outcome(
        Result.DRAW, Reason.MOVE_LIMIT, PlayRule.QUIET_MOVES_END
    )


def test_castling_is_seen_in_whatever_order_it_is_carried_out() -> None:
    position = CHESS.position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    for text in ("O-O", "O-O-O"):
        move = position.read(text)
        stages = position.stages(move)
        assert len(stages) >= 7
        for stage in stages:
            assert move in position.underway(stage)


# -- Chess960 --------------------------------------------------------------------------------------------------------

CHESS960 = find("chess960")


# Starts 518 and 0 to 959 by number, and counts as recalled from the Chess Programming Wiki, not read there.
@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        ("518", [20, 400, 8902]),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", [21, 528, 12189]),
        ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", [21, 807, 18002]),
        ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", [20, 479, 10471]),
    ],
)
def test_published_counts_of_chess960(fen: str, counts: list[int]) -> None:
    position = CHESS960.position(fen)
    assert [perft(position, depth) for depth in range(1, len(counts) + 1)] == counts


def test_starts_by_number() -> None:
    assert CHESS960.position("518").board() == CHESS.start().board() == CHESS960.start().board()
    assert CHESS960.position("0").fen().startswith("bbqnnrkr/pppppppp/")
    assert len({CHESS960.position(str(number)).fen() for number in range(960)}) == 960
    for text in ("960", "-1", "5.5", "\u0665"):
        with pytest.raises(NotationError):
            CHESS960.position(text)
    with pytest.raises(NotationError):
        CHESS.position("518")


def test_castling_where_king_and_rook_stand_anywhere() -> None:
    # King on b1 between rooks on a1 and g1: long castling moves the king to c1, short one to g1.
    position = CHESS960.position("rk4r1/8/8/8/8/8/P5P1/RK4R1 w GAga - 0 1")
    short, long = position.read("O-O"), position.read("O-O-O")
    assert (short.path, short.taken) == ((57, 62), ())
    assert (long.path, long.taken) == ((57, 58), ())
    assert position.play(short).board()[56:] == "R....RK."
    assert position.play(long).board()[56:] == "..KR..R."
    assert position.write(long) == "O-O-O"
    assert position.read("b1g1") == short
    for move in (short, long):
        after = position.play(move).board()
        assert move in position.underway(after)
        for stage in position.stages(move):
            assert stage not in (after, position.board())
            assert move in position.underway(stage)


def test_castling_in_which_the_king_does_not_move() -> None:
    position = CHESS960.position("4k3/8/8/8/8/8/8/6KR w H - 0 1")
    move = position.read("O-O")
    assert position.play(move).board()[56:] == ".....RK."
    assert move in position.underway(position.play(move).board())
    for stage in position.stages(move):
        assert move in position.underway(stage)


# -- positions as they stand -----------------------------------------------------------------------------------------


def test_a_position_as_it_stands() -> None:
    home = CHESS.position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert CHESS.standing(home.board(), Side.WHITE) == home
    moved = CHESS.position("r3k2r/8/8/8/8/8/8/R3K2R b k - 0 1")
    # What was lost before is not given back.
    assert CHESS.standing(home.board(), Side.BLACK, moved) == moved
    away = CHESS.standing(home.board().replace("R...K", "R..K."), Side.WHITE, home)
    assert away is not None
    assert away.fen().split()[2] == "kq"
    for shown in ("." * 64, "?" + "." * 63, "M" + "." * 63):
        assert CHESS.standing(shown, Side.WHITE) is None
    drawn = CHESS960.position("0")
    assert CHESS960.standing(drawn.board(), Side.WHITE, drawn) == drawn


def stand(fen: str, turn: Side, before: str = "") -> Position:
    found = CHESS.standing(CHESS.recorded_position(fen).board(), turn, CHESS.position(before) if before else None)
    assert found is not None
    return found


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/7b/8/R3P3/4K2R b - - 1 1",  # White has left its king in check
        "R3k3/8/8/8/1b6/8/8/4K3 b - - 1 1",  # both kings are in check
        "P6k/8/8/8/8/8/8/K6p b - - 0 1",  # pawns that were not exchanged, on both last rows
        "4k3/8/8/8/8/8/8/8 w - - 0 1",  # a king is gone
        "4k3/5K2/8/8/8/8/P7/8 b - - 0 1",
        "kk6/8/8/8/8/8/8/KK6 w - - 0 1",
    ],
)
def test_any_picture_is_a_position_that_can_be_played_on_and_written_down(fen: str) -> None:
    position = stand(fen, CHESS.recorded_position(fen).turn)
    assert not position.is_regular
    assert CHESS.recorded_position(position.fen()) == position
    with pytest.raises(NotationError):
        CHESS.position(fen)
    line = Line((position,))
    assert CHESS.outcome(line) is None or not position.moves()
    for move in position.moves():
        assert position.board()[move.path[-1]] not in "Kk"
        assert position.read(position.write(move)) == move
        CHESS.outcome(line.play(move))
        position.cannot_win(Side.WHITE)
        position.move_cost(move)
    if position.moves():
        assert len(position.choice_costs(position.moves()[:3])) == len(position.moves()[:3])


def test_a_king_that_was_left_in_check_is_not_taken() -> None:
    position = stand("4k3/8/8/8/7b/8/R3P3/4K2R b - - 1 1", Side.BLACK)
    for text in ("h4e1", "Bxe1"):
        with pytest.raises(IllegalMove) as caught:
            position.read(text)
        assert caught.value.rule is PlayRule.PIECE_MOVES
    assert position.read("Bf2").text == "h4f2"


def test_what_stands_goes_on_with_the_counters() -> None:
    line = play("Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1")
    stood = CHESS.standing(CHESS.start().board(), Side.WHITE, line.last)
    assert stood is not None
    again = line.stand(stood)
    assert CHESS.counters(again) == [Counter(PlayRule.REPETITION_ENDS, 3, 5), Counter(PlayRule.QUIET_MOVES, 4, 50)]
    before = "4k3/8/8/8/8/8/4P3/R3K2b w - - 97 80"
    assert stand("4k3/8/8/8/8/1R6/4P3/4K2b w - - 0 1", Side.BLACK, before).fen().split()[4:] == ["98", "80"]
    assert stand("4k3/8/8/8/8/4P3/8/R3K2b w - - 0 1", Side.BLACK, before).fen().split()[4:] == ["0", "80"]
    assert stand("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", Side.BLACK, before).fen().split()[4:] == ["0", "80"]


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("e8(Q)", "e7e8q"),
        ("e8/Q", "e7e8q"),
        ("e8Q+", "e7e8q"),
        ("e8=N!?", "e7e8n"),
        ("e7e8r", "e7e8r"),
        ("0-0", "e1g1"),
    ],
)
def test_moves_as_people_write_them(text: str, full: str) -> None:
    position = CHESS.position("8/k3P3/8/8/8/8/8/4K2R w K - 0 1")
    assert position.read(text).text == full


def test_captures_as_people_write_them() -> None:
    line = play("e4", "a6", "e5", "d5")
    assert {line.last.read(text).text for text in ("exd6", "e5:d6", "exd6e.p.", "exd6 e.p.", "e5xd6ep!")} == {"e5d6"}
