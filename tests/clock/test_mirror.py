"""Following a hardware clock, and noticing what an arbiter would."""

from __future__ import annotations

from collections import Counter

import pytest

from drivers.readings import ClockMissing, ClockTimes, FlagSign, LinkDown, LinkUp, Seat, SquareChanged
from gateway.clock.control_notation import parse_control
from gateway.clock.face import Source, Way
from gateway.clock.facts import (
    ClockAdjusted,
    ClockAnomaly,
    ClockAnomalyEnded,
    ClockAnomalyKind,
    ClockBack,
    ClockFact,
    ClockLost,
    ClockPressed,
    ClockStarted,
    ClockStopped,
    FlagFell,
    StageReached,
    TimeLow,
)
from gateway.clock.flags import Overstepped, overstepped
from gateway.clock.mirror import Mirror
from gateway.model.instants import Instant, Millis
from gateway.model.sides import Side

from .hardware import PolledClock, played

W, B = Side.WHITE, Side.BLACK
UP = {W: Seat.LEFT, B: Seat.RIGHT}


class Table:
    """A mirror fed second by second, and all it has told."""

    def __init__(self, text: str, *, first: Side | None = W, white: Seat = Seat.LEFT) -> None:
        self.control = parse_control(text)
        self.mirror = Mirror.set_up(self.control, Instant(0), first=first, white=white)
        self.at = 0
        self.faces = 0

    def read(
        self,
        white: int,
        black: int,
        up: Side,
        *,
        gap: int = 1_000,
        running: bool = True,
        signs: tuple[FlagSign, FlagSign] = (FlagSign.NONE, FlagSign.NONE),
        battery_low: bool = False,
    ) -> tuple[ClockFact, ...]:
        """The display in seconds."""
        self.at += gap
        reading = ClockTimes(white * 1_000, black * 1_000, running, UP[up], signs[0], signs[1], battery_low=battery_low)
        before = self.mirror.face(Instant(self.at))
        self.mirror, facts = self.mirror.take(reading, Instant(self.at))
        self.faces += self.mirror.face(Instant(self.at)) != before
        return facts

    def shown(self, side: Side, later: int = 0) -> int:
        at = Instant(self.at + later)
        return self.mirror.face(at).shown_ms(side, at)


def table(text: str = "3m+2s", start: int = 182) -> Table:
    """A clock seen standing, then started."""
    made = Table(text)
    assert made.read(start, start, W, running=False) == ()
    assert made.read(start, start, W) == (ClockStarted(W),)
    return made


def test_a_game_is_followed_and_published_only_on_change() -> None:
    t = table()
    faces = t.faces
    assert [t.read(182 - n, 182, W) for n in range(1, 6)] == [()] * 5
    assert t.faces == faces
    assert t.shown(W) == 177_000
    assert t.shown(W, 400) == 176_600
    assert t.read(179, 182, B, gap=300) == (ClockPressed(W),)
    assert t.faces == faces + 1
    face = t.mirror.face(Instant(t.at))
    assert (face.running, face.source, face.stale, face.uncertainty_ms) == (B, Source.HARDWARE, False, 2_000)
    assert face.white_ms == 179_000


def test_a_press_is_told_once_however_often_the_display_repeats_itself() -> None:
    t = table()
    assert t.read(184, 182, B, gap=500) == (ClockPressed(W),)
    assert t.read(184, 182, B, gap=100) == ()
    assert t.read(184, 184, W, gap=100) == (ClockPressed(B),)


def test_press_and_stop_in_one_reading() -> None:
    t = table()
    assert t.read(184, 182, B, running=False) == (ClockPressed(W), ClockStopped())
    assert t.read(184, 182, B) == (ClockStarted(B),)


def test_the_lever_moved_while_nothing_runs() -> None:
    t = table()
    assert t.read(182, 182, W, running=False) == (ClockStopped(),)
    assert t.read(182, 182, B, running=False) == (ClockAnomaly(ClockAnomalyKind.LEVER_WHILE_STOPPED, B),)


def test_before_the_start_lever_and_times_are_nobodys_business() -> None:
    t = Table("3m+2s")
    assert t.read(5, 9, B, running=False) == ()
    assert t.read(182, 182, W, running=False) == ()
    assert t.mirror.face(Instant(t.at)).turn is None
    assert t.mirror.next_deadline() is None


