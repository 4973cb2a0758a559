"""Lines in order, questions with patience: the parts of the ingest that need neither a broker nor time."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from gateway.record.commands import SendLines
from gateway.relay.ingest.gap_requests import GapRequests
from gateway.relay.ingest.resequencer import CHUNK, EARLY_BYTES, EARLY_MAX, Resequencer


@given(st.integers(0, 40), st.randoms(use_true_random=False), st.integers(0, 20))
def test_whatever_the_order_lines_leave_in_order_once(count: int, dice: random.Random, repeats: int) -> None:
    numbers = list(range(1, count + 1))
    arrivals = numbers + [dice.choice(numbers) for _ in range(repeats) if numbers]
    dice.shuffle(arrivals)
    resequencer = Resequencer()
    left = [n for arrival in arrivals for n, _ in resequencer.offer(arrival, b"")]
    assert left == numbers
    assert resequencer.held == resequencer.last == count
    assert resequencer.gap() is None


@given(st.integers(0, 2000), st.lists(st.integers(1, 4000), max_size=60))
def test_a_gap_is_always_something_we_lack(held: int, arrivals: list[int]) -> None:
    resequencer = Resequencer(held)
    seen = set(range(1, held + 1))
    for n in arrivals:
        resequencer.offer(n, b"")
        seen.add(n)
    gap = resequencer.gap()
    if gap is None:
        assert seen == set(range(1, len(seen) + 1))
        return
    after, upto = gap
    assert 0 < upto - after <= CHUNK
    # One line that we hold, to compare; the rest are all unknown.
    assert {n for n in range(after + 1, upto + 1) if n in seen} <= {resequencer.held}
    assert resequencer.held + 1 <= upto


def test_what_is_held_back_is_bounded() -> None:
    resequencer = Resequencer()
    for n in range(2, EARLY_MAX * 3):
        resequencer.offer(n, b"")
    assert len(resequencer.offer(1, b"")) == EARLY_MAX + 1
    assert resequencer.gap() is not None


def test_what_is_held_back_is_bounded_in_bytes() -> None:
    resequencer, line = Resequencer(), b" " * 250_000
    for n in range(2, EARLY_MAX):
        resequencer.offer(n, line)
    assert len(resequencer.offer(1, line)) == EARLY_BYTES // len(line) + 1
    assert resequencer.gap() is not None


def test_what_the_disk_refused_is_missing_again() -> None:
    resequencer = Resequencer()
    for n in range(1, 6):
        resequencer.offer(n, b"")
    resequencer.rewind(2)
    assert resequencer.gap() == (1, 5)
    assert [n for n, _ in resequencer.offer(3, b"")] == [3]


def test_what_came_early_of_a_table_that_starts_anew_does_not_follow_on_its_next_line() -> None:
    resequencer = Resequencer(3)
    resequencer.offer(5, b"of before")
    resequencer.forget_early(3)
    assert resequencer.gap() is None
    assert resequencer.offer(4, b"new") == [(4, b"new")]
    assert resequencer.offer(5, b"new, too") == [(5, b"new, too")]


def test_one_question_at_a_time_then_growing_pauses() -> None:
    resequencer = Resequencer()
    asking = GapRequests(resequencer)
    assert asking.next(0.0) is None
    assert asking.wake_at(0.0) is None
    resequencer.hear(3)
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
    resequencer = Resequencer()
    asking = GapRequests(resequencer)
    resequencer.hear(CHUNK + 10)
    assert asking.next(0.0) == SendLines(0, CHUNK)
    for n in range(1, CHUNK + 1):
        resequencer.offer(n, b"")
        asking.took(n)
    assert asking.wake_at(0.1) == 0.1
    assert asking.next(0.1) == SendLines(CHUNK - 1, CHUNK + 10)


def test_a_doubt_is_asked_at_once_after_contact_and_late_after_a_state() -> None:
    asking = GapRequests(Resequencer(9))
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
    asking = GapRequests(Resequencer(9))
    asking.doubt(9, 0.0)
    asked = 0
    now: float | None = 0.0
    while now is not None:
        asked += asking.next(now) is not None
        now = asking.wake_at(now)
    assert asked == 3
