"""A real Chromium, driven over its DevTools protocol: no other dependency than `websockets`.

async with open_browser() as browser:
    page = await browser.open("http://127.0.0.1:8080/", width=390, height=844, dark=True)
    await page.wait_for("document.querySelectorAll('.card').length === 4")
    await page.click("a.open")
    await page.screenshot(path)
    assert page.errors == []
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
import shutil
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

__all__ = ["Browser", "Page", "open_browser"]

_NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
_FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-proxy-server",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--remote-debugging-port=0",
)
_STEP_S = 20.0


class Page:
    """One tab."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser = browser
        self._session = session
        self.errors: list[str] = []
        """What the page threw, or wrote to its console as an error."""

    async def navigate(self, url: str) -> None:
        """Go there; returns when the page has loaded."""
        loaded = self._browser.expect(self._session, "Page.loadEventFired")
        answer = await self.call("Page.navigate", url=url)
        assert not answer.get("errorText"), f"{url} did not load: {answer['errorText']}"
        await asyncio.wait_for(loaded, _STEP_S)

    async def evaluate(self, expression: str) -> Any:
        """The value of a JavaScript expression; a promise is waited for."""
        answer = await self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise AssertionError(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return answer["result"].get("value")

    async def wait_for(self, expression: str, seconds: float = _STEP_S) -> Any:
        """The expression's value as soon as it is true; an element counts as true."""
        asked = f"(v => v instanceof Node ? true : v)({expression})"
        try:
            async with asyncio.timeout(seconds):
                while not (value := await self.evaluate(asked)):  # noqa: ASYNC110 - the page has no other bell
                    await asyncio.sleep(0.03)
                return value
        except TimeoutError:
            seen = await self.evaluate("document.body.innerText.slice(0, 1500)")
            raise AssertionError(
                f"Never true within {seconds:.0f} s: {expression}\nErrors: {self.errors}\nThe page says:\n{seen}"
            ) from None

    async def click(self, selector: str) -> None:
        """Click the middle of the first element that fits, as a mouse would."""
        place = await self.wait_for(
            f"(() => {{ const e = document.querySelector({json.dumps(selector)}); if (!e) return null;"
            " e.scrollIntoView({block: 'center', inline: 'center', behavior: 'instant'});"
            " const r = e.getBoundingClientRect();"
            " return r.width && r.height ? [r.x + r.width / 2, r.y + r.height / 2] : null; })()"
        )
        await self.call("Page.bringToFront")  # a tab behind another hears no mouse
        at = {"x": place[0], "y": place[1], "button": "left", "clickCount": 1}
        await self.call("Input.dispatchMouseEvent", type="mousePressed", **at)
        await self.call("Input.dispatchMouseEvent", type="mouseReleased", **at)

    async def press(self, key: str) -> None:
        """Press a key by its name: `Enter`, `Escape`, `ArrowLeft`, `Tab`."""
        code = {"Enter": 13, "Escape": 27, "ArrowLeft": 37, "ArrowRight": 39, "Tab": 9}.get(key, 0)
        await self.call("Page.bringToFront")
        text = {"text": "\r"} if key == "Enter" else {}
        await self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, windowsVirtualKeyCode=code, **text)
        await self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code)

    async def type(self, text: str) -> None:
        """Type into what has the focus."""
        await self.call("Input.insertText", text=text)

    async def screenshot(self, path: Path, *, whole: bool = False) -> None:
        """Write what is on the screen, or the whole page, as PNG."""
        answer = await self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)
        path.write_bytes(base64.b64decode(answer["data"]))  # noqa: ASYNC240 - nothing else runs meanwhile

    async def offline(self, cut: bool) -> None:
        """Cut the page off from the network, or connect it again. Open WebSockets are not cut by this."""
        await self.call(
            "Network.emulateNetworkConditions", offline=cut, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )

    async def call(self, method: str, **parameters: object) -> dict[str, Any]:
        """Any DevTools command."""
        return await self._browser.call(method, self._session, **parameters)


