"""Bytes to readings: what each codec takes, beside a bare loop over the same bytes.

The bytes are what the device's double says while a piece is moved. A serial board sends 1 to 4 kB/s.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from drivers import registry
from fuzz.seeds import said

AMOUNT = 200_000
"""Bytes for each codec."""


def rows() -> list[tuple[str, str, str, str]]:
    return [row for name in registry.BUILT_IN for row in _row(name)]


def _row(name: str) -> list[tuple[str, str, str, str]]:
    messages = [data for _, data in said(name)]
    size = sum(map(len, messages))
    if not size:
        return []
    rounds = AMOUNT // size + 1
    codec = registry.find(name).codec()
    codec.connected(0)
    whole = b"".join(messages)

    def decode() -> None:
        for message in messages:
            codec.receive(message, 0)
            codec.data_to_send()

    def bare() -> None:
        for byte in whole:
            byte & 0x7F

    ours, theirs = _seconds(decode, rounds), _seconds(bare, rounds)
    return [
        (
            f"codec {name}",
            f"{rounds * size / ours / 1000:.0f} kB/s",
            f"bare loop over the bytes, {rounds * size / theirs / 1000:.0f} kB/s",
            f"{ours / theirs:.1f}",
        )
    ]


def _seconds(act: Callable[[], None], rounds: int) -> float:
    started = time.perf_counter()
    for _ in range(rounds):
        act()
    return time.perf_counter() - started
