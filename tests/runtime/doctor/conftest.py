"""What the doctor is tried on."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from drivers import discovery
from firmware_sim.doubles import make_double
from firmware_sim.ports import PtyPort
from firmware_sim.timebase import WallTime

from .doctor_kit import ROOT, TableKit, open_broker


@pytest.fixture
async def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TableKit]:
    monkeypatch.setattr(discovery, "PATIENCE_S", 1.5)
    monkeypatch.setattr(discovery, "MORE_S", 0.05)
    board = make_double("dgt", "draughts")
    async with PtyPort(board.device, tmp_path / "board", WallTime()) as port, open_broker(tmp_path) as url:
        yield TableKit(tmp_path, port.url, url)


@pytest.fixture
def reached_folder() -> Iterator[Path]:
    """A folder that every user of the computer gets through to, as they do not to pytest's."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.fixture
async def reached_kit(kit: TableKit, reached_folder: Path) -> AsyncIterator[TableKit]:
    """The kit in such a folder."""
    board = make_double("dgt", "draughts")
    async with PtyPort(board.device, reached_folder / "board", WallTime()) as port:
        yield TableKit(reached_folder, port.url, kit.broker["url"].strip('"'))


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 300 MB that can be filled and made read-only."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if not ROOT or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300m", "none", folder], check=False).returncode:
        pytest.skip("needs root, to mount a disk")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)
