"""Orders to the clock at a whole table: a clock that sets itself, one that does not, and the table after a restart."""

from __future__ import annotations

from drivers.readings import LinkUp, RequestAnswer
from drivers.requests import SetClock, ShowText
from gateway.clock.adjustments import Change
from gateway.clock.face import Source, Way
from gateway.model.instants import Millis
from gateway.model.results import Result
from gateway.model.sides import BySide, Side
from gateway.record.wire import ENTRY
from gateway.referee.acts import AdjustTime, Pause, PutClock, Resume, SetResult, Void
from gateway.referee.rulings import AlertKind
from gateway.referee.state import Phase
from gateway.table.reporting import table_state

from .virtual import VirtualTable, setup

LONGEST_MS = 10_000
ADD = AdjustTime(side=Side.WHITE, change=Change.ADD, ms=Millis(120_000))


def playing(**played: object) -> VirtualTable:
    table = VirtualTable(setup("10m", **played))
    table.seconds = BySide(600, 600)
    table.connect()
    table.wait(2000)
    table.clock()
    table.start_clock()
    table.second()
    table.effects.clear()
    return table


def orders(table: VirtualTable) -> list[tuple[str, bool]]:
    clock = table_state(table.table, table.at).clock
    assert clock is not None
    return [(order.name, order.by_hand) for order in clock.orders]


def asked(table: VirtualTable) -> list[object]:
    return [effect for effect in table.effects if isinstance(effect, SetClock | ShowText)]


def test_a_clock_that_sets_itself_is_asked_and_done_is_what_it_shows() -> None:
    table = playing(set_clock=True)
    table.act(Pause(), "a")
    assert asked(table)[-1] == SetClock(599_000, 600_000)
    table.hear(RequestAnswer("set_clock", ok=True))
    assert orders(table) == [("stand", False)], "its word is not enough"
    table.running = None
    table.clock()
    assert orders(table) == []
    table.act(ADD, "b")
    assert asked(table)[-1] == SetClock(719_000, 600_000)
    table.seconds = BySide(719, 600)
    table.clock()
    table.act(Resume(), "c")
    assert asked(table)[-1] == SetClock(719_000, 600_000, left_runs=True)
    assert orders(table) == [("run white", False)]
    table.start_clock()
    assert orders(table) == []
    assert table.folded().state == table.table.referee


def test_a_clock_that_was_asked_and_does_nothing_is_set_by_hand() -> None:
    table = playing(set_clock=True)
    table.running = None
    table.clock()
    table.act(ADD)
    table.hear(RequestAnswer("set_clock", ok=True))
    table.wait(LONGEST_MS - 1)
    assert orders(table) == [("show white", False)]
    table.wait(1)
    assert orders(table) == [("show white", True)]
    assert asked(table)[-1] == ShowText("W11.59", beep=True)


def test_the_answer_to_an_earlier_request_says_nothing_about_the_later_one() -> None:
    table = playing(set_clock=True)
    table.running = None
    table.clock()
    table.act(ADD, "a")
    table.act(ADD, "b")
    table.hear(RequestAnswer("set_clock", ok=False, detail="replaced by a later time"))
    assert orders(table) == [("show white", False)]
    table.hear(RequestAnswer("set_clock", ok=False, detail="the clock refused"))
    assert orders(table) == [("show white", True)]
    table.act(ADD, "c")
    table.hear(LinkUp("virtual:"))
    table.act(ADD, "d")
    table.hear(RequestAnswer("set_clock", ok=False, detail="the clock refused"))
    assert orders(table) == [("show white", True)], "what was asked before the link was lost is not answered"


def test_what_is_open_is_open_after_a_restart_and_is_told_when_it_stays_so() -> None:
    table = playing()
    table.act(Pause(), "a")
    table.act(ADD, "b")
    assert orders(table) == [("stand", True), ("show white", True)]
    table.restart()
    assert orders(table) == [("stand", True), ("show white", True)]
    for _ in range(60):
        table.second()
    raised = {each.alert.subject for each in table.table.referee.alerts if each.is_about(AlertKind.CLOCK_ORDER)}
    assert raised == {"stand", "show white"}
    table.running = None
    table.clock()
    table.seconds = BySide(table.seconds.white + 120, table.seconds.black)
    table.clock()
    assert orders(table) == []
    assert not table.table.referee.raised(AlertKind.CLOCK_ORDER)
    assert table.folded().state == table.table.referee


def test_a_game_that_does_not_count_asks_nothing_of_the_clock() -> None:
    table = playing()
    table.act(Pause(), "a")
    table.act(Void(why="wrong opponents"), "b")
    assert orders(table) == []


def test_a_line_of_before_there_were_orders_is_still_read() -> None:
    line = (
        b'{"n":1,"at":5,"visibility":"public","what":{"type":"clocked","fact":{"type":"clock_stopped"},"face":'
        b'{"white_ms":1,"black_ms":2,"running":null,"since":5,"stale":false}}}'
    )
    what = ENTRY.decode(line).what
    assert what.face.orders == ()  # type: ignore[union-attr]


def shared(control: str = "shared 60m") -> VirtualTable:
    table = VirtualTable(setup(control, rules="renju", rulebook="gomoku-standard", options={"opening": "free"}))
    table.connect()
    table.wait(2000)
    return table


def test_shared_time_goes_on_over_a_restart_and_so_does_the_clock_that_was_put() -> None:
    table = shared()
    table.put(112, "s")
    table.wait(600_000)
    before = table.table.clock.face(table.at)
    assert (before.common_runs, before.source) == (True, Source.AGENT)
    table.restart()
    assert table.table.clock.face(table.at) == before
    table.connect()
    table.act(PutClock(why="slow play"))
    halved = table.table.clock.face(table.at)
    assert (halved.source, halved.white_ms) == (Source.HARDWARE, halved.black_ms)
    assert orders(table) == [("show white", True), ("show black", True), ("run white", True)]
    table.restart()
    assert table.table.clock.face(table.at).orders == halved.orders
    table.seconds = BySide(*(-(-halved.base_ms(side) // 1000) for side in Side))
    table.clock()
    table.start_clock(Side.WHITE)
    assert orders(table) == []
    assert table.folded().state == table.table.referee


def test_a_game_of_shared_time_after_another_one_and_a_restart_before_it() -> None:
    table = shared()
    table.put(112, "s")
    table.wait(60_000)
    table.act(PutClock(), "a")
    table.act(SetResult(result=Result.DRAW), "b")
    table.put(112, ".")
    table.wait(5000)
    assert table.table.referee.phase is Phase.READY
    fresh = table.table.clock.face(table.at)
    assert (fresh.way, fresh.white_ms) == (Way.SHARED, 3_600_000)
    table.restart()
    assert (table.table.clock.face(table.at).way, table.table.clock.face(table.at).white_ms) == (Way.SHARED, 3_600_000)
