"""The command line of the simulator, as a process of its own."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from firmware_sim.__main__ import main


async def test_serves_a_board_until_it_is_told_to_stop(tmp_path: Path) -> None:
    path = tmp_path / "board"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "firmware_sim", "dgt", "--pty", str(path), "--no-pace", stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    async with asyncio.timeout(20):
        assert await process.stdout.readline() == f"serial://{path}\n".encode()
        host = os.open(path, os.O_RDWR | os.O_NOCTTY)
        os.write(host, b"\x42")
        assert (await asyncio.to_thread(os.read, host, 3))[:1] == b"\x86"
        os.close(host)
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
    assert not path.exists()


def test_a_road_must_be_chosen(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["dgt"])
    assert "--pty" in capsys.readouterr().err
