"""Whole openings at a table without hardware: nothing but stones and presses."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.readings import LeverPressed, LinkDown, LinkUp, Seat
from gateway.clock.face import Source
from gateway.games.renju import opening_protocols
from gateway.games.renju.opening_protocols import (
    Choose,
    Declare,
    Keep,
    Lay,
    More,
    Offer,
    Opening,
    OpeningAct,
    OpeningPlayer,
    Swap,
)
from gateway.games.renju.points import format_point
from gateway.games.renju.prescribed_openings import same_shape
from gateway.model.persons import named
from gateway.model.sides import Side
from gateway.record.fold import fold
from gateway.record.raw import FromClock
from gateway.referee.acts import EnterRequest, RetractMoves
from gateway.referee.inputs import BoardMatched, Clocked, Irregular, Known, Moved, PlayerRequested, Retracted
from gateway.referee.options import Options
from gateway.referee.player_requests import (
    ChooseFifth,
    DeclareFifths,
    KeepColours,
    LayTwoMore,
    OfferFifths,
    SwapColours,
)
from gateway.referee.rulings import AlertKind, CaseOpened, Opened
from gateway.table.game_start import resume
from gateway.tracking.vision import Vision
from tests.examples import examples

from .virtual import VirtualTable, setup

PIECES, OCCUPANCY = Vision.PIECES, Vision.OCCUPANCY
TEN = "a1 a2 a3 a4 a5 b1 b2 b3 b4 b5"


class Renju(VirtualTable):
    """Black, who begins, sits on the right; both stay in their seats whoever holds which colour."""

    def __init__(self, opening: str, vision: Vision = PIECES, **changes: object) -> None:
        game = "gomoku-double-swap" if opening == "double-swap" else "renju"
        values: dict[str, object] = {
            "rules": game,
            "rulebook": "gomoku-standard" if opening == "double-swap" else "renju-standard",
            "players": named("Second", "First"),
            "options": Options(opening=opening),
            "vision": vision,
        }
        super().__init__(setup("30m", **(values | changes)))
        self.vision = vision
        self.connect()
        self.wait(3000)

    def play(self, text: str, wait_ms: int = 700) -> None:
        """`h8` is a black stone, `H8` a white one, `-h8` takes one off, `first` and `second` press, `...` waits."""
        for word in text.split():
            if word in {"first", "second"}:
                assert self.running is (Side.BLACK if word == "first" else Side.WHITE), word
                self.press(0)
                self.wait(2000)
            elif word == "...":
                self.wait(15_000)
            elif word.startswith("-"):
                self.put(self.point(word[1:]), ".", wait_ms)
            else:
                piece = "?" if self.vision is OCCUPANCY else "S" if word[0].isupper() else "s"
                self.put(self.point(word), piece, wait_ms)

    def stone(self, point: int, letter: str, wait_ms: int) -> None:
        self.put(point, "?" if self.vision is OCCUPANCY and letter != "." else letter, wait_ms)

    def point(self, name: str) -> int:
        return self.game.start().read(name).path[0]

    def record(self) -> list[str]:
        """What was recorded, step by step: points, and what was said."""
        found = []
        for what in self.whats():
            match what:
                case Moved():
                    found.append(f"{what.side.value[0]}:{what.text}")
                case PlayerRequested():
                    kind, *rest = msgspec.to_builtins(what.request).values()
                    points = [point for one in rest for point in (one if isinstance(one, tuple | list) else [one])]
                    found.append(" ".join([f"{what.side.value[0]}:{kind}", *points]))
                case _:
                    pass
        return found

    @property
    def black(self) -> str:
        assert self.table.referee.play is not None
        return self.table.referee.play.players.black.name

    @property
    def stage(self) -> str:
        assert self.table.referee.play is not None
        assert self.table.referee.play.opening is not None
        return self.table.referee.play.opening.stage


def begin(opening: str, vision: Vision = PIECES, **changes: object) -> Renju:
    table = Renju(opening, vision, **changes)
    table.start_clock(Side.BLACK)
    table.wait(1000)
    return table


@pytest.mark.parametrize("vision", [PIECES, OCCUPANCY])
@pytest.mark.parametrize(
    ("opening", "played", "recorded", "black"),
    [
        (
            "taraguchi-10",
            "h8 first H9 second i9 first H7 second j10 first A1 second",
            "b:h8 w:h9 b:i9 w:h7 b:j10 w:a1",
            "First",
        ),
        (
            "taraguchi-10",  # every swap there is
            "h8 first second H9 first second i9 first second H7 first second j10 first second A1 first",
            "b:h8 w:swap w:h9 b:swap b:i9 w:swap w:h7 b:swap b:j10 w:swap w:a1",
            "Second",
        ),
        (
            "taraguchi-10",  # ten fifths, of which one is left
            f"h8 first H9 second i9 first G7 second {TEN} first -a1 -a2 -a3 -a4 -a5 -b1 -b2 -b3 -b4 F6 second",
            f"b:h8 w:h9 b:i9 w:g7 b:keep b:offer_fifths~{TEN.replace(' ', '~')} w:choose_fifth~b5 w:f6",
            "First",
        ),
        (
            "two-fifths",
            "h8 H9 i10 first E4 second a1 b3 first -a1 C3 second",
            "b:h8 w:h9 b:i10 w:e4 b:offer_fifths~a1~b3 w:choose_fifth~b3 w:c3",
            "First",
        ),
        (
            "two-fifths",
            "h8 H9 i10 first second E4 first a1 b3 second C3 -b3 first",
            "b:h8 w:h9 b:i10 w:swap w:e4 b:offer_fifths~a1~b3 w:choose_fifth~a1 w:c3",
            "Second",
        ),
        (
            "double-swap",  # stays white
            "a1 C4 i9 first H9 second j1 first",
            "b:a1 w:c4 b:i9 w:h9 b:j1",
            "First",
        ),
        (
            "double-swap",  # takes black
            "a1 C4 i9 first second H9 first j1 second",
            "b:a1 w:c4 b:i9 w:swap w:h9 b:j1",
            "Second",
        ),
        (
            "double-swap",  # two more, and the first player keeps black
            "a1 C4 i9 first H9 j1 second first K2 second",
            "b:a1 w:c4 b:i9 w:two_more w:h9 b:j1 b:keep w:k2",
            "First",
        ),
        (
            "double-swap",  # two more, and the first player takes white and lays on
            "a1 C4 i9 first H9 j1 second K2 first l3 second",
            "b:a1 w:c4 b:i9 w:two_more w:h9 b:j1 b:swap w:k2 b:l3",
            "Second",
        ),
    ],
)  # fmt: skip
def test_an_opening_is_followed_by_stones_and_presses_alone(
    opening: str, played: str, recorded: str, black: str, vision: Vision
) -> None:
    table = begin(opening, vision)
    table.play(played)
    table.wait(2000)
    assert table.record() == [step.replace("~", " ") for step in recorded.split()]
    assert table.black == black
    assert table.stage == ""
    assert not table.whats(Irregular)
    assert not table.whats(CaseOpened)
    assert fold(table.entries).state == table.table.referee


@pytest.mark.parametrize("vision", [PIECES, OCCUPANCY])
@pytest.mark.parametrize("late", [False, True])
def test_a_number_that_is_spoken_is_entered_and_the_board_waits_for_it(vision: Vision, late: bool) -> None:
    table = begin("n-fifths", vision)
    table.play("h8 H9 i10 first")
    assert table.stage == "number"
    if late:
        table.play("second E4 first")
        assert table.stage == "number", "nobody has said how many"
    assert table.act(EnterRequest(side=Side.BLACK, request=DeclareFifths(3))).ok
    if not late:
        table.play("second E4 first")
    assert table.record()[3:] == ["w:swap", "w:e4"]
    assert table.black == "Second"
    table.play("a1 a2 c1 second -a1 -c1 O15 first")
    assert table.record()[5:] == ["b:offer_fifths a1 a2 c1", "w:choose_fifth a2", "w:o15"]
    assert table.stage == ""
    assert not table.whats(Irregular)


@pytest.mark.parametrize("swaps", [False, True])
def test_soosyrv_with_a_number_by_white(swaps: bool) -> None:
    table = begin("soosyrv-8")
    table.play("h8 H9 i10 first E4 second")
    assert table.act(EnterRequest(side=Side.WHITE, request=DeclareFifths(2))).ok
    table.play("first a1 b3 second -a1 C3 first" if swaps else "a1 b3 first -a1 C3 second")
    said = "b:swap" if swaps else "b:keep"
    assert table.record()[4:] == [said, "b:offer_fifths a1 b3", "w:choose_fifth b3", "w:c3"]
    assert table.black == ("Second" if swaps else "First")


@pytest.mark.parametrize("vision", [PIECES, OCCUPANCY])
def test_white_may_lay_where_an_offered_stone_lay(vision: Vision) -> None:
    table = begin("two-fifths", vision)
    table.play("h8 H9 i10 first E4 second a1 b3 first -a1 A1 second")
    assert table.record()[5:] == ["w:choose_fifth b3", "w:a1"]
    assert table.stage == ""
    assert not table.whats(Irregular)


def test_an_offered_stone_that_is_put_straight_is_not_chosen() -> None:
    table = begin("two-fifths")
    table.play("h8 H9 i10 first E4 second a1 b3 first -a1 a1 second ...")
    assert table.record()[4:] == ["b:offer_fifths a1 b3"]


def test_a_press_means_nothing_where_there_is_no_choice() -> None:
    table = begin("two-fifths")
    table.play("first")
    assert table.record() == []
    assert table.black == "First"
    table.play("second h8 H9 i10 first E4 second")
    table.play("first")  # two fifths are to be shown
    assert table.record() == ["b:h8", "w:h9", "b:i10", "w:e4"]
    table.play("second a1 b3 first")
    table.play("second")  # one of them is to be chosen
    assert table.record()[4:] == ["b:offer_fifths a1 b3"]
    assert not table.table.referee.raised(AlertKind.IRREGULAR)


def test_a_stone_that_comes_down_just_after_the_press_is_no_swap() -> None:
    table = begin("taraguchi-10")
    table.play("h8 first")
    table.press(0)
    table.put(table.point("h9"), "S", 300)
    table.wait(2000)
    assert table.record() == ["b:h8", "w:h9"]
    assert table.black == "First"


def test_a_reply_before_the_board_was_read_once_more_belongs_to_the_opponent() -> None:
    table = begin("taraguchi-10")
    table.play("h8")
    table.press(0)
    table.put(table.point("h9"), "S", 100)
    table.press(0)
    table.wait(2000)
    assert table.record() == ["b:h8", "w:h9"]


@pytest.mark.parametrize("vision", [PIECES, OCCUPANCY])
def test_the_three_stones_may_be_set_in_any_order(vision: Vision) -> None:
    table = begin("two-fifths", vision)
    table.play("j10 h8 H9 first")
    assert table.record() == ["b:h8", "w:h9", "b:j10"]
    assert not table.whats(CaseOpened)


def test_stones_are_told_before_a_press_that_does_not_come_and_may_still_be_moved() -> None:
    table = begin("taraguchi-10")
    table.play("h8 ...")
    assert table.record() == ["b:h8"]
    table.play("first H9 ... -h9 I9 ... second")
    assert [what.text for what in table.whats(Retracted) if isinstance(what, Retracted)] == ["h9"]
    assert table.record() == ["b:h8", "w:h9", "w:i9"]
    assert table.stage == "swap 2"
    table.play("first")
    assert table.record()[-1] == "b:swap"


def test_a_stone_against_the_protocol_is_the_referees_to_judge() -> None:
    table = begin("taraguchi-10")
    table.play("h8 first A1 second")
    assert table.record() == ["b:h8", "w:a1"]
    (proposed,) = table.whats(CaseOpened)
    assert isinstance(proposed, CaseOpened)
    assert proposed.article == "RIF 11"


def test_what_is_no_step_of_the_opening_is_irregular_until_it_is_put_right() -> None:
    table = begin("two-fifths")
    table.play("h8 H9 i10 first E4 second a1 b3 c5 first ...")
    (irregular,) = table.whats(Irregular)
    assert isinstance(irregular, Irregular)
    assert irregular.kind.value == "two_stones"
    table.play("-c5 ...")
    assert table.record()[4:] == ["b:offer_fifths a1 b3"]
    table.play("-e4 ...")
    assert len(table.whats(Irregular)) == 2
    table.play("E4 ...")
    assert table.whats(BoardMatched)


def test_offers_that_are_alike_are_refused_once_and_can_be_changed() -> None:
    table = begin("two-fifths")
    table.play("h8 H9 h10 first H11 second g8 i8 first ...")
    assert table.record()[4:] == ["b:offer_fifths g8 i8"]
    assert table.stage == "fifths"
    table.play("-i8 i7 ...")
    assert table.record()[5:] == ["b:offer_fifths g8 i7"]
    assert table.stage == "choose"


def test_without_a_clock_a_swap_is_entered_and_stones_are_the_next_stones() -> None:
    table = Renju("two-fifths", OCCUPANCY)
    table.play("h8 H9 i10 ...")
    assert table.act(EnterRequest(side=Side.WHITE, request=SwapColours())).ok
    table.play("E4 ... a1 b3 ... -a1 C3 ...")
    assert table.record()[3:] == ["w:e4", "b:offer_fifths a1 b3", "w:choose_fifth b3", "w:c3"]
    assert table.black == "Second"


@pytest.mark.parametrize("vision", [PIECES, OCCUPANCY])
def test_without_a_clock_what_is_announced_is_entered_first(vision: Vision) -> None:
    ten = Renju("taraguchi-10", vision)
    ten.play("h8 ... H9 ... i9 ... G7 ...")
    assert ten.act(EnterRequest(side=Side.BLACK, request=KeepColours()), "c1").ok
    assert ten.act(EnterRequest(side=Side.BLACK, request=OfferFifths(tuple(TEN.split()))), "c2").ok
    ten.play(f"{TEN} ... -a1 -a2 -a3 -a4 -a5 -b1 -b2 -b3 -b4 F6 ...")
    assert ten.record() == ["b:h8", "w:h9", "b:i9", "w:g7", "w:choose_fifth b5", "w:f6"]
    assert ten.stage == ""
    more = Renju("double-swap", vision)
    more.play("a1 C4 i9 ...")
    assert more.act(EnterRequest(side=Side.WHITE, request=LayTwoMore()), "c1").ok
    more.play("H9 j1 ...")
    assert more.act(EnterRequest(side=Side.BLACK, request=SwapColours()), "c2").ok
    more.play("K2 ... l3 ...")
    assert more.record() == ["b:a1", "w:c4", "b:i9", "w:h9", "b:j1", "w:k2", "b:l3"]
    assert more.black == "Second"
    assert not ten.whats(Irregular)
    assert not more.whats(Irregular)


def test_what_is_entered_and_what_is_seen_go_together() -> None:
    table = begin("two-fifths")
    table.play("h8 H9 i10 first E4 second")
    assert table.act(EnterRequest(side=Side.BLACK, request=OfferFifths(("a1", "b3")))).ok
    table.play("a1 b3 first")
    assert table.act(EnterRequest(side=Side.WHITE, request=ChooseFifth("b3")), "c2").ok
    table.play("-a1 C3 second")
    assert table.record()[4:] == ["w:c3"]
    assert table.stage == ""
    assert not table.whats(Irregular)


def test_everybody_keeps_his_own_time_when_colours_are_swapped() -> None:
    table = begin("taraguchi-10")
    table.play("h8 first")
    table.second()
    table.play("second")
    face = table.table.clock.face(table.at)
    assert table.black == "Second"
    assert (face.running, face.black_ms) == (Side.WHITE, 604_000)
    last = [what for what in table.whats(Clocked) if isinstance(what, Clocked)][-1]
    assert (last.face.running, last.face.black_ms) == (Side.WHITE, 604_000), "told at once, not at the next press"
    assert resume(table.settings, table.folded(), table.at).clock.face(table.at).running is Side.WHITE
    table.play("H9 first")
    assert table.record() == ["b:h8", "w:swap", "w:h9"]


def test_the_agents_clock_goes_with_the_persons_too() -> None:
    table = Renju("taraguchi-10", clock=Source.AGENT, apart=True)
    first, second = (FromClock(LeverPressed(seat)) for seat in (Seat.RIGHT, Seat.LEFT))
    table.hear(second)  # starts the first player's time
    table.wait(10_000)
    table.play("h8")
    table.hear(first, 1000)
    table.hear(second, 20_000)
    table.wait(5000)
    face = table.table.clock.face(table.at)
    assert table.record() == ["b:h8", "w:swap"]
    assert (table.black, face.running, face.black_ms) == ("Second", Side.WHITE, 1_780_000)
    table.restart()
    table.hear(LinkUp("board:"))
    table.snapshot()
    table.play("H9")
    table.hear(first, 1000)
    table.wait(2000)
    assert table.record() == ["b:h8", "w:swap", "w:h9"]


def test_a_press_by_mistake_is_taken_back_by_the_arbiter() -> None:
    table = begin("taraguchi-10")
    table.play("h8 first second")
    assert table.black == "Second"
    assert table.act(RetractMoves()).ok
    assert (table.black, table.stage) == ("First", "swap 1")
    assert table.table.clock.face(table.at).running is Side.BLACK
    table.play("first H9 second")  # the clock is put right, and White lays on
    assert table.record()[2:] == ["w:h9"]
    assert table.act(RetractMoves(), "c2").ok
    table.wait(60_000)
    assert table.stage == "swap 1", "what lies there still is not told again"
    table.play("-h9 ... first I9 second")
    assert table.record()[3:] == ["w:i9"]
    assert not table.whats(Irregular)


def test_a_stone_that_is_shifted_after_the_opening_stays_where_it_was_laid() -> None:
    table = begin("double-swap")
    table.play("a1 C4 i9 first second H9 first j1 second K2 ... -k2 L2 ...")
    assert table.record()[-1:] == ["w:k2"]
    assert not table.whats(Retracted)
    assert table.stage == ""


def test_a_stone_that_is_lifted_and_put_back_is_told_again() -> None:
    table = Renju("taraguchi-10")  # without a clock
    table.play("h8 ... H9 ... -h9 ... H9 ...")
    assert table.record() == ["b:h8", "w:h9", "w:h9"]
    assert len(table.whats(Retracted)) == 1
    assert table.stage == "swap 2"


TOUCHES = st.tuples(st.sampled_from("efghijk"), st.integers(6, 10), st.sampled_from(".sS?"))
REQUESTS = [
    SwapColours(), KeepColours(), LayTwoMore(), DeclareFifths(2), OfferFifths(("g9", "k9")), ChooseFifth("g9"),
]  # fmt: skip


@given(
    name=st.sampled_from([name for name in opening_protocols.PROTOCOLS if name != "free"]),
    vision=st.sampled_from([PIECES, OCCUPANCY]),
    clocked=st.booleans(),
    events=st.lists(
        st.one_of(
            TOUCHES,
            TOUCHES,
            st.sampled_from(["press", "wait", "lost", "back"]),
            st.sampled_from(REQUESTS),
        ),
        max_size=30,
    ),
    pace=st.sampled_from([50, 300, 4000]),
)
@examples(60)
def test_nothing_that_is_done_in_an_opening_can_break_it(
    name: str, vision: Vision, clocked: bool, events: list[object], pace: int
) -> None:
    table = begin(name, vision) if clocked else Renju(name, vision)
    for number, event in enumerate(events):
        match event:
            case (str(col), int(row), str(letter)):
                table.stone(table.point(f"{col}{row}"), letter, pace)
            case "press" if clocked:
                table.press(0)
            case "wait":
                table.wait(20_000)
            case "lost":
                table.hear(LinkDown("cable"), pace)
                table.connect()
            case "back":
                table.act(RetractMoves(), f"c{number}")
            case _ if event in REQUESTS:
                table.act(EnterRequest(side=Side.BLACK if number % 2 else Side.WHITE, request=event), f"c{number}")  # type: ignore[arg-type]
            case _:
                pass
    table.wait(60_000)
    assert fold(table.entries).state == table.table.referee
    play = table.table.referee.play
    assert play is not None
    assert play.opening is not None
    assert play.swapped is (play.opening.black is not OpeningPlayer.FIRST)
    if play.opens:
        assert play.opening.position.board() == play.line.last.board()


def test_spectators_see_each_step() -> None:
    table = begin("two-fifths")
    table.play("h8 H9 i10 first second E4 first a1 b3 second -a1 C3 first")
    stages = [what.stage for what in table.whats(Opened) if isinstance(what, Opened)]
    assert stages == ["2", "3", "swap", "4", "fifths", "choose", "6", ""]


@pytest.mark.parametrize("vision", [PIECES, OCCUPANCY])
def test_play_goes_on_by_the_ordinary_rules(vision: Vision) -> None:
    table = begin("two-fifths", vision, rules="renju", rulebook="gomoku-rapid")
    table.play("h8 H9 i10 first second E4 first a1 b3 second -a1 C3 first")
    table.play("j11 second K12 first l13 second", wait_ms=300)
    moved = [what for what in table.whats(Moved) if isinstance(what, Moved)]
    assert [what.text for what in moved[-3:]] == ["j11", "k12", "l13"]
    assert {what.known for what in moved} == {Known.PRESSED}
    assert not table.whats(CaseOpened), "nobody moved before the opponent had pressed"
    table.play("first ...")  # no swap any more, but a press without a move
    assert table.record()[-1] == "b:l13"
    assert not table.whats(Irregular)
    (proposed,) = table.whats(CaseOpened)
    assert isinstance(proposed, CaseOpened)
    assert proposed.article == "GN 17.3"


PERSONS = {OpeningPlayer.FIRST: "first", OpeningPlayer.SECOND: "second"}


def act_of(choose: st.DataObject, opening: Opening) -> OpeningAct:
    """Any lawful act, stones near enough to the centre to be lawful."""
    kind = choose.draw(st.sampled_from(sorted(opening.options(), key=lambda kind: kind.__name__)))
    free = [point for point in range(225) if opening.position.board()[point] == "."]
    if kind is Declare:
        return Declare(choose.draw(st.integers(1, 4)))
    if kind is Choose:
        return Choose(choose.draw(st.sampled_from(opening.offers)))
    if kind is Offer:
        stones = opening.position.board()
        black, white = ([point for point in range(225) if stones[point] == letter] for letter in "sS")
        offered: list[int] = []
        for point in choose.draw(st.lists(st.sampled_from(free), min_size=30, max_size=30, unique=True)):
            if not any(same_shape(black, white, other, point) for other in offered):
                offered.append(point)
            if len(offered) == opening.wanted:
                break
        return Offer(tuple(offered))
    if kind is Lay:
        stage = opening.protocol.stages[opening.stage]
        near = [point for point in free if max(abs(point // 15 - 7), abs(point % 15 - 7)) <= stage.within // 2]
        return Lay(choose.draw(st.sampled_from(near)))
    simple: dict[type, OpeningAct] = {Swap: Swap(), Keep: Keep(), More: More()}
    return simple[kind]


@given(
    choose=st.data(),
    name=st.sampled_from(["taraguchi-10", "two-fifths", "n-fifths", "soosyrv-8", "double-swap"]),
    vision=st.sampled_from([PIECES, OCCUPANCY]),
)
@examples(40)
def test_any_opening_is_followed(choose: st.DataObject, name: str, vision: Vision) -> None:
    table = begin(name, vision)
    opening = opening_protocols.begin(name)
    stones: list[str] = []
    while not opening.done:
        actor = opening.actor
        act = act_of(choose, opening)
        then = opening.act(act)
        letter = "S" if opening.position.turn is Side.WHITE else "s"
        pace = choose.draw(st.sampled_from([80, 400, 1500]))
        match act:
            case Lay():
                stones.append(format_point(act.point))
                table.stone(act.point, letter, pace)
            case Offer():
                for point in act.points:
                    table.stone(point, letter, pace)
            case Choose():
                stones.append(format_point(act.point))
                for point in opening.offers:
                    if point != act.point:
                        table.stone(point, ".", pace)
            case Declare():
                side = Side.BLACK if opening.actor is opening.black else Side.WHITE
                assert table.act(EnterRequest(side=side, request=DeclareFifths(act.number))).ok
            case _:
                pass
        if then.actor is not actor:
            table.play(PERSONS[actor])
        opening = then
    last = format_point(opening.position.board().rindex("."))
    table.play(last.upper() if opening.position.turn is Side.WHITE else last)
    table.play(PERSONS[opening.actor])
    play = table.table.referee.play
    assert play is not None
    assert [move.text for move in play.line.moves] == [*stones, last]
    assert play.swapped is (opening.black is not OpeningPlayer.FIRST)
    assert not table.whats(Irregular)
    assert not table.whats(CaseOpened)
