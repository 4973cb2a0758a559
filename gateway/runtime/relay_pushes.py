"""The pushes of a relay, by its settings. Nothing that goes wrong there touches the relay."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable
from urllib.parse import urlsplit

from gateway.model.errors import SettingsError
from gateway.model.instants import Instant
from gateway.relay.hall.event_files import EventFiles
from gateway.relay.hall.hall import Hall
from gateway.relay.hall.played_games import PlayedGames
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.push.accepted_games import AcceptedGames
from gateway.relay.push.bus_mirror import BusMirror
from gateway.relay.push.hall_boards import HallBoards
from gateway.relay.push.hall_tournament import HallTournament
from gateway.relay.push.lichess import LichessPush, LichessRound
from gateway.relay.push.round_games import HallRound
from gateway.relay.push.webhook import Webhook, WebhookCursor, WebhookTarget

from .livechess_server import LiveChessServer
from .secret_files import read_secret
from .settings import LichessSection, LiveChessSection, RelaySettings, WebhookSection
from .store_section import StoreSection

__all__ = ["run_pushes"]

log = logging.getLogger(__name__)

_AGAIN_S = 30.0
_CLIENTS_MAX = 200
"""Clients of the hall's boards."""


async def run_pushes(settings: RelaySettings, public: Hall, present: PresentHall) -> None:
    """Send what the settings name, as the public sees it, until cancelled."""
    async with asyncio.TaskGroup() as tasks:
        for section in settings.lichess:
            name = f"push to lichess {section.broadcast}"
            tasks.create_task(_kept_going(name, _lichess(section, settings.store, public, present)), name=name)
        for hook in settings.webhooks:
            name = f"webhook to {urlsplit(hook.url).hostname}"
            tasks.create_task(_kept_going(name, _webhook(hook, settings.store, public, present)), name=name)
        if settings.mirror is not None:
            mirror = BusMirror(public, present, home_assistant=settings.mirror.home_assistant)
            tasks.create_task(_kept_going("mirror on the bus", mirror.run), name="mirror")
        if settings.livechess is not None:
            name = "server of LiveChess's API"
            files = EventFiles(PlayedGames(), settings.zone, settings.site)
            tasks.create_task(_kept_going(name, _livechess(settings.livechess, public, files)), name=name)


async def _kept_going(name: str, run: Callable[[], Awaitable[None]]) -> None:
    """Run it for ever: what nobody thought of is told in the log, and it is begun again."""
    while True:
        try:
            await run()
        except SettingsError as error:
            log.error("The %s cannot begin: %s", name, error)  # noqa: TRY400 - says all there is
        except Exception:
            log.exception("The %s failed, and begins again.", name)
        await asyncio.sleep(_AGAIN_S)


def _lichess(
    section: LichessSection, store: StoreSection, public: Hall, present: PresentHall
) -> Callable[[], Awaitable[None]]:
    report, again = present.push_reports.open("lichess", f"{section.home}/…/{section.broadcast}")
    accepted = store.beside(f"lichess-{section.broadcast}")

    async def run() -> None:
        target = LichessRound(section.broadcast, read_secret(section.token_file), section.home)
        async with HallRound(public, section.round, frozenset(section.tables)).followed() as games:
            await LichessPush(target, games, AcceptedGames(accepted), report, present.now, again=again).run()

    return run


def _webhook(
    section: WebhookSection, store: StoreSection, public: Hall, present: PresentHall
) -> Callable[[], Awaitable[None]]:
    report, again = present.push_reports.open("webhook", urlsplit(section.url).hostname or "?")
    digest = hashlib.sha256(section.url.encode()).hexdigest()[:12]
    kept = store.beside(f"webhook-{digest}")

    async def run() -> None:
        target = WebhookTarget(section.url, read_secret(section.secret_file), frozenset(section.kinds))
        cursor = WebhookCursor(kept)
        await Webhook(target, public, cursor, report, lambda: time.time_ns() // 1_000_000, again=again).run()

    return run


def _livechess(section: LiveChessSection, public: Hall, files: EventFiles) -> Callable[[], Awaitable[None]]:
    async def run() -> None:
        boards, tournament = HallBoards(public), HallTournament(public, files)
        now = lambda: Instant(public.now())  # noqa: E731 - short
        server = LiveChessServer(boards, now, section.origins, _CLIENTS_MAX, tournament.answer)
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(server.run_for_ever(section.host, section.port), name="livechess")
            tasks.create_task(boards.run(server.changed), name="livechess boards")

    return run
