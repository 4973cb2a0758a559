"""The metrics of a relay, its tables' included: one scrape has the whole hall."""

from __future__ import annotations

import resource
import time
from collections.abc import Iterator
from pathlib import Path

from gateway import __version__
from gateway.authority.certificates import AuthorityError, valid_until
from gateway.record.exposition import Family
from gateway.record.measurements import Measurements, table_families
from gateway.relay.hall.hall_table import HallTable
from gateway.relay.hall.present_hall import PresentHall
from gateway.relay.ingest.ingest import Ingest

__all__ = ["relay_families"]

_DEVICES = ("board", "clock")
"""The names of devices: what a table calls by another name makes no metric."""
_VERSION_MAX = 32
_STARTED = time.time()


def relay_families(hall: PresentHall, ingest: Ingest, certificate: Path | None) -> Iterator[Family]:
    """Everything there is to tell; labels are names of tables that the hall knows, and no more than it takes."""
    yield Family("flagfall_build_info", "gauge", "The version that runs, and the event.").add(
        1, version=__version__, event=hall.event
    )
    yield from _relay(hall, ingest, certificate)
    yield from _tables(hall)
    measured = {table.name: table.measurements for table in hall.tables if isinstance(table.measurements, Measurements)}
    yield from table_families(measured)


def _relay(hall: PresentHall, ingest: Ingest, certificate: Path | None) -> Iterator[Family]:
    health = hall.health(__version__)

    def one(name: str, meaning: str, value: float | None, kind: str = "gauge") -> Family:
        return Family(f"flagfall_relay_{name}", kind, meaning).add(value)  # type: ignore[arg-type]

    yield Family(
        "flagfall_relay_sensor_to_screen_seconds",
        "histogram",
        "From a sensor's byte to the viewers' sockets, less the quickest way that the table's messages have had.",
    ).add(ingest.latency)
    yield one("broker_connected", "Whether the broker is there.", health.broker)
    yield one("broker_connections_total", "Connections to the broker.", ingest.connections, "counter")
    yield one("disk_writable", "Whether lines can be stored.", not health.store)
    yield one("tables", "Tables that are shown.", health.tables)
    yield one("tables_online", "Tables whose agent is there.", health.online)
    yield one("viewers", "Pages that are open.", health.viewers)
    yield one("lines", "Lines that are held of all tables.", health.lines)
    yield one("lines_waiting", "Lines that wait to be stored.", ingest.lines_waiting)
    yield one("matters_waiting", "What waits for an arbiter: cases, alerts, calls.", len(hall.matters()))
    yield one("tables_knocking", "Those who speak on the bus and are no table of the event.", len(hall.knocking))
    yield one("cpu_seconds_total", "Processor time used.", _cpu(), "counter")
    yield one("memory_bytes", "Most memory that was in use (resident).", _memory())
    yield one("start_time_seconds", "When the relay started, since 1970.", round(_STARTED, 3))
    yield one("certificate_expiry_seconds", "When the relay's certificate ends, since 1970.", _until(certificate))


def _tables(hall: PresentHall) -> Iterator[Family]:
    now = hall.now()

    def each(name: str, meaning: str, kind: str = "gauge") -> Family:
        return Family(f"flagfall_table_{name}", kind, meaning)  # type: ignore[arg-type]

    info = each("info", "The version of a table's agent.")
    online = each("online", "Whether a table's agent is there.")
    lines = each("lines", "Lines that the relay holds of a table.")
    missing = each("missing_lines", "Lines that a table has and the relay lacks.")
    malformed = each("malformed_messages_total", "Messages of a table that could not be read.", "counter")
    journals = each("journals", "Which journal of a table this is; above 1 it has lost one.")
    age = each("state_age_seconds", "Age of the last state of a table.")
    offset = each("clock_offset_seconds", "The relay's clock less the table's.")
    alerts = each("alerts_waiting", "Alerts and cases that wait at a table.")
    connected = each("device_connected", "Whether a board or a clock is there.")
    battery = each("battery_ratio", "The charge of a device's battery.")
    for table in hall.tables:
        name = table.name
        info.add(1, table=name, version=table.version[:_VERSION_MAX])
        online.add(table.online is True, table=name)
        lines.add(table.held, table=name)
        missing.add(table.missing, table=name)
        malformed.add(table.malformed, table=name)
        journals.add(table.journal, table=name)
        offset.add(table.offset.value / 1000, table=name)
        if table.state is not None:
            age.add(max(0, now - table.state.at - table.offset.value) / 1000, table=name)
            alerts.add(_waiting(table), table=name)
            for device in table.state.devices:
                if device.name in _DEVICES:
                    connected.add(device.online, table=name, device=device.name)
                    charge = None if device.battery is None else device.battery / 100
                    battery.add(charge, table=name, device=device.name)
    yield from (info, online, lines, missing, malformed, journals, age, offset, alerts, connected, battery)


def _waiting(table: HallTable) -> int:
    own = table.state.arbiters if table.state is not None else None
    return 0 if own is None else len(own.alerts) + len(own.cases)


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return round(used.ru_utime + used.ru_stime, 3)


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def _until(certificate: Path | None) -> float | None:
    if certificate is None:
        return None
    try:
        return valid_until(certificate.read_bytes()).timestamp()
    except (OSError, AuthorityError):
        return None
