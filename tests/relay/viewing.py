"""A viewer made by hand: it takes the bytes that a browser would, and holds what a page would."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import Iterator
from typing import Any

import msgspec

from gateway.relay.hall.patches import Patch, patched

_PATCH = msgspec.json.Decoder(Patch)


class Gate:
    """An outlet (`gateway.relay.hall.viewer.Outlet`) that can be shut: then nothing is taken."""

    def __init__(self, *, compresses: bool = False) -> None:
        self.compresses = compresses
        self.page = Page()
        self.writes = 0
        self._open = asyncio.Event()
        self._open.set()
        self._waiting = b""

    def shut(self) -> None:
        self._open.clear()

    def open(self) -> None:
        self._open.set()
        data, self._waiting = self._waiting, b""
        self.page.read(data)

    def write(self, data: bytes) -> None:
        self.writes += 1
        if self._open.is_set():
            self.page.read(data)
        else:
            self._waiting += data

    def backlog(self) -> int:
        return 0 if self._open.is_set() else 1 << 30

    async def drained(self) -> bool:
        await self._open.wait()
        return True


class Page:
    """What a page holds of tables, as `live/store.js` does."""

    def __init__(self) -> None:
        self.seen: list[dict[str, Any]] = []
        self.tables: dict[str, dict[str, Any]] = {}
        self.summaries: dict[str, Any] = {}
        self.summaries_n = 0
        self.compressed = 0

    def read(self, data: bytes) -> None:
        for packed, payload in frames(data):
            self.compressed += packed
            self.take(json.loads(payload), payload)

    def types(self) -> list[str]:
        return [message["type"] for message in self.seen]

    def take(self, message: dict[str, Any], payload: bytes) -> None:
        self.seen.append(message)
        match message["type"]:
            case "table":
                self._take_table(message)
            case "change":
                table = self.tables[message["table"]]
                assert message["n"] == table["n"] + 1, "a change is missing"
                table["n"] = message["n"]
                table["state"] = patched(table["state"], _patch(message["state"]))
            case "state":
                self.tables[message["table"]]["state"] = message["state"]
            case "clock":
                self.tables[message["table"]]["clock"] = message["clock"]
            case "availability":
                self.tables[message["table"]]["online"] = message["online"]
            case "entry":
                entries = self.tables[message["table"]]["entries"]
                number = message["entry"]["n"]
                assert not entries or number > entries[-1]["n"], "a line came twice"
                assert json.dumps(message["entry"], separators=(",", ":"), ensure_ascii=False).encode() in payload
                entries.append(message["entry"])
            case "summaries":
                self._take_summaries(message)

    def _take_table(self, message: dict[str, Any]) -> None:
        known = self.tables.get(message["table"])
        goes_on = (
            known is not None
            and known["journal"] == message["journal"]
            and known["entries"]
            and known["entries"][-1]["n"] >= message["after"]
        )
        before = [entry for entry in known["entries"] if entry["n"] <= message["after"]] if known and goes_on else []
        first = (message["state"] or {}).get("first", 0)
        entries = [entry for entry in before if entry["n"] >= first] + message["entries"]
        self.tables[message["table"]] = {**message, "entries": entries}

    def _take_summaries(self, message: dict[str, Any]) -> None:
        if message.get("whole"):
            self.summaries = {}
        else:
            assert message["n"] == self.summaries_n + 1, "a frame is missing"
        self.summaries_n = message["n"]
        for name, patch in message["tables"].items():
            self.summaries[name] = patched(self.summaries.get(name, {}), _patch(patch))


def _patch(value: object) -> Patch:
    return _PATCH.decode(json.dumps(value))


def frames(data: bytes) -> Iterator[tuple[bool, bytes]]:
    """The messages of a server's bytes, and whether each was compressed. RFC 6455 5.2."""
    while data:
        first, length = data[0], data[1]
        assert first in {0x81, 0xC1}
        at = 2
        if length >= 126:
            wide = 2 if length == 126 else 8
            length, at = int.from_bytes(data[2 : 2 + wide], "big"), 2 + wide
        payload, data = data[at : at + length], data[at + length :]
        if first == 0xC1:
            payload = zlib.decompressobj(-zlib.MAX_WBITS).decompress(payload + b"\x00\x00\xff\xff")
        yield first == 0xC1, payload
