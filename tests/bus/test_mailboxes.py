"""Messages that wait: each table in turn, bounded, the latest of what only counts so."""

from __future__ import annotations

import pytest

from gateway.bus.mailboxes import BOX_BYTES, BOX_MESSAGES, BOXES_MAX, Mailboxes


def put(boxes: Mailboxes, table: str, topic: str, payload: bytes) -> None:
    boxes.put(f"flagfall/v1/open/{table}/{topic}", payload)


def drained(boxes: Mailboxes) -> list[tuple[str, bytes]]:
    taken = []
    while not boxes.empty():
        got = boxes.get()
        taken.append((got.address.table, got.payload))
    return taken


def test_tables_are_taken_in_turn_however_many_messages_one_sends() -> None:
    boxes = Mailboxes()
    for n in range(500):
        put(boxes, "wild", "entries", b"%d" % n)
    put(boxes, "t1", "entries", b"first")
    put(boxes, "t1", "entries", b"second")
    taken = drained(boxes)
    assert taken[:4] == [("wild", b"0"), ("t1", b"first"), ("wild", b"1"), ("t1", b"second")]
    assert len(taken) == 502


def test_a_full_box_keeps_the_latest_state_behind_the_lines_before_it() -> None:
    boxes = Mailboxes()
    for n in range(BOX_MESSAGES):
        put(boxes, "t1", "entries", b"%d" % n)
    for topic, payload in (("state", b"old"), ("clock", b"c"), ("entries", b"dropped"), ("state", b"new")):
        put(boxes, "t1", topic, payload)
    assert [payload for _, payload in drained(boxes)][-3:] == [b"%d" % (BOX_MESSAGES - 1), b"c", b"new"]


def test_everything_is_handed_out_as_long_as_there_is_room() -> None:
    boxes = Mailboxes()
    for topic in ("state", "availability", "state", "availability"):
        put(boxes, "t1", topic, topic.encode())
    assert [payload for _, payload in drained(boxes)] == [b"state", b"availability"] * 2


def test_a_flood_is_bounded_and_said_once(caplog: pytest.LogCaptureFixture) -> None:
    boxes = Mailboxes()
    for _ in range(3 * BOX_MESSAGES):
        put(boxes, "wild", "entries", b"x")
    put(boxes, "wild", "state", b"still taken")
    assert len(boxes) == BOX_MESSAGES + 1
    for _ in range(20):
        put(boxes, "long", "entries", bytes(BOX_BYTES // 10))
    for n in range(2 * BOXES_MAX):
        put(boxes, f"made-up{n}", "clock", b"x")
    boxes.put("elsewhere", b"x")
    taken = drained(boxes)
    assert sum(table == "long" for table, _ in taken) == 10
    assert len({table for table, _ in taken}) == BOXES_MAX
    ours = [record for record in caplog.records if record.name.startswith("gateway")]
    assert len(ours) == 1
