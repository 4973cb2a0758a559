"""The broker process: a NATS server or a Mosquitto, open on loopback or closed for a hall.

The process becomes the broker. For a closed hall a second one stays beside it, and has it read its permissions again
whenever the authority's register changes: whoever is revoked is out without a restart.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
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

__all__ = ["run_broker"]

_LOOK_S = 0.3


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
    if hall is not None:
        _stay_beside(hall, write, (host, port))
    os.execv(command[0], command)  # noqa: S606 - a fixed program


def _stay_beside(hall: AuthorityFolder, write: Callable[[], Path], address: tuple[str, int]) -> None:
    """Fork: the parent goes on to become the broker, the child watches the register until the broker is gone."""
    seen, broker = _signature(hall), os.getpid()
    if os.fork() != 0:
        return
    try:
        _watch(hall, write, address, broker, seen)
    except KeyboardInterrupt:
        pass
    finally:
        os._exit(0)


def _watch(
    hall: AuthorityFolder,
    write: Callable[[], Path],
    address: tuple[str, int],
    broker: int,
    seen: tuple[int, int] | None,
) -> None:
    while os.getppid() == broker:
        time.sleep(_LOOK_S)
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