@pytest.mark.parametrize("seed", range(6))
def test_the_estimate_stays_close_to_the_true_time(seed: int) -> None:
    """Readings late by up to six tenths of a second and uneven: still smooth, and within the stated uncertainty."""
    mirror = Mirror.set_up(parse_control("3m+2s"), Instant(0), first=W)
    told: Counter[type[ClockFact]] = Counter()
    published, readings, last = 0, 0, None
    for at, reading, left, right in played(PolledClock(182_000, 182_000, 2_000), 80, seed):
        expected = mirror.face(at)
        mirror, facts = mirror.take(reading, at)
        told.update(type(fact) for fact in facts)
        face = mirror.face(at)
        readings += 1
        published += face != last
        for side, shown, true in ((W, reading.left_ms, left), (B, reading.right_ms, right)):
            assert abs(face.shown_ms(side, at) - shown) <= 1_000
            assert abs(face.shown_ms(side, at) - true) <= face.uncertainty_ms
            if not facts:
                assert abs(face.shown_ms(side, at) - expected.shown_ms(side, at)) < 1_000
        last = face
    assert set(told) <= {ClockStarted, ClockPressed, TimeLow}
    assert told[ClockPressed] == 80
    assert published < readings / 2


def test_a_flag_on_a_freezing_clock() -> None:
    t = table("2s+2s", 4)
    for n in (3, 2, 1):
        assert t.read(n, 4, W) == ()
    facts = t.read(0, 4, W, gap=950, running=False, signs=(FlagSign.BLOCKED, FlagSign.NONE))
    assert facts == (FlagFell(W, Instant(t.at), Millis(2_000)),)
    assert t.read(0, 4, W, running=False, signs=(FlagSign.BLOCKED, FlagSign.NONE)) == ()
    face = t.mirror.face(Instant(t.at))
    assert (face.running, face.first_flag) == (None, W)
    assert overstepped(face) is Overstepped.WHITE


def test_a_flag_seen_late_fell_when_the_estimate_ran_out() -> None:
    t = table("2s+2s", 4)
    t.read(1, 4, W, gap=2_000)
    (fell,) = t.read(0, 4, W, gap=1_400, running=False, signs=(FlagSign.BLOCKED, FlagSign.NONE))
    assert isinstance(fell, FlagFell)
    assert t.at - 1_400 < fell.fell_at < t.at


def test_first_flag_logic_of_a_clock_that_does_not_freeze() -> None:
    t = table("5s", 5)
    t.read(1, 5, W, gap=4_000)
    shown = (FlagSign.SHOWN, FlagSign.NONE)
    assert [type(fact) for fact in t.read(0, 5, W, signs=shown)] == [FlagFell]
    assert t.read(0, 5, B, signs=shown) == (ClockPressed(W),)
    t.read(0, 1, B, gap=4_000, signs=shown)
    assert [type(fact) for fact in t.read(0, 0, B, signs=shown)] == [FlagFell]
    face = t.mirror.face(Instant(t.at))
    assert (face.first_flag, len(face.flags)) == (W, 2)


def test_both_flags_first_seen_together() -> None:
    for signs, verdict in (
        ((FlagSign.BLOCKED, FlagSign.BLOCKED), Overstepped.ORDER_UNKNOWN),
        ((FlagSign.NONE, FlagSign.SHOWN), Overstepped.BLACK),
    ):
        t = table("5s", 5)
        t.mirror, _ = t.mirror.take(LinkDown("cable"), Instant(t.at))
        t.read(0, 0, B, gap=60_000, signs=signs, running=False)
        assert overstepped(t.mirror.face(Instant(t.at))) is verdict


def test_a_flag_of_a_period_that_is_not_the_last() -> None:
    t = table("5s, 10s", 5)
    t.read(1, 5, W, gap=4_000)
    facts = t.read(10, 15, W, signs=(FlagSign.SHOWN, FlagSign.NONE))
    assert facts == (StageReached(W, 1, Instant(t.at)), StageReached(B, 1, Instant(t.at)))
    face = t.mirror.face(Instant(t.at))
    assert (face.stage.white, face.stage.black, face.flags) == (1, 1, ())
    assert t.read(9, 15, W, signs=(FlagSign.SHOWN, FlagSign.NONE)) == ()


def test_the_sign_alone_tells_the_stage_too() -> None:
    t = table("5s, 1s", 5)
    t.read(1, 5, W, gap=4_000)
    assert t.read(1, 5, W, signs=(FlagSign.SHOWN, FlagSign.NONE)) == (StageReached(W, 1, Instant(t.at)),)


