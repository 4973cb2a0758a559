"""A part of the demo: a process that is kept running, with its log in a file."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from gateway.model.errors import GatewayError

__all__ = ["PartFailed", "SupervisedPart"]

_PATIENCE_S = 5.0
"""Seconds that a process may take to stop when asked."""
_QUICK_DEATHS = 3
"""A part that dies so often before it has done anything will not live by being started again."""
_QUICK_S = 3.0


class PartFailed(GatewayError):
    """A part of the demo does not run."""


class SupervisedPart:
    """One child process. Killed, it is started again; the demo's end is its end, however the demo ends."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        log: Path,
        changed: Callable[[], None],
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """`environment` is added to our own."""
        self.name = name
        self.log = log
        self.starts = 0
        self.process: asyncio.subprocess.Process | None = None
        self._command = [*_with_the_parent(), *command]
        self._changed = changed
        self._environment = {**os.environ, **(environment or {})}
        self._stopping = False

    @property
    def running(self) -> bool:
        """Whether the process is there."""
        return self.process is not None and self.process.returncode is None

    async def start(self) -> asyncio.subprocess.Process:
        """Start the process; its output goes to the end of the log."""
        with self.log.open("ab") as log:
            # A session of its own, so that Ctrl-C reaches the demo alone, which stops its parts in order.
            self.process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                env=self._environment,
            )
        self.starts += 1
        self._changed()
        return self.process

    async def keep(self) -> None:
        """Start it again whenever it ends, until cancelled."""
        loop = asyncio.get_running_loop()
        quick = 0
        while True:
            since = loop.time()
            process = self.process if self.running and self.process is not None else await self.start()
            await process.wait()
            self._changed()
            if self._stopping:
                return
            quick = quick + 1 if loop.time() - since < _QUICK_S else 0
            if quick >= _QUICK_DEATHS:
                raise PartFailed(f"{self.name} does not stay up: {self.last_words()}")
            await asyncio.sleep(0.3)

    async def stop(self) -> None:
        """Ask it to end, and see to it that it does."""
        process = self.process
        self._stopping = True
        if process is None or process.returncode is not None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(_PATIENCE_S):
                await process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    def last_words(self) -> str:
        """The last line of its log."""
        lines = self.log.read_text(encoding="utf-8", errors="replace").split("\n") if self.log.exists() else []
        return (
            next((line.strip() for line in reversed(lines) if line.strip()), "it left no word")
            + f" (all of it: {self.log})"
        )


def _with_the_parent() -> list[str]:
    """Where util-linux can, have the system end the child when the demo itself is killed."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "TERM", "--"] if setpriv else []
