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
from playwright.async_api import Page, expect

from tests.browsing import assert_accessible, latin_words, open_visits
from tests.ports import free_port

pytestmark = [pytest.mark.system, pytest.mark.browser]

START = "import sys; from typer import run; from gateway.cli.virtual import virtual; run(virtual)"


class Running(NamedTuple):
    page: str
    relay: str
    process: asyncio.subprocess.Process


@pytest.fixture
async def running() -> AsyncIterator[Running]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", START, "--port", str(free_port()), stdout=asyncio.subprocess.PIPE
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


async def state(relay: str) -> dict[str, Any]:
    def ask() -> dict[str, Any]:
        with urlopen(f"{relay}api/tables") as answer:
            tables = json.load(answer)["tables"]
        return (tables[0]["state"] or {}) if tables else {}

    return await asyncio.to_thread(ask)


async def until(relay: str, key: str, value: object) -> None:
    seen: dict[str, Any] = {}
    try:
        async with asyncio.timeout(30):
            while (seen := await state(relay)).get(key) != value:  # noqa: ASYNC110 - over HTTP one can only ask
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"{key} never became {value!r}: {seen}") from None


async def until_device(relay: str, name: str, *, online: bool) -> None:
    async with asyncio.timeout(30):
        while True:
            devices = (await state(relay)).get("devices", [])
            if any(device["name"] == name and device["online"] is online for device in devices):
                return
            await asyncio.sleep(0.05)


