"""Entry lists: any order of columns, English or Chinese, and a sentence for what cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.event.entry_list import BadEntryList, read_entry_list, write_entry_list
from gateway.model.persons import Person, PersonId


def test_columns_in_any_order_and_language() -> None:
    assert read_entry_list("Elo;Name;FIDE ID\n2104;Able, Ann;12345\n;Bright, Bo;\n") == [
        Person("Able, Ann", rating=2104, federation_id="12345"),
        Person("Bright, Bo"),
    ]
    assert read_entry_list("\ufeff姓名,单位,等级分,备注\r\n赵汉青,上海,2301,x\r\n\r\n") == [
        Person("赵汉青", club="上海", rating=2301)
    ]


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("", "entry_list.empty"),
        ("rating\n2000\n", "entry_list.no_names"),
        ("name,rating\n,2000\n", "entry_list.name_missing"),
        ("name,rating\nAnn,two thousand\n", "entry_list.no_rating"),
        ("name,rating\nAnn,20000\n", "entry_list.no_rating"),
        (f"name\n{'x' * 101}\n", "entry_list.too_long"),
    ],
)
def test_what_cannot_be_read_is_said(text: str, key: str) -> None:
    with pytest.raises(BadEntryList) as error:
        read_entry_list(text)
    assert error.value.message.key == key


TEXT = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=20)
PERSONS = st.builds(
    Person,
    TEXT.filter(bool),
    TEXT.map(PersonId),
    title=TEXT,
    federation=TEXT,
    rating=st.none() | st.integers(1, 3500),
    club=TEXT,
    federation_id=TEXT,
)


@given(st.lists(PERSONS, max_size=5))
def test_what_is_written_is_read_again(persons: list[Person]) -> None:
    assert read_entry_list(write_entry_list(persons)) == persons


@given(st.text(max_size=60))
def test_no_text_is_too_odd(text: str) -> None:
    try:
        read_entry_list(text)
    except BadEntryList as error:
        assert error.message.key.startswith("entry_list.")  # noqa: PT017 - either is right
