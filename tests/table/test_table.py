from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.readings import LinkDown, RequestAnswer
from drivers.requests import ClearSquares, ClearText, SetClock, ShowSquares, ShowText
from gateway.clock.adjustments import Change
from gateway.clock.facts import ClockAdjusted
from gateway.games.game import Line, Move
from gateway.model.errors import SettingsError
from gateway.model.instants import Instant, Millis
from gateway.model.irregularities import Irregularity
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide, Side
from gateway.record.visibility import Visibility
from gateway.record.wire import ENTRY, TABLE_STATE
from gateway.referee.acts import AdjustTime, Pause, Resume, SetResult
from gateway.referee.inputs import Acted, BoardMatched, Clocked, Irregular, Known, Moved, Retracted, SetUp
from gateway.referee.rulings import Alert, AlertKind, Ended, Paused, Refused, Resumed, Started
from gateway.referee.state import Phase
from gateway.table.game_start import resume
from gateway.table.reporting import table_state
from gateway.table.table import step
from gateway.tracking import recognition
from gateway.tracking.look import Answer
from gateway.tracking.tracker import Tracker
from tests.english import english, refused
from tests.examples import examples

from .virtual import VirtualTable, setup


def ready(*, turned: bool = False) -> VirtualTable:
    table = VirtualTable(turned=turned)
    table.connect()
    table.wait(2000)
    return table


def play(table: VirtualTable, text: str, *, press: bool = True) -> None:
    position = table.position
    table.hand(position, position.read(text))
    if press:
        table.press()
        table.wait(300)  # a scan of the board