async def drag(page: Page, start: int, end: int | None, *, touch: bool = False) -> None:
    """From the middle of one cell to that of another, or off the board."""
    x, y, size = await page.evaluate(
        "(r => [r.x, r.y, r.width / 10])(document.querySelector('#board svg').getBoundingClientRect())"
    )
    (ax, ay), (bx, by) = (
        (x + (cell % 10 + 0.5) * size, y + (cell // 10 + 0.5) * size) if cell is not None else (x + 5 * size, y - 30)
        for cell in (start, end)
    )
    path = [(ax + (bx - ax) * step / 5, ay + (by - ay) * step / 5) for step in range(6)]
    if touch:
        # Playwright taps but does not drag a finger.
        finger = await page.context.new_cdp_session(page)
        for step, (at_x, at_y) in enumerate(path):
            kind, at = "touchMove" if step else "touchStart", {"x": at_x, "y": at_y}
            await finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
        await finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        return
    await page.mouse.move(ax, ay)
    await page.mouse.down()
    for at_x, at_y in path:
        await page.mouse.move(at_x, at_y)
    await page.mouse.up()


async def test_moves_by_mouse_touch_and_keyboard_reach_the_relay(running: Running) -> None:
    async with open_visits() as visits:
        page = await visits.open(running.page)
        await expect(page.locator("#board .disc")).to_have_count(40)
        await until(running.relay, "status", "ready")
        await page.click(".run-stop")
        await until(running.relay, "status", "playing")

        await drag(page, 63, 54)  # 32-28
        await page.click(".lever.left")
        await until(running.relay, "moves", ["32-28"])
        await expect(page.locator(".time.right.runs").first).to_be_visible()

        phone = await visits.open(running.page, width=390, height=844, dark=True, mobile=True)
        await expect(phone.locator("#board .disc")).to_have_count(40)
        assert await phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        await drag(phone, 36, 45, touch=True)  # 19-23
        await phone.click(".lever.right")
        await until(running.relay, "moves", ["32-28", "19-23"])

        # 28x19 by keyboard: the cursor begins on field 28's right neighbour.
        await page.locator("#board").focus()
        for key in ["ArrowLeft", "Enter", "ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "Enter"]:
            await page.keyboard.press(key)
        await drag(page, 45, None)  # the man on 23 is taken off
        await expect(page.locator("#board .disc")).to_have_count(39)
        await page.keyboard.press(" ")
        await until(running.relay, "moves", ["32-28", "19-23", "28x19"])

        # A game is under way: the page asks once more, then it does not count and the next one is set up.
        await page.click(".reset")
        await expect(page.locator(".hint.bad").first).to_be_visible()
        await page.click(".reset")
        await expect(page.locator("#board .disc")).to_have_count(40)
        await expect(page.locator(".time.runs")).to_have_count(0)
        await until(running.relay, "game", 2)
        await until(running.relay, "status", "ready")

        # A king from the reserve, tapped and put on field 28.
        await page.click(".spare[title='white king']")
        await drag(page, 54, 54)
        await expect(page.locator("#board .crown").first).to_be_visible()
        for visited in (page, phone):
            await assert_accessible(visited)
            assert visits.errors(visited) == []
    running.process.send_signal(signal.SIGINT)
    assert await asyncio.wait_for(running.process.wait(), 10) == 0


async def tap(page: Page, cell: int, size: int) -> None:
    """Point at the middle of a cell, wherever the coordinates stand."""
    x, y = await page.evaluate(
        """([cell, size]) => {
          const svg = document.querySelector("#board svg");
          const at = new DOMPoint(cell % size + 0.5, Math.floor(cell / size) + 0.5).matrixTransform(svg.getScreenCTM());
          return [at.x, at.y];
        }""",
        [cell, size],
    )
    await page.mouse.click(x, y)


async def choose_game(page: Page, game: str, control: str) -> None:
    await page.click("#game summary")
    await page.select_option("#game select", game)
    await page.fill("#game input", control)
    await page.click("#game button")


async def test_stones_what_players_say_another_game_and_a_pulled_cable(running: Running) -> None:
    async with open_visits() as visits:
        page = await visits.open(running.page)
        await until(running.relay, "status", "ready")
        await choose_game(page, "renju", "10m, 3x30s")
        await expect(page.locator("#about")).to_contain_text("Renju")
        await until(running.relay, "rules", "renju")
        await until(running.relay, "status", "ready")
        await page.click(".run-stop")
        await until(running.relay, "status", "playing")

        # The first player lays three stones in the opening; the other one swaps by word.
        await tap(page, 112, 15)  # h8
        await page.click(".lever.right")
        ask = page.get_by_role("button", name="White: Swap colours")
        await expect(ask).to_be_visible()
        await ask.click()
        await expect(page.locator(".told")).to_contain_text("swap", ignore_case=True)
        await expect(page.locator(".lever.left .holder")).to_have_text("Black")

        # A call with its reason, by keyboard; then a cable, and the table's page knows.
        await page.get_by_role("button", name="White: Call the arbiter").focus()
        await page.keyboard.press("Enter")
        await page.keyboard.type("noise")
        await page.keyboard.press("Enter")
        await until(running.relay, "status", "paused")
        await page.click(".board_out")
        await expect(page.locator(".board_out")).to_have_attribute("aria-pressed", "true")
        await until_device(running.relay, "board", online=False)
        await page.click(".board_out")
        await until_device(running.relay, "board", online=True)
        await assert_accessible(page)

        # Chess on the same table: the game that was under way does not count.
        await choose_game(page, "chess", "5m+3s")
        await until(running.relay, "rules", "chess")
        await until(running.relay, "status", "ready")
        await page.click(".run-stop")
        await until(running.relay, "status", "playing")
        await page.get_by_role("button", name="Black: Resign").click()
        await page.click("dialog .primary")
        await until(running.relay, "status", "over")
        await expect(page.locator(".display .text")).to_have_text("1-0")
        assert visits.errors(page) == []


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


async def test_the_table_speaks_chinese_alone(running: Running) -> None:
    async with open_visits() as visits:
        page = await visits.open(running.page)
        await expect(page.locator(".set-clock")).not_to_be_empty()
        await page.locator("#language select").select_option("zh")
        await expect(page.locator("#title")).to_have_text("虚拟棋桌")
        await expect(page.locator("#hint")).to_contain_text("开钟")
        assert await latin_words(page) == set()
        assert visits.errors(page) == []
