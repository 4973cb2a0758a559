"""A double in one process, a computer in another, Bluetooth between them: HCI over TCP, without any radio."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

pytest.importorskip("bumble")

from gateway.cli.sim import sim
from gateway.model.errors import SettingsError

FLAGFALL = (sys.executable, "-c", "from gateway.cli import main; main()")


@asynccontextmanager
async def running(*arguments: str, **environment: str) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(
        *FLAGFALL, *arguments, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=os.environ | environment
    )
    try:
        async with asyncio.timeout(60):
            yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def line(stream: asyncio.StreamReader | None, wanted: Callable[[str], bool]) -> str:
    """The next line that is wanted."""
    assert stream is not None
    while text := (await stream.readline()).decode():
        if wanted(text):
            return text.strip()
    raise AssertionError("the process has ended")


async def told(process: Process, kind: str, **more: object) -> dict[str, Any]:
    """The next reading of that kind that `record --show` prints."""

    def wanted(text: str) -> bool:
        if not text.startswith("{"):
            return False
        reading = msgspec.json.decode(text, type=dict[str, Any])
        return reading["type"] == kind and more.items() <= reading.items()

    return msgspec.json.decode(await line(process.stderr, wanted), type=dict[str, Any])


async def say(process: Process, text: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{text}\n".encode())
    await process.stdin.drain()


async def heard_at(board: Process) -> tuple[str, str]:
    """What others write into FLAGFALL_HCI, and the board's address."""
    hint = await line(board.stderr, lambda text: "FLAGFALL_HCI=" in text)
    url = await line(board.stdout, lambda text: text.startswith("ble://"))
    return hint.split("FLAGFALL_HCI=")[1].split()[0], url


@pytest.mark.long
async def test_a_board_in_another_process_is_read(tmp_path: Path) -> None:
    async with running("sim", "pegasus", "--ble", "air:0") as board:
        hci, url = await heard_at(board)
        record = ("record", "pegasus", url, "--show", "-w")
        async with running(*record, str(tmp_path / "first"), FLAGFALL_HCI=hci) as computer:
            assert (await told(computer, "snapshot"))["cells"] == "?" * 16 + "." * 32 + "?" * 16
            await say(board, "52-36")
            await told(computer, "square", cell=36, piece="?")
            await say(board, "unplug")
            await line(computer.stderr, lambda text: "Lost the connection" in text)
            await say(board, "lift 36")
            await say(board, "plug")
            await told(computer, "snapshot", cells="?" * 16 + "." * 32 + "????.???????????")
            computer.kill()  # without a goodbye: the board must be free for the next one
            await computer.wait()
        async with running(*record, str(tmp_path / "second"), FLAGFALL_HCI=hci) as computer:
            await told(computer, "snapshot")
            board.send_signal(signal.SIGTERM)
            assert await board.wait() == 0
            await line(computer.stderr, lambda text: "Lost the connection" in text or "Cannot open" in text)


@pytest.mark.parametrize("hci", ["nonsense", "tcp-client:127.0.0.1:1"])
async def test_a_computer_without_such_a_chip_says_so(hci: str) -> None:
    async with running("devices", "--url", "ble://any", "--driver", "pegasus", FLAGFALL_HCI=hci) as computer:
        said, complaint = await computer.communicate()
    assert b"Cannot open" in said
    assert b"Traceback" not in complaint


@pytest.mark.long
async def test_several_boards_share_one_air() -> None:
    async with running("sim", "pegasus", "--ble", "air:0") as first:
        hci, _ = await heard_at(first)
        async with running("sim", "ichessone", "--ble", hci) as second:
            await line(second.stdout, lambda text: text.startswith("ble://"))
            async with running("devices", "--no-try", "--bluetooth", "1", FLAGFALL_HCI=hci, COLUMNS="200") as computer:
                said, _ = await computer.communicate()
    assert b"DGT_PEGASUS_54321" in said
    assert b"iChessOne" in said


@pytest.mark.parametrize(
    ("driver", "hci", "says"),
    [
        ("pegasus", "air:nonsense", "air:6402"),
        ("certabo", "air:0", "no Bluetooth"),
        ("pegasus", "tcp-client:127.0.0.1:1", "no Bluetooth by tcp-client:127.0.0.1:1"),
        ("pegasus", "nonsense", "no Bluetooth by nonsense"),
    ],
)
def test_mistakes_are_one_sentence(driver: str, hci: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says):
        sim(driver, ble=hci)
