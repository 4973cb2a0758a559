"""Ids of games: one spelling each, printed and read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.record.game_id import GameId, NotAGameId

TABLES = st.from_regex(r"[a-z0-9_-]{1,64}", fullmatch=True)
NUMBERS = st.integers(1, 999_999_999)


@given(TABLES, NUMBERS, NUMBERS)
def test_what_is_printed_is_read(table: str, game: int, journal: int) -> None:
    one = GameId(table, game, journal)
    assert GameId.parse(str(one)) == one
    assert str(GameId.parse(str(one))) == str(one)


@given(st.one_of(st.text(max_size=80), st.from_regex(r"[a-z0-9_.\n-]{1,20}", fullmatch=True)))
def test_a_text_is_an_id_by_its_one_spelling_or_not_at_all(text: str) -> None:
    try:
        read = GameId.parse(text)
    except NotAGameId:
        return
    assert str(read) == text


def test_the_ids_of_a_table() -> None:
    assert str(GameId("t7", 3)) == "t7.3"
    assert str(GameId("t7", 3, 2)) == "t7.2.3"
    assert GameId.parse("hall-b_12.10.4") == GameId("hall-b_12", 4, 10)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "t7",
        "t7.",
        "t7.0",
        "t7.03",
        "t7.1.3",
        "t7.0.3",
        "t7.2.3.4",
        "T7.3",
        "t7.3\n",
        "t7.-3",
        ".3",
        "t7.٣",
        "t 7.3",
    ],
)
def test_what_is_no_id(text: str) -> None:
    with pytest.raises(NotAGameId):
        GameId.parse(text)


@pytest.mark.parametrize(
    ("table", "game", "journal"), [("T7", 3, 1), ("t7", 0, 1), ("t7", 3, 0), ("t7.2", 3, 1), ("", 1, 1)]
)
def test_what_cannot_be_one(table: str, game: int, journal: int) -> None:
    with pytest.raises(NotAGameId):
        GameId(table, game, journal)


def test_the_order_is_that_of_people() -> None:
    ids = ["t10.1", "t2.3.1", "t2.10", "t2.9", "t2.2.1"]
    assert sorted(ids, key=lambda text: GameId.parse(text).order) == ["t2.9", "t2.10", "t2.2.1", "t2.3.1", "t10.1"]
