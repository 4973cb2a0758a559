"""Cases, acts and roles, where a scenario would not say it better."""

from __future__ import annotations

import msgspec
import pytest

from gateway.clock.adjustments import Change
from gateway.games import registry
from gateway.model.instants import Instant, Millis
from gateway.model.irregularities import Irregularity
from gateway.model.persons import named
from gateway.model.results import Reason, Result
from gateway.model.sides import Side
from gateway.referee.acts import (
    Act,
    AdjustTime,
    Decide,
    EnterMove,
    EnterRequest,
    Overturn,
    Penalise,
    RetractMoves,
    SetPosition,
)
from gateway.referee.inputs import Acted, Input, Irregular, MomentReached, Moved, PlayerRequested, Retracted, SetUp
from gateway.referee.machine import next_deadline, step
from gateway.referee.options import Options
from gateway.referee.penalties import Penalty
from gateway.referee.player_requests import ClaimFive, Resign, SwapColours
from gateway.referee.rulings import (
    CaseDecided,
    Choice,
    Ended,
    Opened,
    Overturned,
    Penalised,
    PositionSet,
    Refused,
    Ruling,
    TimeChanged,
)
from gateway.referee.state import Phase, State
from tests.english import english

AT = Instant(1000)


class Desk:
    """A game and somebody who gives it inputs."""

    def __init__(self, rules: str = "draughts-international", book: str = "draughts-blitz", opening: str = "") -> None:
        game = registry.find(rules)
        start = game.start()
        self.state = State()
        self.count = 0
        self.give(
            SetUp(
                1, game.name, book, "5m", named("Ada", "Bob"), start.fen(), start.board(), game.rows, game.cols,
                options=Options(opening=opening),
            )
        )  # fmt: skip

    def give(self, what: Input, at: Instant = AT) -> tuple[Ruling, ...]:
        self.state, rulings = step(self.state, what, at)
        return rulings

    def move(self, *texts: str) -> tuple[Ruling, ...]:
        rulings: tuple[Ruling, ...] = ()
        for text in texts:
            rulings = self.give(Moved(Side.WHITE, text, text, (), (), "", ""))
        return rulings

    def act(self, act: Act, role: str = "arbiter", command: str = "") -> tuple[Ruling, ...]:
        self.count += 1
        return self.give(Acted(command or f"c{self.count}", "Iris", role, act))

    @property
    def board(self) -> str:
        assert self.state.play is not None
        return self.state.play.line.last.board()

    @property
    def texts(self) -> tuple[str, ...]:
        assert self.state.play is not None
        return self.state.play.texts


def test_a_case_is_decided_by_time_where_it_has_a_deadline() -> None:
    desk = Desk()
    desk.move("32-28")
    desk.give(Irregular(Irregularity.REMOVED, Side.WHITE, (), ""))
    assert next_deadline(desk.state) is None
    play = desk.state.play
    assert play is not None
    due = Instant(AT + 60_000)
    waiting = tuple(msgspec.structs.replace(case, deadline=due) for case in play.cases)
    desk.state = msgspec.structs.replace(desk.state, play=msgspec.structs.replace(play, cases=waiting))
    assert next_deadline(desk.state) == due
    assert desk.give(MomentReached(), Instant(due - 1)) == ()
    decided = desk.give(MomentReached(), due)[0]
    assert isinstance(decided, CaseDecided)
    assert decided.choice is Choice.ACCEPT
    assert next_deadline(desk.state) is None


def test_moves_are_entered_taken_back_and_the_taking_back_is_overturned() -> None:
    desk = Desk()
    entered = desk.act(EnterMove(move="32-28"))
    assert [type(ruling).__name__ for ruling in entered] == ["Started", "PositionSet"]
    desk.move("19-23", "28x19")
    assert isinstance(desk.act(RetractMoves(count=2))[0], PositionSet)
    assert list(desk.texts) == ["32-28"]
    play = desk.state.play
    assert play is not None
    desk.act(Overturn(ruling=len(play.made)))
    assert list(desk.texts) == ["32-28", "19-23", "28x19"]
    assert isinstance(desk.act(RetractMoves(count=4))[0], Refused)


def test_an_illegal_move_is_not_entered_and_the_article_says_why() -> None:
    desk = Desk()
    (refused,) = desk.act(EnterMove(move="32-38"))
    assert isinstance(refused, Refused)
    assert refused.article == "FMJD 3.4"
    answer = desk.state.judged["c1"]
    assert answer is not None
    assert answer.article == "FMJD 3.4"


def test_a_position_is_set() -> None:
    desk = Desk()
    desk.move("32-28")
    (placed,) = desk.act(SetPosition(fen="B:W31:B20"))
    assert isinstance(placed, PositionSet)
    assert placed.turn is Side.BLACK
    (refused,) = desk.act(SetPosition(fen="nonsense"))
    assert isinstance(refused, Refused)


def test_time_that_was_given_is_taken_back_when_the_ruling_falls() -> None:
    desk = Desk()
    desk.move("32-28")
    (given,) = desk.act(AdjustTime(side=Side.BLACK, change=Change.ADD, ms=Millis(60_000)))
    assert isinstance(given, TimeChanged)
    overturned, back = desk.act(Overturn(ruling=given.no))
    assert isinstance(overturned, Overturned)
    assert isinstance(back, TimeChanged)
    assert (back.side, back.change, back.ms) == (Side.BLACK, Change.TAKE, 60_000)
    assert isinstance(desk.act(Overturn(ruling=given.no))[0], Refused)


def test_a_command_is_judged_once() -> None:
    desk = Desk()
    desk.move("32-28")
    assert desk.act(AdjustTime(side=Side.BLACK, change=Change.ADD, ms=Millis(1)), command="x")
    assert desk.act(AdjustTime(side=Side.BLACK, change=Change.ADD, ms=Millis(1)), command="x") == ()


