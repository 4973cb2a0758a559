"""The reduced board of a score sheet (GN 4.2): black's moves as circled odd numbers, white's as even ones (GN 13.2)."""

from __future__ import annotations

from gateway.model.sides import Side

from .score_sheet import ScoreSheet

__all__ = ["diagram"]

_STARS = (3, 11)


def diagram(sheet: ScoreSheet) -> str:
    """The board with the number of each move, as SVG; empty where nothing is laid on points."""
    rows, cols = sheet.setup.rows, sheet.setup.cols
    columns = "".join(f'<path d="M{x} 0V{rows - 1}"/>' for x in range(cols))
    lines = columns + "".join(f'<path d="M0 {y}H{cols - 1}"/>' for y in range(rows))
    points = [(x, y) for x in _STARS for y in _STARS] + [(cols // 2, rows // 2)]
    stars = "".join(f'<circle class="star" cx="{x}" cy="{y}" r=".1"/>' for x, y in points if x < cols and y < rows)
    letters = "".join(f'<text class="edge" x="{x}" y="{rows - 0.05}">{chr(65 + x)}</text>' for x in range(cols))
    numbers = "".join(f'<text class="edge" x="-.95" y="{y + 0.16}">{rows - y}</text>' for y in range(rows))
    stones = "".join(_stone(n, move.cell, cols, _side(sheet, n)) for n, move in enumerate(sheet.moves, 1))
    box = f"-1.4 -.7 {cols + 1.1} {rows + 0.9}"
    # The moves stand beside it in words.
    drawn = f'<g class="lines">{lines}</g>{stars}{letters}{numbers}{stones}'
    return f'<svg class="diagram" viewBox="{box}" aria-hidden="true">{drawn}</svg>'


def _side(sheet: ScoreSheet, n: int) -> Side:
    return sheet.first if n % 2 else sheet.first.other


def _stone(n: int, cell: int | None, cols: int, side: Side) -> str:
    if cell is None:
        return ""  # a pass, or a step of the opening
    y, x = divmod(cell, cols)
    circle = f'<circle class="{side.value}" cx="{x}" cy="{y}" r=".44"/>'
    size = " long" if n > 99 else ""
    return f'{circle}<text class="number{size}" x="{x}" y="{y + 0.2}">{n}</text>'