def test_a_board_that_told_nothing_is_not_looked_at_again_in_the_same_step(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[tuple[object, ...]] = []
    recognise = recognition.recognise

    def look(tracker: Tracker, line: Line, at: Instant, *, clocked: bool, only: Move | None) -> Answer:
        after, told = recognise(tracker, line, at, clocked=clocked, only=only)
        if told is None and after is tracker:
            looked.append((tracker, line, clocked, only, at, len(table.events)))
        return after, told

    table = ready()
    monkeypatch.setattr(recognition, "recognise", look)
    table.start_clock()
    for text in ("32-28", "19-23", "28x19"):
        play(table, text)
    for _ in range(3):
        table.press()
    assert len(looked) > 6
    assert len({tuple(map(id, each[:4])) + each[4:] for each in looked}) == len(looked)


def test_a_game_is_set_up_when_the_board_stands_in_its_start_position() -> None:
    table = ready()
    (set_up,) = table.whats(SetUp)
    assert isinstance(set_up, SetUp)
    assert set_up.game == 1
    assert set_up.players.white.name == "Ada"
    assert table.table.referee.phase is Phase.READY


@pytest.mark.parametrize("turned", [False, True])
def test_moves_and_presses_become_entries(turned: bool) -> None:
    table = ready(turned=turned)
    table.start_clock()
    play(table, "32-28")
    play(table, "19-23")
    play(table, "28x19")
    moved = [what for what in table.whats(Moved) if isinstance(what, Moved)]
    assert [(move.side, move.text) for move in moved] == [
        (Side.WHITE, "32-28"),
        (Side.BLACK, "19-23"),
        (Side.WHITE, "28x19"),
    ]
    assert {move.known for move in moved} == {Known.PRESSED}
    assert table.whats(Started)
    assert moved[-1].board == table.position.board()
    set_up = table.whats(SetUp)[0]
    assert isinstance(set_up, SetUp)
    assert set_up.turned is turned


def test_a_move_without_a_press_settles_by_standing_still() -> None:
    table = ready()
    table.start_clock()
    play(table, "32-28", press=False)
    assert not table.whats(Moved)
    table.wait(4000)
    (moved,) = table.whats(Moved)
    assert isinstance(moved, Moved)
    assert moved.known is Known.SETTLED


def test_a_press_before_the_last_sensor_reading_still_names_the_move() -> None:
    table = ready()
    table.start_clock()
    position = table.position
    move = position.read("32-28")
    table.put(move.path[0], ".")
    table.press()
    assert not table.whats(Moved)
    table.put(move.path[-1], "M")
    table.wait(300)
    (moved,) = table.whats(Moved)
    assert isinstance(moved, Moved)
    assert moved.known is Known.PRESSED


def test_two_moves_that_show_up_together_are_both_recorded_and_the_arbiter_is_told() -> None:
    table = ready()
    table.start_clock()
    first = table.position.read("32-28")
    then = table.position.play(first).read("19-23")
    for cell, piece in ((first.path[0], "."), (then.path[0], "."), (first.path[-1], "M"), (then.path[-1], "m")):
        table.put(cell, piece, 10)
    table.wait(3000)
    moved = [what for what in table.whats(Moved) if isinstance(what, Moved)]
    assert [move.text for move in moved] == ["32-28", "19-23"]
    assert {move.known for move in moved} == {Known.INFERRED}
    assert any(isinstance(what, Alert) and what.kind is AlertKind.MOVE_INFERRED for what in table.whats())


def test_a_piece_in_the_hand_is_no_alarm_but_a_strange_board_is() -> None:
    table = ready()
    table.start_clock()
    table.put(63, ".")
    table.wait(60_000)
    assert not table.whats(Irregular)
    table.put(62, "M")  # a light square
    table.wait(60_000)
    (irregular,) = table.whats(Irregular)
    assert isinstance(irregular, Irregular)
    assert irregular.cells == (62, 63)
    assert irregular.kind is Irregularity.OUT_OF_PLAY
    (raised,) = [each.alert for each in table.table.referee.alerts if each.is_about(AlertKind.IRREGULAR)]
    assert raised.article == "FMJD 5.3"
    assert ShowSquares((62, 63), "C4 32") in table.effects, "lamps, or the clock, show the players where"
    table.put(62, ".")
    table.put(63, "M")
    assert table.whats(BoardMatched)
    assert ClearSquares() in table.effects


@pytest.mark.parametrize("lifted_ms", [-60, 5, 200])
def test_an_illegal_move_is_told_at_once_though_the_lift_is_read_after_the_press(lifted_ms: int) -> None:
    table = ready()
    table.start_clock()
    play(table, "32-28")
    play(table, "19-23")
    if lifted_ms < 0:
        table.put(61, ".")
    table.put(43, "M")
    table.press()
    if lifted_ms > 0:
        table.put(61, ".", lifted_ms)
    table.wait(650)
    assert [what.kind for what in table.whats(Irregular) if isinstance(what, Irregular)] == [Irregularity.NO_CAPTURE]


def test_the_opponent_may_play_on_from_an_irregular_position() -> None:
    table = ready()
    table.start_clock()
    play(table, "32-28")
    table.put(38, ".")
    table.put(58, "m")  # 20-30 is two steps
    table.press()
    table.wait(6000)
    (irregular,) = table.whats(Irregular)
    assert isinstance(irregular, Irregular)
    assert (irregular.side, irregular.kind, irregular.text) == (Side.BLACK, Irregularity.ILLEGAL_MOVE, "20-30")
    table.put(67, ".")
    table.put(49, "M")
    table.put(58, ".")
    table.press()
    table.wait(1000)
    moved = table.whats(Moved)[-1]
    assert isinstance(moved, Moved)
    assert moved.text == "34x25"
    assert moved.base
    assert table.folded().state == table.table.referee


def test_a_hand_that_moves_on_withdraws_the_move() -> None:
    table = ready()
    table.start_clock()
    play(table, "32-28", press=False)
    table.wait(4000)
    assert len(table.whats(Moved)) == 1
    table.put(54, ".")
    table.put(52, "M")  # 32-27 instead, before the clock is pressed
    table.press()
    table.wait(4000)
    assert len(table.whats(Retracted)) == 1
    assert [move.text for move in table.whats(Moved) if isinstance(move, Moved)] == ["32-28", "32-27"]
    assert table.table.referee.play is not None
    assert table.table.referee.play.texts == ("32-27",)


def test_a_fallen_flag_ends_the_game_with_its_article() -> None:
    table = ready()
    table.start_clock()
    play(table, "32-28")
    table.seconds = table.seconds.replace(Side.BLACK, 0)
    table.running = None
    table.clock(flag=Side.BLACK)
    (ended,) = table.whats(Ended)
    assert isinstance(ended, Ended)
    assert (ended.result, ended.reason, ended.article) == (Result.WHITE, Reason.FLAG, "DH rapid 7.1")
    assert table_state(table.table, table.at).score == BySide("2", "0")
    assert ShowText("1-0") in table.effects


def test_an_arbiter_pauses_resumes_and_sets_a_result_each_once() -> None:
    table = ready()
    table.start_clock()
    play(table, "32-28")
    paused = table.act(Pause(why="noise"), "a")
    assert paused.ok
    assert table.entries[paused.entry - 1].what == Acted("a", "Chief", "chief", Pause(why="noise"))
    assert table.table.referee.phase is Phase.PAUSED
    assert ShowText("PAUSE", beep=True) in table.effects
    count = len(table.entries)
    assert table.act(Pause(why="noise"), "a") == paused, "the same command again gets the same answer"
    table.restart()
    assert table.act(Pause(why="noise"), "a") == paused, "also of a table that was started again"
    assert len(table.entries) == count, "and is not carried out again"
    refused = table.act(Pause(), "b")
    assert not refused.ok
    assert english(refused.why) == "no game is being played"
    assert table.act(Resume(), "c").ok
    assert table.effects[-1] == ClearText()
    assert table.act(SetResult(result=Result.DRAW, why="agreed"), "d").ok
    (ended,) = table.whats(Ended)
    assert isinstance(ended, Ended)
    assert (ended.result, ended.by) == (Result.DRAW, "Chief")
    assert len(table.whats(Paused)) == len(table.whats(Resumed)) == len(table.whats(Refused)) == 1


def test_a_move_made_in_a_pause_counts_when_play_goes_on() -> None:
    table = ready()
    table.start_clock()
    table.act(Pause(), "a")
    play(table, "32-28", press=False)
    table.wait(5000)
    assert not table.whats(Moved)
    table.act(Resume(), "b")
    table.wait(2000)
    assert len(table.whats(Moved)) == 1


def test_the_next_game_starts_when_the_pieces_are_put_back() -> None:
    table = ready()
    table.start_clock()
    play(table, "32-28")
    table.act(SetResult(result=Result.WHITE))
    table.wait(5000)
    assert len(table.whats(SetUp)) == 1
    table.cells = table.game.start().board()
    table.snapshot()
    table.wait(5000)
    assert [what.game for what in table.whats(SetUp) if isinstance(what, SetUp)] == [1, 2]
    assert table.table.referee.phase is Phase.READY
    assert table.position.board() == table.game.start().board()


def test_a_game_that_ended_before_it_began_is_not_set_up_again_by_itself() -> None:
    table = ready()
    table.act(SetResult(result=Result.BLACK, why="forfeit"))
    table.wait(60_000)
    assert len(table.whats(SetUp)) == 1


def test_what_is_for_arbiters_is_marked_so() -> None:
    table = ready()
    table.start_clock()
    table.put(62, "M")
    table.wait(60_000)
    table.act(Pause())
    for entry in table.entries:
        public = isinstance(entry.what, (SetUp, Moved, Clocked, Started, Paused)) or "online" in str(entry.what)
        assert entry.visibility is (Visibility.PUBLIC if public else Visibility.ARBITERS), entry


def random_game(table: VirtualTable, choose: st.DataObject, plies: int) -> None:
    """Legal moves by quick hands; the reply may come before the move has settled."""
    position = table.position
    table.start_clock(position.turn)
    for _ in range(plies):
        if table.table.referee.phase is not Phase.PLAYING or position.outcome() is not None:
            break
        moves = position.moves()
        move = moves[choose.draw(st.integers(0, len(moves) - 1))]
        table.hand(position, move, choose.draw(st.sampled_from([50, 100, 300])))
        position = position.play(move)
        if choose.draw(st.booleans()):
            table.second()
        table.press()
        table.wait(choose.draw(st.sampled_from([200, 400])))  # nobody answers before he has seen the move
    table.wait(2000)
    if table.table.referee.phase is Phase.PLAYING:
        assert table.position == position


@examples(25)
@given(choose=st.data(), plies=st.integers(1, 60), turned=st.booleans())
def test_every_legal_game_is_read_as_it_was_played_and_folds_again(
    choose: st.DataObject, plies: int, turned: bool
) -> None:
    table = ready(turned=turned)
    random_game(table, choose, plies)
    folded = table.folded()
    assert folded.differences == ()
    assert folded.state == table.table.referee
    # The same events at the same instants give the same bytes.
    again = resume(table.settings, VirtualTable(table.settings).folded(), table.events[0][0])
    lines: list[bytes] = []
    for at, event in table.events:
        done = step(again, event, at)
        again = done.table
        lines += [ENTRY.encode(entry) for entry in done.entries]
    assert lines == [ENTRY.encode(entry) for entry in table.entries]
    assert [ENTRY.decode(line) for line in lines] == table.entries


@examples(25)
@given(choose=st.data(), before=st.integers(0, 20), after=st.integers(1, 10), blind=st.booleans())
def test_a_restart_goes_on_from_the_same_move(choose: st.DataObject, before: int, after: int, blind: bool) -> None:
    table = ready()
    random_game(table, choose, before)
    plies = len(table.whats(Moved))
    state = table.table.referee
    table.restart()
    assert table.table.referee == state
    if blind and table.table.referee.phase is Phase.PLAYING:
        # One more move is made while the agent is away: it is inferred from what the board shows first.
        position = table.position
        (move, *_) = position.moves()
        shown = position.play(move).board()
        table.cells = shown
        plies += 1
    table.connect()
    table.wait(3000)
    assert len(table.whats(Moved)) == plies
    if table.table.referee.phase is Phase.PLAYING:
        random_game(table, choose, after)
    assert table.folded().differences == ()


def test_a_lost_board_is_told_and_taken_back() -> None:
    table = ready()
    table.start_clock()
    table.hear(LinkDown("unplugged"))
    assert table.table.referee.raised(AlertKind.DEVICE_LOST)
    table.connect()
    assert not table.table.referee.raised(AlertKind.DEVICE_LOST)


def test_a_time_that_an_arbiter_changes_is_asked_for_on_the_clock_and_no_surprise_when_set() -> None:
    table = ready()
    table.start_clock()
    play(table, "32-28")
    table.act(Pause(), "a")
    assert table.act(AdjustTime(side=Side.WHITE, change=Change.ADD, ms=Millis(120_000), why="disturbed"), "b").ok
    assert ShowText("W12.10", beep=True) in table.effects
    table.running = None
    table.clock()
    table.seconds = table.seconds.replace(Side.WHITE, table.seconds.white + 120)
    table.clock(wait_ms=3000)
    adjusted = [what.fact for what in table.whats(Clocked) if isinstance(what, Clocked)]
    assert any(isinstance(fact, ClockAdjusted) and fact.by == "Chief" for fact in adjusted)
    assert table.folded().state == table.table.referee


def settable(*, turned: bool = False) -> VirtualTable:
    table = VirtualTable(setup("10m", set_clock=True), turned=turned)
    table.connect()
    table.wait(2000)
    return table


@pytest.mark.parametrize("turned", [False, True])
def test_a_clock_that_can_be_set_is_set_to_the_control_and_to_what_an_arbiter_orders(turned: bool) -> None:
    table = settable(turned=turned)
    assert table.effects[-2:] == [ClearText(), SetClock(600_000, 600_000)]
    table.hear(RequestAnswer("set_clock", ok=True))
    table.seconds = BySide(600, 600)
    table.clock()
    table.start_clock()
    table.second()
    assert table.act(AdjustTime(side=Side.WHITE, change=Change.ADD, ms=Millis(120_000)), "b").ok
    white, black = 599_000 + 120_000, 600_000
    wanted = SetClock(black, white, right_runs=True) if turned else SetClock(white, black, left_runs=True)
    assert table.effects[-1] == wanted
    table.hear(RequestAnswer("set_clock", ok=True))
    table.seconds = table.seconds.replace(Side.WHITE, 719)
    table.clock(wait_ms=300)
    facts = [what.fact for what in table.whats(Clocked) if isinstance(what, Clocked)]
    assert any(isinstance(fact, ClockAdjusted) and fact.by == "Chief" for fact in facts)
    assert table.folded().state == table.table.referee


def test_a_clock_that_refuses_to_be_set_says_what_to_do_by_hand() -> None:
    table = settable()
    table.hear(RequestAnswer("set_clock", ok=False, detail="not in option 25"))
    assert table.effects[-1] == ShowText("SET 10")
    table.start_clock()
    table.act(AdjustTime(side=Side.BLACK, change=Change.TAKE, ms=Millis(60_000)), "b")
    assert isinstance(table.effects[-1], SetClock)
    table.hear(RequestAnswer("set_clock", ok=False))
    assert table.effects[-1] == ShowText("B=9.00", beep=True)
    table.effects.clear()
    table.hear(RequestAnswer("set_clock", ok=False))
    assert table.effects == [], "once"


def test_the_state_says_what_a_newcomer_needs() -> None:
    table = ready()
    table.start_clock()
    play(table, "32-28")
    seen = table_state(table.table, table.at)
    assert TABLE_STATE.decode(TABLE_STATE.encode(seen)) == seen
    assert (seen.ply, seen.moves, seen.turn) == (1, ("32-28",), Side.BLACK)
    assert seen.last == table.entries[-1].n
    assert seen.last_move is not None
    assert seen.last_move.text == "32-28"
    assert seen.clock is not None
    assert seen.clock.running is Side.BLACK


def test_a_setup_that_cannot_work_is_refused_at_once() -> None:
    with refused(SettingsError, "There is no rulebook gomoku-rapid"):
        setup(rulebook="gomoku-rapid")