def test_a_flag_put_back_by_hand() -> None:
    t = table("5s", 5)
    t.read(0, 5, W, gap=5_000, running=False, signs=(FlagSign.BLOCKED, FlagSign.NONE))
    facts = t.read(60, 5, W, running=False)
    assert facts == (ClockAdjusted(W, Millis(0), Millis(60_000)),)
    assert t.mirror.face(Instant(t.at)).flags == ()


@pytest.mark.parametrize("start", [302, 120])
def test_a_clock_set_to_another_control(start: int) -> None:
    t = Table("3m+2s")
    t.read(start, start, W, running=False)
    anomalies = [
        ClockAnomaly(ClockAnomalyKind.WRONG_CONTROL, side, Millis(182_000), Millis(start * 1_000)) for side in Side
    ]
    assert t.read(start, start, W) == (ClockStarted(W), *anomalies)


@pytest.mark.parametrize("start", [182, 180])
def test_either_way_of_counting_the_first_increment_is_right(start: int) -> None:
    t = Table("3m+2s")
    t.read(start, start, W, running=False)
    assert t.read(start, start, W) == (ClockStarted(W),)


def test_a_clock_first_seen_running_may_have_run_for_long() -> None:
    assert Table("3m+2s").read(100, 90, W) == (ClockStarted(W),)
    assert len(Table("3m+2s").read(300, 90, W)) == 2


def test_the_wrong_side_is_started() -> None:
    t = Table("3m+2s")
    t.read(182, 182, W, running=False)
    assert t.read(182, 182, B) == (ClockStarted(B), ClockAnomaly(ClockAnomalyKind.SIDES_SWAPPED, B))


def test_unequal_times_on_the_wrong_sides() -> None:
    t = Table("white 5m; black 4m")
    t.read(240, 300, W, running=False)
    assert t.read(240, 300, W) == (ClockStarted(W), ClockAnomaly(ClockAnomalyKind.SIDES_SWAPPED))


def test_times_exchanged_during_the_game() -> None:
    t = table()
    t.read(152, 182, W, gap=30_000)
    t.read(152, 182, W, running=False)
    assert t.read(182, 152, W, running=False) == (ClockAnomaly(ClockAnomalyKind.SIDES_SWAPPED),)
    assert t.shown(W) == 182_000


def test_an_increment_not_applied_is_told_once() -> None:
    t = table()
    t.read(180, 182, W, gap=2_000)
    anomaly = ClockAnomaly(ClockAnomalyKind.NO_INCREMENT, W, Millis(181_600), Millis(180_000))
    assert t.read(180, 182, B, gap=400) == (ClockPressed(W), anomaly)
    assert t.read(180, 184, W, gap=400) == (ClockPressed(B),)
    assert t.read(180, 184, B, gap=400) == (ClockPressed(W),)


@pytest.mark.parametrize("added", [1, 11, 30])
def test_a_wrong_increment(added: int) -> None:
    t = table("3m+10s", 190)
    t.read(188, 190, W, gap=2_000)
    pressed, anomaly = t.read(188 + added, 190, B, gap=100)
    assert pressed == ClockPressed(W)
    assert isinstance(anomaly, ClockAnomaly)
    assert anomaly.kind is ClockAnomalyKind.WRONG_INCREMENT


@pytest.mark.parametrize("paid", [0, 1_000])
@pytest.mark.parametrize("seed", range(4))
def test_a_small_increment_is_missed_only_when_several_presses_agree(paid: int, seed: int) -> None:
    mirror = Mirror.set_up(parse_control("10m+1s"), Instant(0))
    anomalies = 0
    for at, reading, _, _ in played(PolledClock(600_000, 600_000, paid), 60, seed):
        mirror, facts = mirror.take(reading, at)
        anomalies += sum(isinstance(fact, ClockAnomaly) for fact in facts)
    assert (anomalies > 0) == (paid == 0)


def test_a_correction_by_hand() -> None:
    t = table()
    t.read(180, 182, W, gap=2_000)
    t.read(180, 182, W, gap=300, running=False)
    assert t.read(180, 302, W, running=False) == (ClockAdjusted(B, Millis(182_000), Millis(302_000)),)
    assert t.read(170, 302, W, running=False)[0] == ClockAdjusted(W, Millis(180_000 - 300), Millis(170_000))


