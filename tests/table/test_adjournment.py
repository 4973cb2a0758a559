"""An adjourned game in its state and its record, and the next day on a clock that knows nothing of it."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from drivers.readings import Seat
from gateway.clock.facts import TimesSealed
from gateway.feeds.played_game import games_of
from gateway.model.instants import Millis
from gateway.model.sides import BySide, Side
from gateway.record.table_state import Status
from gateway.record.visibility import Visibility, public_state
from gateway.referee.inputs import Clocked
from gateway.referee.state import Phase
from tests.examples import examples

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


DOINGS = ("adjourn", "seal", "resume", "pause", "open", "unreadable", "wait", "restart", "move")


@examples(60)
@given(st.lists(st.sampled_from(DOINGS), max_size=14))
def test_whatever_arbiters_do_the_right_time_runs_and_the_record_tells_it(doings: list[str]) -> None:
    table = lay_out(Scenario("any", "gomoku-standard", [], game="gomoku", control="60m"), "buttons")
    table.open()
    happen(table, Step(run=Side.BLACK))
    points = iter(f"{column}{row}" for row in range(1, 12, 2) for column in "acegik")
    for doing in doings:
        before = table.table.referee
        assert before.play is not None
        envelope = before.play.envelope
        match doing:
            case "move":
                if before.phase is Phase.PLAYING and before.follows_the_board:
                    happen(table, Step(moves=next(points)))
            case "open":
                table.command("Iris", "chief", {"type": "open_envelope", "move": next(points)})
                if before.play.is_sealed:
                    table.stand(table.position.board())
            case "unreadable":
                if envelope is None or not envelope.answering:
                    table.command("Iris", "chief", {"type": "open_envelope"})
            case "wait":
                table.wait(30_000)
            case "restart":
                table.restart()
            case _:
                table.command("Iris", "chief", {"type": doing})
        table.wait(2000)
        referee = table.table.referee
        assert table.folded().state == referee
        assert referee.play is not None
        face, turn = table.table.clock.face(table.at), table.position.turn
        runs = turn.other if referee.play.is_sealed else turn
        assert face.running is (runs if referee.phase is Phase.PLAYING else None), doing
    spent = 2 * 60 * MINUTE - sum(table.table.clock.face(table.at).shown_ms(side, table.at) for side in Side)
    assert 0 < spent <= table.at - table.entries[0].at