@pytest.mark.parametrize(("role", "done"), [("white", True), ("black", False), ("arbiter", True), ("nobody", False)])
def test_a_player_speaks_for_himself_and_an_arbiter_for_both(role: str, done: bool) -> None:
    desk = Desk()
    desk.move("32-28")
    (ruling,) = desk.act(EnterRequest(side=Side.WHITE, request=Resign()), role)
    assert isinstance(ruling, Ended if done else Refused)
    assert bool(desk.state.judged["c1"]) is not done


def test_after_a_swap_a_player_speaks_for_the_other_colour() -> None:
    desk = Desk("renju", "gomoku-blitz", "taraguchi-10")
    desk.move("h8")
    (opened,) = desk.give(PlayerRequested(Side.WHITE, SwapColours()))
    assert isinstance(opened, Opened)
    assert opened.players == named("Bob", "Ada")
    assert isinstance(desk.act(EnterRequest(side=Side.WHITE, request=Resign()), "white")[0], Refused)
    (ended,) = desk.act(EnterRequest(side=Side.BLACK, request=Resign()), "white")
    assert isinstance(ended, Ended)


def test_penalties_follow_the_player_through_a_swap() -> None:
    desk = Desk("renju", "gomoku-blitz", "taraguchi-10")
    desk.move("h8")
    desk.act(Penalise(side=Side.BLACK, penalty=Penalty.VIOLATION, article="GN 17.9"), "chief")
    desk.give(PlayerRequested(Side.WHITE, SwapColours()))
    (first,) = desk.act(Penalise(side=Side.BLACK, penalty=Penalty.VIOLATION, article="GN 17.9"), "chief")
    assert isinstance(first, Penalised)
    assert first.count == 1
    second = desk.act(Penalise(side=Side.WHITE, penalty=Penalty.VIOLATION, article="GN 17.9"), "chief")
    assert isinstance(second[-1], Ended)
    assert (second[-1].result, second[-1].article) == (Result.BLACK, "GN 15.3")


def test_a_stone_withdrawn_in_the_opening_brings_its_stage_again() -> None:
    desk = Desk("renju", "gomoku-blitz", "taraguchi-10")
    desk.move("h8")
    assert desk.give(Retracted(Side.BLACK, "h8", "", "")) == ()
    (opened,) = desk.move("h8")
    assert isinstance(opened, Opened)
    assert opened.stage == "swap 1"


def test_a_claim_that_is_not_given_is_answered_with_its_article() -> None:
    desk = Desk("renju", "gomoku-blitz")
    desk.move("h8")
    desk.act(EnterRequest(side=Side.BLACK, request=ClaimFive()))
    answer = desk.state.judged["c1"]
    assert answer is not None
    assert answer.article == "GN 19.1.1"
    assert desk.state.phase is Phase.PLAYING


def test_a_game_that_cannot_be_set_up_is_told_and_the_old_one_stays() -> None:
    desk = Desk()
    desk.move("32-28")
    before = desk.state.play
    wrong = SetUp(2, "ludo", "draughts-blitz", "5m", named("A", "B"), "", "", 10, 10)
    (alert,) = desk.give(wrong)
    assert "ludo" in english(alert.text)
    assert desk.state.play == before


def open_cases(desk: Desk) -> list[int]:
    assert desk.state.play is not None
    return [case.id for case in desk.state.play.cases]


def test_a_case_outlives_the_game_and_can_be_decided_or_dismissed() -> None:
    desk = Desk("gomoku", "gomoku-standard")
    desk.move("h8")
    desk.give(Irregular(Irregularity.TWO_STONES, Side.WHITE, (), desk.board))
    desk.give(Irregular(Irregularity.UNEXPLAINED, Side.WHITE, (), desk.board))
    desk.give(PlayerRequested(Side.BLACK, Resign()))
    assert desk.state.phase is Phase.OVER
    assert open_cases(desk) == [1, 2]
    (refused,) = desk.act(Decide(case=2, choice="draw"), "chief")
    assert isinstance(refused, Refused), "the game has a result already"
    assert open_cases(desk) == [1, 2]
    imposed = desk.act(Decide(case=1, choice="impose"), "deputy")
    assert any(isinstance(ruling, Penalised) for ruling in imposed)
    assert not any(isinstance(ruling, Ended) for ruling in imposed)
    assert isinstance(desk.act(Decide(case=2, choice="dismiss"))[0], CaseDecided)
    assert open_cases(desk) == []
    assert desk.state.play is not None
    assert desk.state.play.result is not None
    assert desk.state.play.result.reason is Reason.RESIGNATION


def test_after_the_end_the_board_is_left_as_it_was() -> None:
    desk = Desk()
    desk.move("32-28")
    desk.give(Irregular(Irregularity.REMOVED, Side.BLACK, (), "." * 100))
    before = desk.board
    desk.give(PlayerRequested(Side.WHITE, Resign()))
    desk.act(Decide(case=1, choice="accept"))
    assert (open_cases(desk), desk.board) == ([], before)


def test_a_new_charge_gets_a_new_number_and_the_same_one_is_opened_once() -> None:
    desk = Desk()
    desk.move("32-28")
    first = Irregular(Irregularity.REMOVED, Side.BLACK, (), "." * 100)
    desk.give(first)
    desk.give(first)
    assert open_cases(desk) == [1]
    assert desk.state.play is not None
    (charge,) = desk.state.play.cases
    desk.give(msgspec.structs.replace(first, shown="w" + "." * 99))
    assert open_cases(desk) == [1, 2]
    assert desk.state.play.cases[0] == charge, "what case 1 is about does not change"
