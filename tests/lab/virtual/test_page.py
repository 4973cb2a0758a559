"""A person at the virtual table, in a real browser, with a real hall behind it."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator
from typing import Any, NamedTuple
from urllib.request import urlopen

import pytest

from gateway.runtime.ports import any_port
from tests.browser import Page, open_browser

pytestmark = [pytest.mark.system, pytest.mark.browser]

START = "import sys; from typer import run; from gateway.cli.virtual import virtual; run(virtual)"


class Running(NamedTuple):
    page: str
    relay: str
    process: asyncio.subprocess.Process


@pytest.fixture
async def running() -> AsyncIterator[Running]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", START, "--port", str(any_port()), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    told = ""
    try:
        async with asyncio.timeout(20):
            while "Ctrl-C" not in told:
                line = await process.stdout.readline()
                assert line, told
                told += line.decode()
        page, public, sign_in = re.findall(r"http://\S+", told)
        assert "/sign-in/" in sign_in
        yield Running(page, public.partition("#")[0], process)
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGINT)
        await process.communicate()


async def glance(relay: str) -> dict[str, Any]:
    def ask() -> dict[str, Any]:
        with urlopen(f"{relay}api/tables") as answer:
            tables = json.load(answer)["tables"]
        return (tables[0]["glance"] or {}) if tables else {}

    return await asyncio.to_thread(ask)


async def until(relay: str, key: str, value: object) -> None:
    seen: dict[str, Any] = {}
    try:
        async with asyncio.timeout(12):
            while (seen := await glance(relay)).get(key) != value:  # noqa: ASYNC110 - over HTTP one can only ask
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"{key} never became {value!r}: {seen}") from None


async def drag(page: Page, start: int, end: int | None, *, touch: bool = False) -> None:
    """From the middle of one cell to that of another, or off the board."""
    x, y, size = await page.evaluate(
        "(r => [r.x, r.y, r.width / 10])(document.querySelector('#board svg').getBoundingClientRect())"
    )
    (ax, ay), (bx, by) = (
        (x + (cell % 10 + 0.5) * size, y + (cell // 10 + 0.5) * size) if cell is not None else (x + 5 * size, y - 30)
        for cell in (start, end)
    )
    for step in range(6):
        at = {"x": ax + (bx - ax) * step / 5, "y": ay + (by - ay) * step / 5}
        if touch:
            kind = "touchStart" if step == 0 else "touchMove"
            await page.call("Input.dispatchTouchEvent", type=kind, touchPoints=[at])
        else:
            kind = "mousePressed" if step == 0 else "mouseMoved"
            await page.call("Input.dispatchMouseEvent", type=kind, button="left", buttons=1, clickCount=1, **at)
    if touch:
        await page.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    else:
        await page.call("Input.dispatchMouseEvent", type="mouseReleased", x=bx, y=by, button="left", clickCount=1)


async def test_moves_by_mouse_touch_and_keyboard_reach_the_relay(running: Running) -> None:
    async with open_browser() as browser:
        page = await browser.open(running.page)
        await page.wait_for("document.querySelectorAll('#board .disc').length === 40")
        await until(running.relay, "status", "ready")
        await page.click(".run-stop")
        await until(running.relay, "status", "playing")

        await drag(page, 63, 54)  # 32-28
        await page.click(".lever.left")
        await until(running.relay, "moves", ["32-28"])
        await page.wait_for("document.querySelector('.time.right.runs')")

        phone = await browser.open(running.page, width=390, height=844, dark=True, mobile=True)
        await phone.call("Emulation.setTouchEmulationEnabled", enabled=True)
        await phone.wait_for("document.querySelectorAll('#board .disc').length === 40")
        await phone.call("Page.bringToFront")
        assert await phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await drag(phone, 36, 45, touch=True)  # 19-23
        await phone.click(".lever.right")
        await until(running.relay, "moves", ["32-28", "19-23"])

        # 28x19 by keyboard: the cursor begins on field 28's right neighbour.
        await page.call("Page.bringToFront")
        await page.evaluate("document.getElementById('board').focus()")
        for key in ["ArrowLeft", "Enter", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "Enter"]:
            await page.press(key)
        await drag(page, 45, None)  # the man on 23 is taken off
        await page.wait_for("document.querySelectorAll('#board .disc').length === 39")
        await page.press(" ")
        await until(running.relay, "moves", ["32-28", "19-23", "28x19"])

        # A game is under way: the page asks once more, then it does not count and the next one is set up.
        await page.click(".reset")
        await page.wait_for("document.querySelector('.hint.bad')")
        await page.click(".reset")
        await page.wait_for("document.querySelectorAll('#board .disc').length === 40")
        await page.wait_for("!document.querySelector('.time.runs')")
        await until(running.relay, "game", 2)
        await until(running.relay, "status", "ready")

        # A king from the reserve, tapped and put on field 28.
        await page.click(".spare[title='white king']")
        await drag(page, 54, 54)
        await page.wait_for("document.querySelector('#board .crown')")
        assert page.errors == phone.errors == []
    running.process.send_signal(signal.SIGINT)
    assert await asyncio.wait_for(running.process.wait(), 10) == 0


async def test_a_port_in_use_is_one_sentence() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        words = "import gateway.cli.app as a; a.COMMANDS['virtual'] = 'gateway.cli.virtual:virtual'; a.main()"
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", words, "virtual", "--port", str(taken.getsockname()[1])),
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await process.communicate()
    assert process.returncode == 2
    assert said.decode().count("\n") == 1
    assert "cannot be used" in said.decode()
