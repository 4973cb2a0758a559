"""`make screenshots`: every page in both languages, on every size of screen, dark and light, and a sheet of them all.

`ARGS=--docs` takes only the pictures that are kept in `docs`; `ARGS="--only round,wall-boards"` some scenes, and
`ARGS="--sizes phone"` one size. With `--axe` each scene is also asked what would keep somebody out.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import tempfile
from html import escape
from pathlib import Path

from playwright.async_api import Error, Page

from tests.browsing import Visits, assert_accessible, open_browser
from tests.relay.conftest import ARBITER
from tests.relay.fakes import Broker

from .link_cards import draw_cards
from .page_scenes import DOCS, SCENES, SIZES, Scene, Size
from .scene_halls import SceneHall, open_hall

_LANGUAGES = ("en", "zh")
_THEMES = ("light", "dark")
_SETTLE_MS = 350
"""A page has drawn what it was sent."""
_DOCS = Path(__file__).parents[2] / "docs"


def shots(scenes: list[Scene], sizes: set[str], *, docs: bool) -> list[tuple[Scene, str, str, str]]:
    """Scene, language, size and theme of every picture."""
    all_of_them = [
        (scene, language, size, theme)
        for scene in scenes
        for language, size, theme in itertools.product(_LANGUAGES, scene.sizes, _THEMES)
        if not sizes or size in sizes
    ]
    return [shot for shot in all_of_them if not docs or _name(*shot) in DOCS]


def _name(scene: Scene, language: str, size: str, theme: str) -> str:
    return f"{scene.name} {language} {size} {theme}"


async def take(
    visits: Visits, hall: SceneHall, wanted: list[tuple[Scene, str, str, str]], out: Path, *, docs: bool, axe: bool
) -> list[Path]:
    """Take the pictures of one hall; one window serves all scenes of a size, theme, language and reader."""
    made: list[Path] = []
    groups: dict[tuple[str, str, str, bool], list[Scene]] = {}
    for scene, language, size, theme in wanted:
        groups.setdefault((language, size, theme, scene.arbiter), []).append(scene)
    for (language, size, theme, arbiter), scenes in groups.items():
        try:
            page = await _enter(visits, hall, language, SIZES[size], theme, arbiter=arbiter)
        except Error as error:
            print(f"{language} {size} {theme}, {len(scenes)} pictures: {str(error).splitlines()[0]}", flush=True)
            continue
        for scene in scenes:
            name = _name(scene, language, size, theme)
            path = _DOCS / DOCS[name] if docs else out / f"{name.replace(' ', '_')}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            if await _show(page, hall, scene, language, theme):
                await page.screenshot(path=path)
                if not axe or await _bars_nobody(page, scene):
                    made.append(path)
            print(f"{path.name}{'' if path in made else ': not there'}", flush=True)
        await page.context.close()
    return made


async def _enter(visits: Visits, hall: SceneHall, language: str, screen: Size, theme: str, *, arbiter: bool) -> Page:
    entry = f"{hall.relay.url}/sign-in/{ARBITER.key}" if arbiter else hall.relay.url
    page = await visits.open(
        entry, width=screen.width, height=screen.height, mobile=screen.mobile, dark=theme == "dark"
    )
    await page.evaluate(f"localStorage.setItem('flagfall.language', '{language}')")
    await page.reload()  # from now on it speaks it
    return page


async def _bars_nobody(page: Page, scene: Scene) -> bool:
    try:
        await assert_accessible(page)
    except AssertionError as error:
        print(f"{scene.name}: {error}")
        return False
    return True


async def _show(page: Page, hall: SceneHall, scene: Scene, language: str, theme: str) -> bool:
    """Bring a scene onto the page; False if it does not come."""
    await page.goto("about:blank")
    path = scene.path.format(language=language, theme=theme, player=hall.player)
    try:
        await page.goto(hall.relay.url + path)
        await page.locator(scene.see).first.wait_for(state="visible", timeout=15_000)
        await page.wait_for_timeout(_SETTLE_MS)
        for selector in scene.click:
            await page.locator(selector).first.click(timeout=5_000)
        if scene.press:
            await page.keyboard.press(scene.press)
        if scene.click or scene.press:
            await page.wait_for_timeout(_SETTLE_MS)
    except Error as error:
        print(f"{scene.name}: {str(error).splitlines()[0]}")
        return False
    return True


def contact_sheet(made: list[Path], out: Path) -> None:
    """All pictures on one page, by scene."""
    parts = []
    for scene, files in itertools.groupby(sorted(made), key=lambda path: path.name.split("_")[0]):
        figures = "".join(
            f'<a href="{path.name}"><img loading="lazy" src="{path.name}" alt="">{escape(path.stem)}</a>'
            for path in files
        )
        parts.append(f"<h2>{escape(scene)}</h2><div>{figures}</div>")
    style = "body{font:14px system-ui}div{display:flex;flex-wrap:wrap;gap:1rem}a{width:300px}img{width:100%}"
    page = f"<!doctype html><meta charset=utf-8><title>Flagfall</title><style>{style}</style>{''.join(parts)}"
    (out / "index.html").write_text(page, encoding="utf-8")


async def main(only: set[str], sizes: set[str], out: Path, *, docs: bool, axe: bool) -> int:
    """Take the pictures; the number of those that could not be taken."""
    scenes = [scene for scene in SCENES if not only or scene.name in only]
    wanted = shots(scenes, sizes, docs=docs)
    made: list[Path] = []
    with tempfile.TemporaryDirectory() as folder:
        broker = Broker(Path(folder) / "broker")
        broker.start()
        try:
            async with open_browser() as browser:
                visits = Visits(browser)
                for kind in dict.fromkeys(scene.hall for scene, *_ in wanted):
                    async with open_hall(kind, broker, Path(folder)) as hall:
                        made += await take(
                            visits, hall, [shot for shot in wanted if shot[0].hall == kind], out, docs=docs, axe=axe
                        )
        finally:
            broker.stop()
    if not docs:
        contact_sheet(made, out)
        print(f"{out / 'index.html'}: {len(made)} of {len(wanted)}")
    return len(wanted) - len(made)


async def cards() -> None:
    """Draw the pictures that links are shown with, into the pages."""
    folder = Path("gateway/relay/web/pages/cards")
    with tempfile.TemporaryDirectory() as store:
        broker = Broker(Path(store) / "broker")
        broker.start()
        try:
            async with open_browser() as browser, open_hall("8", broker, Path(store)) as hall:
                page = await Visits(browser).open(hall.relay.url)
                await draw_cards(page, hall.relay.url, folder)
        finally:
            broker.stop()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="make screenshots", description=__doc__)
    parser.add_argument("--docs", action="store_true", help="only the pictures that are kept in docs")
    parser.add_argument("--cards", action="store_true", help="only the pictures that links are shown with")
    parser.add_argument("--axe", action="store_true", help="also have axe look at each scene; what it finds fails")
    parser.add_argument("--only", default="", help="scenes, by name, joined by commas")
    parser.add_argument("--sizes", default="", help="phone, laptop, 1920 or 4k, joined by commas")
    parser.add_argument("--out", type=Path, default=Path("build/screenshots"), help="the folder for the pictures")
    given = parser.parse_args()
    if given.cards:
        asyncio.run(cards())
        raise SystemExit(0)
    given.out.mkdir(parents=True, exist_ok=True)
    only, sizes = ({*filter(None, names.split(","))} for names in (given.only, given.sizes))
    missing = asyncio.run(main(only, sizes, given.out, docs=given.docs, axe=given.axe))
    raise SystemExit(1 if missing else 0)
