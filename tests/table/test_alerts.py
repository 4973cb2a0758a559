"""Several things go wrong at one table, and each alert stands until its own trouble is over."""

from __future__ import annotations

from drivers.readings import LinkDown, SquareChanged
from gateway.model.sides import BySide
from gateway.record.table_state import OpenAlert
from gateway.referee.inputs import DeviceChanged
from gateway.table.reporting import table_state

from .virtual import VirtualTable, setup

CHESS = {"rules": "chess", "rulebook": "chess-rapid", "control": "10m+5s"}
DEAD = 60
"""The cell of e1, where the white king stands."""


def with_a_dead_sensor() -> VirtualTable:
    """A game of chess on a board that does not see e1."""
    table = VirtualTable(setup(**CHESS))
    table.cells = table.cells[:DEAD] + "." + table.cells[DEAD + 1 :]
    table.connect()
    table.wait(30_000)
    return table


def alerts(table: VirtualTable) -> set[str]:
    """The open alerts, as an arbiter's page gets them."""
    part = table_state(table.table, table.at).arbiters
    assert part is not None
    return {_key(alert) for alert in part.alerts}


def _key(alert: OpenAlert) -> str:
    return f"{alert.kind.value} {alert.subject}"


def test_the_dead_sensor_is_still_told_of_when_board_and_clock_are_back() -> None:
    table = with_a_dead_sensor()
    table.start_clock()
    assert alerts(table) == {"device_lost sensor e1"}
    table.hear(LinkDown("the plug is out"))
    assert alerts(table) == {
        "device_lost sensor e1",
        "device_lost board",
        "device_lost clock",
        "clock clock",
    }
    table.connect()
    assert alerts(table) == {"device_lost sensor e1"}
    table.restart()
    table.connect()
    assert alerts(table) == {"device_lost sensor e1"}
    table.hear(SquareChanged(DEAD, "K"), 1000)
    assert alerts(table) == set()
    changes = [what for what in table.whats(DeviceChanged) if isinstance(what, DeviceChanged)]
    assert [change.online for change in changes if change.subject == "sensor e1"] == [False, True]
    assert table.folded().differences == ()


def test_a_low_battery_and_a_wrongly_set_clock_are_two_alerts_and_each_has_its_end() -> None:
    table = VirtualTable(setup(**CHESS))
    table.connect()
    table.wait(2000)
    table.seconds = BySide(305, 605)
    table.clock()
    table.start_clock()
    table.clock(wait_ms=1000, battery_low=True)
    assert alerts(table) == {"clock wrong_control white", "clock battery_low"}
    table.seconds = BySide(605, 605)
    table.clock(wait_ms=1000, battery_low=True)
    assert alerts(table) == {"clock battery_low"}
    table.restart()
    assert alerts(table) == {"clock battery_low"}
    table.clock(wait_ms=1000)
    assert alerts(table) == set()
    assert table.folded().differences == ()


def test_both_sides_set_wrongly_are_two_alerts() -> None:
    table = VirtualTable(setup(**CHESS))
    table.connect()
    table.wait(2000)
    table.seconds = BySide(305, 305)
    table.clock()
    table.start_clock()
    assert alerts(table) == {"clock wrong_control white", "clock wrong_control black"}
    table.seconds = BySide(305, 605)
    table.clock(wait_ms=1000)
    assert alerts(table) == {"clock wrong_control white"}
