"""How a table comes to its game, and what it still knows after it was out of sight."""

from __future__ import annotations

import pytest

from drivers.codec import refused
from drivers.readings import LeverPressed, LinkDown, LinkUp, Seat, SquareChanged
from drivers.requests import ReadBoard, ShowSquares
from gateway.clock.face import Source
from gateway.clock.facts import ClockAnomaly, ClockAnomalyKind
from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.model.persons import named
from gateway.model.results import Result
from gateway.model.sides import Side
from gateway.record.raw import FromClock
from gateway.referee.acts import CorrectColours, EnterMove, SetResult
from gateway.referee.inputs import BoardMismatched, Clocked, DeviceChanged, Irregular, Known, Moved, SetUp
from gateway.referee.options import Options, Supervision
from gateway.referee.rulings import AlertKind
from gateway.referee.state import Phase
from gateway.table.known_devices import NOT_SHOWN
from gateway.tracking.layout import Layout
from gateway.tracking.vision import Vision
from tests.english import english

from .virtual import VirtualTable, setup

CHESS = {"rules": "chess", "rulebook": "chess-rapid"}


def texts(table: VirtualTable) -> list[str]:
    return [what.text for what in table.whats(Moved) if isinstance(what, Moved)]


class Goban(VirtualTable):
    """A goban of 19 lines that tells each stone once, and never what stands on it; two buttons beside it."""

    def __init__(self) -> None:
        super().__init__(
            setup(
                "30m",
                rules="renju",
                rulebook="renju-standard",
                players=named("Second", "First"),
                options=Options(opening="free"),
                vision=Vision.OCCUPANCY,
                sizes=((19, 19),),
                clock=Source.AGENT,
                apart=True,
            )
        )
        self.plug_in()

    def plug_in(self) -> None:
        self.hear(LinkUp("goban:"))
        self.hear(FromClock(LinkUp("buttons:")))
        self.hear(refused(ReadBoard(), "it tells placements only"))
        self.wait(2000)

    def lay(self, point: str, by: Side | None = None) -> None:
        cell = self.game.start().read(point).path[0]
        self.hear(SquareChanged(Layout(15, 15, 19, 19).device_cell(cell), "?"), 2000)
        if by is not None:
            self.hear(FromClock(LeverPressed(Seat.LEFT if by is Side.WHITE else Seat.RIGHT)), 400)
        self.wait(1500)


def test_a_board_that_cannot_show_its_pieces_is_reported_at_once() -> None:
    table = VirtualTable(setup(**CHESS))
    table.hear(LinkUp("toy:"))
    table.hear(refused(ReadBoard(), "a toy can do nothing"))
    table.wait(0)
    assert [alert.alert.kind for alert in table.table.referee.alerts] == [AlertKind.DEVICE_LOST]
    assert table.table.devices.board.detail == NOT_SHOWN
    table.hear(refused(ReadBoard(), "a toy can do nothing"))
    table.wait(60_000)
    assert len([what for what in table.whats(DeviceChanged) if what == DeviceChanged("board", False, NOT_SHOWN)]) == 1


def test_a_board_that_is_connected_and_shows_nothing_is_asked_again_and_reported() -> None:
    table = VirtualTable(setup(**CHESS))
    table.hear(LinkUp("toy:"))
    table.hear(SquareChanged(36, "P"), 29_900)  # a change alone does not say what stands on the others
    assert not table.table.referee.alerts
    table.effects.clear()
    table.wait(200)
    assert [alert.alert.kind for alert in table.table.referee.alerts] == [AlertKind.DEVICE_LOST]
    assert ReadBoard() in table.effects
    table.snapshot()
    table.wait(2000)
    assert not table.table.referee.alerts
    assert table.table.devices.board.online
    assert table.table.referee.phase is Phase.READY


def test_a_board_that_goes_away_before_it_has_shown_itself_is_away() -> None:
    table = VirtualTable(setup(**CHESS))
    table.hear(LinkUp("toy:"))
    table.hear(LinkDown("pulled out"), 1000)
    table.wait(60_000)
    assert table.table.devices.board.detail == message("device_detail.no_link", reason="pulled out")


def test_a_goban_that_never_shows_itself_plays_one_game_after_another() -> None:
    table = Goban()
    assert len(table.whats(SetUp)) == 1
    table.hear(FromClock(LeverPressed(Seat.LEFT)), 500)
    table.lay("h8", Side.BLACK)
    table.lay("h9", Side.WHITE)
    assert texts(table) == ["h8", "h9"]
    table.act(SetResult(result=Result.BLACK))
    table.wait(60_000)
    assert table.table.referee.phase is Phase.OVER
    table.lay("h8", Side.BLACK)  # the board was cleared, and nobody told
    assert len(table.whats(SetUp)) == 2
    assert texts(table) == ["h8", "h9", "h8"]
    assert table.folded().differences == ()


