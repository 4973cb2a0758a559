"""A process that pushes a round of a relay to lichess."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

import httpx

from gateway.relay.hall.push_reports import PushReport
from gateway.relay.push.accepted_games import AcceptedGames
from gateway.relay.push.lichess import LichessPush, LichessRound

from .hall_trust import trust
from .relay_round import RelayRound, RelayUnreadable
from .secret_files import read_secret
from .settings import LichessSection

__all__ = ["push_round"]

log = logging.getLogger(__name__)

_AGAIN_S = 5.0


async def push_round(
    section: LichessSection, relay: str, keep: Path | None, ca: Path | None, *, once: bool
) -> PushReport:
    """Push until told to stop; with `once`, until every game is there. A relay that goes away is waited for."""
    report = PushReport(kind="lichess", target=section.broadcast)
    target = LichessRound(section.broadcast, read_secret(section.token_file), section.home)
    async with httpx.AsyncClient(base_url=relay, verify=trust(ca), timeout=15) as client:
        while True:
            games, accepted = RelayRound(client, section.round), AcceptedGames(keep)
            try:
                await LichessPush(target, games, accepted, report, lambda: time.time_ns() // 1_000_000).run(once=once)
            except RelayUnreadable as error:
                if once:
                    raise
                log.warning("%s It is tried again.", error)
                await asyncio.sleep(_AGAIN_S)
            else:
                return report
