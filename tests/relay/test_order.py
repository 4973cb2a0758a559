"""Lines in order, questions with patience: the parts of the ingest that need neither a broker nor time."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from gateway.record.commands import SendLines
from gateway.relay.ingest.gap_requests import Asking
from gateway.relay.ingest.resequencer import CHUNK, EARLY_MAX, Intake


@given(st.integers(0, 40), st.randoms(use_true_random=False), st.integers(0, 20))
def test_whatever_the_order_lines_leave_in_order_once(count: int, dice: random.Random, repeats: int) -> None:
    numbers = list(range(1, count + 1))
    arrivals = numbers + [dice.choice(numbers) for _ in range(repeats) if numbers]
    dice.shuffle(arrivals)
    intake = Intake()
    left = [n for arrival in arrivals for n, _ in intake.offer(arrival, b"")]
    assert left == numbers
    assert intake.held == intake.last == count
    assert intake.gap() is None


@given(st.integers(0, 2000), st.lists(st.integers(1, 4000), max_size=60))
def test_a_gap_is_always_something_we_lack(held: int, arrivals: list[int]) -> None:
    intake = Intake(held)
    seen = set(range(1, held + 1))
    for n in arrivals:
        intake.offer(n, b"")
        seen.add(n)
    gap = intake.gap()
    if gap is None:
        assert seen == set(range(1, len(seen) + 1))
        return
    after, upto = gap
    assert 0 < upto - after <= CHUNK
    # One line that we hold, to compare; the rest are all unknown.
    assert {n for n in range(after + 1, upto + 1) if n in seen} <= {intake.held}
    assert intake.held + 1 <= upto


def test_what_is_held_back_is_bounded() -> None:
    intake = Intake()
    for n in range(2, EARLY_MAX * 3):
        intake.offer(n, b"")
    assert len(intake.offer(1, b"")) == EARLY_MAX + 1
    assert intake.gap() is not None


def test_what_the_disk_refused_is_missing_again() -> None:
    intake = Intake()
    for n in range(1, 6):
        intake.offer(n, b"")
    intake.rewind(2)
    assert intake.gap() == (1, 5)
    assert [n for n, _ in intake.offer(3, b"")] == [3]


def test_one_question_at_a_time_then_growing_pauses() -> None:
    intake = Intake()
    asking = Asking(intake)
    assert asking.next(0.0) is None
    assert asking.wake_at(0.0) is None
    intake.hear(3)
    assert asking.next(0.0) == SendLines(0, 3)
    assert asking.next(0.1) is None
    pauses = []
    now = 0.0
    for _ in range(7):
        wake = asking.wake_at(now)
        assert wake is not None
        pauses.append(wake - now)
        now = wake
        assert asking.next(now) == SendLines(0, 3)
    assert pauses == sorted(pauses)
    assert pauses[-1] == 30


def test_a_filled_stretch_is_followed_by_the_next_at_once() -> None:
    intake = Intake()
    asking = Asking(intake)
    intake.hear(CHUNK + 10)
    assert asking.next(0.0) == SendLines(0, CHUNK)
    for n in range(1, CHUNK + 1):
        intake.offer(n, b"")
        asking.took(n)
    assert asking.wake_at(0.1) == 0.1
    assert asking.next(0.1) == SendLines(CHUNK - 1, CHUNK + 10)


def test_a_doubt_is_asked_at_once_after_contact_and_late_after_a_state() -> None:
    asking = Asking(Intake(9))
    asking.doubt(9, 0.0)
    assert asking.next(0.0) == SendLines(8, 9)
    asking.took(9)
    assert asking.wake_at(0.0) is None
    asking.doubt(4, 0.0, settle=True)
    assert asking.next(0.0) is None
    asking.trust()
    assert asking.wake_at(0.0) is None
    asking.doubt(4, 0.0, settle=True)
    wake = asking.wake_at(0.0)
    assert wake is not None
    assert asking.next(wake) == SendLines(3, 4)


def test_a_doubt_that_nobody_answers_is_given_up() -> None:
    asking = Asking(Intake(9))
    asking.doubt(9, 0.0)
    asked = 0
    now: float | None = 0.0
    while now is not None:
        asked += asking.next(now) is not None
        now = asking.wake_at(now)
    assert asked == 3
