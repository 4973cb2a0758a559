"""A table's computer for the doctor to look at, with nothing wrong until a test breaks something."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

from gateway.authority.authority_folder import AuthorityFolder
from gateway.bus.broker import BrokerEngine, broker_command, wait_until_up, write_config
from gateway.runtime.doctor.diagnoses import Diagnosis, Surroundings
from gateway.runtime.doctor.examination import examine
from gateway.texts.library import Library
from tests.ports import free_port

HOST = "127.0.0.1"
NOBODY = "nobody"
ROOT = os.getuid() == 0


class TableKit:
    """A table's computer with nothing wrong: settings, a record, a board that answers, a broker."""

    def __init__(self, folder: Path, board: str, url: str) -> None:
        self.folder = folder
        self.journal = folder / "t1.journal"
        self.values: dict[str, str] = {"event": '"open"', "table": '"t1"', "journal": f'"{self.journal}"'}
        self.broker: dict[str, str] = {"url": f'"{url}"'}
        self.device: dict[str, str] = {"driver": '"dgt"', "url": f'"{board}"'}
        self.more = ""
        self.root = folder / "root"
        for name, text in (
            ("etc/hostname", "table-07\n"),
            ("etc/os-release", 'ID=debian\nVERSION_ID="13"\n'),
            ("sys/class/rtc/rtc0/name", "rtc\n"),
            ("sys/devices/platform/soc/soc:firmware/get_throttled", "0\n"),
        ):
            self.put(name, text)
        shutil.copy("/usr/bin/env", self._made("usr/bin/env"))

    def _made(self, name: str) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def put(self, name: str, text: str) -> None:
        """A file of the computer."""
        self._made(name).write_text(text, encoding="utf-8")

    def with_credentials(self, authority: AuthorityFolder, name: str = "t1") -> None:
        self.broker |= {
            "ca": f'"{authority.certificate}"',
            "certificate": f'"{authority.certificate_of(name)}"',
            "key": f'"{authority.key_of(name)}"',
        }

    @property
    def config(self) -> Path:
        path = self.folder / "t1.toml"
        sections = [self.values, self.broker, self.device]
        text = [f"{key} = {value}" for key, value in sections[0].items()]
        for name, section in zip(("broker", "device"), sections[1:], strict=True):
            text += [f"[{name}]", *(f"{key} = {value}" for key, value in section.items())] if section else []
        path.write_text("\n".join([*text, self.more, ""]), encoding="utf-8")
        return path

    async def examined(
        self, relay: str = "", user: str = "", now: datetime | None = None, *, synchronised: bool = True
    ) -> list[Diagnosis]:
        around = Surroundings(self.root, user, now or datetime.now(UTC), synchronised)
        return await examine(around, [self.config], relay)


def kinds(found: list[Diagnosis]) -> list[str]:
    """What was named; each in words of both languages, with nothing left out."""
    library = Library.load()
    for each in found:
        for language in ("en", "zh"):
            for part in (each.what, each.do):
                text = library[language].render(part)
                assert text
                assert "doctor." not in text
                assert "{" not in text
    return [each.kind for each in found]


async def named(kit: TableKit, *wanted: str, relay: str = "") -> bool:
    """Whether nothing but this is named, and something of it."""
    found = kinds(await kit.examined(relay))
    return bool(found) and set(found) <= set(wanted)


@contextlib.asynccontextmanager
async def open_broker(folder: Path, engine: BrokerEngine = BrokerEngine.NATS, more: str = "") -> AsyncIterator[str]:
    port = free_port()
    config = write_config(folder / f"broker-{port}", HOST, port, engine=engine)
    config.write_text(config.read_text(encoding="utf-8") + more, encoding="utf-8")
    process = await asyncio.create_subprocess_exec(
        *broker_command(config, engine), stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.DEVNULL
    )
    try:
        await wait_until_up(HOST, port, process)
        yield f"mqtt://{HOST}:{port}"
    finally:
        process.kill()
        await process.wait()


def relay_config(folder: Path, port: int, broker: str, more: str = "", arbiters: bool = True) -> Path:
    path = folder / "relay-doctor.toml"
    who = '[[arbiters]]\nname = "Anna"\nkey = "a-key-for-tests-only"\n' if arbiters else ""
    path.touch(mode=0o600)
    path.write_text(
        f'event = "test"\nstore = "{folder}/relay.journal"\n{more}\n[listen]\nport = {port}\n'
        f'[broker]\nurl = "{broker}"\n{who}',
        encoding="utf-8",
    )
    return path
