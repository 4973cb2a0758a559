"""An adjourned game in its state and its record, and the next day on a clock that knows nothing of it."""

from __future__ import annotations

import msgspec

from drivers.readings import Seat
from gateway.clock.facts import TimesSealed
from gateway.feeds.played_game import games_of
from gateway.model.instants import Millis
from gateway.model.sides import BySide, Side
from gateway.record.table_state import Status
from gateway.record.visibility import Visibility, public_state
from gateway.referee.inputs import Clocked
from gateway.referee.state import Phase

from .scenario import Scenario, Step, happen, lay_out
from .whole import WholeTable

MINUTE = 60_000


def sealed(clock: str) -> WholeTable:
    """A game in which White has sealed after a minute's thought."""
    table = lay_out(Scenario("adjourned", "gomoku-standard", [], game="gomoku", control="60m"), clock)
    table.open()
    for step in (
        Step(run=Side.BLACK),
        Step(moves="h8"),
        Step(act="adjourn", role="arbiter", using={"why": "the hall closes"}, wait=60),
        Step(stop=True),
        Step(act="seal", role="arbiter"),
    ):
        happen(table, step)
    table.ruled()
    return table


def times_of(table: WholeTable) -> TimesSealed:
    (times,) = (
        what.fact for what in table.whats(Clocked) if isinstance(what, Clocked) and isinstance(what.fact, TimesSealed)
    )
    return times


def test_the_times_and_who_wrote_them_down_are_in_the_record_and_the_state() -> None:
    for clock in ("buttons", "mirror"):
        table = sealed(clock)
        times = times_of(table)
        assert (times.sealer, times.by) == (Side.WHITE, "Iris")
        assert 60 * MINUTE - times.left_ms.white - MINUTE in range(1000, 4000)
        state = table.state
        assert state.status is Status.PAUSED
        assert state.adjourned is not None
        assert (state.adjourned.sealer, state.adjourned.sealed) == (Side.WHITE, True)
        assert state.adjourned.left_ms == times.left_ms
        assert public_state(state).adjourned == state.adjourned
        table.restart()
        assert table.state.adjourned == state.adjourned


def test_what_is_sealed_is_in_nobodys_hands_before_it_is_opened() -> None:
    table = sealed("buttons")
    assert b"i8" not in msgspec.json.encode(table.entries)
    table.command("Iris", "arbiter", {"type": "open_envelope", "move": "i8"})
    public = [entry for entry in table.entries if entry.visibility is Visibility.PUBLIC]
    assert b"i8" in msgspec.json.encode(public)  # on the board, for everybody
    assert table.state.adjourned is None


def test_a_clock_that_was_set_to_something_else_overnight_is_to_be_set_to_the_sealed_times() -> None:
    table = sealed("mirror")
    left = times_of(table).left_ms
    table.lose("clock")
    table.restart()
    table.wait(60 * MINUTE)
    assert table.timer is not None
    table.timer.ms = dict.fromkeys(Seat, 30 * MINUTE)
    table.find("clock")
    table.wait(3000)
    table.ruled()
    table.command("Iris", "arbiter", {"type": "open_envelope", "move": "i8"})
    ruled = table.ruled()
    assert ruled[:2] == [
        f"time white set {left.white // 1000} s (GN 20.2.3)",
        f"time black set {left.black // 1000} s (GN 20.2.3)",
    ]
    assert table.table.referee.phase is Phase.PLAYING


def test_corrected_times_count_also_while_the_absent_sides_clock_runs() -> None:
    table = sealed("buttons")
    happen(table, Step(act="resume", role="arbiter", wait=30))
    times = BySide(Millis(40 * MINUTE), Millis(50 * MINUTE))
    table.command("Iris", "arbiter", {"type": "open_envelope", "move": "i8", "times": msgspec.to_builtins(times)})
    assert BySide(*(table.seconds_left(side) for side in Side)) == BySide(2400, 3000)
    table.wait(10_000)
    assert BySide(*(table.seconds_left(side) for side in Side)) == BySide(2400, 2990)


def test_the_state_of_a_void_game_is_not_adjourned_and_an_export_has_the_sealed_move() -> None:
    table = sealed("buttons")
    table.command("Iris", "arbiter", {"type": "open_envelope", "move": "i8"})
    (game,) = games_of(table.entries)
    assert game.texts == ["h8", "i8"]
    assert [move.text for stretch in game.stretches for move in stretch.moves] == ["h8", "i8"]
    again = sealed("buttons")
    again.command("Iris", "chief", {"type": "void"})
    assert again.state.adjourned is None


def test_a_clock_that_was_started_before_the_act_is_not_set_back() -> None:
    table = sealed("mirror")
    table.run(Side.BLACK)
    table.wait(30_000)
    table.ruled()
    table.command("Iris", "arbiter", {"type": "open_envelope", "move": "i8"})
    assert [line for line in table.ruled() if line.startswith("time")] == []
