"""A process that serves the boards of a relay as LiveChess does, on the computer where the browser is."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from urllib.parse import urlsplit

import httpx

from gateway.bus.addresses import is_loopback
from gateway.model.errors import SettingsError
from gateway.model.instants import Instant

from .free_ports import require_free
from .hall_trust import trust
from .livechess_server import ORIGINS, LiveChessServer
from .logs import set_up_logs
from .process import until_told
from .relay_boards import RelayBoards

__all__ = ["run_livechess", "serve_relay"]


def run_livechess(relay: str, table: str, port: int, origins: tuple[str, ...], ca: Path | None) -> None:
    """Serve until told to stop."""
    parts = urlsplit(relay)
    if parts.scheme not in {"http", "https"} or not parts.netloc:
        raise SettingsError("A relay's address begins with https://, or with http:// on this computer.")
    sign_in = parts.path if parts.path.startswith("/sign-in/") else ""
    if sign_in and parts.scheme == "http" and not is_loopback(parts.hostname or ""):
        raise SettingsError("The sign-in link leaves this computer without encryption: use https://.")
    require_free("127.0.0.1", port)
    set_up_logs("info", "text", "livechess")
    home = f"{parts.scheme}://{parts.netloc}"
    asyncio.run(until_told(serve_relay(home, sign_in, table, port, (*ORIGINS, *origins), ca)))


async def serve_relay(
    home: str, sign_in: str, table: str, port: int, origins: tuple[str, ...] = ORIGINS, ca: Path | None = None
) -> None:
    """Follow a relay and serve its boards until cancelled."""
    boards = RelayBoards(table)
    server = LiveChessServer(boards, lambda: Instant(time.time_ns() // 1_000_000), origins)
    async with httpx.AsyncClient(base_url=home, verify=trust(ca), timeout=15) as client, asyncio.TaskGroup() as tasks:
        tasks.create_task(server.run("127.0.0.1", port), name="livechess")
        tasks.create_task(boards.run(client, sign_in, server.changed), name="relay boards")
