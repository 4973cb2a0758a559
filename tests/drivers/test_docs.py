"""The page about drivers says what is so, and its example works as a package of somebody else's."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from drivers import registry
from drivers.evidence import EVIDENCE, SOURCES
from firmware_sim.devices.board import SimulatedBoard
from firmware_sim.doubles import DOUBLES
from firmware_sim.ports import TcpPort
from firmware_sim.surface import CHESS_START, Surface
from firmware_sim.timebase import WallTime
from gateway.record.table_state import Status, TableState
from gateway.record.wire import ENTRY
from gateway.referee.inputs import Moved
from gateway.runtime.agent import Agent
from gateway.runtime.free_ports import any_port
from gateway.runtime.publisher import ENTRIES
from gateway.runtime.settings import RelaySettings, TableSettings
from gateway.runtime.settings_reading import load
from gateway.store import read_file
from tests.drivers.scorecards import EVIDENCE_PAGE, PAGE, render_evidence, updated
from tests.runtime.running import running


def test_the_scorecards_are_those_of_the_drivers() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == updated(page), "run python -m tests.drivers.scorecards"
    page = EVIDENCE_PAGE.read_text(encoding="utf-8")
    assert page == updated(page, render_evidence()), "run python -m tests.drivers.scorecards"


def test_every_statement_names_who_makes_it() -> None:
    assert list(EVIDENCE) == list(registry.BUILT_IN)
    named = [source for statements in EVIDENCE.values() for one in statements for source in one.sources]
    assert set(named) <= set(SOURCES)
    for statements in EVIDENCE.values():
        assert len(statements) >= 2
        assert all(len(set(one.sources)) == len(one.sources) for one in statements)


def test_every_driver_has_its_double() -> None:
    assert set(registry.BUILT_IN) == set(DOUBLES)


FIRST_DRIVER = PAGE.with_name("first-driver.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"```(?:python|toml) (\S+)\n(.*?)```", FIRST_DRIVER, re.DOTALL))
"""The files that the page has a stranger write, by their names."""


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The toy driver, copied from the page as it stands, as an installed package of somebody else's."""
    project = tomllib.loads(FILES["pyproject.toml"])
    entry_points = project["project"]["entry-points"]["flagfall.drivers"]
    folder = tmp_path / "site"
    about = folder / "toy_board-1.0.dist-info"
    about.mkdir(parents=True)
    for module in project["tool"]["setuptools"]["py-modules"]:
        (folder / f"{module}.py").write_text(FILES[f"{module}.py"], encoding="utf-8")
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-board\nVersion: 1.0\n", encoding="utf-8")
    lines = "".join(f"{name} = {place}\n" for name, place in entry_points.items())
    (about / "entry_points.txt").write_text(f"[flagfall.drivers]\n{lines}", encoding="utf-8")
    return folder


def test_both_pages_have_the_same_toy() -> None:
    code = re.search(r"```python toy\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    assert code[1] == FILES["toy_board.py"]
    assert 'toy = "toy_board:SPEC"' in PAGE.read_text(encoding="utf-8")


def test_the_strangers_own_test_passes(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(package)
    names: dict[str, Any] = {}
    exec(compile(FILES["test_toy.py"], "test_toy.py", "exec"), names)
    names["test_the_toy_is_known_and_read"]()


def test_the_relay_of_the_page_can_be_used(tmp_path: Path) -> None:
    (tmp_path / "relay.toml").write_text(FILES["relay.toml"], encoding="utf-8")
    settings = load(RelaySettings, tmp_path / "relay.toml")
    assert (
        f"http://127.0.0.1:{settings.listen.port}/sign-in/{settings.arbiters[0].key.get_secret_value()}" in FIRST_DRIVER
    )


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


def toy_board() -> Callable[[Surface], SimulatedBoard]:
    """The toy itself, as the page has it, but for the line that starts it."""
    names: dict[str, Any] = {}
    code, _, start = FILES["toy.py"].rstrip().rpartition("\n")
    assert start == "asyncio.run(main())"
    exec(compile(code, "toy.py", "exec"), names)
    made: Callable[[Surface], SimulatedBoard] = names["Toy"]
    return made


def _last_move_is(text: str, seen: TableState) -> bool:
    return seen.moves[-1:] == (text,)


async def test_the_toy_driver_leads_to_a_game(package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(package)
    time = WallTime()
    surface = Surface(8, 8, CHESS_START)
    journal = tmp_path / "t1.journal"
    async with TcpPort(toy_board()(surface), 0, time) as port:
        settings = FILES["t1.toml"].replace("t1.journal", str(journal)).replace("tcp://127.0.0.1:7777", port.url)
        (tmp_path / "t1.toml").write_text(settings.replace("1883", str(any_port())), encoding="utf-8")
        agent = await Agent.open(load(TableSettings, tmp_path / "t1.toml"))
        async with running(agent) as until:
            await until(lambda seen: seen.status is Status.READY)
            for start, end, text in ((52, 36, "e4"), (12, 28, "e5"), (62, 45, "Nf3")):
                surface.put(end, surface.lift(start, time.now()), time.now())
                await until(partial(_last_move_is, text))
    entries = [ENTRY.decode(line).what for line in read_file(journal, ENTRIES)]
    assert [what.text for what in entries if isinstance(what, Moved)] == ["e4", "e5", "Nf3"]
