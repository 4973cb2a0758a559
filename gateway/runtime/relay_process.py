"""The relay process: the bus on one side, browsers on the other."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from datetime import UTC, datetime
from pathlib import Path

import uvicorn

from gateway.authority.authority_folder import AuthorityFolder
from gateway.bus.client import Bus
from gateway.model.errors import GatewayError
from gateway.record.visibility import Audience
from gateway.relay.access.access import RelayAccess
from gateway.relay.access.arbiters import Arbiter, Arbiters
from gateway.relay.access.enrolment import Enrolment
from gateway.relay.access.known_tables import KnownTables
from gateway.relay.hall.halls import Halls
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.ingest.ingest import Ingest
from gateway.relay.web.address_limits import AddressLimits
from gateway.relay.web.application import create_app
from gateway.relay.web.connection_limits import TooManyFiles
from gateway.relay.web.server import make_server, take_up_certificate
from gateway.texts.library import Library

from .computer_clock import computer_time
from .free_ports import require_free
from .relay_metrics import relay_families
from .relay_pushes import run_pushes
from .relay_stores import opened_stores
from .service_manager import ServiceManager
from .setting_checks import listed
from .settings import RelaySettings
from .timeline import Timeline
from .watch_server import Readiness, WatchServer

__all__ = ["serve"]

log = logging.getLogger(__name__)

_NAME = "relay"
"""The relay's name in the hall's authority."""
_AWAKE_S = 5.0
"""Seconds between two words to the service manager."""
_STARTED_S = 0.05
_LOOK_S = 30.0
"""Seconds between two looks at the certificates."""


async def serve(settings: RelaySettings) -> None:
    """Run until the server is told to stop; raise if the bus side fails for a reason of ours."""
    manager = ServiceManager()
    asyncio.get_running_loop().set_exception_handler(TooManyFiles())
    require_free(settings.listen.host, settings.listen.port)
    arbiters = Arbiters([Arbiter(who.name, who.role, who.key.get_secret_value()) for who in settings.arbiters])
    if not settings.arbiters:
        log.warning("No arbiters are named in the settings: nobody can sign in.")
    authority = settings.opened_authority()
    brokers = settings.broker.brokers(authority, _NAME)
    certificate, key = settings.listen.certificate, settings.listen.key
    if authority is not None and certificate is None:
        certificate, key = authority.certificate_of(_NAME), authority.key_of(_NAME)
    async with opened_stores(settings.store) as stores:
        known = KnownTables(settings.tables, authority, settings.event)
        # Not the wall clock, which somebody may set: no clock on a page may jump by it.
        hall = await PresentHall.open(settings.event, stores.lines, Timeline().now, known)
        hall.named = settings.title
        halls = await Halls.open(hall, computer_time, settings.delay.by_audience)
        ingest = Ingest(hall, Bus(brokers, f"flagfall-{settings.event}-relay", gathers=True))
        enrolment = None if authority is None else Enrolment(authority, listed(settings.broker.url), hall.now)
        access, library = RelayAccess(arbiters, hall.now, stores.people, settings.event), Library.load()
        app = create_app(halls, access, library, enrolment, settings.zone, settings.site, settings.wheels)
        addresses = AddressLimits(access.sessions, library, settings.listen.per_address)
        server = make_server(app, settings.listen.host, settings.listen.port, certificate, key, addresses)
        hearing = asyncio.create_task(ingest.run(), name="ingest")
        showing = asyncio.create_task(halls.run(), name="late halls")
        storing = asyncio.create_task(stores.watch(hall.show_store), name="store")
        serving = asyncio.create_task(server.serve(), name="server")
        log.info("%s://%s:%d", "http" if certificate is None else "https", settings.listen.host, settings.listen.port)
        pushing = asyncio.create_task(run_pushes(settings, halls.of(Audience.PUBLIC), hall), name="pushes")
        renewing = asyncio.create_task(_keep_certificates(server, authority, certificate, key), name="certificates")
        watching = asyncio.create_task(_stay_awake(manager, server, hall), name="service manager")
        served = asyncio.create_task(_serve_watch(settings, hall, ingest, certificate), name="watch")
        done, _ = await asyncio.wait({hearing, showing, storing, serving}, return_when=asyncio.FIRST_COMPLETED)
        manager.stopping()
        server.should_exit = True
        await serving
        for task in done & {hearing, showing, storing}:
            task.result()
        for task in (hearing, showing, storing, renewing, pushing, watching, served):
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task


async def _stay_awake(manager: ServiceManager, server: uvicorn.Server, hall: PresentHall) -> None:
    """Tell the service manager when pages are served, how the hall stands, and that this loop comes round."""
    if not manager.listens:
        return
    while not server.started:  # noqa: ASYNC110 - the server has no event for it
        await asyncio.sleep(_STARTED_S)
    manager.ready(_standing(hall))
    while True:
        await asyncio.sleep(min(_AWAKE_S, manager.watchdog_s / 3 or _AWAKE_S))
        manager.awake()
        manager.status(_standing(hall))


async def _serve_watch(settings: RelaySettings, hall: PresentHall, ingest: Ingest, certificate: Path | None) -> None:
    """Serve metrics and health, where the settings ask for it."""

    def readiness() -> Readiness:
        return Readiness(hall.broker and not hall.store_trouble, _standing(hall))

    if settings.watch is not None:
        await WatchServer(settings.watch, lambda: relay_families(hall, ingest, certificate), readiness).run()


def _standing(hall: PresentHall) -> str:
    tables = hall.tables
    online = sum(table.online is True for table in tables)
    trouble = [*([] if hall.broker else ["broker"]), *(["disk"] * bool(hall.store_trouble))]
    return f"{online} of {len(tables)} tables online" + (f"; without {', '.join(trouble)}" if trouble else "")


async def _keep_certificates(
    server: uvicorn.Server, authority: AuthorityFolder | None, certificate: Path | None, key: Path | None
) -> None:
    """Renew what the authority on this computer has made for itself, and serve with new files without a restart."""
    seen = _written_at(certificate)
    while True:
        await asyncio.sleep(_LOOK_S)
        try:
            if authority is not None:
                for name in await asyncio.to_thread(authority.renew_due, datetime.now(UTC)):
                    log.info("The certificate of %s was renewed.", name)
            now = _written_at(certificate)
            if certificate is not None and now not in {seen, None}:
                take_up_certificate(server, certificate, key)
                log.info("The pages are served with the new certificate.")
                seen = now
        except GatewayError as error:  # perhaps the files are being written: another look will tell
            log.error("Certificates could not be renewed: %s", error)  # noqa: TRY400 - says all there is


def _written_at(path: Path | None) -> int | None:
    try:
        return None if path is None else path.stat().st_mtime_ns
    except OSError:
        return None
