from __future__ import annotations

import pytest

from gateway.clock.classes import PRESETS, Pace, classify, first_moves_ms
from gateway.clock.control_in_words import course, explain, in_words
from gateway.clock.control_notation import parse_control
from gateway.clock.control_tag import format_tags, parse_tag
from gateway.model.errors import NotationError
from gateway.model.instants import Millis
from gateway.model.messages import name_of
from tests.english import assert_sayable, english

CLASSES = [
    # control, draughts, gomoku, gomoku older, chess
    ("15m", "blitz 1.2", "rapid 30.3.1 A", "blitz", "rapid A.1"),
    ("15m1s", "rapid 1.1", "standard 30.1", "rapid", "rapid A.1"),
    ("30m", "rapid 1.1", "standard 30.1", "rapid", "rapid A.1"),
    ("30m1s", "standard 1", "standard 30.1", "fast", "rapid A.1"),
    ("45m", "standard 1", "standard 30.1", "fast", "rapid A.1"),
    ("46m", "standard 1", "standard 30.1", "standard", "rapid A.1"),
    ("60m", "standard 1", "standard 30.1", "standard", "standard A.1"),
    ("5m", "blitz 1.2", "rapid 30.1", "blitz", "blitz B.1"),
    ("4m59s", "unnamed 1", "rapid 30.1", "blitz", "blitz B.1"),
    ("10m", "blitz 1.2", "rapid 30.1", "blitz", "blitz B.1"),
    ("10m1s", "blitz 1.2", "rapid 30.1", "blitz", "rapid A.1"),
    ("10m+5s", "blitz 1.2", "rapid 30.1", "blitz", "rapid A.1"),
    ("20m+10s", "rapid 1.1", "standard 30.1", "rapid", "rapid A.1"),
    ("10m+10s", "rapid 1.1", "rapid 30.3.1 B", "rapid", "rapid A.1"),
    ("5m+3s", "blitz 1.2", "blitz 30.3.2", "blitz", "blitz B.1"),
    ("3m+2s", "blitz 1.2", "lightning 30.3.3", "blitz", "blitz B.1"),
    ("8m+10s", "rapid 1.1", "rapid 30.1", "rapid", "rapid A.1"),
    ("15m+3s", "rapid 1.1", "rapid 30.1", "rapid", "rapid A.1"),
    ("21m+3s", "rapid 1.1", "standard 30.1", "fast", "rapid A.1"),
    ("10m+16s", "rapid 1.1", "rapid 30.1", "fast", "rapid A.1"),
    ("40/90m, 30m+30s", "standard 1", "standard 14.1", "unnamed", "standard A.1"),
    ("shared 60m, 5m+3s", "unnamed 1", "standard 14.1", "unnamed", "unnamed A.1"),
    ("white 5m; black 31m", "standard 1", "standard 30.1", "fast", "rapid A.1"),
]


@pytest.mark.parametrize(("text", "draughts", "gomoku", "older", "chess"), CLASSES)
def test_what_each_rulebook_calls_it(text: str, draughts: str, gomoku: str, older: str, chess: str) -> None:
    found = [f"{each.pace} {each.article.split(' ', 1)[1]}" for each in classify(parse_control(text))]
    assert found == [
        draughts.replace(" 1", " rapid 1"),
        gomoku,
        f"{older} app.6 §1",
        chess,
    ]


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("10m+5s", 15),
        ("20m+10s", 30),
        ("10m delay 5s", 15),
        ("40/90m, 30m+30s", 130),
        ("20/10m", 30),
        ("40/90m+30s, 15m+60s", 90 + 20 + 15 + 20),
        ("60/30m, 15m", 30),
        ("10m, 5m", 15),
    ],
)
def test_the_time_for_the_first_sixty_moves(text: str, minutes: int) -> None:
    assert first_moves_ms(parse_control(text).white) == minutes * 60_000


def test_presets_are_in_the_class_they_claim() -> None:
    for preset in PRESETS.values():
        found = {each.rulebook: each for each in classify(preset.control)}[preset.rulebook]
        assert (found.pace, found.article) == (preset.pace, preset.article), preset.name


def test_every_class_has_a_name_in_both_languages() -> None:
    for pace in Pace:
        assert_sayable(name_of(pace))


