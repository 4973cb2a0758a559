"""Positions as text, in the form of PDN: `W:W31-50:B1-20`, kings `K10`. Read liberally, written strictly.

Numbers on 8 x 8 count from b8 = 1, row by row from the top, as PDN does; some programs count from a1. A position
counted the other way round usually has men on the row where they would be kings, which is refused.
"""

from __future__ import annotations

import re

from gateway.model.errors import NotationError
from gateway.model.messages import message, name_of
from gateway.model.sides import Side

from .geometry import Geometry, Naming

__all__ = ["format_fen", "parse_fen"]

_SIDES = {"w": Side.WHITE, "b": Side.BLACK}
_FIELD = re.compile(r"(k?)([a-j][1-9]|\d+)(?:-k?([a-j][1-9]|\d+))?")
# Move counters and the like that some servers append: H0, F1, +0+0.
_APPENDED = re.compile(r"[hf]\d*|\+\d\+\d")


def format_fen(geometry: Geometry, turn: Side, white: int, black: int, kings: int) -> str:
    """The position as text; runs of three or more men are ranges where squares are numbers."""

    def pieces(held: int) -> str:
        fields: list[str] = []
        run: list[int] = []

        def close() -> None:
            if len(run) > 2:
                fields.append(f"{run[0]}-{run[-1]}")
            else:
                fields.extend(str(number) for number in run)
            run.clear()

        for number, bit in enumerate(geometry.squares, 1):
            if not held >> bit & 1:
                continue
            king = kings >> bit & 1
            if geometry.naming is Naming.LETTERS:
                fields.append(f"{'K' if king else ''}{geometry.names[bit]}")
                continue
            if run and (king or run[-1] != number - 1):
                close()
            if king:
                fields.append(f"K{number}")
            else:
                run.append(number)
        close()
        return ",".join(fields)

    return f"{'W' if turn is Side.WHITE else 'B'}:W{pieces(white)}:B{pieces(black)}"


def parse_fen(text: str, geometry: Geometry, *, regular: bool = True) -> tuple[Side, int, int, int]:
    """The side to move and the bits of White, Black and the kings; raises `NotationError` that says what is wrong.

    A position that need not be `regular` may have men on the last row, which nobody has crowned.
    """
    plain = re.sub(r"\s+", "", text).rstrip(".").lower()
    turn, *parts = plain.split(":")
    if turn not in _SIDES or not parts:
        raise NotationError(message("notation.position", text=text, sample="W:W31-50:B1-20"))
    held: dict[Side, int] = {}
    kings = 0
    for part in parts:
        if part[:1] not in _SIDES:
            if part and not _APPENDED.fullmatch(part):
                raise NotationError(message("notation.no_side", text=text, part=part))
            continue
        side = _SIDES[part[0]]
        if side in held:
            raise NotationError(message("notation.side_twice", text=text, side=name_of(side)))
        held[side], crowned = _pieces(part[1:], text, geometry)
        kings |= crowned
    white, black = held.get(Side.WHITE, 0), held.get(Side.BLACK, 0)
    _check(text, geometry, white, black)
    if regular:
        _check_last_rows(text, geometry, white, black, kings)
    return _SIDES[turn], white, black, kings


def _pieces(part: str, text: str, geometry: Geometry) -> tuple[int, int]:
    """The bits of one side's pieces, and those of them that are kings."""
    held = kings = 0
    for field in filter(None, part.split(",")):
        bits, crowned = _squares(field, text, geometry)
        if held & bits:
            raise NotationError(message("notation.named_before", text=text, part=field))
        held |= bits
        kings |= crowned
    return held, kings


def _check(text: str, geometry: Geometry, white: int, black: int) -> None:
    """Raise `NotationError` if no such position can be on a board."""
    if white & black:
        name = geometry.names[(white & black).bit_length() - 1]
        raise NotationError(message("notation.both_colours", text=text, square=name))
    if not white | black:
        raise NotationError(message("notation.no_piece", text=text))


def _check_last_rows(text: str, geometry: Geometry, white: int, black: int, kings: int) -> None:
    """Raise `NotationError` if a man stands where it would have been crowned."""
    stuck = (white & geometry.top_row | black & geometry.bottom_row) & ~kings
    if stuck:
        name = geometry.names[stuck.bit_length() - 1]
        letters = "yes" if geometry.naming is Naming.LETTERS else "no"
        raise NotationError(message("notation.man_on_last", text=text, square=name, letters=letters))


def _squares(field: str, text: str, geometry: Geometry) -> tuple[int, int]:
    """The bits that one field names, and those of them that are kings."""
    match = _FIELD.fullmatch(field)
    first = match and geometry.find(match[2])
    last = match and (geometry.find(match[3]) if match[3] else first)
    if match is None or first is None or last is None or first > last:
        raise NotationError(message("notation.no_squares", text=text, part=field))
    bits = sum(1 << bit for bit in geometry.squares if first <= bit <= last)
    return bits, bits if match[1] else 0
