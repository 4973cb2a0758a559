"""A short run of chaos, as a user starts it: a few tables, a dozen faults, every promise kept."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.system


async def test_a_dozen_faults_break_no_promise(tmp_path: Path) -> None:
    words = ["chaos", "--seed", "1", "--faults", "20", "--seconds", "15", "--tables", "3", "--data", str(tmp_path)]
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "gateway", *words, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    said, _ = await process.communicate()
    assert process.returncode == 0, said.decode()
    assert "Every promise was kept." in said.decode()
