"""A form as a text for typst, which makes a PDF of it. What persons typed is always a string there, never markup."""

from __future__ import annotations

from collections.abc import Iterable

from .drawing_svg import svg
from .languages import FormTexts, words_of
from .printed_form import (
    GAP,
    MARGIN,
    Abreast,
    CellKind,
    ColumnKind,
    FormCell,
    FormCode,
    FormDrawing,
    FormGrid,
    FormNote,
    FormPart,
    FormSheet,
    NameCard,
    PrintedForm,
    Words,
)
from .qr_codes import qr_code
from .text_width import cut_to

__all__ = ["typst_form"]

_LINE = 3.4
"""The height of a line of text, in millimetres."""
_SMALL = 2.8
"""The size of small letters, in millimetres."""
_NAMES = {"short": 40, "long": 28, "longest": 19}
"""The size of the name on a card, in points; on a quarter of a page six tenths of it."""
_PREAMBLE = """#set text(font: ({fonts}), size: 9.5pt, lang: {lang}, top-edge: 0.85em, bottom-edge: -0.2em)
#set par(leading: 0.2em, spacing: 0.4em)
#set table(stroke: 0.3pt + luma(85), inset: (x: 1mm, y: 0.7mm))
#set table.cell(breakable: false)
#set page(width: {width}mm, height: {height}mm, margin: {margin}, footer: {footer})
"""
_FOOTER = "context align(right, text(8pt, [#counter(page).display() / #counter(page).final().first()]))"


def typst_form(form: PrintedForm, texts: FormTexts, fonts: Iterable[str] = ()) -> str:
    """The whole text; `fonts` are the families to look for, the first first."""
    width, height = form.millimetres
    head = _PREAMBLE.format(
        fonts="".join(f"{_string(font)}, " for font in fonts) or '"Libertinus Serif",',
        lang=_string(texts.language),
        width=width,
        height=height,
        margin="0mm" if form.is_cut else f"(x: {MARGIN}mm, top: 12mm, bottom: 14mm)",
        footer="none" if form.is_cut else _FOOTER,
    )
    pages = [_page(form, sheets, texts) for sheets in form.pages()]
    return head + "\n#pagebreak(weak: true)\n".join(pages) + "\n"


def _page(form: PrintedForm, sheets: tuple[FormSheet, ...], texts: FormTexts) -> str:
    if not form.is_cut:
        return "\n".join(_sheet(sheet, texts, form.room) for sheet in sheets)
    width, height = form.millimetres
    wide, high = width / form.across, height / form.down - 0.05
    boxes = []
    for at, sheet in enumerate(sheets):
        row, col = divmod(at, form.across)
        edges = [name for name, there in (("bottom", row + 1 < form.down), ("right", col + 1 < form.across)) if there]
        dashed = ", ".join(f'{edge}: (paint: luma(140), thickness: 0.4pt, dash: "dashed")' for edge in edges)
        inset = "0mm" if isinstance(sheet.parts[0], NameCard) else f"(x: {(wide - form.room) / 2:.2f}mm, y: 5mm)"
        stroke = f"({dashed})" if dashed else "none"
        inner = _sheet(sheet, texts, form.room, height=high, quarter=form.down > 2)
        boxes.append(f"block(width: {wide:.2f}mm, height: {high:.2f}mm, inset: {inset}, stroke: {stroke})[{inner}]")
    columns = ", ".join(f"{wide:.2f}mm" for _ in range(form.across))
    return f"#grid(columns: ({columns},), {', '.join(boxes)})"