def test_a_jump_while_it_runs_is_a_correction_too() -> None:
    t = table()
    assert t.read(150, 182, W) == (ClockAdjusted(W, Millis(181_000), Millis(150_000)),)
    assert t.shown(W) == 150_000


@pytest.mark.parametrize(("rate", "off"), [((102, 100), True), ((98, 100), True), ((1, 1), False)])
def test_drift(rate: tuple[int, int], off: bool) -> None:
    mirror = Mirror.set_up(parse_control("90m+30s"), Instant(0))
    anomalies: list[ClockFact] = []
    for at, reading, _, _ in played(PolledClock(5_430_000, 5_430_000, 30_000, rate=rate), 200, 1):
        mirror, facts = mirror.take(reading, at)
        anomalies += [fact for fact in facts if isinstance(fact, ClockAnomaly) and fact.kind is ClockAnomalyKind.DRIFT]
    assert bool(anomalies) == off
    assert len(anomalies) <= 1


def test_readings_that_stop_and_come_back() -> None:
    t = table()
    t.read(181, 182, W)
    assert t.mirror.next_deadline() == t.at + 3_000
    assert t.mirror.wake(Instant(t.at + 2_999))[1] == ()
    mirror, told = t.mirror.wake(Instant(t.at + 3_000))
    assert [type(fact) for fact in told] == [ClockLost]
    face = mirror.face(Instant(t.at + 3_000))
    assert (face.stale, face.age_ms, face.running) == (True, 3_000, W)
    assert face.shown_ms(W, Instant(t.at + 4_000)) == 177_000  # the estimate runs on
    assert mirror.next_deadline() is None
    t.mirror = mirror
    assert t.read(176, 182, W, gap=5_000) == (ClockBack(),)
    assert not t.mirror.face(Instant(t.at)).stale


def test_a_clock_that_stands_may_be_silent() -> None:
    t = table()
    t.read(182, 182, W, running=False)
    assert t.mirror.next_deadline() is None


def test_the_cable_is_pulled_and_a_press_missed() -> None:
    t = table()
    t.mirror, told = t.mirror.take(ClockMissing(), Instant(t.at))
    assert [type(fact) for fact in told] == [ClockLost]
    assert t.mirror.take(LinkDown("gone"), Instant(t.at))[1] == ()
    assert t.mirror.take(LinkUp("serial"), Instant(t.at))[1] == ()
    assert t.read(160, 180, B, gap=30_000) == (ClockBack(), ClockPressed(W))


def test_presses_that_nobody_saw() -> None:
    t = table()
    t.mirror, _ = t.mirror.take(LinkDown("gone"), Instant(t.at))
    assert t.read(170, 165, W, gap=30_000) == (ClockBack(), ClockAnomaly(ClockAnomalyKind.MISSED_PRESSES))


def test_low_battery_is_told_once() -> None:
    t = table()
    assert t.read(181, 182, W, battery_low=True) == (ClockAnomaly(ClockAnomalyKind.BATTERY_LOW),)
    assert t.read(180, 182, W, battery_low=True) == ()


def test_a_changed_battery_is_told_also_after_a_restart() -> None:
    t = table()
    low, changed = ClockAnomaly(ClockAnomalyKind.BATTERY_LOW), ClockAnomalyEnded(ClockAnomalyKind.BATTERY_LOW)
    assert t.read(181, 182, W, battery_low=True) == (low,)
    assert t.read(180, 182, W) == (changed,)
    assert t.read(179, 182, W) == ()
    assert t.read(178, 182, W, battery_low=True) == (low,)
    anomalies = frozenset({ClockAnomalyKind.BATTERY_LOW})
    t.mirror = Mirror.restore(t.control, t.mirror.face(Instant(t.at)), Instant(t.at), anomalies=anomalies)
    assert t.read(177, 182, W) == (changed,)


def test_one_minute_left() -> None:
    t = table("3m", 180)
    t.read(61, 180, W, gap=119_000)
    assert t.read(60, 180, W) == (TimeLow(W, Millis(60_000), Instant(t.at)),)
    assert t.read(59, 180, W) == ()


def test_a_turned_board() -> None:
    t = Table("3m+2s", first=None)
    t.read(182, 182, W, running=False)
    assert t.read(182, 182, B) == (ClockStarted(B),)
    t.read(182, 175, B, gap=7_000)
    t.mirror = t.mirror.seated(Seat.RIGHT)
    face = t.mirror.face(Instant(t.at))
    assert (face.shown_ms(W, Instant(t.at)), face.black_ms, face.running) == (175_000, 182_000, W)
    assert t.mirror.seated(Seat.RIGHT) is t.mirror
    assert t.read(182, 177, W, gap=500) == (ClockPressed(W),)


