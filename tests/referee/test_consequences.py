"""What arbiters are told of the next consequence agrees with what the referee then does."""

from __future__ import annotations

import pytest

from gateway.clock.face import ClockFace
from gateway.clock.facts import ClockPressed
from gateway.model.instants import Millis
from gateway.model.irregularities import Irregularity
from gateway.model.results import Result
from gateway.model.sides import Side
from gateway.referee.acts import Decide, EnterRequest, Penalise, SetPosition, SetResult
from gateway.referee.consequences import consequences
from gateway.referee.inputs import Clocked, Irregular
from gateway.referee.penalties import Penalty
from gateway.referee.player_requests import ClaimFive
from gateway.referee.rulings import CaseOpened, Choice, Ended
from tests.english import english

from .test_cases import AT, Desk


def told(desk: Desk) -> list[tuple[str, str]]:
    return [(english(each.text), each.article) for each in consequences(desk.state)]


def test_a_repetition_is_counted_to_the_claim_and_then_to_the_end() -> None:
    desk = Desk("chess", "chess-standard")
    assert told(desk) == []
    shuffle = ("g1f3", "g8f6", "f3g1", "f6g8")
    desk.move(*shuffle)
    assert told(desk)[0] == ("Repetition 2 of 3: at 3 a draw may be claimed", "FIDE 9.2")
    assert told(desk)[1] == ("Draw count 2 of 50: at 50 a draw may be claimed", "FIDE 9.3")
    desk.move(*shuffle)
    assert told(desk)[0] == ("Repetition 3 of 5: a draw may be claimed now; at 5 the game is drawn", "FIDE 9.6.1")
    desk.move(*shuffle)
    rulings = desk.move(*shuffle)
    assert any(isinstance(ruling, Ended) for ruling in rulings)
    assert told(desk) == []


@pytest.mark.parametrize(("book", "article"), [("chess-standard", "FIDE 7.5.5"), ("chess-blitz", "FIDE 7.5.5")])
def test_the_second_illegal_move_loses_as_was_told(book: str, article: str) -> None:
    desk = Desk("chess", book)
    desk.act(Penalise(side=Side.WHITE, penalty=Penalty.TIME_GIVEN, article=article, ms=Millis(60_000)))
    assert told(desk) == [("White: 1 illegal move; the next one loses the game", article)]
    shown = desk.board.replace("P", ".", 1)
    desk.give(Irregular(Irregularity.ILLEGAL_MOVE, Side.WHITE, (), shown))
    desk.give(Clocked(ClockPressed(Side.WHITE), ClockFace(Millis(1), Millis(1), Side.BLACK, AT)))
    assert desk.state.play is not None
    (charged,) = (case for case in desk.state.play.cases if case.penalty is Penalty.LOSS)
    desk.act(Decide(case=charged.id, choice=Choice.IMPOSE, charge=charged.article))
    assert desk.state.play.result is not None
    assert told(desk) == []


def test_warnings_and_violations_lead_to_the_loss() -> None:
    desk = Desk("gomoku", "gomoku-standard")
    desk.act(Penalise(side=Side.BLACK, penalty=Penalty.WARNING, article="GN 15.2"), role="chief arbiter")
    assert [text for text, _ in told(desk)] == [
        "Black: 1 warning; the same offence again is put to the arbiter as a violation"
    ]
    desk.act(Penalise(side=Side.BLACK, penalty=Penalty.VIOLATION, article="GN 15.2"), role="chief arbiter")
    assert ("Black: one violation; a second one in this game loses it", "GN 15.3") in told(desk)
    rulings = desk.act(Penalise(side=Side.BLACK, penalty=Penalty.VIOLATION, article="GN 15.2"), role="chief arbiter")
    assert any(isinstance(ruling, Ended) and ruling.result is Result.WHITE for ruling in rulings)


def test_who_cannot_win_any_more_is_named_with_the_article_on_flags() -> None:
    desk = Desk("chess", "chess-rapid")
    bare = "7k/8/8/8/8/8/4Q3/4K3 w - - 0 1"
    desk.move("e2e4", "e7e5")
    desk.act(SetPosition("restored", fen=bare), role="chief arbiter")
    assert ("Black can no longer win: if White runs out of time, the game is drawn", "FIDE 6.9") in told(desk)
    assert not any(text.startswith("White can no longer") for text, _ in told(desk))
    desk.act(SetResult("agreed", result=Result.DRAW), role="chief arbiter")
    assert told(desk) == []


def test_wrong_claims_are_counted_until_they_are_put_to_the_arbiter() -> None:
    desk = Desk("renju", "renju-rapid")
    desk.move("h8", "h9")
    claim = EnterRequest(side=Side.WHITE, request=ClaimFive())
    assert told(desk) == []
    desk.act(claim)
    assert told(desk) == [("White: 1 wrong claim; at 2 it is put to the arbiter as an offence", "RIF 16")]
    rulings = desk.act(claim)
    assert any(isinstance(ruling, CaseOpened) and ruling.case.article == "RIF 16" for ruling in rulings)
