"""Whatever arbiters order and people do at the clock: what is asked is done by doing it, and the record knows it."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gateway.clock.orders import Ordered
from gateway.model.sides import Side
from gateway.referee.options import Options
from tests.examples import examples

from .whole import WholeTable

SIDES = st.sampled_from([side.value for side in Side])
ACTS: st.SearchStrategy[dict[str, Any]] = st.one_of(
    st.sampled_from([{"type": "pause"}, {"type": "resume"}, {"type": "put_clock"}]),
    st.builds(lambda side: {"type": "run_clock", "side": side}, SIDES),
    st.builds(
        lambda side, change, seconds: {"type": "adjust_time", "side": side, "change": change, "ms": seconds * 1000},
        SIDES,
        st.sampled_from(["add", "take", "set"]),
        st.integers(0, 400),
    ),
    st.builds(
        lambda white, black: {"type": "replace_clock", "times": {"white": white * 1000, "black": black * 1000}},
        st.integers(1, 600),
        st.integers(1, 600),
    ),
)
HANDS = st.sampled_from(
    ["wait", "wait long", "stop", "run white", "run black", "press", "set", "lose", "restart", "obey"]
)


def lay_out(control: str) -> WholeTable:
    table = WholeTable(
        buttons=False,
        book="gomoku-standard",
        game="renju",
        control=control,
        sees_pieces=True,
        draws="automatic",
        options=Options(opening="free"),
    )
    table.open()
    return table


def do(table: WholeTable, hand: str) -> None:
    """One thing that people, or fate, may do."""
    match hand.split():
        case ["wait"]:
            table.wait(3_000)
        case ["wait", _]:
            table.wait(40_000)
        case ["stop"]:
            table.stop()
        case ["run", side]:
            table.run(Side(side))
        case ["press"]:
            table.press(table.table.clock.face(table.at).running or Side.WHITE)
        case ["set"]:
            table.set_times({Side.BLACK: 123})
        case ["lose"]:
            table.lose("clock")
            table.wait(2_000)
            table.find("clock")
        case ["restart"]:
            table.restart()
        case _:
            obey(table)


def obey(table: WholeTable) -> None:
    """People do all that is asked of the clock."""
    for order in table.table.clock.face(table.at).orders:
        match order.what:
            case Ordered.STAND:
                table.stop()
            case Ordered.RUN:
                assert order.side is not None
                table.run(order.side)
            case Ordered.SHOW:
                assert order.side is not None
                # The page names the time: what the clock is believed to show, and what is missing.
                believed = table.table.clock.face(table.at).shown_ms(order.side, table.at)
                table.set_times({order.side: -(-(believed + order.off_ms) // 1000)})
    table.wait(300)


@examples(40)
@given(st.sampled_from(["5m", "5m+3s", "shared 10m", "shared 1m, 5m"]), st.lists(st.one_of(ACTS, HANDS), max_size=14))
def test_what_is_asked_is_done_by_doing_it(control: str, happens: list[dict[str, Any] | str]) -> None:
    table = lay_out(control)
    table.make("h8")
    table.wait(2_000)
    table.run(Side.WHITE)
    for what in happens:
        if isinstance(what, str):
            do(table, what)
        else:
            table.command("Iris", "chief", what)
        table.wait(500)
    obey(table)
    obey(table)
    assert table.orders() == []
    assert table.folded().differences == ()
    assert table.folded().state == table.table.referee