def _sheet(sheet: FormSheet, texts: FormTexts, room: float, *, height: float = 0, quarter: bool = False) -> str:
    head, parts, written = _head(sheet, texts, 12 if height else 14), list(sheet.parts), []
    first = parts[0] if parts else None
    if sheet.running and isinstance(first, FormGrid):
        parts = parts[1:]
        written.append(_grid(first, texts, room, head))
    elif head:
        written.append(f"#block(below: {1 if height else 3}mm, {head})")
    written += [
        _card(part, texts, height, quarter=quarter) if isinstance(part, NameCard) else _part(part, texts, room)
        for part in parts
    ]
    if sheet.signers:
        share = (room - 8 * (len(sheet.signers) - 1)) / len(sheet.signers)
        lines = ", ".join(
            f"block(width: 100%, stroke: (top: 0.4pt), inset: (top: 1mm))[#{_string(words_of(signer.role, texts))} "
            f"#linebreak() #text(8pt, {_string(cut_to(signer.name, share / _SMALL))})]"
            for signer in sheet.signers
        )
        space = "6mm" if height else "13mm"
        columns = ", ".join("1fr" for _ in sheet.signers)
        written.append(
            f"#block(breakable: false, above: 0mm)[#v({space}) #grid(columns: ({columns},), gutter: 8mm, {lines})]"
        )
    return "\n".join(written)


def _head(sheet: FormSheet, texts: FormTexts, size: int) -> str:
    """Title, fields and the code in the corner, as one expression."""
    title = f'block(below: 2mm, text({size}pt, weight: "bold", {_words(sheet.title, texts)}))' if sheet.title else ""
    fields = [
        f"box[#text(fill: luma(50), {_words(field.label, texts)}) #h(0.5mm) "
        + (
            "#box(width: 24mm, height: 1em, stroke: (bottom: 0.3pt))]"
            if field.value is None
            else f'#text(weight: "bold", {_words(field.value, texts)})]'
        )
        for field in sheet.fields
    ]
    if not title and not fields:
        return ""
    listed = " + h(7mm, weak: true) + ".join(fields)
    about = " + ".join(filter(None, (title, listed)))
    if not sheet.codes:
        return f"block(width: 100%, {{ {about} }})"
    codes = "".join(
        f', align(center, {{ image({_bytes(qr_code(code.link))}, format: "svg", width: 17mm) + '
        f"{_words(code.label, texts)} }})"
        for code in sheet.codes
    )
    columns = ", ".join("17mm" for _ in sheet.codes)
    return f"grid(columns: (1fr, {columns}), gutter: 4mm, {{ {about} }}{codes})"


def _part(part: FormPart, texts: FormTexts, room: float) -> str:
    match part:
        case FormGrid():
            return _grid(part, texts, room)
        case FormNote():
            size = '12.5pt, weight: "bold"' if part.strong else "8.5pt, fill: luma(50)"
            return f"#block(above: {4 if part.strong else 2}mm, text({size}, {_words(part.text, texts)}))"
        case FormDrawing():
            return f"#{_drawing(part, texts)}"
        case FormCode():
            code = f'image({_bytes(qr_code(part.link))}, format: "svg", width: 100mm)'
            label = f"text(16pt, {_words(part.label, texts)})"
            return (
                f"#v(10mm) #align(center, {{ {label} }}) #v(6mm) #align(center, {code}) #v(6mm) "
                f"#align(center, text(12pt, {_string(part.link)}))"
            )
        case NameCard():
            return _card(part, texts, 0, quarter=False)
        case Abreast():
            share = part.share(room)
            inner = ", ".join(f"[{_part(each, texts, share)}]" for each in part.parts)
            columns = ", ".join(
                f"{each.millimetres}mm" if isinstance(each, FormDrawing) else "1fr" for each in part.parts
            )
            return f"#block(above: 3mm, grid(columns: ({columns},), gutter: {GAP}mm, {inner}))"