def test_a_goban_that_never_shows_itself_is_taken_up_where_the_game_is() -> None:
    table = Goban()
    table.hear(FromClock(LeverPressed(Seat.LEFT)), 500)
    table.lay("h8", Side.BLACK)
    table.restart()
    table.plug_in()
    table.lay("h9", Side.WHITE)
    assert texts(table) == ["h8"], "nobody knows what was laid while the agent was away"
    assert table.act(EnterMove(move="h9", why="none was")).ok
    table.lay("h10", Side.BLACK)
    assert texts(table) == ["h8", "h10"], "h9 was entered"
    assert sum(stone != "." for stone in table.position.board()) == 3
    assert not table.whats(Irregular)


def test_a_piece_on_a_cell_that_cannot_be_read_does_not_keep_the_game_from_beginning() -> None:
    table = VirtualTable(setup(**CHESS))
    table.cells = table.cells[:60] + "." + table.cells[61:]  # the king stands there, but e1 is dead
    table.connect()
    table.wait(5000)
    assert not table.whats(SetUp), "somebody may still be setting up"
    table.wait(30_000)
    assert len(table.whats(SetUp)) == 1
    told = [what.subject for what in table.whats(DeviceChanged) if isinstance(what, DeviceChanged) and not what.online]
    assert told == ["sensor e1"]
    table.start_clock()
    move = table.position.read("e2e4")
    table.hand(table.position, move)
    table.press()
    table.wait(1000)
    assert texts(table) == ["e4"]


def test_a_sensor_that_is_known_to_be_dead_is_still_known_after_a_restart() -> None:
    table = VirtualTable(setup(**CHESS))
    table.cells = table.cells[:60] + "." + table.cells[61:]
    table.connect()
    table.wait(30_000)
    table.start_clock()
    table.hand(table.position, table.position.read("e2e4"))
    table.press()
    table.wait(1000)
    table.restart()
    table.connect()
    table.wait(15_000)
    table.hand(table.position, table.position.read("e7e5"))
    table.press()
    table.wait(1000)
    assert texts(table) == ["e4", "e5"]
    assert not table.whats(BoardMismatched)


def test_moves_that_cannot_be_worked_out_accuse_nobody_and_the_game_goes_on() -> None:
    table = VirtualTable(setup(**CHESS))
    table.connect()
    table.wait(3000)
    table.start_clock()
    table.hear(LinkDown("unplugged"))
    position = table.position
    opening = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 c2c3 e8g8 h2h3 c6a5 b3c2 c7c5"
    for text in opening.split():
        position = position.play(position.read(text))
    table.at = Instant(table.at + 60_000)
    table.cells = position.board()
    table.connect()
    table.wait(20_000)
    assert table.whats(BoardMismatched)
    assert not table.whats(Irregular)
    assert table.table.referee.raised(AlertKind.BOARD_DIFFERS)
    table.hand(position, position.read("d2d4"))
    table.press()
    table.wait(3000)
    assert texts(table) == ["d4"]
    assert table.position == position.play(position.read("d2d4"))
    assert not table.table.referee.raised(AlertKind.BOARD_DIFFERS)
    (missing,) = [raised.alert for raised in table.table.referee.alerts if raised.alert.kind is AlertKind.MOVE_INFERRED]
    assert "not on record" in english(missing.text)
    assert table.folded().differences == ()


def test_the_alert_of_an_inferred_move_closes_when_the_moves_after_it_agree() -> None:
    table = VirtualTable(setup(**CHESS))
    table.connect()
    table.wait(3000)
    table.start_clock()
    table.hear(LinkDown("unplugged"))
    table.running = Side.BLACK
    table.cells = table.position.play(table.position.read("e2e4")).board()
    table.connect()
    table.wait(3000)
    (moved,) = [what for what in table.whats(Moved) if isinstance(what, Moved)]
    assert moved.known is Known.INFERRED
    assert table.table.referee.raised(AlertKind.MOVE_INFERRED)
    for text in ["e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6", "h2h3"]:
        table.hand(table.position, table.position.read(text))
        table.press()
        table.wait(1000)
    assert len(texts(table)) == 9
    assert not table.table.referee.raised(AlertKind.MOVE_INFERRED)


