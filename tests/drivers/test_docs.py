"""The page about drivers says what is so, and its example works as a package of somebody else's."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from drivers import registry
from firmware_sim.doubles import DOUBLES
from tests.drivers.scorecards import PAGE, updated


def test_the_scorecards_are_those_of_the_drivers() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == updated(page), "run python -m tests.drivers.scorecards"


def test_every_driver_has_its_double() -> None:
    assert set(registry.BUILT_IN) == set(DOUBLES)


def test_the_toy_driver_works_as_an_external_package(tmp_path: Path) -> None:
    code = re.search(r"```python toy\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert code is not None
    (tmp_path / "toy_board.py").write_text(code[1], encoding="utf-8")
    about = tmp_path / "toy_board-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-board\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[flagfall.drivers]\ntoy = toy_board:SPEC\n", encoding="utf-8")
    program = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n"
        "import typer; from gateway.cli.decode import decode; typer.run(decode)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "toy", "--form", "raw"],
        input="noise\n3,4,P\n3,4,.\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout.splitlines() == [
        '{"type":"noise","dropped":6}',
        '{"type":"square","cell":28,"piece":"P"}',
        '{"type":"square","cell":28,"piece":"."}',
    ]
    assert done.stderr == ""
