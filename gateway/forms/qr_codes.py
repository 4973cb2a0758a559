"""QR codes as pages and papers draw them."""

from __future__ import annotations

import io

import segno

__all__ = ["qr_code"]


def qr_code(text: str) -> str:
    """A text as a QR code, in SVG that takes whatever size it is given."""
    drawn = io.BytesIO()
    segno.make(text, error="m").save(drawn, kind="svg", xmldecl=False, omitsize=True)
    return drawn.getvalue().decode()
