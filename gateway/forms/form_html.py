"""A form as a page to print: plain HTML and one style sheet, which every browser turns into paper."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from .drawing_svg import svg
from .languages import FormTexts, words_of
from .printed_form import (
    CUT_MARGIN,
    WIDEST,
    Abreast,
    CellKind,
    ColumnKind,
    FormCell,
    FormCode,
    FormDrawing,
    FormGrid,
    FormNote,
    FormPart,
    FormRow,
    FormSheet,
    NameCard,
    Paper,
    PrintedForm,
    RowHeight,
    Words,
)
from .qr_codes import qr_code

__all__ = ["STYLE", "html_form"]


def _style() -> str:
    """The style sheet, with the widths, heights and papers of the forms: their numbers stand in one place only."""
    written = (files("gateway.forms") / "forms.css").read_text(encoding="utf-8")
    columns = "".join(f"col.w{width} {{ width: {width}mm; }}\n" for width in range(5, WIDEST + 1))
    heights = "".join(f".h{height.value} > tbody > tr > td {{ height: {height.value}mm; }}\n" for height in RowHeight)
    papers = f":root {{ --cut-margin: {CUT_MARGIN}mm; }}\n"
    for paper in Paper:
        for landscape in (False, True):
            name = _paper(paper, landscape=landscape)
            width, height = reversed(paper.millimetres) if landscape else paper.millimetres
            papers += f"@page {name} {{ size: {width}mm {height}mm; }}\n"
            papers += (
                f"@page {name}-cut {{ size: {width}mm {height}mm; margin: 0; @bottom-right {{ content: none; }} }}\n"
            )
            papers += f".{name} {{ page: {name}; --width: {width}mm; --height: {height}mm; }}\n"
            papers += f".{name}.cut {{ page: {name}-cut; }}\n"
    return f"{written}{columns}{heights}{papers}"


def _paper(paper: Paper, *, landscape: bool) -> str:
    return f"{paper.value}-landscape" if landscape else paper.value


STYLE = _style()


_SHEET_PX = {False: 820, True: 1160}
"""The width of A4, upright and across, with a little air."""


def html_form(form: PrintedForm, texts: FormTexts, style: str = "") -> str:
    """The whole page; `style` is the address of the style sheet, without one it is written in."""
    layout = _paper(form.paper, landscape=form.landscape) + _cut(form)
    styled = f'<link rel="stylesheet" href="{escape(style)}">' if style else f"<style>\n{STYLE}</style>"
    return "\n".join(
        (
            f'<!doctype html>\n<html lang="{escape(texts.language)}">\n<head>\n<meta charset="utf-8">',
            # It is paper: a telephone shows the whole width of a sheet, and is drawn near by the fingers.
            f'<meta name="viewport" content="width={_SHEET_PX[form.landscape]}">',
            f"<title>{_words(form.title, texts)}</title>\n{styled}\n</head>\n<body>",
            f'<main tabindex="0" class="form {escape(form.name)} {layout}">',  # a telephone scrolls it, by keys too
            *(_page(form, sheets, texts) for sheets in form.pages()),
            "</main>\n</body>\n</html>\n",
        )
    )


def _cut(form: PrintedForm) -> str:
    return " cut" if form.is_cut else ""


def _page(form: PrintedForm, sheets: tuple[FormSheet, ...], texts: FormTexts) -> str:
    written = "\n".join(_sheet(sheet, texts, form.room) for sheet in sheets)
    return f'<div class="page up-{form.across}x{form.down}">\n{written}\n</div>' if form.is_cut else written


def _sheet(sheet: FormSheet, texts: FormTexts, room: float) -> str:
    head = _head(sheet, texts)
    parts = list(sheet.parts)
    written = []
    first = parts[0] if parts else None
    if sheet.running and isinstance(first, FormGrid):
        parts = parts[1:]
        written.append(_grid(first, texts, room, head))
    elif head:
        written.append(head)
    written += [_part(part, texts, room) for part in parts]
    if sheet.signers:
        lines = "".join(
            f"<p>{_words(signer.role, texts)}<br><small>{escape(signer.name)}</small></p>" for signer in sheet.signers
        )
        written.append(f'<div class="signatures">{lines}</div>')
    inner = "\n".join(written)
    return f'<section class="sheet">\n{inner}\n</section>'


def _head(sheet: FormSheet, texts: FormTexts) -> str:
    """Title, fields and the code in the corner."""
    title = f"<h1>{_words(sheet.title, texts)}</h1>" if sheet.title else ""
    fields = "".join(
        f"<div><dt>{_words(field.label, texts)}</dt>"
        + ('<dd class="pen"></dd>' if field.value is None else f"<dd>{_words(field.value, texts)}</dd>")
        + "</div>"
        for field in sheet.fields
    )
    listed = f'<dl class="fields">{fields}</dl>' if fields else ""
    codes = "".join(
        f'<div class="corner" aria-hidden="true">{qr_code(code.link)}{_words(code.label, texts)}</div>'
        for code in sheet.codes
    )
    return f'<div class="top"><div class="about">{title}{listed}</div>{codes}</div>' if title or listed else ""


def _part(part: FormPart, texts: FormTexts, room: float) -> str:
    match part:
        case FormGrid():
            return _grid(part, texts, room)
        case FormNote():
            return f'<p class="{"result" if part.strong else "note"}">{_words(part.text, texts)}</p>'
        case FormDrawing():
            return _drawing(part, texts)
        case FormCode():
            return _code(part, texts)
        case NameCard():
            return _card(part, texts)
        case Abreast():
            share = part.share(room)
            inner = "\n".join(_part(each, texts, share) for each in part.parts)
            return f'<div class="abreast">\n{inner}\n</div>'


def _grid(grid: FormGrid, texts: FormTexts, room: float, running: str = "") -> str:
    columns = "".join("<col>" if width is None else f'<col class="w{width}">' for width in grid.widths(room))
    heads = _heads(grid, texts)
    if running:
        heads = f'<tr><td class="running" colspan="{len(grid.kinds)}">{running}</td></tr>\n{heads}'
    kinds = grid.kinds
    bodies = "\n".join(f"<tbody>\n{''.join(_rows(group, kinds, texts))}</tbody>" for group in grid.groups)
    title = f"<h2>{_words(grid.title, texts)}</h2>\n" if grid.title else ""
    named = " ".join(filter(None, (grid.name, f"h{grid.height.value}", "dense" if grid.dense else "")))
    return (
        f'{title}<table class="{named}">\n<colgroup>{columns}</colgroup>\n<thead>\n{heads}</thead>\n{bodies}\n</table>'
    )


def _heads(grid: FormGrid, texts: FormTexts) -> str:
    above, below = [], []
    for each in grid.columns:
        scope = "colgroup" if each.heads else "col"
        span = f' colspan="{len(each.kinds)}"' if len(each.kinds) > 1 else ""
        rows = ' rowspan="2"' if grid.is_deep and not each.heads else ""
        head = _words(each.head, texts)
        above.append(f'<th scope="{scope}"{span}{rows}>{head}</th>' if head else f"<td{span}{rows}></td>")
        below += [f'<th scope="col">{_words(head, texts)}</th>' for head in each.heads]
    rows_of_heads = [above, below] if grid.is_deep else [above]
    return "".join(f"<tr>{''.join(row)}</tr>\n" for row in rows_of_heads)


def _rows(rows: tuple[FormRow, ...], kinds: tuple[ColumnKind, ...], texts: FormTexts) -> list[str]:
    """The rows of a group; a cell that reaches down keeps its column from the rows below."""
    taken: dict[int, int] = {}
    written = []
    for row in rows:
        cells, at = [], 0
        for cell in row:
            while taken.get(at):
                taken[at] -= 1
                at += 1
            cells.append(_cell(cell, kinds[at], texts))
            for below in range(at, at + cell.span):
                taken[below] = cell.rows - 1
            at += cell.span
        for rest in range(at, len(kinds)):
            if taken.get(rest):
                taken[rest] -= 1
        written.append(f"<tr>{''.join(cells)}</tr>\n")
    return written


def _cell(cell: FormCell, kind: ColumnKind, texts: FormTexts) -> str:
    named = kind.value if cell.kind is CellKind.PLAIN else f"{kind.value} {cell.kind.value}"
    span = f' colspan="{cell.span}"' if cell.span > 1 else ""
    rows = f' rowspan="{cell.rows}"' if cell.rows > 1 else ""
    note = f"<small> {_words(cell.note, texts)}</small>" if cell.note else ""
    return f'<td class="{named}"{span}{rows}>{_words(cell.text, texts)}{note}</td>'


def _drawing(drawing: FormDrawing, texts: FormTexts) -> str:
    caption = f"<figcaption>{_words(drawing.caption, texts)}</figcaption>" if drawing.caption else ""
    return f"<figure>{svg(drawing, texts)}{caption}</figure>"


def _code(code: FormCode, texts: FormTexts) -> str:
    square = f'<div class="square" aria-hidden="true">{qr_code(code.link)}</div>'
    label = f"<p>{_words(code.label, texts)}</p>"
    return f'<div class="code">{label}{square}<p class="link">{escape(code.link)}</p></div>'


def _card(card: NameCard, texts: FormTexts) -> str:
    face = (
        f'<p class="corner-words">{_words(card.corner, texts)}</p><p class="name {card.size}">{escape(card.name)}</p>'
        f'<p class="about">{escape(card.about)}</p><p class="event">{escape(card.event)}</p>'
    )
    # The back face is for those who sit opposite: read once is enough.
    return f'<div class="back face" aria-hidden="true">{face}</div><div class="face">{face}</div>'


def _words(text: Words, texts: FormTexts) -> str:
    return escape(words_of(text, texts))
