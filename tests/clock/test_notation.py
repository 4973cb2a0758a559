from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.clock.control import (
    Bronstein,
    ByoYomi,
    Canadian,
    CountUp,
    Delay,
    Fischer,
    Hourglass,
    Period,
    Shared,
    TimeControl,
    equal,
    mistake_in,
)
from gateway.clock.control_notation import format_control, format_time, parse_control
from gateway.model.errors import NotationError
from gateway.model.instants import Millis
from tests.english import english

from .controls import controls

S, M = 1_000, 60_000


def ms(value: int) -> Millis:
    return Millis(value)


@pytest.mark.parametrize(
    ("text", "control", "shortest"),
    [
        ("15m", equal(Period(ms(15 * M))), "15m"),
        ("10m+10s", equal(Period(ms(10 * M), 0, Fischer(ms(10 * S)))), "10m+10s"),
        ("1h30m + 30s", equal(Period(ms(90 * M), 0, Fischer(ms(30 * S)))), "90m+30s"),
        ("10m bronstein 3s", equal(Period(ms(10 * M), 0, Bronstein(ms(3 * S)))), "10m bronstein 3s"),
        ("10m b3s", equal(Period(ms(10 * M), 0, Bronstein(ms(3 * S)))), "10m bronstein 3s"),
        ("10M D5S", equal(Period(ms(10 * M), 0, Delay(ms(5 * S)))), "10m delay 5s"),
        (
            "40/90m, 30m+30s",
            equal(Period(ms(90 * M), 40), Period(ms(30 * M), 0, Fischer(ms(30 * S)))),
            "40/90m, 30m+30s",
        ),
        ("30m, 5x30s", equal(Period(ms(30 * M)), ByoYomi(5, ms(30 * S))), "30m, 5x30s"),
        ("5 x 30 s", equal(ByoYomi(5, ms(30 * S))), "5x30s"),
        ("30m, canadian 25/10m", equal(Period(ms(30 * M)), Canadian(25, ms(10 * M))), "30m, canadian 25/10m"),
        ("hourglass 90s", equal(Hourglass(ms(90 * S))), "hourglass 1m30s"),
        ("countup", equal(CountUp()), "count-up"),
        (
            "shared 60m, 5m+3s",
            equal(Shared(ms(60 * M)), Period(ms(5 * M), 0, Fischer(ms(3 * S)))),
            "shared 60m, 5m+3s",
        ),
        (
            "white 5m+3s; black 4m",
            TimeControl((Period(ms(5 * M), 0, Fischer(ms(3 * S))),), (Period(ms(4 * M)),)),
            "white 5m+3s; black 4m",
        ),
        ("w: 5m, b: 4m", TimeControl((Period(ms(5 * M)),), (Period(ms(4 * M)),)), "white 5m; black 4m"),
        ("1500ms+250ms", equal(Period(ms(1500), 0, Fischer(ms(250)))), "1s500ms+250ms"),
    ],
)
def test_the_notation_people_use(text: str, control: TimeControl, shortest: str) -> None:
    assert parse_control(text) == control
    assert format_control(control) == shortest
    assert parse_control(shortest) == control


@pytest.mark.parametrize(
    ("text", "at", "right"),
    [
        ("", 0, "a time such as 10m+5s"),
        ("10", 2, "Write 10m for minutes or 10s for seconds"),
        ("10+5", 2, "as in 10m+5s"),
        ("10m+", 4, "10m, 90s or 1h30m"),
        ("10m+5", 5, "5s for seconds"),
        ("10m+5s,", 7, "10m+5s"),
        ("40/", 3, "10m, 90s or 1h30m"),
        ("0/90m", 0, "between 1 and 1000"),
        ("9999999/90m", 0, "between 1 and 1000"),
        ("blitz", 0, "shared, hourglass, count-up, canadian"),
        ("canadian 25", 11, "canadian 25/10m"),
        ("canadian m", 9, "canadian 25/10m"),
        ("30m 1h", 5, "1h30m"),
        ("5m, shared 3m", 0, "can only come first"),
        ("hourglass 5m, 3m", 0, "nothing can follow"),
        ("5m, hourglass 5m", 0, "cannot follow"),
        ("40/90m, 5x30s", 0, "40/90m, 30m, 5x30s"),
        ("white 5m", 8, "white 5m; black 4m"),
        ("white shared 5m; black 5m", 0, "one time for both sides"),
        ("white shared 5m, 3m; black shared 5m", 0, "or neither"),
        ("white hourglass 5m; black 5m", 0, "one for both sides"),
        ("0m", 0, "more than nothing"),
        ("10m+0s", 4, "more than nothing"),
        ("99999999999ms", 0, "at most 1000 hours"),
        ("10m+5s foo", 7, "expected the end"),
        ("3:00", 1, "Write 3m"),
    ],
)
def test_an_error_shows_where_and_what_would_be_right(text: str, at: int, right: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_control(text)
    message, shown, pointer = english(error.value.message).split("\n")
    assert right in message
    assert shown == f"  {text}"
    assert pointer.index("^") - 2 == at


@given(controls())
def test_every_control_can_be_written_and_read(control: TimeControl) -> None:
    assert mistake_in(control) is None
    assert parse_control(format_control(control)) == control


@given(st.text(alphabet="0123456789hms/+,;x- abdeijklnoprtuwy", max_size=30))
def test_no_text_does_worse_than_an_error(text: str) -> None:
    try:
        control = parse_control(text)
    except NotationError:
        return
    assert parse_control(format_control(control)) == control


def test_a_control_needs_a_stage() -> None:
    assert mistake_in(equal()) is not None
    assert format_time(ms(0)) == "0s"
