"""A house for demos: a broker and a relay, processes of their own that are started again when they die."""

from __future__ import annotations

import abc
import asyncio
import contextlib
import logging
import signal
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from rich.console import Console

from gateway.bus.broker import broker_command, wait_until_up, write_config
from gateway.relay.access.arbiters import new_key
from gateway.runtime.free_ports import any_port, require_free

from .demo_arbiter import DEMO_ARBITER
from .supervised import PartFailed, SupervisedPart

__all__ = ["EVENT", "HOST", "DemoHouse", "run_house"]

HOST = "127.0.0.1"
EVENT = "demo"
_UP_S = 30.0


def run_house(port: int, data: Path | None, make: Callable[[Path], DemoHouse]) -> None:
    """Run until Ctrl-C, and leave nothing behind but a folder the user named."""
    require_free(HOST, port)
    with (
        tempfile.TemporaryDirectory(prefix="flagfall-demo-") if data is None else contextlib.nullcontext(data) as folder
    ):
        house = make(Path(folder).absolute())
        with contextlib.suppress(asyncio.CancelledError):
            asyncio.run(house.run())


class DemoHouse(abc.ABC):
    """The parts that every demo has. Who makes a demo says what else is opened, and what is shown meanwhile."""

    def __init__(self, folder: Path, port: int) -> None:
        self._folder = folder
        self._port = port
        self._broker_port = any_port()
        self._key, self._own_key = new_key(), new_key()
        self._parts: list[SupervisedPart] = []
        self._news = asyncio.Event()
        self._console = Console()
        (folder / "logs").mkdir(parents=True, exist_ok=True)
        logging.basicConfig(filename=folder / "logs" / "demo.log", level=logging.INFO, force=True)

    @abc.abstractmethod
    async def _open(self, tasks: asyncio.TaskGroup) -> None:
        """Bring everything up."""

    @abc.abstractmethod
    async def _show(self) -> None:
        """Draw what happens, for ever."""

    @property
    def _address(self) -> str:
        return f"http://{HOST}:{self._port}/"

    @property
    def _sign_in(self) -> str:
        return self._link(self._key)

    def _link(self, key: str) -> str:
        return f"{self._address}sign-in/{key}"

    async def run(self) -> None:
        """Start the parts in order, keep them up, and stop them in the reverse order."""
        main = asyncio.current_task()
        assert main is not None  # noqa: S101 - asyncio.run makes one
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, main.cancel)
        try:
            async with asyncio.TaskGroup() as tasks:
                try:
                    await self._open(tasks)
                    await self._show()
                finally:
                    # The agents first, while their boards are still there, then what they talk to.
                    await asyncio.gather(*(part.stop() for part in self._parts[2:]))
                    for part in reversed(self._parts[:2]):
                        await part.stop()
        except* PartFailed as group:
            raise group.exceptions[0] from None
        finally:
            self._console.print("The hall is closed; nothing is left running.")

    async def _open_house(self) -> None:
        """Start the broker and the relay."""
        say = self._console.print
        say(f"Starting the broker on port {self._broker_port} ...")
        config = write_config(self._folder / "broker", HOST, self._broker_port)
        broker = self._part("broker", broker_command(config))
        await wait_until_up(HOST, self._broker_port, await broker.start())
        say(f"Starting the relay on port {self._port} ...")
        relay = self._part("relay", self._flagfall("relay", self._relay_settings()))
        await self._wait_for_relay(relay)

    def _part(self, name: str, command: Sequence[str]) -> SupervisedPart:
        part = SupervisedPart(name, command, self._folder / "logs" / f"{name}.log", self._news.set)
        self._parts.append(part)
        return part

    def _flagfall(self, role: str, settings: str) -> list[str]:
        config = self._folder / f"{settings.partition(chr(10))[0].removeprefix('# ')}.toml"
        config.write_text(settings, encoding="utf-8")
        config.chmod(0o600)
        return [sys.executable, "-m", "gateway", role, "--config", str(config)]

    def _relay_settings(self) -> str:
        return (
            f'# relay\nevent = "{EVENT}"\nstore = "{self._folder / "relay.journal"}"\n'
            f'[broker]\nurl = "mqtt://{HOST}:{self._broker_port}"\n'
            f'[listen]\nhost = "{HOST}"\nport = {self._port}\n'
            f'[[arbiters]]\nname = "Visiting arbiter"\nrole = "chief"\nkey = "{self._key}"\n'
            f'[[arbiters]]\nname = "{DEMO_ARBITER}"\nrole = "chief"\nkey = "{self._own_key}"\n'
        )

    async def _wait_for_relay(self, relay: SupervisedPart) -> None:
        process = await relay.start()
        try:
            async with asyncio.timeout(_UP_S):
                while process.returncode is None:
                    with contextlib.suppress(OSError):
                        _, writer = await asyncio.open_connection(HOST, self._port)
                        writer.close()
                        return
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise PartFailed(f"The relay did not answer within {_UP_S:.0f} seconds: {relay.last_words()}") from None
        raise PartFailed(f"The relay does not start: {relay.last_words()}")
