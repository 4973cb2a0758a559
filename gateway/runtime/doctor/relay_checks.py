"""The relay, looked at from a table or from its own computer."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import os
import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from gateway import __version__
from gateway.model.errors import SettingsError
from gateway.model.messages import message
from gateway.runtime.hall_trust import trust
from gateway.runtime.settings import RelaySettings, WatchSection

from .diagnoses import Diagnosis, Surroundings

__all__ = ["check_listening", "check_relay", "check_watch"]

_PATIENCE_S = 5.0
_UNWELL = 503
_APART = timedelta(minutes=1)
"""Computers of one hall agree better than this, unless one of them has a wrong clock."""
_FIRST_FREE = 1024
"""The first port that is for everybody, where the kernel does not say otherwise."""


async def check_relay(
    around: Surroundings, link: str, ca: Path | None, event: str = "", table: str = ""
) -> AsyncIterator[Diagnosis]:
    """The relay at an address: is it there, does it do its work, does it know the table of this event?"""
    parts = urlsplit(link)
    home = f"{parts.scheme}://{parts.netloc}"
    try:
        health = await asyncio.to_thread(_get, f"{home}/api/health", ca)
    except (OSError, ValueError, SettingsError) as error:
        yield _unreachable(around, home, error)
        return
    if health is None:
        yield _unreachable(around, home, ValueError())
        return
    for finding in _said(around, home, health, event):
        yield finding
    document = await asyncio.to_thread(_get, f"{home}/api/openapi.json", ca)  # what health tells is that of the pages
    theirs = document.body.get("info", {}).get("version", __version__) if document else __version__
    if theirs != __version__:
        yield Diagnosis.warning(
            message("doctor.versions_differ", relay=home, theirs=theirs, ours=__version__),
            message("doctor.versions_differ.do"),
        )
    if table and health.body.get("broker") and event == health.body.get("event"):
        known = await asyncio.to_thread(_get, f"{home}/api/tables/{table}", ca)
        if known is None:
            yield Diagnosis.trouble(
                message("doctor.table_unknown", table=table, relay=home), message("doctor.table_unknown.do")
            )
        elif not known.body.get("online"):
            yield Diagnosis.trouble(
                message("doctor.table_offline", table=table, relay=home),
                message("doctor.table_offline.do", command=f"systemctl status flagfall-table@{table}"),
            )


def _said(around: Surroundings, home: str, health: _Answer, event: str) -> Iterator[Diagnosis]:
    """What a relay says of itself."""
    if health.date is not None and abs(health.date - around.now) > _APART:
        yield Diagnosis.warning(
            message("doctor.clocks_differ", relay=home, time=_minutes(around.now), theirs=_minutes(health.date)),
            message("doctor.clocks_differ.do", command="timedatectl"),
        )
    if event and (theirs := str(health.body.get("event"))) != event:
        yield Diagnosis.trouble(
            message("doctor.event_of_another", relay=home, theirs=theirs, ours=event),
            message("doctor.event_of_another.do", setting="event"),
        )
    if not health.body.get("broker"):
        yield Diagnosis.trouble(
            message("doctor.relay_without_broker", relay=home),
            message("doctor.relay_without_broker.do", command="systemctl status flagfall-broker"),
        )
    if health.body.get("store"):
        yield Diagnosis.trouble(message("doctor.relay_disk", relay=home), message("doctor.relay_disk.do"))


def _unreachable(around: Surroundings, home: str, error: Exception) -> Diagnosis:
    reason = getattr(error, "reason", error)
    if isinstance(reason, ssl.SSLCertVerificationError):
        return _distrust(around, home, reason.verify_code)
    return Diagnosis.trouble(
        message("doctor.relay_unreachable", relay=home),
        message("doctor.relay_unreachable.do", command="systemctl status flagfall-relay"),
    )


def _distrust(around: Surroundings, home: str, code: int) -> Diagnosis:
    """By OpenSSL's number of what fails in a verification."""
    now = _minutes(around.now)
    match code:
        case 9:
            what = message("doctor.relay_certificate_early", relay=home, time=now)
            do = message("doctor.relay_certificate_early.do", command="timedatectl")
        case 10:
            what = message("doctor.relay_certificate_expired", relay=home, time=now)
            do = message("doctor.relay_certificate_expired.do", command="timedatectl")
        case 62 | 64:
            command = f"flagfall authority issue relay --kind relay --host {urlsplit(home).hostname} --host ..."
            what = message("doctor.relay_of_another_host", relay=home)
            do = message("doctor.relay_of_another_host.do", command=command)
        case _:
            what = message("doctor.relay_distrust", relay=home)
            do = message("doctor.relay_distrust.do", option="--ca authority.crt")
    return Diagnosis.trouble(what, do)