class Browser:
    """One process and its DevTools connection."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self._ids = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._expected: dict[tuple[str, str], asyncio.Future[None]] = {}
        self._pages: dict[str, Page] = {}
        self._reading = asyncio.create_task(self._read())

    async def open(
        self,
        url: str,
        *,
        width: int = 1440,
        height: int = 900,
        dark: bool = False,
        mobile: bool = False,
        scale: float = 1,
    ) -> Page:
        """A new tab at this address, with cookies of its own."""
        context = await self.call("Target.createBrowserContext")
        target = await self.call("Target.createTarget", url="about:blank", browserContextId=context["browserContextId"])
        attached = await self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)
        page = self._pages[attached["sessionId"]] = Page(self, attached["sessionId"])
        for domain in ("Page", "Runtime", "Log", "Network"):
            await page.call(f"{domain}.enable")
        await page.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        await page.call("Emulation.setEmulatedMedia", features=[scheme])
        await page.navigate(url)
        return page

    def expect(self, session: str, event: str) -> asyncio.Future[None]:
        """Done when the event next happens."""
        expected: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._expected[session, event] = expected
        return expected

    async def call(self, method: str, session: str = "", **parameters: object) -> dict[str, Any]:
        """Any DevTools command, to the browser or to one tab."""
        number = next(self._ids)
        waiting: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = waiting
        message: dict[str, object] = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        await self._connection.send(json.dumps(message))
        return await asyncio.wait_for(waiting, _STEP_S)

    async def close(self) -> None:
        """Stop reading."""
        self._reading.cancel()
        await asyncio.gather(self._reading, return_exceptions=True)

    async def _read(self) -> None:
        async for text in self._connection:
            message = json.loads(text)
            if "id" in message:
                waiting = self._waiting.pop(message["id"])
                if waiting.done():
                    continue
                if "error" in message:
                    waiting.set_exception(AssertionError(f"DevTools refused: {message['error']}"))
                else:
                    waiting.set_result(message["result"])
                continue
            self._happened(message)

    def _happened(self, message: dict[str, Any]) -> None:
        session, event, told = message.get("sessionId", ""), message["method"], message.get("params", {})
        expected = self._expected.pop((session, event), None)
        if expected is not None and not expected.done():
            expected.set_result(None)
        page = self._pages.get(session)
        if page is None:
            return
        if event == "Runtime.exceptionThrown":
            details = told["exceptionDetails"]
            page.errors.append(details.get("exception", {}).get("description", details["text"]))
        elif event == "Log.entryAdded" and told["entry"]["level"] == "error":
            page.errors.append(f"{told['entry']['text']} {told['entry'].get('url', '')}")
        elif event == "Runtime.consoleAPICalled" and told["type"] == "error":
            page.errors.append(" ".join(str(part.get("value", "")) for part in told["args"]))


@contextlib.asynccontextmanager
async def open_browser() -> AsyncIterator[Browser]:
    """A fresh browser; the test is skipped where there is none."""
    program = next(filter(None, map(shutil.which, _NAMES)), None)
    if program is None:
        pytest.skip("No Chromium was found: install it (on Debian: apt install chromium) to run the browser tests.")
    with tempfile.TemporaryDirectory(prefix="flagfall-browser-", ignore_cleanup_errors=True) as folder:
        process = await asyncio.create_subprocess_exec(
            program,
            *_FLAGS,
            f"--user-data-dir={folder}",
            "about:blank",
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            address = await _address(Path(folder), process)
            async with connect(address, max_size=None, compression=None, proxy=None, ping_interval=None) as connection:
                browser = Browser(connection)
                try:
                    yield browser
                    with contextlib.suppress(TimeoutError):
                        await browser.call("Browser.close")
                finally:
                    await browser.close()
        finally:
            try:
                await asyncio.wait_for(process.wait(), 5)
            except TimeoutError:
                process.kill()
                await process.wait()


async def _address(folder: Path, process: asyncio.subprocess.Process) -> str:
    """Where the browser listens; it writes that into a file."""
    told = folder / "DevToolsActivePort"
    async with asyncio.timeout(30):
        while process.returncode is None:
            lines = told.read_text().splitlines() if told.exists() else []
            if len(lines) >= 2:
                return f"ws://127.0.0.1:{lines[0]}{lines[1]}"
            await asyncio.sleep(0.03)
    raise AssertionError(f"The browser stopped at once with exit code {process.returncode}.")
