"""Parts that all forms of a game share: the page, rows of its head, the result, and the lines for signatures."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, tzinfo
from html import escape
from importlib.resources import files

from gateway.model.instants import Instant, wall_time
from gateway.model.messages import message, name_of
from gateway.model.persons import Person
from gateway.model.sides import Side

from .languages import FormTexts
from .score_sheet import ScoreSheet

__all__ = ["STYLE", "page", "result_of", "rows_of", "signatures", "times_of", "title_of", "when", "zone_words"]

STYLE = (files("gateway.forms") / "print.css").read_text(encoding="utf-8")


def page(title: str, sheet: ScoreSheet, texts: FormTexts, style: str, parts: Iterable[str]) -> str:
    """The whole page; `style` is the address of the style sheet, without one it is written in."""
    name = escape(texts.text(title))
    styled = f'<link rel="stylesheet" href="{escape(style)}">' if style else f"<style>\n{STYLE}</style>"
    return "\n".join(
        (
            f'<!doctype html>\n<html lang="{escape(texts.language)}">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{name} · {escape(sheet.table)} {sheet.setup.game}</title>\n{styled}\n</head>\n<body>\n<main>",
            f"<h1>{name}</h1>",
            *filter(None, parts),
            "</main>\n</body>\n</html>\n",
        )
    )


def rows_of(rows: Iterable[tuple[str, str | None]], texts: FormTexts) -> str:
    """The head of a form, two columns of rows; None leaves a place for a pen, an empty text leaves the row out."""
    cells = "".join(
        f"<div><dt>{escape(texts.text(key))}</dt>"
        + (f"<dd>{escape(value)}</dd></div>\n" if value is not None else '<dd class="pen"></dd></div>\n')
        for key, value in rows
        if value != ""
    )
    return f'<dl class="head">\n{cells}</dl>'


def title_of(person: Person) -> str:
    """A player as the event lists him."""
    known = (person.title, person.name, person.federation, str(person.rating or ""), person.club)
    return ", ".join(part for part in known if part)


def times_of(ms: int, texts: FormTexts) -> str:
    """A length of time as a clock shows it."""
    return escape(texts.text("form.time", ms=ms))


def when(at: Instant, zone: tzinfo) -> str:
    """The day and the minute, in the event's time zone."""
    return _local(at, zone).strftime("%Y-%m-%d %H:%M")


def zone_words(zone: tzinfo, at: Instant) -> str:
    """`Asia/Shanghai (UTC+08:00)`."""
    name, offset = str(zone), _local(at, zone).strftime("%z")
    return name if name == "UTC" else f"{name} (UTC{offset[:3]}:{offset[3:5]})"


def _local(at: Instant, zone: tzinfo) -> datetime:
    return wall_time(at).astimezone(zone)


def result_of(sheet: ScoreSheet, texts: FormTexts) -> str:
    """The result in a sentence, with its article."""
    result = message("form.no_result") if sheet.result is None else sheet.result.text
    article = f" ({sheet.result.article})" if sheet.result is not None and sheet.result.article else ""
    return f'<p class="result">{escape(texts.text("form.result", result=result))}{escape(article)}</p>'


def signatures(sheet: ScoreSheet, texts: FormTexts) -> str:
    """The result, and a line for each who signs it (FIDE 8.7, GN 25.4)."""
    signers = [(texts.render(name_of(side)), sheet.players[side].name) for side in Side]
    signers.append((texts.render(message("form.arbiter")), ""))
    lines = "".join(f"<p>{escape(role)}<br><small>{escape(name)}</small></p>" for role, name in signers)
    return f'<section class="end">{result_of(sheet, texts)}\n<div class="signatures">{lines}</div></section>'