def test_readings_of_the_board_are_not_for_the_clock() -> None:
    t = table()
    assert t.mirror.take(SquareChanged(3, "P"), Instant(t.at)) == (t.mirror, ())


def test_a_restart_in_the_middle_of_a_turn_tells_nothing() -> None:
    t = table()
    t.read(172, 182, W, gap=10_000)
    face = t.mirror.face(Instant(t.at))
    t.mirror = Mirror.restore(t.control, face, Instant(t.at + 5_000))
    assert t.mirror.face(Instant(t.at + 5_000)) == face
    assert t.read(166, 182, W, gap=6_000) == ()
    assert t.read(168, 182, B, gap=500) == (ClockPressed(W),)


def test_a_press_during_a_restart_is_told_once() -> None:
    t = table()
    t.mirror = Mirror.restore(t.control, t.mirror.face(Instant(t.at)), Instant(t.at + 5_000))
    assert t.read(180, 180, B, gap=6_000) == (ClockPressed(W),)
    assert t.read(180, 179, B) == ()


def test_a_restart_after_a_flag_or_a_loss_tells_nothing_again() -> None:
    t = table("5s", 5)
    signs = (FlagSign.BLOCKED, FlagSign.NONE)
    t.read(0, 5, W, gap=5_000, running=False, signs=signs)
    t.mirror = Mirror.restore(t.control, t.mirror.face(Instant(t.at)), Instant(t.at))
    assert t.read(0, 5, W, running=False, signs=signs) == ()
    t = table()
    t.mirror, _ = t.mirror.take(LinkDown("gone"), Instant(t.at))
    t.mirror = Mirror.restore(t.control, t.mirror.face(Instant(t.at)), Instant(t.at))
    assert t.mirror.take(LinkDown("gone"), Instant(t.at))[1] == ()
    assert t.read(181, 182, W) == (ClockBack(),)


def test_a_restart_with_a_silent_clock_says_so_after_a_while() -> None:
    t = table()
    mirror = Mirror.restore(t.control, t.mirror.face(Instant(t.at)), Instant(t.at + 60_000))
    assert mirror.next_deadline() == t.at + 63_000


@pytest.mark.parametrize(
    ("text", "start", "later"),
    [
        ("hourglass 60s", (60, 60), (50, 70)),
        ("count-up", (0, 0), (10, 0)),
        ("canadian 5/60s", (60, 60), (50, 60)),
        ("60s delay 3s", (60, 60), (53, 60)),
    ],
)
def test_other_controls_are_followed_without_a_word(text: str, start: tuple[int, int], later: tuple[int, int]) -> None:
    t = Table(text)
    t.read(*start, W, running=False)
    t.read(*start, W)
    assert [type(fact) for fact in t.read(*later, W, gap=10_000) if not isinstance(fact, TimeLow)] == []
    assert abs(t.shown(W) - later[0] * 1_000) <= 1_000
    assert abs(t.shown(B) - later[1] * 1_000) <= 1_000


def test_byo_yomi_shown_as_a_total_gives_back_what_was_used() -> None:
    t = Table("60s, 3x30s")
    t.read(60, 60, W, running=False)
    t.read(60, 60, W)
    t.read(1, 60, W, gap=59_000)
    assert StageReached(W, 1, Instant(t.at + 1_000)) in t.read(90, 60, W)
    t.read(80, 60, W, gap=10_000)
    assert t.read(90, 60, B, gap=500) == (ClockPressed(W),)


def test_bronstein_gives_back_and_a_clock_after_shared_time_starts_where_it_may() -> None:
    t = Table("60s bronstein 5s")
    t.read(60, 60, W, running=False)
    t.read(60, 60, W)
    t.read(57, 60, W, gap=3_000)
    assert [type(fact) for fact in t.read(60, 60, B, gap=200) if not isinstance(fact, TimeLow)] == [ClockPressed]
    t = Table("shared 60m, 5m+3s")
    assert t.mirror.face(Instant(0)).way is Way.DOWN
    t.read(900, 900, W, running=False)
    assert t.read(900, 900, W) == (ClockStarted(W),)