def test_a_press_of_a_killed_agents_time_is_made_good_when_the_move_was_seen_afterwards() -> None:
    table = VirtualTable(setup(clock=Source.AGENT, apart=True))

    def plug_in() -> None:
        table.hear(LinkUp("board:"))
        table.hear(FromClock(LinkUp("buttons:")))
        table.snapshot()
        table.wait(3000)

    plug_in()
    table.hear(FromClock(LeverPressed(Seat.RIGHT)))  # Black starts White's time
    table.wait(1000)
    position = table.position
    after = position.play(position.read("32-28"))
    table.at = Instant(table.at + 2000)
    table.cells = after.board()  # White moves and presses while the agent is dead
    table.restart()
    plug_in()
    assert texts(table) == ["32-28"]
    table.hand(after, after.read("19-23"))
    table.hear(FromClock(LeverPressed(Seat.RIGHT)), 300)
    table.wait(1000)
    assert texts(table) == ["32-28", "19-23"]
    assert table.table.clock.face(table.at).running is Side.WHITE
    facts = [what.fact for what in table.whats(Clocked) if isinstance(what, Clocked)]
    assert ClockAnomaly(ClockAnomalyKind.MISSED_PRESSES, Side.WHITE) in facts


def test_what_the_opponent_has_to_notice_is_not_shown_by_lamps() -> None:
    for supervision, shown in ((Supervision.FULL, True), (Supervision.BASIC, False)):
        table = VirtualTable(setup(**CHESS, options=Options(supervision=supervision)))
        table.connect()
        table.wait(3000)
        table.start_clock()
        table.put(60, ".")
        table.put(36, "K")  # the king goes to e4
        table.press()
        table.wait(20_000)
        assert table.whats(Irregular)
        assert any(isinstance(effect, ShowSquares) for effect in table.effects) is shown


def test_a_draw_that_may_be_claimed_does_not_keep_lamps_from_showing_an_illegal_move() -> None:
    table = VirtualTable(setup(**CHESS, options=Options(supervision=Supervision.FULL)))
    table.connect()
    table.wait(3000)
    table.start_clock()
    for text in ("g1f3", "g8f6", "f3g1", "f6g8") * 2:
        table.hand(table.position, table.position.read(text))
        table.press()
        table.wait(1000)
    assert table.table.referee.raised(AlertKind.DRAW_CLAIMABLE)  # which is told to arbiters only
    table.put(60, ".")
    table.put(36, "K")
    table.press()
    table.wait(20_000)
    assert any(isinstance(effect, ShowSquares) for effect in table.effects)


@pytest.mark.parametrize("moved", [False, True])
def test_a_game_with_wrong_colours_begins_again_with_them_exchanged_and_the_clock_reset(moved: bool) -> None:
    table = VirtualTable(setup("5m", **CHESS, players=named("Ada", "Bo"), clock=Source.AGENT))
    table.connect()
    table.wait(2000)
    table.hear(LeverPressed(Seat.RIGHT), 20_000)
    if moved:
        table.hand(table.position, table.position.read("e4"))
        table.hear(LeverPressed(Seat.LEFT), 3000)
    assert table.act(CorrectColours("seated wrongly")).ok
    table.cells = table.game.start().board()
    table.snapshot()
    table.wait(5000)
    first, second = (what for what in table.whats(SetUp) if isinstance(what, SetUp))
    assert (first.players, second.players) == (named("Ada", "Bo"), named("Bo", "Ada"))
    assert table.table.referee.phase is Phase.READY
    face = table.table.clock.face(table.at)
    assert [face.shown_ms(side, table.at) for side in Side] == [300_000, 300_000]
    assert table.folded().state == table.table.referee, "a restart knows it too"


@pytest.mark.parametrize("lifted", ["e1", "a7", "d2", "e8", "h4", "g1"])
def test_whatever_is_lifted_first_after_a_mate_is_no_move_of_the_next_game(lifted: str) -> None:
    table = VirtualTable(setup(**CHESS))
    table.connect()
    table.wait(3000)
    table.start_clock()
    for text in ("f2f3", "e7e5", "g2g4", "d8h4"):
        table.hand(table.position, table.position.read(text))
        table.press()
        table.wait(1000)
    assert table.table.referee.phase is Phase.OVER
    start = table.table.tracker.game.start()
    first = next(cell for cell in range(64) if table.table.tracker.game.square(cell) == lifted)
    back = [cell for cell in range(64) if table.cells[cell] != start.board()[cell]]
    for cell in (first, *back):
        table.put(cell, ".", 500)
    for cell in (first, *back):
        table.put(cell, start.board()[cell], 500)
    table.wait(5000)
    assert len(table.whats(SetUp)) == 2
    assert texts(table) == ["f3", "e5", "g4", "Qh4#"]
