"""A page that only says something: a title, a few sentences, and the way to the hall."""

from __future__ import annotations

from html import escape

from fastapi.responses import HTMLResponse

from gateway.texts.catalogue import Catalogue

__all__ = ["notice"]

_PAGE = """<!doctype html><html lang="{lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{title}</title><link rel="icon" href="/pages/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/pages/style/base.css">
<main class="notice"><h1>{title}</h1>
{sentences}
<p><a class="button" href="/">{watch}</a></p></main></html>"""


def notice(texts: Catalogue, status: int, title: str, *sentences: str) -> HTMLResponse:
    """The page, in the language of the catalogue that its words come from."""
    page = _PAGE.format(
        lang=texts.language,
        title=escape(title),
        sentences="\n".join(f"<p>{escape(sentence)}</p>" for sentence in sentences),
        watch=escape(texts.text("page.watch")),
    )
    return HTMLResponse(page, status, {"Cache-Control": "no-store"})
