"""The broker process: a NATS server or a Mosquitto, open on loopback or closed for a hall.

The process becomes the broker. For a closed hall a second one stays beside it, and has it read its permissions again
whenever the authority's register changes: whoever is revoked is out without a restart. Where a service manager
listens, the second one also tells it when the broker answers, and goes on doing so as long as it does.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable
from pathlib import Path

from gateway.authority.authority_folder import AuthorityFolder
from gateway.bus.addresses import Credentials, is_loopback
from gateway.bus.broker import BrokerEngine, broker_command, write_config
from gateway.bus.closed_hall import BROKER, ClosedHall
from gateway.bus.nats_config import ClusterNode
from gateway.model.errors import GatewayError, SettingsError

from .free_ports import require_free
from .service_manager import ServiceManager

__all__ = ["run_broker"]

_LOOK_S = 0.3
_ANSWER_S = 10.0
"""Seconds between two looks whether the broker answers."""
_PATIENCE_S = 2.0
_OPEN_FILES = 65_536
"""One for each connection; as many as the service has."""
_CONNECT = bytes.fromhex("1017 0004 4d515454 04 02 001e 000b") + b"flagfall-is"
"""A connection of MQTT 3.1.1 with a clean session."""


def run_broker(
    engine: BrokerEngine,
    data: Path,
    host: str,
    port: int,
    authority: Path | None,
    name: str = BROKER,
    node: ClusterNode | None = None,
) -> None:
    """Become the broker; `name` is the broker's in the authority."""
    hosts = [host] if node is None else [host, node.listen.rpartition(":")[0].strip("[]")]
    if authority is None and not all(is_loopback(each) for each in hosts):
        raise SettingsError(
            f"A broker on {' and '.join(hosts)} without certificates would let anybody on the network be chief "
            "arbiter. Make the hall's authority ('flagfall authority create') and name it with --authority, or listen "
            "on 127.0.0.1."
        )
    require_free(host, port)
    hall = None if authority is None else AuthorityFolder(authority)

    def write() -> Path:
        closed = None if hall is None else ClosedHall.of(hall, name)
        return write_config(data.absolute(), host, port, closed, engine, node)

    command = broker_command(write(), engine)
    if hall is not None:  # what is damaged is said in words; the broker's own would not say what to do
        Credentials(hall.certificate, hall.certificate_of(name), hall.key_of(name)).context()
    scheme = "mqtt" if hall is None else "mqtts"
    print(f"{scheme}://{host}:{port}, data in {data}. Stop with Ctrl-C.", flush=True)  # noqa: T201 - said once, to a person
    manager = ServiceManager()
    if hall is not None or manager.listens:
        _stay_beside(hall, write, (host, port), manager)
    # The one beside it speaks for it: some brokers would tell the manager things of their own.
    for name_of in ("NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"):
        os.environ.pop(name_of, None)
    _raise_open_files()
    os.execv(command[0], command)  # noqa: S606 - a fixed program


def _raise_open_files() -> None:
    """Let the broker have as many connections as the service has, if the system allows it: a thousand strangers who
    only connect would else keep every table out."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _OPEN_FILES if hard == resource.RLIM_INFINITY else min(_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with contextlib.suppress(OSError, ValueError):  # who keeps us from it has set what is right
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _stay_beside(
    hall: AuthorityFolder | None, write: Callable[[], Path], address: tuple[str, int], manager: ServiceManager
) -> None:
    """Fork: the parent goes on to become the broker, the child watches it and the register until it is gone."""
    seen, broker = None if hall is None else _signature(hall), os.getpid()
    if os.fork() != 0:
        return
    try:
        _watch(hall, write, address, broker, seen, manager)
    except KeyboardInterrupt:
        pass
    finally:
        os._exit(0)


def _watch(
    hall: AuthorityFolder | None,
    write: Callable[[], Path],
    address: tuple[str, int],
    broker: int,
    seen: tuple[int, int] | None,
    manager: ServiceManager,
) -> None:
    signal.signal(signal.SIGTERM, lambda *_: manager.stopping())  # it goes when the broker has gone
    answers = _Answers(address, encrypted=hall is not None, manager=manager)
    while os.getppid() == broker:
        time.sleep(_LOOK_S)
        if manager.listens:
            answers.look()
        if hall is None:
            continue
        now = _signature(hall)
        # Before it listens, the signal would end it.
        if now == seen or now is None or not _listens(address):
            continue
        try:
            write()
        except (GatewayError, OSError) as error:
            print(f"The broker's permissions stay as they were: {error}", file=sys.stderr, flush=True)  # noqa: T201 - its log
        else:
            with contextlib.suppress(ProcessLookupError):
                os.kill(broker, signal.SIGHUP)
        seen = now


class _Answers:
    """Whether the broker answers; the service manager is told as long as it does."""

    def __init__(self, address: tuple[str, int], *, encrypted: bool, manager: ServiceManager) -> None:
        self._address = address
        self._encrypted = encrypted
        self._manager = manager
        self._every_s = min(_ANSWER_S, manager.watchdog_s / 3 or _ANSWER_S)
        self._ready = False
        self._next = 0.0

    def look(self) -> None:
        """Ask it, if it is time to."""
        if (self._ready and not self._manager.watchdog_s) or time.monotonic() < self._next:
            return
        if not _answers(self._address, encrypted=self._encrypted):
            return
        self._next = time.monotonic() + self._every_s
        if not self._ready:
            self._ready = True
            self._manager.ready("The broker answers.")
        self._manager.awake()


def _answers(address: tuple[str, int], *, encrypted: bool) -> bool:
    """Whether the broker itself says something: a port of a process that hangs takes connections all the same."""
    host, port = address
    try:
        with socket.create_connection((_reachable(host), port), _PATIENCE_S) as connection:
            connection.settimeout(_PATIENCE_S)
            if encrypted:
                context = ssl.create_default_context()
                context.check_hostname, context.verify_mode = False, ssl.CERT_NONE  # who it is, is not the question
                with context.wrap_socket(connection) as _:
                    return True
            connection.sendall(_CONNECT)
            return bool(connection.recv(1))
    except ssl.SSLError:
        return True  # it has said that it wants a certificate
    except OSError:
        return False


def _signature(hall: AuthorityFolder) -> tuple[int, int] | None:
    """The register's signature; None while it cannot be seen."""
    try:
        return hall.signature()
    except GatewayError:
        return None


def _listens(address: tuple[str, int]) -> bool:
    host, port = address
    with contextlib.suppress(OSError), socket.create_connection((_reachable(host), port), 1):
        return True
    return False


def _reachable(host: str) -> str:
    """An address to call: one that stands for all of them is called by loopback."""
    return {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - asked about, not bound
