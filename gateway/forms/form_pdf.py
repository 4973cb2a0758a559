"""Forms as PDF, by typst: an extra that is installed where it is wanted (`pip install 'flagfall[pdf]'`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gateway.model.messages import message

from .form_request import FormRefused
from .form_typst import typst_form
from .languages import FormTexts
from .printed_form import PrintedForm

__all__ = ["pdf_form"]

_FAMILIES = (
    "Noto Sans",
    "Liberation Sans",
    "DejaVu Sans",
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
    "PingFang SC",
    "Microsoft YaHei",
    "Libertinus Serif",
)
"""Fonts to print with, where they are installed, the best first; what none of them has, any other may have."""
_FIRST_CHINESE, _LAST_CHINESE = "\u2e80", "\U0003ffff"


def pdf_form(form: PrintedForm, texts: FormTexts, font: Path | None = None) -> bytes:
    """The PDF; raises `FormRefused` where typst is not installed, or no font has the characters that are needed."""
    try:
        import typst  # an extra of 77 MB, which a table does not need
    except ImportError as error:
        raise FormRefused(message("form.no_typst")) from error
    paths = [] if font is None else [str(font.parent)]
    engine: Any = typst  # its stubs leave the types of arguments open
    known = set(engine.Fonts(font_paths=paths).families())
    source = typst_form(form, texts, [family for family in _FAMILIES if family in known])
    if any(_FIRST_CHINESE <= letter <= _LAST_CHINESE for letter in source) and not _has_chinese(engine, paths):
        raise FormRefused(message("form.no_chinese_font"))
    compiled: bytes = engine.compile(source.encode(), font_paths=paths, format="pdf")
    return compiled


def _has_chinese(typst: Any, paths: list[str]) -> bool:
    """Whether any font has Chinese characters: two that no font has look the same, as an empty box."""
    page = "#set page(width: 20pt, height: 20pt, margin: 0pt)\n"
    one, other = (
        typst.compile(f"{page}{character}".encode(), font_paths=paths, format="png", ppi=72.0)
        for character in ("棋", "赛")
    )
    return bool(one != other)
