from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gateway.authority.register import Party, PartyKind
from gateway.bus import topics
from gateway.bus.permissions import granted
from gateway.bus.topics import TOPICS, Address, Topic, parse
from gateway.model.errors import BusError
from gateway.record.lines import LINE
from gateway.record.wire import WireError

names = st.from_regex(r"[a-z0-9_-]{1,64}", fullmatch=True)


@given(names, names, st.sampled_from(list(TOPICS.values())))
def test_a_topic_reads_back(event: str, table: str, topic: Topic[Any]) -> None:
    assert parse(topic.of(Address(event, table))) == (Address(event, table), topic)


@given(st.text() | st.builds("flagfall/v1/{}/{}/{}".format, st.text(), names, st.sampled_from(list(TOPICS)) | names))
def test_any_other_text_is_nobodys_topic(text: str) -> None:
    known = parse(text)
    assert known is None or known[1].of(known[0]) == text


@pytest.mark.parametrize("name", ["", "A", "a/b", "a b", "+", "#", "ä", "x" * 65])
def test_a_name_that_cannot_be_a_level_is_refused(name: str) -> None:
    with pytest.raises(BusError, match="use 1 to 64"):
        topics.CLOCK.of(Address("open", name))


@pytest.mark.parametrize(
    "document", [topics.__doc__ or "", (Path(__file__).parents[2] / "docs/bus.md").read_text(encoding="utf-8")]
)
def test_what_the_documents_say_of_a_topic_is_so(document: str) -> None:
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in document.splitlines() if "|" in line]
    said = {row[0]: row[1:3] for row in rows if row[0].startswith("`")}
    of_tables = {f"`{each.name}`": ["yes" if each.retained else "no", str(each.qos)] for each in TOPICS.values()}
    assert said == of_tables | {f"`{topics.ROUND_CLOCK.name}`": ["yes", str(topics.ROUND_CLOCK.qos)]}


def test_what_is_told_of_a_whole_event_has_no_table_and_only_the_relay_tells_it() -> None:
    where = topics.ROUND_CLOCK.of("open")
    assert where == "flagfall/v1/open/round-clock"
    may = {kind: granted(Party(name="p", kind=kind, event="open", enrolment="")) for kind in PartyKind}
    assert [kind for kind in PartyKind if where in may[kind].write] == [PartyKind.RELAY]
    assert where in may[PartyKind.TOOL].read
    with pytest.raises(BusError, match="use 1 to 64"):
        topics.ROUND_CLOCK.of("an event")


def test_one_subscription_hears_every_table() -> None:
    assert topics.ENTRIES.of_all("open") == "flagfall/v1/open/+/entries"


@given(st.integers(1), st.text())
def test_a_line_travels_untouched(n: int, more: str) -> None:
    line = b'{ "kind of tomorrow" : %d, "n":%d }' % (len(more), n)
    assert LINE.encode(LINE.decode(line)) == line
    assert LINE.decode(line).n == n


@pytest.mark.parametrize("line", [b"", b"{", b"[]", b'{"n":0}', b'{"n":"1"}', b"\xff"])
def test_a_line_without_a_number_is_no_entry(line: bytes) -> None:
    with pytest.raises(WireError, match="Not an entry"):
        LINE.decode(line)


_EXAMPLE = """
from gateway.authority.register import Party, PartyKind
from gateway.bus import topics
from gateway.bus.permissions import granted
from gateway.bus.client import Received, Session
from gateway.bus.topics import Address
from gateway.record.commands import Command, Reply, SendLines

def take(received: Received[Reply]) -> None: ...

async def speak(session: Session) -> None:
    here = Address("open", "t1")
    await session.publish(here, topics.REPLIES, Reply("1", ok=True))
    await session.publish(here, topics.COMMANDS, Command("1", SendLines(0, 1)))
    await session.subscribe(here, topics.REPLIES, take)
    await session.publish(here, topics.COMMANDS, Reply("1", ok=True))  # wrong
    await session.publish(here, topics.ENTRIES, b"{}")  # wrong
    await session.subscribe(here, topics.COMMANDS, take)  # wrong
"""


def test_the_type_checker_refuses_what_does_not_fit_its_topic(tmp_path: Path) -> None:
    example = tmp_path / "example.py"
    example.write_text(_EXAMPLE, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(example)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    found = {int(line.split(":")[1]) for line in checked.stdout.splitlines() if ": error:" in line}
    assert found == {n for n, line in enumerate(_EXAMPLE.splitlines(), 1) if line.endswith("# wrong")}, checked.stdout
