"""A real Chromium, driven by Playwright, and what every page of ours must keep: it throws nothing and bars nobody."""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import AsyncIterator, Sequence
from weakref import WeakKeyDictionary

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect

__all__ = [
    "Visits",
    "assert_accessible",
    "assert_in_reach",
    "close_browser",
    "latin_words",
    "open_browser",
    "open_visits",
]

_WHOLE = ("chromium", "chromium-browser", "google-chrome", "chrome")
_PROGRAMS = ("chromium-headless-shell", *_WHOLE)
"""The same browser each time. The one without windows opens a page for a quarter of the CPU, and draws it for half."""
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--no-proxy-server",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
)
_PATIENCE_MS = 20_000
"""Time for a page to show what it will show; a busy machine takes seconds."""

expect.set_options(timeout=_PATIENCE_MS)


class Visits:
    """The pages that one test opens, each with cookies of its own."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._contexts: list[BrowserContext] = []
        self._errors: WeakKeyDictionary[Page, list[str]] = WeakKeyDictionary()

    async def open(
        self, url: str, *, width: int = 1440, height: int = 900, dark: bool = False, mobile: bool = False
    ) -> Page:
        """A new page at this address, on a desk or on a telephone."""
        context = await self._browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            is_mobile=mobile,
            has_touch=mobile,
            reduced_motion="reduce",
        )
        self._contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(_PATIENCE_MS)
        errors = self._errors[page] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
        await page.goto(url)
        return page

    async def close(self) -> None:
        """Close all of them, and forget what they kept."""
        for context in self._contexts:
            await context.close()

    def errors(self, page: Page, *, expected: str = "\0") -> Sequence[str]:
        """What the page threw or wrote to its console as an error, but for lines that hold what was expected."""
        return [error for error in self._errors[page] if expected not in error]


_AXE = """async () => {
  const modal = document.querySelector("dialog:modal");
  const found = await axe.run(modal ?? document, {resultTypes: ["violations"]});
  return found.violations;
}"""
"""What axe finds. Behind a modal dialog nobody can reach anything: there it looks at the dialog alone."""


async def assert_accessible(page: Page) -> None:
    """Fail with the first places if axe finds anything that keeps somebody out of the page as it stands."""
    if not await page.evaluate("'axe' in window"):
        await page.evaluate(AXE_SCRIPT)
    found = await page.evaluate(_AXE)
    assert not found, "\n".join(
        f"{page.url}: {barrier['id']}: {barrier['help']}: {node['html'][:200]} ({node['failureSummary']})"
        for barrier in found
        for node in barrier["nodes"][:3]
    )


_COVERED = """(elements) => elements.flatMap((element, n) => {
  if (element.matches(".skip:not(:focus)")) return [];  // shows itself to the keyboard only
  element.scrollIntoView({block: "center", behavior: "instant"});
  const {left, right, top, bottom} = element.getClientRects()[0];
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return element.contains(hit) ? [] : [n];
})"""
"""Those of the elements that are not what lies on top at their middle."""


async def assert_in_reach(page: Page) -> int:
    """The number of controls on the page; fail with the first that a mouse or a finger cannot hit where it stands."""
    # Of the moves of a game one stands for all.
    buttons = "button:enabled:not(.ply:not([aria-current]))"
    controls = page.locator(f"{buttons}, a[href], select:enabled, input:enabled, summary").filter(visible=True)
    # All are looked at at once; the browser's own attempt, which takes long, decides on those in doubt.
    if doubtful := await controls.evaluate_all(_COVERED):
        touch: bool = await page.evaluate("matchMedia('(pointer: coarse)').matches")
        for control in [controls.nth(n) for n in doubtful]:
            await (control.tap if touch else control.click)(trial=True, timeout=5_000)
    return await controls.count()


_WORDS = """() => {
  const words = [];
  const leftOut = "script, style, noscript, svg, .tools option, datalist, .name, #event";
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!parent.closest(leftOut)) words.push(walker.currentNode.textContent);
  }
  for (const element of document.querySelectorAll("[aria-label], [title], [placeholder]")) {
    for (const name of ["aria-label", "title", "placeholder"]) {
      if (!element.closest("svg")) words.push(element.getAttribute(name) ?? "");
    }
  }
  return words.filter((text) => text.trim());
}"""
"""Every text of a page and every label, but for names and drawings."""


async def latin_words(page: Page, known: str = "") -> set[str]:
    """Words in Latin letters on the page that are neither known names nor notation."""
    texts = await page.evaluate(_WORDS)
    found = {word for text in texts for word in re.findall(r"[A-Za-z][A-Za-z'’-]+", text)}
    return {word for word in found if word not in known and not re.fullmatch(r"[A-Z]{2,}\d*|[Tt]\d+|x", word)}


@contextlib.asynccontextmanager
async def open_browser(*, whole: bool = False) -> AsyncIterator[Browser]:
    """A browser of one's own, or the whole one that has windows, too; the test is skipped where there is none."""
    program = next(filter(None, map(shutil.which, _WHOLE if whole else _PROGRAMS)), None)
    if program is None:
        pytest.skip("No Chromium was found: install it (on Debian: apt install chromium) to run the browser tests.")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=_FLAGS, headless=True)
        try:
            yield browser
        finally:
            await browser.close()


class _Shared:
    """The browser of all tests of a worker: to start one costs more than most tests."""

    def __init__(self) -> None:
        self._stack = contextlib.AsyncExitStack()
        self._browser: Browser | None = None

    async def get(self) -> Browser:
        if self._browser is None or not self._browser.is_connected():  # a test may have brought it down
            await self.close()
            self._browser = await self._stack.enter_async_context(open_browser())
        return self._browser

    async def close(self) -> None:
        self._browser = None
        await self._stack.aclose()


_shared = _Shared()
close_browser = _shared.close


@contextlib.asynccontextmanager
async def open_visits(*, whole: bool = False) -> AsyncIterator[Visits]:
    """Visits by the worker's browser, which keeps nothing of them; by a whole one for what needs a desktop."""
    async with contextlib.AsyncExitStack() as stack:
        browser = await stack.enter_async_context(open_browser(whole=True)) if whole else await _shared.get()
        visits = Visits(browser)
        stack.push_async_callback(visits.close)
        yield visits
