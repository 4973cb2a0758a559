"""Draw rules with their counters, played out move by move."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gateway.games.draughts.draughts import Draughts
from gateway.games.game import Counter, Game, Line, Move, Position
from gateway.games.registry import find
from gateway.model.errors import GameError
from gateway.model.play_rules import PlayRule
from gateway.model.results import Outcome, Reason, Result
from tests.english import refused

INTERNATIONAL = find("draughts-international")
RUSSIAN = find("draughts-russian")
BRAZILIAN = find("draughts-brazilian")


def moved(position: Position, move: Move) -> str:
    return position.board()[move.path[0]]


def peaceful(game: Game, fen: str, plies: int, pieces: str = "Dd") -> Line:
    """A game in which only these pieces move, nothing can be taken, and no position comes three times."""

    def search(line: Line) -> Line | None:
        if len(line.moves) == plies:
            return line
        choices = [move for move in line.last.moves() if moved(line.last, move) in pieces]
        for number in range(len(choices)):
            after = line.last.play(choices[(number + 5 * len(line.moves)) % len(choices)])
            if any(reply.taken for reply in after.moves()) or line.positions.count(after) > 1:
                continue
            if found := search(line.play(choices[(number + 5 * len(line.moves)) % len(choices)])):
                return found
        return None

    found = search(Line((game.position(fen),)))
    assert found is not None
    return found


def prefixes(line: Line) -> Iterator[Line]:
    for plies in range(1, len(line.moves) + 1):
        yield Line(line.positions[: plies + 1], line.moves[:plies])


def counted(game: Game, line: Line) -> dict[str, tuple[int, int]]:
    return {counter.rule: (counter.count, counter.limit) for counter in game.counters(line)}


def line_of(game: Game, fen: str, *texts: str) -> Line:
    line = Line((game.position(fen),))
    for text in texts:
        line = line.play(line.last.read(text))
    return line


# What ends a peaceful game of kings from here, after how many moves of each side.
ENDS = [
    (INTERNATIONAL, "W:WK46,K47,K36,45:BK5,K10,K4,6", 25, Reason.KINGS_ONLY, PlayRule.KINGS_ONLY),
    (INTERNATIONAL, "W:WK41,K47,K36:BK4", 16, Reason.FEW_PIECES, PlayRule.THREE_AGAINST_KING),
    (INTERNATIONAL, "B:WK41,K47,45:BK4", 16, Reason.FEW_PIECES, PlayRule.THREE_AGAINST_KING),
    (INTERNATIONAL, "W:WK47:BK4,6,16", 16, Reason.FEW_PIECES, PlayRule.THREE_AGAINST_KING),
    (INTERNATIONAL, "W:WK41,K47:BK4", 5, Reason.FEW_PIECES, PlayRule.TWO_AGAINST_KING),
    (INTERNATIONAL, "W:WK46,45:BK4", 5, Reason.FEW_PIECES, PlayRule.TWO_AGAINST_KING),
    (INTERNATIONAL, "B:WK46:BK4", 5, Reason.FEW_PIECES, PlayRule.TWO_AGAINST_KING),
    # Two against two is in no class of few pieces.
    (INTERNATIONAL, "W:WK46,K47:BK5,K4", 25, Reason.KINGS_ONLY, PlayRule.KINGS_ONLY),
    (RUSSIAN, "W:WKa3,Kc1,Kb4:BKh6", 15, Reason.FEW_PIECES, PlayRule.KINGS_AGAINST_KING),
    (BRAZILIAN, "W:WKa3,Kc1,Kb4:BKh6", 15, Reason.FEW_PIECES, PlayRule.KINGS_AGAINST_KING),
    (RUSSIAN, "W:WKa3,Kc1:BKh6,Kg7", 30, Reason.FEW_PIECES, PlayRule.UNCHANGED),
    (RUSSIAN, "W:WKa3,Kc1,Kb4:BKh6,Kg7,Kh8", 60, Reason.FEW_PIECES, PlayRule.UNCHANGED),
    (RUSSIAN, "W:WKa3,Kc1,Kb4,Ka5:BKh6,Kg7,Kh8,Kh4", 15, Reason.KINGS_ONLY, PlayRule.KINGS_ONLY),
    (RUSSIAN, "W:WKa3,Kc1:BKh6", 5, Reason.FEW_PIECES, PlayRule.TWO_AGAINST_KING),
]


@pytest.mark.parametrize(("game", "fen", "rounds", "reason", "rule"), ENDS)
def test_the_draw_falls_when_both_have_made_their_moves(
    game: Game, fen: str, rounds: int, reason: Reason, rule: PlayRule
) -> None:
    for plies, line in enumerate(prefixes(peaceful(game, fen, 2 * rounds)), 1):
        counts = counted(game, line)
        if plies >= 2 or rule not in {PlayRule.KINGS_ONLY, PlayRule.KINGS_ONLY}:
            assert counts[rule] == (plies // 2, rounds)
        # Also that of 7.2.7, which may come first if the lone king happens to stay on the long diagonal.
        reached = [name for name, (done, limit) in counts.items() if done >= limit]
        outcome = game.outcome(line)
        assert (outcome is not None) is bool(reached)
        if plies == 2 * rounds:
            assert outcome == Outcome(Result.DRAW, reason, rule)
            return
        if reached:
            assert reached == [PlayRule.KING_ON_LONG_DIAGONAL]


def test_the_third_time_is_a_draw_and_a_line_cut_back_is_not() -> None:
    fen = "W:WK46,K47,45:BK5,K4,6"
    line = line_of(INTERNATIONAL, fen, *["47-42", "4-9", "42-47", "9-4"] * 2)
    assert INTERNATIONAL.outcome(line) == Outcome(Result.DRAW, Reason.REPETITION, PlayRule.REPETITION)
    shorter = Line(line.positions[:-1], line.moves[:-1])
    assert INTERNATIONAL.outcome(shorter) is None
    assert counted(INTERNATIONAL, shorter)[PlayRule.REPETITION] == (2, 3)
    line = line_of(INTERNATIONAL, fen, *["47-42", "4-9", "42-47", "9-4"])
    assert list(INTERNATIONAL.counters(line)) == [
        Counter(PlayRule.REPETITION, 2, 3),
        Counter(PlayRule.KINGS_ONLY, 2, 25),
    ]


def test_a_man_move_restarts_the_king_moves() -> None:
    fen = "W:WK46,K47,45:BK5,K4,6"
    line = line_of(INTERNATIONAL, fen, "47-42", "4-9", "42-47", "9-4", "45-40", "4-9")
    assert counted(INTERNATIONAL, line) == {}
    line = line.play(line.last.read("47-42"))
    assert counted(INTERNATIONAL, line) == {PlayRule.KINGS_ONLY: (1, 25)}


def test_man_moves_and_promotions_do_not_restart_the_few_pieces() -> None:
    line = peaceful(INTERNATIONAL, "W:WK46,K47,12:BK50", 9, "MDd")
    assert any(moved(before, move) == "M" for before, move in zip(line.positions, line.moves, strict=False))
    assert counted(INTERNATIONAL, line)[PlayRule.THREE_AGAINST_KING] == (4, 16)


def test_a_class_begins_with_the_move_after_it_appears() -> None:
    # The first king is made by this move: three pieces against a king from now on, nothing counted yet.
    line = line_of(INTERNATIONAL, "W:W7,45,35:BK48", "7-1")
    assert counted(INTERNATIONAL, line) == {PlayRule.THREE_AGAINST_KING: (0, 16)}


def test_passing_from_three_pieces_to_two_starts_five_afresh() -> None:
    line = line_of(INTERNATIONAL, "W:WK46,K47,29:BK6", "47-36", "6-1", "29-23", "1x29")
    assert counted(INTERNATIONAL, line) == {PlayRule.TWO_AGAINST_KING: (0, 5)}


def test_russian_balance_counts_from_the_last_promotion() -> None:
    line = line_of(RUSSIAN, "W:WKa3,a7:BKh6,h4", "a3-b2", "h4-g3", "a7-b8", "h6-f8")
    assert counted(RUSSIAN, line)[PlayRule.UNCHANGED] == (0, 30)


def test_russian_lone_king_on_the_long_diagonal() -> None:
    line = line_of(RUSSIAN, "W:WKa7,Kg1,h2:BKa1", "g1-f2", "a1-b2", "f2-g1", "b2-a1")
    assert counted(RUSSIAN, line)[PlayRule.KING_ON_LONG_DIAGONAL] == (2, 5)
    line = line_of(RUSSIAN, "W:WKa7,Kg1,h2:BKa1", "g1-f2", "a1-b2", "f2-g1", "b2-c1")
    assert PlayRule.KING_ON_LONG_DIAGONAL not in counted(RUSSIAN, line)


def test_a_win_goes_before_a_draw() -> None:
    lost = INTERNATIONAL.position("W:W:B20")
    assert lost.outcome() == Outcome(Result.BLACK, Reason.NO_PIECES, PlayRule.NO_PIECES)
    assert INTERNATIONAL.position("B:W:B20").outcome() == Outcome(Result.BLACK, Reason.NO_PIECES, PlayRule.NO_PIECES)
    stuck = INTERNATIONAL.position("W:W26:B21,17")
    assert not stuck.moves()
    assert stuck.outcome() == Outcome(Result.BLACK, Reason.BLOCKED, PlayRule.BLOCKED)
    # The last of the five moves takes the last piece.
    nine = peaceful(INTERNATIONAL, "W:WK36:BK4,K9", 9)
    assert counted(INTERNATIONAL, nine)[PlayRule.TWO_AGAINST_KING] == (4, 5)
    taking = Line((*nine.positions[:-1], INTERNATIONAL.position("B:WK28:BK5,K50")), nine.moves)
    assert counted(INTERNATIONAL, taking)[PlayRule.TWO_AGAINST_KING] == (4, 5)
    ended = taking.play(taking.last.read("5x46"))
    assert INTERNATIONAL.outcome(ended) == Outcome(Result.BLACK, Reason.NO_PIECES, PlayRule.NO_PIECES)


def test_draw_rules_of_another_federation() -> None:
    assert isinstance(BRAZILIAN, Draughts)
    game = BRAZILIAN.by_rules_of("CBD")
    assert game.name == BRAZILIAN.name
    line = peaceful(game, "W:WKa3,Kc1:BKh6,Kg7", 40)
    assert game.outcome(line) == Outcome(Result.DRAW, Reason.KINGS_ONLY, PlayRule.KINGS_ONLY_CBD)
    assert game.outcome(Line(line.positions[:-1], line.moves[:-1])) is None
    assert BRAZILIAN.outcome(line) is None
    with refused(GameError, "there are CBD"):
        BRAZILIAN.by_rules_of("XYZ")


# -- what was no legal move ------------------------------------------------------------------------------------------


def test_a_turn_that_was_no_legal_move_counts_as_any_other() -> None:
    line = line_of(INTERNATIONAL, "W:WK1,K2:BK45", "2-11", "45-50", "11-2", "50-17")
    assert counted(INTERNATIONAL, line)[PlayRule.TWO_AGAINST_KING] == (2, 5)
    line = line.stand(INTERNATIONAL.position("B:WK2,K16:BK17"))
    line = line.play(line.last.read("17-3"))
    assert counted(INTERNATIONAL, line)[PlayRule.TWO_AGAINST_KING] == (3, 5)
    assert counted(INTERNATIONAL, line)[PlayRule.KINGS_ONLY] == (3, 25)


def test_a_position_that_is_set_is_no_turn() -> None:
    line = line_of(INTERNATIONAL, "W:WK1,K2:BK45", "2-11", "45-50", "11-2", "50-17")
    line = line.stand(INTERNATIONAL.position("W:WK2,K6:BK17"))
    assert counted(INTERNATIONAL, line)[PlayRule.TWO_AGAINST_KING] == (2, 5)


def test_a_position_that_stands_already_is_not_set() -> None:
    line = line_of(INTERNATIONAL, "W:WK1,36:BK5,15", "1-6", "5-10", "6-1", "10-5")
    assert line.stand(INTERNATIONAL.position("W:W36,K1:B15,K5")) is line


def test_a_man_or_a_capture_begins_anew_though_it_was_no_legal_move() -> None:
    line = line_of(INTERNATIONAL, "W:WK1,36:BK5,15", "1-6", "5-10", "6-1", "10-5")
    assert counted(INTERNATIONAL, line)[PlayRule.KINGS_ONLY] == (2, 25)
    assert PlayRule.KINGS_ONLY not in counted(INTERNATIONAL, line.stand(INTERNATIONAL.position("B:WK1,27:BK5,15")))
    assert PlayRule.KINGS_ONLY not in counted(INTERNATIONAL, line.stand(INTERNATIONAL.position("B:WK1,36:BK5")))


def test_going_back_over_what_was_set() -> None:
    line = line_of(INTERNATIONAL, "W:WK1,36:BK5,15", "1-6", "5-10").stand(INTERNATIONAL.position("W:WK1,36:BK10,15"))
    line = line.play(line.last.read("1-7"))
    assert (line.played, len(line.moves), line.before) == (3, 4, line.positions[-2])
    assert line.back().before is None
    assert line.back(2).positions == line.positions[:2]
    assert line.back_to(INTERNATIONAL.start()) is None
    earlier = line.back_to(line.positions[1])
    assert earlier is not None
    assert earlier.moves == line.moves[:1]


def test_a_man_that_nobody_crowned_is_read_from_a_record_but_not_set() -> None:
    fen = "B:W4,41:B20,34"
    with refused(GameError, "4"):
        INTERNATIONAL.position(fen)
    assert INTERNATIONAL.recorded_position(fen).fen() == fen
