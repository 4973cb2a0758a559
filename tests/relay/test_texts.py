"""Catalogues as the relay serves them, and the page's own renderer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gateway.texts.library import Library
from tests.browsing import open_visits

from .conftest import Relay

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "texts" / "vectors.json").read_text())

_RENDER = """async ({catalogues, sentences, wrong}) => {
  const {Catalogue, parse} = await import("/pages/lib/messages.js");
  const all = Object.fromEntries(Object.entries(catalogues).map(([code, texts]) => [code, new Catalogue(code, texts)]));
  const accepted = wrong.filter((text) => { try { parse(text); return true; } catch { return false; } });
  return [sentences.map((each) => all[each.in].render(each.message)), accepted];
}"""


async def test_catalogues_are_served_whole_and_revalidated(relay: Relay) -> None:
    library = Library.load()
    async with relay.client() as client:
        assert (await client.get("/api/texts")).json() == [
            {"code": code, "name": name} for code, name in library.languages.items()
        ]
        answer = await client.get("/api/texts/zh.json")
        assert answer.json() == library["zh"].texts
        again = await client.get("/api/texts/zh.json", headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        plain = await client.get("/api/texts/zh.json", headers={"Accept-Encoding": "identity"})
        assert plain.content == answer.content
        assert (await client.get("/api/texts/tlh.json")).status_code == 404


@pytest.mark.browser
async def test_the_page_renders_as_python_does(relay: Relay) -> None:
    async with open_visits() as visits:
        page = await visits.open(f"{relay.url}/desk")
        rendered, accepted = await page.evaluate(_RENDER, VECTORS)
    assert rendered == [each["is"] for each in VECTORS["sentences"]]
    assert accepted == []