# ---------------------------------------------------------------------------------------------------- the tag


@pytest.mark.parametrize(
    ("tag", "text"),
    [
        ("900", "15m"),
        ("600+5", "10m+5s"),
        ("40/5400:1800+30", "40/90m, 30m+30s"),
        ("40/5400+30:1800+30", "40/90m+30s, 30m+30s"),
        ("*180", "hourglass 3m"),
        ("40/7200:20/3600:900+30", "40/120m, 20/60m, 15m+30s"),
    ],
)
def test_the_tag_both_ways(tag: str, text: str) -> None:
    assert parse_tag(tag) == parse_control(text)
    assert format_tags(parse_control(text)) == {"TimeControl": tag}


def test_the_tag_says_unknown_rather_than_something_else() -> None:
    for text in ("10m delay 5s", "10m bronstein 5s", "30m, 5x30s", "shared 60m, 5m", "count-up", "1500ms", "1m+500ms"):
        assert format_tags(parse_control(text)) == {"TimeControl": "?"}
    assert parse_tag("?") is parse_tag("-") is parse_tag("") is None


def test_unequal_times_have_a_tag_for_each_side() -> None:
    tags = format_tags(parse_control("white 5m; black 4m+1s"))
    assert tags == {"TimeControlWhite": "300", "TimeControlBlack": "240+1"}


def test_free_text_of_livechess_is_read() -> None:
    assert parse_tag("15 min/game + 10 sec/move") == parse_control("15m+10s")
    assert parse_tag("15 min/game") == parse_control("15m")


@pytest.mark.parametrize(
    ("tag", "at"), [("10m", 0), ("40/5400:x", 8), ("0", 0), ("0/300", 0), ("*0", 0), ("*60:60", 0)]
)
def test_a_bad_tag_shows_where(tag: str, at: int) -> None:
    with pytest.raises(NotationError) as error:
        parse_tag(tag)
    assert english(error.value.message).split("\n")[-1] == f"  {' ' * at}^"


# ---------------------------------------------------------------------------------------------------- in words


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        (
            "10m+5s",
            [
                "Each side has 10 minutes for the whole game, and gets 5 seconds more for every move made.",
                "Whoever uses up the last of their time has overstepped.",
            ],
        ),
        (
            "40/90m, 30m+30s",
            [
                "Each side has 1 hour and 30 minutes for 40 moves.",
                (
                    "After these 40 moves what is left is kept, and each side has 30 minutes for all remaining moves, "
                    "and gets 30 seconds more for every move made."
                ),
                "Whoever uses up the last of their time has overstepped.",
            ],
        ),
        (
            "white 5m bronstein 2s; black 4m delay 1s",
            [
                (
                    "White has 5 minutes for the whole game, and after every move gets back what it used for it, "
                    "at most 2 seconds."
                ),
                "Black has 4 minutes for the whole game, and on every move the clock waits 1 second before it counts.",
                "Whoever uses up the last of their time has overstepped.",
            ],
        ),
        ("count-up", ["Each side has no limit; the clock counts up and only measures.", "Nobody can lose on time."]),
    ],
)
def test_a_control_in_words(text: str, sentences: list[str]) -> None:
    assert [english(sentence) for sentence in explain(parse_control(text))] == sentences


@pytest.mark.parametrize(
    "text", ["20/10m", "10m, 1x30s", "10m, canadian 5/1m", "hourglass 1m", "shared 1h", "shared 1h, 5m, 5x30s"]
)
def test_every_kind_can_be_said_and_drawn(text: str) -> None:
    control = parse_control(text)
    for sentence in explain(control):
        assert_sayable(sentence)
        assert english(sentence).endswith(".")
    assert len(course(control, 10, Millis(1_000))) == 11


def test_lengths_of_time_in_words() -> None:
    assert english(in_words(Millis(3_661_001))) == "1 hour, 1 minute, 1 second and 1 millisecond"
    assert english(in_words(Millis(0))) == "0 seconds"


def test_the_course_ends_at_the_flag() -> None:
    points = course(parse_control("10s"), 60, Millis(4_000))
    assert [point.ms for point in points] == [10_000, 6_000, 2_000, 0]
    assert points[-1].fell
