"""Forms on paper, as Chromium and as typst print them: every word fits, heads come again, no row is torn apart."""

from __future__ import annotations

import io
from pathlib import Path

import pypdf
import pytest

from gateway.cli.forms_command import forms
from gateway.forms.form_event import FormEvent
from gateway.forms.form_html import html_form
from gateway.forms.form_list import FORMS, event_form, find_form
from gateway.forms.form_pdf import pdf_form
from gateway.forms.form_request import FormRefused, FormRequest
from gateway.forms.form_typst import typst_form
from gateway.forms.printed_form import Paper, PrintedForm
from tests.browsing import open_visits
from tests.english import LIBRARY, refused

from .form_events import swiss
from .test_book_forms import source

PAGES = {
    "result-slip": 2, "result-slip-two-games": 3, "pairing-card": 3, "place-cards": 6, "team-line-up": 3,
    "team-slip": 2, "team-slip-two-games": 2, "team-slip-long": 3, "score-sheet": 5,
}  # fmt: skip
"""Pages of the forms of a small event, where there is more than one: five boards, eleven players, six teams."""
_PIXELS = 96 / 25.4
_OVERFLOWING = """() => {
  const found = [];
  const edge = document.querySelector("main").getBoundingClientRect().right;
  for (const sheet of document.querySelectorAll(".cut .sheet")) {
    if (sheet.scrollHeight > sheet.clientHeight + 1) found.push(`${sheet.scrollHeight} > ${sheet.clientHeight}`);
  }
  for (const cell of document.querySelectorAll("th, td, .fields div, .face, table, svg.drawing")) {
    if (cell.scrollWidth > cell.clientWidth + 1 && cell.localName !== "svg") found.push(cell.textContent);
    if (cell.getBoundingClientRect().right > edge + 1) found.push(`${cell.localName} beyond the edge`);
  }
  return found;
}"""
"""What is wider or higher than the place that it has."""


def made(name: str, **asked: object) -> PrintedForm:
    request = FormRequest(site="https://open.example", **asked)  # type: ignore[arg-type]
    return event_form(name, FormEvent() if request.blank else source(find_form(name)), request)


def read(pdf: bytes) -> list[str]:
    """The text of each page."""
    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(pdf)).pages]


@pytest.mark.browser
async def test_every_form_fits_on_its_paper(tmp_path: Path) -> None:
    variants: list[tuple[str, dict[str, object]]] = [(form.name, {"blank": False}) for form in FORMS]
    variants += [(form.name, {"blank": True}) for form in FORMS if form.article]
    variants += [(form.name, {"per_page": max(form.per_page)}) for form in FORMS if form.per_page]
    variants += [(form.name, {"paper": Paper.A5}) for form in FORMS if form.per_page or form.name == "pairings"]
    async with open_visits() as visits:
        page = await visits.open("about:blank")
        await page.emulate_media(media="print")
        for at, (name, asked) in enumerate(variants):
            form = made(name, **asked)
            file = tmp_path / "form.html"
            file.write_text(html_form(form, LIBRARY[("en", "zh")[at % 2]]), encoding="utf-8")
            width = form.millimetres[0] if form.is_cut else form.room
            await page.set_viewport_size({"width": round(width * _PIXELS), "height": 900})
            await page.goto(file.as_uri())
            assert await page.evaluate(_OVERFLOWING) == [], (name, asked)
            if asked == {"blank": False}:
                printed = read(await page.pdf(prefer_css_page_size=True))
                assert len(printed) == PAGES.get(name, 1), name
                assert all(form.is_cut or f"{n} / {len(printed)}" in text for n, text in enumerate(printed, 1)), name


@pytest.mark.browser
async def test_a_long_list_repeats_its_head_and_tears_no_row(tmp_path: Path) -> None:
    event = swiss(81, 3, 1)
    form = event_form("pairings", event, FormRequest())
    (tmp_path / "form.html").write_text(html_form(form, LIBRARY["en"]), encoding="utf-8")
    async with open_visits() as visits:
        page = await visits.open((tmp_path / "form.html").as_uri())
        by_browser = read(await page.pdf(prefer_css_page_size=True))
    for pages in (by_browser, read(pdf_form(form, LIBRARY["en"]))):
        assert len(pages) >= 2
        for text in pages:
            assert text.count("Pairings") == 1
            assert text.count("City Open 2026") == 1
            assert "White" in text
        for row in event.table.participants[16:]:
            words = f"{row.name} "
            assert sum(f"{row.name} " in text.replace("\n", " ") for text in pages) == 1, words


@pytest.mark.parametrize("name", [form.name for form in FORMS])
def test_typst_prints_what_the_browser_prints(name: str) -> None:
    pytest.importorskip("typst")
    form = made(name)
    pages = read(pdf_form(form, LIBRARY["en"]))
    assert len(pages) == PAGES.get(name, 1)
    if name != "place-cards":
        assert ("City Open 2026" if name == "qr" else LIBRARY["en"].render(find_form(name).title)) in pages[0]


def test_what_was_typed_is_never_markup() -> None:
    pytest.importorskip("typst")
    hostile = 'A" #panic("x") \\ [#image("/etc/passwd")] $x$ *b* \x00 <script>'
    event = FormEvent(title=hostile)
    form = event_form("team-slip", event, FormRequest(blank=True))
    assert "#panic" in read(pdf_form(form, LIBRARY["en"]))[0]
    assert "<script>" not in html_form(form, LIBRARY["en"])


def test_what_a_pdf_lacks_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    typst = pytest.importorskip("typst")
    form = made("team-slip", blank=True)
    assert typst_form(form, LIBRARY["zh"], ["DejaVu Sans"])
    with refused(FormRefused, "name the file, such as -o pairings.pdf"):
        forms("team-slip", pdf=True)
    monkeypatch.setattr(typst, "compile", lambda *_, **__: b"the same box for every character")
    with refused(FormRefused, "No font on this computer has Chinese characters"):
        pdf_form(form, LIBRARY["zh"])
    monkeypatch.setitem(__import__("sys").modules, "typst", None)
    with refused(FormRefused, "pip install 'flagfall[pdf]'"):
        forms("team-slip", pdf=True, output=tmp_path / "slip.pdf")
