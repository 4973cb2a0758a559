"""Scales of points in tournament report files: one record of TRF26, and two manners of pairing programs."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gateway.model.messages import message
from gateway.tournament.crosstable import PointScale

from .trf_lines import TrfLine, exact_points

__all__ = ["finished_scale", "read_scale_line"]

_SYMBOLS = {
    "W": "win", "D": "draw", "L": "loss", "A": "absence", "Z": "absence", "P": "pairing_bye", "X": "unknown",
}  # fmt: skip
"""Of record 162; one program writes Z for A."""
_EXTENDED = {
    "W": "win", "WW": "win", "BW": "win", "FW": "win", "FPB": "win", "D": "draw", "WD": "draw", "BD": "draw",
    "HPB": "draw", "L": "loss", "WL": "loss", "BL": "loss", "ZPB": "absence", "FL": "absence", "PAB": "pairing_bye",
}  # fmt: skip
"""Of XXS, which knows points by colour; we do not."""
_LINES = {
    "BBW": "win", "BBD": "draw", "BBL": "loss", "BBZ": "absence", "BBF": "absence", "BBU": "pairing_bye",
}  # fmt: skip


def read_scale_line(line: TrfLine, fields: dict[str, Any]) -> bool:
    """Take a line about points; False if it is about something else."""
    scale: dict[str, Fraction] = fields.setdefault("scale", {})
    match line.code.upper():
        case "162":
            _take(line, scale, _SYMBOLS)
        case "XXS":
            _take(line, scale, _EXTENDED)
        case code if code in _LINES:
            points = exact_points(line.value)
            if points is None:
                line.note(5, message("trf.not_named_points", text=line.value))
            else:
                _set(line, scale, _LINES[code], points)
        case _:
            return False
    return True


def _take(line: TrfLine, scale: dict[str, Fraction], symbols: dict[str, str]) -> None:
    for symbol, points in line.named_points():
        if symbol in symbols:
            _set(line, scale, symbols[symbol], points)
        else:
            line.note(5, message("trf.unknown_word", text=symbol))


def _set(line: TrfLine, scale: dict[str, Fraction], slot: str, points: Fraction) -> None:
    if scale.setdefault(slot, points) != points:
        line.note(5, message("trf.two_scales", text=line.value))


def finished_scale(found: dict[str, Fraction]) -> dict[str, Any]:
    """What the lines say together; a pairing bye worth a win and an unknown game worth a draw are the rule."""
    usual = PointScale()
    win, draw = found.get("win", usual.win), found.get("draw", usual.draw)
    bye, unknown = found.get("pairing_bye", win), found.get("unknown", draw)
    scale = PointScale(
        win=win,
        draw=draw,
        loss=found.get("loss", usual.loss),
        absence=found.get("absence", usual.absence),
        pairing_bye=None if bye == win else bye,
    )
    return {"scale": scale, "unknown_points": None if unknown == draw else unknown}
