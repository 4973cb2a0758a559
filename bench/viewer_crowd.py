"""A crowd of viewers, as a process of its own: each takes what comes, counts it, and notes how old it was."""

from __future__ import annotations

import asyncio
import json
import sys
import time

import uvloop

from bench.hall_play import MARK

_UPGRADE = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)
_DEFLATE = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits\r\n"
_AT_ONCE = 50
"""Viewers who connect together."""


class _Viewer(asyncio.Protocol):
    def __init__(self, path: str, port: int, more: str) -> None:
        self._upgrade = _UPGRADE.format(path=path, port=port, more=more).encode()
        self.ready = asyncio.get_running_loop().create_future()
        self.bytes = 0
        self.ages: list[int] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(self._upgrade)  # type: ignore[attr-defined]

    def connection_lost(self, exc: Exception | None) -> None:
        raise SystemExit(f"a viewer was dropped: {exc}")

    def data_received(self, data: bytes) -> None:
        now = time.monotonic_ns()
        if not self.ready.done():
            self.ready.set_result(None)
        self.bytes += len(data)
        at = data.rfind(MARK)
        if at >= 0 and (digits := data[at + 2 : at + 21]).isdigit() and int(digits):
            self.ages.append(now - int(digits))


async def _watch(port: int, count: int, path: str, more: str) -> None:
    loop = asyncio.get_running_loop()
    viewers = [_Viewer(path, port, more) for _ in range(count)]
    for n in range(0, count, _AT_ONCE):
        for viewer in viewers[n : n + _AT_ONCE]:
            await loop.create_connection(lambda viewer=viewer: viewer, "127.0.0.1", port)  # type: ignore[misc]
        await asyncio.gather(*(viewer.ready for viewer in viewers[n : n + _AT_ONCE]))
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    print(json.dumps({"ready": count}), flush=True)
    await reader.readline()
    for viewer in viewers:
        viewer.bytes = 0
        viewer.ages.clear()
    print(json.dumps({"ready": count}), flush=True)
    await reader.readline()
    ages = sorted(age for viewer in viewers for age in viewer.ages)
    told = {"bytes": sum(viewer.bytes for viewer in viewers), "moves": len(ages)}
    for name, part in (("p50_ms", 0.5), ("p99_ms", 0.99)):
        told[name] = ages[int(len(ages) * part)] / 1e6 if ages else 0  # type: ignore[assignment]
    print(json.dumps(told), flush=True)


def main() -> None:
    port, count, path, deflate = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4] == "deflate"
    uvloop.run(_watch(port, count, path, _DEFLATE if deflate else ""))


if __name__ == "__main__":
    main()
