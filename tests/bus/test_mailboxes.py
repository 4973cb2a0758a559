"""Messages that wait: each table in turn, bounded, the latest of what only counts so."""

from __future__ import annotations

import aiomqtt
import pytest

from gateway.bus.mailboxes import BOX_BYTES, BOX_MESSAGES, BOXES_MAX, Mailboxes


def message(table: str, topic: str, payload: bytes) -> aiomqtt.Message:
    return aiomqtt.Message(f"flagfall/v1/open/{table}/{topic}", payload, qos=1, retain=False, mid=0, properties=None)


def drained(boxes: Mailboxes) -> list[tuple[str, bytes]]:
    taken = []
    while not boxes.empty():
        got = boxes.get_nowait()
        taken.append((got.topic.value.split("/")[3], got.payload))
    return taken


def test_tables_are_taken_in_turn_however_many_messages_one_sends() -> None:
    boxes = Mailboxes()
    for n in range(500):
        boxes.put_nowait(message("wild", "entries", b"%d" % n))
    boxes.put_nowait(message("t1", "entries", b"first"))
    boxes.put_nowait(message("t1", "entries", b"second"))
    taken = drained(boxes)
    assert taken[:4] == [("wild", b"0"), ("t1", b"first"), ("wild", b"1"), ("t1", b"second")]
    assert len(taken) == 502


def test_a_full_box_keeps_the_latest_state_behind_the_lines_before_it() -> None:
    boxes = Mailboxes()
    for n in range(BOX_MESSAGES):
        boxes.put_nowait(message("t1", "entries", b"%d" % n))
    for topic, payload in (("state", b"old"), ("clock", b"c"), ("entries", b"dropped"), ("state", b"new")):
        boxes.put_nowait(message("t1", topic, payload))
    assert [payload for _, payload in drained(boxes)][-3:] == [b"%d" % (BOX_MESSAGES - 1), b"c", b"new"]


def test_everything_is_handed_out_as_long_as_there_is_room() -> None:
    boxes = Mailboxes()
    for topic in ("state", "availability", "state", "availability"):
        boxes.put_nowait(message("t1", topic, topic.encode()))
    assert [payload for _, payload in drained(boxes)] == [b"state", b"availability"] * 2


def test_a_flood_is_bounded_and_said_once(caplog: pytest.LogCaptureFixture) -> None:
    boxes = Mailboxes()
    for _ in range(3 * BOX_MESSAGES):
        boxes.put_nowait(message("wild", "entries", b"x"))
    boxes.put_nowait(message("wild", "state", b"still taken"))
    assert boxes.qsize() == BOX_MESSAGES + 1
    for _ in range(20):
        boxes.put_nowait(message("long", "entries", bytes(BOX_BYTES // 10)))
    for n in range(2 * BOXES_MAX):
        boxes.put_nowait(message(f"made-up{n}", "clock", b"x"))
    boxes.put_nowait(aiomqtt.Message("elsewhere", b"x", qos=1, retain=False, mid=0, properties=None))
    taken = drained(boxes)
    assert sum(table == "long" for table, _ in taken) == 10
    assert len({table for table, _ in taken}) == BOXES_MAX
    ours = [record for record in caplog.records if record.name.startswith("gateway")]
    assert len(ours) == 1