class _Answer(NamedTuple):
    """The answer of a relay, and what its clock showed then."""

    body: dict[str, Any]
    date: datetime | None


def _get(url: str, ca: Path | None, context: ssl.SSLContext | None = None) -> _Answer | None:
    """What a relay answers; None where it knows no such thing."""
    handlers = (urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context or trust(ca)))
    try:
        with urllib.request.build_opener(*handlers).open(url, timeout=_PATIENCE_S) as answer:
            found, headers = json.load(answer), answer.headers
    except urllib.error.HTTPError as error:
        if error.code != _UNWELL:
            return None
        found, headers = json.load(error), error.headers  # it says itself what it lacks
    if not isinstance(found, dict):
        return None
    date = None
    with contextlib.suppress(TypeError, ValueError):
        date = parsedate_to_datetime(headers["Date"])
    return _Answer(found, date)


def _minutes(time: datetime) -> str:
    return time.strftime("%Y-%m-%d %H:%M")


def check_listening(around: Surroundings, settings: RelaySettings) -> Iterator[Diagnosis]:
    """The relay's own settings: can it listen, can anybody sign in?"""
    host, port = settings.listen.host, settings.listen.port
    if _is_low(around, port):
        yield Diagnosis.trouble(message("doctor.port_low", port=str(port)), message("doctor.port_low.do"))
    yield from check_port(host, port, lambda: _is_ours(settings))
    if not settings.arbiters:
        yield Diagnosis.warning(message("doctor.nobody_signs_in"), message("doctor.nobody_signs_in.do"))


def check_port(host: str, port: int, is_ours: Callable[[], bool]) -> Iterator[Diagnosis]:
    """Whether one of our programs can listen somewhere, or does already."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE and not is_ours():
                yield Diagnosis.trouble(
                    message("doctor.port_taken", host=host, port=str(port)),
                    message("doctor.port_taken.do", command=f"sudo ss -ltnp 'sport = :{port}'"),
                )
            elif error.errno == errno.EADDRNOTAVAIL:
                yield Diagnosis.trouble(
                    message("doctor.address_not_here", host=host),
                    message("doctor.address_not_here.do", command="ip -brief address"),
                )


def check_watch(section: WatchSection) -> Iterator[Diagnosis]:
    """Where metrics and health are to be served; raises `SettingsError` for a token that cannot be read."""
    section.token()
    yield from check_port(section.host, section.port, lambda: _watches(section))


def _watches(section: WatchSection) -> bool:
    """Whether it is one of our agents or relays that serves there already."""
    with contextlib.suppress(OSError), socket.create_connection((section.host, section.port), _PATIENCE_S) as there:
        there.settimeout(_PATIENCE_S)
        there.sendall(b"GET / HTTP/1.1\r\nAuthorization: Bearer " + section.token().encode() + b"\r\n\r\n")
        said = b"".join(iter(lambda: there.recv(4096), b""))
        return b"/metrics, /healthz and /readyz" in said
    return False


def _is_low(around: Surroundings, port: int) -> bool:
    """Whether the port is one of those that only root may have; whoever asks may be root, the service is not."""
    try:
        first = int(around.path("proc/sys/net/ipv4/ip_unprivileged_port_start").read_text(encoding="ascii"))
    except (OSError, ValueError):
        first = _FIRST_FREE
    return port < first and (around.user or os.getuid()) not in {"root", 0}


def _is_ours(settings: RelaySettings) -> bool:
    """Whether it is a relay of this event that listens there already."""
    host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(settings.listen.host, settings.listen.host)  # noqa: S104
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # who it is, its answer says
    secure = settings.listen.certificate is not None or settings.authority is not None
    url = f"http{'s' * secure}://{host}:{settings.listen.port}/api/health"
    try:
        found = _get(url, None, context)
    except (OSError, ValueError):
        return False
    return found is not None and found.body.get("event") == settings.event
