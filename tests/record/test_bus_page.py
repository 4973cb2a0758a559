"""The page about the bus: each example is a message of its topic, and each field of each message is explained."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from gateway.bus.topics import TOPICS
from gateway.cli.message_fields import WORDS, field_list, fields_of, structs
from gateway.record.schema import MESSAGES

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = re.findall(r"### ([a-z]+)\n\n```json\n(.*?)\n```", (DOCS / "bus.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize(("topic", "text"), EXAMPLES)
def test_an_example_is_a_message_of_its_topic(topic: str, text: str) -> None:
    form = TOPICS[topic].form
    value = form.receive(text.encode())
    known = json.loads(form.encode(value)).keys()
    assert json.loads(text).keys() <= known, "a field that the definition does not have, or its default"


def test_every_topic_has_an_example() -> None:
    assert [topic for topic, _ in EXAMPLES] == list(dict.fromkeys(topic for topic, _ in EXAMPLES))
    assert {topic for topic, _ in EXAMPLES} == set(TOPICS)


def test_every_field_of_every_message_is_explained() -> None:
    assert set(MESSAGES.values()) <= set(structs())
    unexplained = [
        f"{kind}.{name}" for kind, info in structs().items() for name, meaning in fields_of(kind, info) if not meaning
    ]
    assert unexplained == []


def test_the_page_has_every_field_as_the_definitions_do() -> None:
    assert (DOCS / "bus-fields.md").read_text(encoding="utf-8") == field_list(), "make schema writes it anew"


def test_no_word_is_left_over() -> None:
    names = {field.name for info in structs().values() for field in info.fields}
    assert set(WORDS) <= names