def _grid(grid: FormGrid, texts: FormTexts, room: float, running: str = "") -> str:
    columns = ", ".join("1fr" if width is None else f"{width}mm" for width in grid.widths(room))
    sides = ", ".join("left + horizon" if kind is ColumnKind.WORDS else "center + horizon" for kind in grid.kinds)
    heads = _heads(grid, texts)
    if running:
        cell = (
            f"table.cell(colspan: {len(grid.kinds)}, stroke: none, inset: (x: 0mm, top: 0mm, bottom: 3mm), align: left)"
        )
        heads = [f"{cell}[#{running}]", *heads]
    cells = [_cell(cell, texts) for group in grid.groups for row in group for cell in row]
    size = "8pt" if grid.dense else "9.5pt"
    side = 0.4 if grid.dense else 1
    inset = f"(x: {side}mm, y: {max((grid.height - _LINE) / 2, 0.6):.2f}mm)"
    title = ""
    if grid.title:
        title = (
            f'#block(above: 5mm, below: 2mm, sticky: true, text(11pt, weight: "bold", {_words(grid.title, texts)}))\n'
        )
    inner = ",\n  ".join([f"table.header({', '.join(heads)})", *cells])
    return (
        f"{title}#block(width: 100%, above: 3mm, below: 3mm)[#set text({size})\n"
        f"#table(columns: ({columns},), align: ({sides},), inset: {inset},\n  {inner})]"
    )


def _heads(grid: FormGrid, texts: FormTexts) -> list[str]:
    size = "6.8pt" if grid.dense else "8pt"
    above, below = [], []

    def cell(words: Words, span: int = 1, rows: int = 1) -> str:
        inner = f'text({size}, weight: "bold", fill: luma(50), {_words(words, texts)})'
        spans = f"colspan: {span}, rowspan: {rows}"
        return f"table.cell({spans}, align: center + horizon, inset: (x: 0.4mm, y: 0.7mm))[#{inner}]"

    for each in grid.columns:
        rows = 2 if grid.is_deep and not each.heads else 1
        above.append(cell(each.head, len(each.kinds), rows))
        below += [cell(head) for head in each.heads]
    return above + below


def _cell(cell: FormCell, texts: FormTexts) -> str:
    words = words_of(cell.text, texts)
    inner = _string(words or "\u00a0")
    if cell.kind is CellKind.STRONG:
        inner = f'text(weight: "bold", {inner})'
    if cell.note:
        inner = f"{{ {inner} + text(0.82em, fill: luma(50), {_string(' ' + words_of(cell.note, texts))}) }}"
    fill = ", fill: luma(221)" if cell.kind is CellKind.VOID else ""
    if cell.span == 1 and cell.rows == 1 and not fill:
        return inner if inner.startswith(('"', "text(")) else f"[#{inner}]"
    return f"table.cell(colspan: {cell.span}, rowspan: {cell.rows}{fill})[#{inner}]"


def _drawing(drawing: FormDrawing, texts: FormTexts) -> str:
    image = f'image({_bytes(svg(drawing, texts))}, format: "svg", width: {drawing.millimetres:g}mm)'
    caption = f", caption: text(8.5pt, {_words(drawing.caption, texts)})" if drawing.caption else ""
    figure = f"figure(numbering: none, gap: 1mm, supplement: none, {image}{caption})"
    return f"block(breakable: false, above: 2mm, below: 2mm, {figure})"


def _card(card: NameCard, texts: FormTexts, height: float, *, quarter: bool) -> str:
    half = (height or 260) / 2
    scale = 0.6 if quarter else 1.0
    face = (
        f"block(width: 100%, height: {half:.2f}mm, inset: (x: 10mm))[#place(top + left, dy: 4mm, "
        f"text({13 * scale:g}pt, {_words(card.corner, texts)})) #align(center + horizon)["
        f'#text({_NAMES[card.size] * scale:g}pt, weight: "bold", {_string(card.name)}) #linebreak() '
        f"#text({15 * scale:g}pt, {_string(card.about)}) #linebreak() "
        f"#text({9 * scale + 1:g}pt, fill: luma(50), {_string(card.event)})]]"
    )
    fold = '(bottom: (paint: luma(140), thickness: 0.3pt, dash: "dotted"))'
    back = f"block(width: 100%, height: {half:.2f}mm, stroke: {fold}, rotate(180deg, {face}))"
    return f"#stack({back}, {face})"


def _words(text: Words, texts: FormTexts) -> str:
    return _string(words_of(text, texts))


def _string(text: str) -> str:
    """A string as typst reads it: whatever was typed stays what it is."""
    plain = "".join(letter if letter.isprintable() else " " for letter in text)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _bytes(text: str) -> str:
    return f"bytes({_string(text)})"
