"""The relay, looked at from a table or from its own computer."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import socket
import ssl
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from gateway import __version__
from gateway.model.errors import SettingsError
from gateway.model.messages import message
from gateway.runtime.hall_trust import trust
from gateway.runtime.settings import RelaySettings

from .diagnoses import Diagnosis, Surroundings

__all__ = ["check_listening", "check_relay"]

_PATIENCE_S = 5.0
_UNWELL = 503
_FIRST_FREE = 1024
"""The first port that is for everybody, where the kernel does not say otherwise."""


async def check_relay(link: str, ca: Path | None, table: str) -> AsyncIterator[Diagnosis]:
    """The relay at an address: is it there, does it do its work, does it know the table?"""
    parts = urlsplit(link)
    home = f"{parts.scheme}://{parts.netloc}"
    try:
        health = await asyncio.to_thread(_get, f"{home}/api/health", ca)
    except (OSError, ValueError, SettingsError) as error:
        yield _unreachable(home, error)
        return
    if health is None:
        yield _unreachable(home, ValueError())
        return
    if not health.get("broker"):
        yield Diagnosis.trouble(
            message("doctor.relay_without_broker", relay=home),
            message("doctor.relay_without_broker.do", command="systemctl status flagfall-broker"),
        )
    if health.get("store"):
        yield Diagnosis.trouble(message("doctor.relay_disk", relay=home), message("doctor.relay_disk.do"))
    document = await asyncio.to_thread(_get, f"{home}/api/openapi.json", ca) or {}
    theirs = document.get("info", {}).get("version", __version__)
    if theirs != __version__:
        yield Diagnosis.warning(
            message("doctor.versions_differ", relay=home, theirs=theirs, ours=__version__),
            message("doctor.versions_differ.do"),
        )
    if table and health.get("broker"):
        known = await asyncio.to_thread(_get, f"{home}/api/tables/{table}", ca)
        if known is None:
            yield Diagnosis.trouble(
                message("doctor.table_unknown", table=table, relay=home), message("doctor.table_unknown.do")
            )
        elif not known.get("online"):
            yield Diagnosis.trouble(
                message("doctor.table_offline", table=table, relay=home),
                message("doctor.table_offline.do", command=f"systemctl status flagfall-table@{table}"),
            )


def _unreachable(home: str, error: Exception) -> Diagnosis:
    reason = getattr(error, "reason", error)
    if isinstance(reason, ssl.SSLError):
        return Diagnosis.trouble(
            message("doctor.relay_distrust", relay=home),
            message("doctor.relay_distrust.do", option="--ca authority.crt"),
        )
    return Diagnosis.trouble(
        message("doctor.relay_unreachable", relay=home),
        message("doctor.relay_unreachable.do", command="systemctl status flagfall-relay"),
    )


def _get(url: str, ca: Path | None, context: ssl.SSLContext | None = None) -> dict[str, Any] | None:
    """What a relay answers; None where it knows no such thing."""
    handlers = (urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context or trust(ca)))
    try:
        with urllib.request.build_opener(*handlers).open(url, timeout=_PATIENCE_S) as answer:
            found = json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code != _UNWELL:
            return None
        found = json.load(error)  # it says itself what it lacks
    return found if isinstance(found, dict) else None


def check_listening(around: Surroundings, settings: RelaySettings) -> Iterator[Diagnosis]:
    """The relay's own settings: can it listen, can anybody sign in?"""
    host, port = settings.listen.host, settings.listen.port
    if _is_low(around, port):
        yield Diagnosis.trouble(message("doctor.port_low", port=str(port)), message("doctor.port_low.do"))
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE and not _is_ours(settings):
                yield Diagnosis.trouble(
                    message("doctor.port_taken", host=host, port=str(port)),
                    message("doctor.port_taken.do", command=f"sudo ss -ltnp 'sport = :{port}'"),
                )
            elif error.errno == errno.EADDRNOTAVAIL:
                yield Diagnosis.trouble(
                    message("doctor.address_not_here", host=host),
                    message("doctor.address_not_here.do", command="ip -brief address"),
                )
    if not settings.arbiters:
        yield Diagnosis.warning(message("doctor.nobody_signs_in"), message("doctor.nobody_signs_in.do"))


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
    return found is not None and found.get("event") == settings.event
