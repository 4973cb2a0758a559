from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.bus.topics import Address, Channel, all_tables, parse, topic
from gateway.model.errors import BusError

names = st.from_regex(r"[a-z0-9_-]{1,64}", fullmatch=True)


@given(names, names, st.sampled_from(Channel))
def test_a_topic_reads_back(event: str, table: str, channel: Channel) -> None:
    assert parse(topic(Address(event, table), channel)) == (Address(event, table), channel)


@given(st.text())
def test_any_other_text_is_nobodys_topic(text: str) -> None:
    known = parse(text)
    assert known is None or topic(*known) == text


@pytest.mark.parametrize("name", ["", "A", "a/b", "a b", "+", "#", "ä", "x" * 65])
def test_a_name_that_cannot_be_a_level_is_refused(name: str) -> None:
    with pytest.raises(BusError, match="use 1 to 64"):
        topic(Address("open", name), Channel.CLOCK)


def test_what_the_table_in_the_docstring_says_is_so() -> None:
    import gateway.bus.topics as module

    for channel in Channel:
        row = f"| {f'`{channel}`':<14} | {'yes' if channel.retained else 'no':<8} | {channel.qos}   |"
        assert row in (module.__doc__ or "")


def test_one_subscription_hears_every_table() -> None:
    assert all_tables("open", Channel.ENTRIES) == "flagfall/v1/open/+/entries"
