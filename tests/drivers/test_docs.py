"""The page about drivers says what is so, and its example works as a package of somebody else's."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from drivers import registry
from firmware_sim.devices.board import SimulatedBoard
from firmware_sim.doubles import DOUBLES
from firmware_sim.ports import PtyPort
from firmware_sim.surface import CHESS_START, Surface
from firmware_sim.timebase import WallTime
from gateway.record.table_state import Status, TableState
from gateway.record.wire import ENTRY
from gateway.referee.inputs import Moved
from gateway.runtime.agent import Agent
from gateway.runtime.free_ports import any_port
from gateway.runtime.publisher import ENTRIES
from gateway.runtime.settings import BrokerSection, DeviceSection, GameSection, TableSettings
from gateway.store import read_file
from tests.drivers.scorecards import PAGE, updated
from tests.runtime.running import running


def test_the_scorecards_are_those_of_the_drivers() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == updated(page), "run python -m tests.drivers.scorecards"


def test_every_driver_has_its_double() -> None:
    assert set(registry.BUILT_IN) == set(DOUBLES)


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The toy driver, copied from the page as it stands, as an installed package of somebody else's."""
    code = re.search(r"```python toy\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    entry_point = re.search(r'^toy = "(.*)"$', PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert code is not None
    assert entry_point is not None
    folder = tmp_path / "site"
    about = folder / "toy_board-1.0.dist-info"
    about.mkdir(parents=True)
    (folder / "toy_board.py").write_text(code[1], encoding="utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-board\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[flagfall.drivers]\ntoy = {entry_point[1]}\n", encoding="utf-8")
    return folder


def test_the_toy_driver_decodes_as_an_external_package(package: Path) -> None:
    program = (
        f"import sys; sys.path.insert(0, {str(package)!r})\n"
        "import typer; from gateway.cli.decode import decode; typer.run(decode)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "toy", "--form", "raw"],
        input=f"noise\n3,4,P\n{CHESS_START}\n3,4,.\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.splitlines() == [
        '{"type":"noise","dropped":6}',
        '{"type":"square","cell":28,"piece":"P"}',
        f'{{"type":"snapshot","rows":8,"cols":8,"cells":"{CHESS_START}"}}',
        '{"type":"square","cell":28,"piece":"."}',
    ]
    assert done.stderr == ""


class ToyBoard(SimulatedBoard):
    """The toy itself, as the page describes it."""

    def receive(self, data: bytes, at: int) -> None:
        for _ in range(data.count(b"?")):
            self._out.append(self._sensors.shown.encode() + b"\n")

    def _changed(self, cell: int, piece: str, at: int) -> None:
        self._out.append(f"{cell // 8},{cell % 8},{piece}\n".encode())


def _last_move_is(text: str, seen: TableState) -> bool:
    return seen.moves[-1:] == (text,)


async def test_the_toy_driver_leads_to_a_game(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(package)
    time = WallTime()
    surface = Surface(8, 8, CHESS_START)
    journal = tmp_path / "t1.journal"
    async with PtyPort(ToyBoard(surface), tmp_path / "toy", time=time) as port:
        agent = await Agent.open(
            TableSettings(
                event="open",
                table="t1",
                journal=journal,
                broker=BrokerSection(url=f"mqtt://127.0.0.1:{any_port()}"),
                game=GameSection(rules="chess", rulebook="chess-rapid", control="10m+5s"),
                device=DeviceSection(driver="toy", url=port.url),
            )
        )
        async with running(agent) as until:
            await until(lambda seen: seen.status is Status.READY)
            for start, end, text in ((52, 36, "e4"), (12, 28, "e5"), (62, 45, "Nf3")):
                surface.put(end, surface.lift(start, time.now()), time.now())
                await until(partial(_last_move_is, text))
    entries = [ENTRY.decode(line).what for line in read_file(journal, ENTRIES)]
    assert [what.text for what in entries if isinstance(what, Moved)] == ["e4", "e5", "Nf3"]
