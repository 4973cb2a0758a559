"""Forms as pages to print: plain HTML for A4 paper, every word from a catalogue."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from importlib.resources import files

from gateway.model.instants import Instant, wall_time
from gateway.model.messages import Message, message, name_of
from gateway.model.persons import Person
from gateway.model.sides import Side
from gateway.texts.catalogue import Catalogue

from .score_sheet import ScoreSheet, SheetMove

__all__ = ["STYLE", "html_score_sheet"]

_ROWS_IN_ONE_COLUMN = 20
"""A longer game is printed in two columns beside each other."""

STYLE = (files("gateway.forms") / "print.css").read_text(encoding="utf-8")


def html_score_sheet(sheet: ScoreSheet, texts: Catalogue, style: str = "") -> str:
    """The sheet as a page of its own; `style` is the address of the style sheet, without one it is written in."""
    title = escape(texts.render(message("form.score_sheet")))
    styled = f'<link rel="stylesheet" href="{escape(style)}">' if style else f"<style>\n{STYLE}</style>"
    return "\n".join(
        (
            f'<!doctype html>\n<html lang="{escape(texts.language)}">\n<head>\n<meta charset="utf-8">',
            f"<title>{title} · {escape(sheet.table)} {sheet.game}</title>\n{styled}\n</head>\n<body>",
            f"<h1>{title}</h1>",
            _head(sheet, texts),
            _moves(sheet, texts),
            _result(sheet, texts),
            _rulings(sheet, texts),
            _signatures(texts),
            "</body>\n</html>\n",
        )
    )


def _head(sheet: ScoreSheet, texts: Catalogue) -> str:
    """Who played what, where and when."""
    rows: Iterable[tuple[str, str]] = (
        ("form.event", sheet.event),
        ("form.table", sheet.table.upper()),
        ("form.game", str(sheet.game)),
        ("form.date", _day(sheet.begun)),
        ("form.rules", texts.render(Message(f"game.{sheet.rules}"))),
        ("form.rulebook", texts.render(Message(f"rulebook.{sheet.rulebook}"))),
        ("form.control", sheet.control),
        ("side.white", _person(sheet.players.white)),
        ("side.black", _person(sheet.players.black)),
    )
    cells = "".join(
        f'<tr><th scope="row">{escape(texts.text(key))}</th><td>{escape(value)}</td></tr>\n'
        for key, value in rows
        if value
    )
    return f'<table class="head">\n{cells}</table>'


def _person(person: Person) -> str:
    known = (person.title, person.name, person.federation, str(person.rating or ""), person.club)
    return ", ".join(part for part in known if part)


def _moves(sheet: ScoreSheet, texts: Catalogue) -> str:
    """The moves in two columns, with the times that were left."""
    sides = (sheet.first, sheet.first.other)
    heads = "".join(f'<th scope="col" colspan="2">{escape(texts.render(name_of(side)))}</th>' for side in sides)
    rows = "".join(
        f'<tr><td class="n">{number}</td>{_cells(one, texts)}{_cells(other, texts)}</tr>\n'
        for number, (one, other) in enumerate(sheet.pairs(), 1)
    )
    heading = f"<h2>{escape(texts.text('form.moves'))}</h2>"
    table = f"<table>\n<thead><tr><td></td>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table>"
    columns = "moves long" if len(sheet.pairs()) > _ROWS_IN_ONE_COLUMN else "moves"
    return f'{heading}\n<div class="{columns}">{table}</div>'


def _cells(move: SheetMove | None, texts: Catalogue) -> str:
    if move is None:
        return "<td></td><td></td>"
    text = texts.text("form.pass") if move.text == "pass" else move.text
    left = "" if move.left_ms is None else texts.text("form.time", ms=move.left_ms)
    return f'<td>{escape(text)}</td><td class="time">{escape(left)}</td>'


def _result(sheet: ScoreSheet, texts: Catalogue) -> str:
    result = texts.text("form.no_result") if sheet.result is None else texts.render(sheet.result.text)
    article = f" ({sheet.result.article})" if sheet.result is not None and sheet.result.article else ""
    return f'<p class="result">{escape(texts.text("form.result", result=result))}{escape(article)}</p>'


def _rulings(sheet: ScoreSheet, texts: Catalogue) -> str:
    """Every ruling with its article and who made it."""
    if not sheet.rulings:
        return ""
    rows = "".join(
        f"<tr><td>{_time(each.at)}</td><td>{escape(texts.render(each.text))}</td>"
        f"<td>{escape(each.article)}</td><td>{escape(_who(each.by, texts))}</td></tr>\n"
        for each in sheet.rulings
    )
    heads = "".join(f'<th scope="col">{escape(texts.text(key))}</th>' for key in _RULING_HEADS)
    heading = f"<h2>{escape(texts.text('form.rulings'))}</h2>"
    return f"{heading}\n<table>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody></table>"


_RULING_HEADS = ("form.at", "form.ruling", "form.article", "form.by")


def _who(by: str, texts: Catalogue) -> str:
    """A person, or the side that stopped the clock."""
    return texts.render(name_of(Side(by))) if by in set(Side) else by


def _signatures(texts: Catalogue) -> str:
    lines = "".join(f"<p>{escape(texts.text(key))}</p>" for key in ("side.white", "side.black", "form.arbiter"))
    return f'<div class="signatures">{lines}</div>'


def _day(at: Instant) -> str:
    return wall_time(at).strftime("%Y-%m-%d")


def _time(at: Instant) -> str:
    return wall_time(at).strftime("%H:%M:%S")
