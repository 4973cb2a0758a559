"""Hands that work a page in one way only: by mouse, by touch or by keyboard."""

from __future__ import annotations

from playwright.async_api import Locator, Page, expect

from tests.browsing import Visits

__all__ = ["WAYS", "Hand"]

WAYS = ("mouse", "touch", "keyboard")
_COUNT = """() => {
  if (window.touches === undefined) {
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => { window.touches += 1; }, true);
  }
  const count = window.touches ?? 0;
  window.touches = 0;
  return count;
}"""


class Hand:
    """Somebody who works a page in one way only."""

    def __init__(self, page: Page, way: str) -> None:
        self.page = page
        self.way = way

    @classmethod
    async def at(cls, visits: Visits, url: str, way: str) -> Hand:
        """A hand at a page of its own; a finger's is that of a telephone."""
        width, height = (390, 844) if way == "touch" else (1440, 900)
        return cls(await visits.open(url, width=width, height=height, mobile=way == "touch"), way)

    async def touched(self) -> int:
        """How often a button of the mouse, the glass or a key was pressed since this was asked last."""
        count: int = await self.page.evaluate(_COUNT)
        return count

    async def press(self, control: Locator) -> None:
        """Press a button, a heading that unfolds, or choose a row."""
        if self.way == "mouse":
            await control.click()
        elif self.way == "touch":
            await control.tap()
        else:
            await expect(control).to_be_visible()
            await control.focus()
            await self.page.keyboard.press(
                "Enter" if await control.evaluate("e => e.matches('button, summary')") else "Space"
            )

    async def choose(self, name: str, value: str) -> None:
        """Choose among rows or in a list."""
        field = self.page.locator(f"dialog [name={name}]")
        if await field.first.evaluate("e => e.tagName") == "SELECT":
            await field.select_option(value)
            return
        row = self.page.locator(f'[name={name}][value="{value}"]')
        if not await row.is_checked():
            await self.press(row if self.way == "keyboard" else self.page.locator("dialog label").filter(has=row))

    async def write(self, name: str, value: str) -> None:
        field = self.page.locator(f"dialog [name={name}]")
        await field.focus()
        await self.page.keyboard.press("ControlOrMeta+a")
        await self.page.keyboard.type(value)

    async def confirm(self) -> None:
        if self.way == "keyboard":
            await self.page.locator("dialog [name=why]").focus()
            await self.page.keyboard.press("Enter")
        else:
            await self.press(self.page.locator("dialog .primary"))
