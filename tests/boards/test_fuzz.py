"""Random and mutated bytes: no codec raises or grows, and a good message after garbage is read."""

from __future__ import annotations

import random
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import registry
from drivers.codec import Codec, Packet
from drivers.readings import Noise
from drivers.requests import ClearSquares, ClearText, ReadBoard, ShowSquares, ShowText, ShowTimes

GOOD = {
    "chessnut": bytes.fromhex("0124 58233185 44444444" + "00" * 16 + "77777777 a6c99b6a ffffffff"),
    "ichessone": bytes.fromhex("3d70 a89bc98a 77777777" + "00" * 16 + "11111111 42356324"),
    "squareoff-pro": b"30#" + b"11000011" * 8 + b"*",
    "squareoff-neo": b"0" + b"11000011" * 8,
    "yihu": bytes.fromhex("23500c110024001c010c1001"),
    "pegasus": bytes.fromhex("860043" + "01" * 16 + "00" * 32 + "01" * 16),
    "chessup": b"\x67" + b"\x40" * 64 + bytes.fromhex("00 01010101 00 00 01"),
    "cpp": b"state rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\n",
    "dgt3000-ble": b'{"type": "buttonEvent", "data": {"button": "lever_left", "isRepeat": false}}'
    b'{"type": "timeUpdate", "data": {"leftHours": 0, "leftMinutes": 5, "leftSeconds": 0, '
    b'"rightHours": 0, "rightMinutes": 4, "rightSeconds": 59}}',
}
QUIET = bytes(600) + b"\n"
"""Longer than any message: ends whatever the garbage began."""


def size(codec: Codec) -> int:
    """How much a codec holds, roughly: everything that can be reached from it."""
    seen: set[int] = set()
    todo: list[object] = [codec]
    total = 0
    while todo:
        item = todo.pop()
        if id(item) in seen or isinstance(item, type):
            continue
        seen.add(id(item))
        total += sys.getsizeof(item)
        if isinstance(item, dict):
            todo += [*item.keys(), *item.values()]
        elif isinstance(item, list | tuple | set):
            todo += item
        elif hasattr(item, "__dict__"):
            todo.append(vars(item))
    return total


@pytest.mark.parametrize("name", GOOD)
@given(garbage=st.binary(max_size=400), step=st.integers(1, 64), marked=st.booleans())
def test_a_good_message_after_garbage_is_read(name: str, garbage: bytes, step: int, marked: bool) -> None:
    spec = registry.find(name)
    codec = spec.codec()
    codec.connected(0)
    channel = spec.ble.notify[0] if marked and spec.ble is not None else ""
    data = garbage + QUIET
    for start in range(0, len(data), step):
        codec.receive(Packet(data[start : start + step], channel) if channel else data[start : start + step], start)
    readings = codec.receive(Packet(GOOD[name], channel) if channel else GOOD[name], 9999)
    assert [reading for reading in readings if not isinstance(reading, Noise)]


@pytest.mark.parametrize("name", GOOD)
def test_mutated_messages_neither_raise_nor_pile_up(name: str) -> None:
    rng = random.Random(name)
    spec = registry.find(name)
    assert spec.ble is not None
    codec = spec.codec()
    codec.connected(0)
    channels = ["", *spec.ble.notify, *spec.ble.extra, "0000beef-0000-1000-8000-00805f9b34fb"]
    requests = (
        ReadBoard(),
        ShowText("A" * 40),
        ClearText(),
        ShowSquares(tuple(range(500))),
        ClearSquares(),
        ShowTimes(0, 10**12),
    )
    sizes = []
    for round_ in range(3000):
        message = bytearray(GOOD[name] * rng.randint(1, 2))
        for _ in range(rng.randint(0, 4)):
            message[rng.randrange(len(message))] = rng.randrange(256)
        del message[rng.randint(0, len(message)) :]
        channel = rng.choice(channels)
        codec.receive(Packet(bytes(message), channel) if channel else bytes(message), round_ * 10)
        if rng.random() < 0.1:
            codec.request(rng.choice(requests), round_ * 10)
        if rng.random() < 0.2:
            codec.wake(round_ * 10)
        codec.data_to_send()
        sizes.append(size(codec))
    assert max(sizes[1500:]) <= max(sizes[:1500]) + 4096
