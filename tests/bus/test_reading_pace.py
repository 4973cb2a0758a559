"""The pace of reading: what comes now and then is read at once, what comes thick together."""

from __future__ import annotations

import asyncio

from gateway.bus.batched_socket import packet
from gateway.bus.reading_pace import REST_S, ReadingPace

from .test_broker_client import TOPIC, connected


def rests(per_second: int, seconds: float, at_once: int = 1) -> list[float]:
    """What is rested after each reading of so many messages at so many a second."""
    pace, readings = ReadingPace(), int(per_second * seconds / at_once)
    return [pace.took(at_once, 100 + n * at_once / per_second) for n in range(readings)]


def test_a_hall_that_speaks_now_and_then_is_heard_at_once() -> None:
    assert not any(rests(150, 20))
    pace = ReadingPace()
    assert not any(pace.took(1, 50 + n / 10_000) for n in range(16)), "a few tables in one breath"


def test_where_messages_come_thick_they_are_read_together_until_it_is_quiet() -> None:
    assert rests(800, 5)[-1] == REST_S
    assert rests(800, 5, at_once=16)[-1] == REST_S
    pace = ReadingPace()
    for n in range(1000):
        pace.took(1, 50 + n / 1000)
    assert pace.took(1, 51) == REST_S
    assert pace.took(1, 51.3) == 0


def test_nobody_rests_while_a_broker_may_wait_for_acknowledgements() -> None:
    assert not any(rests(5000, 2, at_once=20))


async def test_what_comes_thick_is_all_read_in_order_and_acknowledged() -> None:
    async with connected(gathers=True) as (client, peer):
        for n in range(1, 301):
            peer.say(packet(TOPIC, b"%d" % n, n.to_bytes(2, "big"), retained=False))
            await asyncio.sleep(0)
        messages = client.messages
        assert [int((await anext(messages)).payload) for _ in range(300)] == list(range(1, 301))
        assert [await peer.heard.get() for _ in range(300)] == [b"\x40" + n.to_bytes(2, "big") for n in range(1, 301)]
        peer.hang_up()
