"""A drawing as SVG, which pages show and typst embeds. All looks are attributes: there is no style sheet in a PDF."""

from __future__ import annotations

from html import escape

from .languages import FormTexts, words_of
from .printed_form import DrawnDisc, DrawnLine, DrawnText, FormDrawing
from .text_width import cut_to

__all__ = ["svg"]

_FONT = "sans-serif"
_DISCS = {
    "black": 'fill="#fff" stroke="#000" stroke-width=".06"',
    "white": 'fill="#fff"',
    "filled": 'fill="#333" stroke="#000" stroke-width=".04"',
    "open": 'fill="#fff" stroke="#000" stroke-width=".06"',
    "star": 'fill="#555"',
}

_FILLS = {"light": "#fff"}
"""Of texts that stand on something dark."""


def svg(drawing: FormDrawing, texts: FormTexts, font: str = _FONT) -> str:
    """The drawing; its meaning stands beside it in words, or is in its texts."""
    left, top, width, height = drawing.box
    shapes = "".join(_shape(each, drawing, texts) for each in drawing.shapes)
    scale = drawing.millimetres / width
    size = f'width="{_n(drawing.millimetres)}mm" height="{_n(height * scale)}mm"'
    box = f'viewBox="{_n(left)} {_n(top)} {_n(width)} {_n(height)}"'
    named = f' class="drawing {escape(drawing.name)}"' if drawing.name else ' class="drawing"'
    return f'<svg xmlns="http://www.w3.org/2000/svg"{named} {size} {box} font-family="{escape(font)}">{shapes}</svg>'


def _shape(shape: DrawnLine | DrawnDisc | DrawnText, drawing: FormDrawing, texts: FormTexts) -> str:
    unit = drawing.box[2] / drawing.millimetres  # a millimetre, in units of the drawing
    match shape:
        case DrawnLine():
            stroke = 'stroke="#777"' if shape.thin else 'stroke="#000"'
            width = _n((0.12 if shape.thin else 0.25) * unit)
            ends = f'x1="{_n(shape.x1)}" y1="{_n(shape.y1)}" x2="{_n(shape.x2)}" y2="{_n(shape.y2)}"'
            return f'<line {ends} {stroke} stroke-width="{width}"/>'
        case DrawnDisc():
            named = f' class="{escape(shape.name)}"'
            return f'<circle{named} cx="{_n(shape.x)}" cy="{_n(shape.y)}" r="{_n(shape.r)}" {_DISCS[shape.name]}/>'
        case DrawnText():
            return _text(shape, words_of(shape.text, texts))


def _text(shape: DrawnText, words: str) -> str:
    if not words:
        return ""
    cut = cut_to(words, shape.room / shape.size) if shape.room else words
    named = f' class="{escape(shape.name)}"' if shape.name else ""
    weight = ' font-weight="bold"' if shape.strong else ""
    fill = _FILLS.get(shape.name, "#444" if shape.grey else "#000")
    place = f'x="{_n(shape.x)}" y="{_n(shape.y)}" font-size="{_n(shape.size)}" text-anchor="{shape.anchor}"'
    return f'<text{named} {place} fill="{fill}"{weight}>{escape(cut)}</text>'


def _n(value: float) -> str:
    """A number without needless digits."""
    return f"{value:.3f}".rstrip("0").rstrip(".") or "0"
