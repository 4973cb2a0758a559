"""Forms as pages to print: plain HTML for A4 paper, every word from a catalogue. The score sheet is here, as the books
want it; what both forms print is `form_parts.py`."""

from __future__ import annotations

from datetime import UTC, tzinfo
from html import escape

from gateway.model.messages import name_of

from .diagram import diagram
from .form_parts import page, rows_of, signatures, times_of, title_of, when
from .languages import FormTexts
from .score_sheet import ScoreSheet, SheetMove

__all__ = ["html_score_sheet"]

_ROWS_IN_ONE_COLUMN = 20
"""A longer game is printed in two columns beside each other."""
_ON_POINTS = ("renju", "gomoku")
"""Games whose sheet is a reduced board (GN 4.2, RIF 13.1)."""


def html_score_sheet(sheet: ScoreSheet, texts: FormTexts, style: str = "", zone: tzinfo = UTC) -> str:
    """The sheet as a page of its own; `style` is the address of the style sheet, without one it is written in."""
    on_points = sheet.setup.rules.startswith(_ON_POINTS)
    parts = (
        _head(sheet, texts, zone, on_points=on_points),
        _players(sheet, texts),
        diagram(sheet) if on_points else "",
        _moves(sheet, texts),
        signatures(sheet, texts),
    )
    return page("form.score_sheet", sheet, texts, style, parts)


def _head(sheet: ScoreSheet, texts: FormTexts, zone: tzinfo, *, on_points: bool) -> str:
    """The data of the event. What nobody has told the table is left for a pen."""
    setup = sheet.setup
    rows = [
        ("form.event", sheet.event),
        ("form.date", when(sheet.begun, zone)),
        ("form.group", None),
        ("form.round", str(setup.round or "") or None),
        ("form.table", sheet.table.upper()),
        ("form.rules", texts.text(f"game.{setup.rules}")),
        ("form.control", setup.control),
    ]
    if on_points:
        rows += [("form.fifths", ", ".join(sheet.fifths) or "–"), ("form.swaps", str(sheet.swaps))]
    return rows_of(rows, texts)


def _players(sheet: ScoreSheet, texts: FormTexts) -> str:
    """Name, remaining time, recorder and result of each (GN 4.2)."""
    left, score = sheet.left_ms, sheet.score
    heads = ("form.side", "form.name", "form.left", "form.recorder", "form.points")
    cells = "".join(
        f'<tr><th scope="row">{escape(texts.render(name_of(side)))}</th>'
        f"<td>{escape(title_of(sheet.players[side]))}</td>"
        f'<td class="time">{"" if left is None else times_of(left[side], texts)}</td><td class="pen"></td>'
        f'<td class="points">{"" if score is None else escape(score[side])}</td></tr>\n'
        for side in (sheet.first, sheet.first.other)
    )
    names = "".join(f'<th scope="col">{escape(texts.text(key))}</th>' for key in heads)
    return f'<table class="players">\n<thead><tr>{names}</tr></thead>\n<tbody>\n{cells}</tbody></table>'


def _moves(sheet: ScoreSheet, texts: FormTexts) -> str:
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


def _cells(move: SheetMove | None, texts: FormTexts) -> str:
    if move is None:
        return "<td></td><td></td>"
    text = texts.text("form.pass") if move.text == "pass" else move.text
    left = "" if move.left_ms is None else times_of(move.left_ms, texts)
    return f'<td>{escape(f"{text} {move.mark}".strip())}</td><td class="time">{left}</td>'
