"""Kept lines: what the relay has written down for itself, read again when it starts."""

from __future__ import annotations

import logging
from typing import TypeVar

import msgspec

from gateway.store import LineStore

__all__ = ["read_kept"]

log = logging.getLogger(__name__)
T = TypeVar("T")


async def read_kept(store: LineStore, stream: str, decoder: msgspec.json.Decoder[T], about: str) -> tuple[int, list[T]]:
    """The number of the last line of a stream, and all its lines that can be read; of the others it is told."""
    found: list[T] = []
    for line in await store.read(stream):
        try:
            found.append(decoder.decode(line))
        except msgspec.DecodeError as error:  # of a later version, or damaged
            log.warning("A line about %s cannot be read and is left out: %s.", about, error)
    return await store.last(stream), found
