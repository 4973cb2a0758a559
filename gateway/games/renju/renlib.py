"""Libraries of RenLib (`.lib`): a tree of stones in two bytes a node, read as the lines from its root to its leaves.

    header      FF "RenLib" FF, version in bytes 8 and 9, FF up to 20; the oldest files have none and begin with h8
    node        16 * (row - 1) + column, both from 1 at the upper left; 0 is the root, or a pass
                flags: 80 a sibling follows later, 40 no child, 20 and 08 a comment, 01 two more bytes of flags
    comment     pairs of bytes up to one that holds a zero; a text on the board (flag 0100) likewise

After a node without a child the next one stands beside the last node that said a sibling would follow.
"""

from __future__ import annotations

from collections.abc import Iterator

from gateway.model.errors import NotationError

from .points import SIZE, format_point

__all__ = ["is_renlib", "parse_renlib"]

_MAGIC = b"\xffRenLib\xff"
_HEADER = 20
_SIBLING, _LEAF, _OLD_COMMENT, _COMMENT, _EXTENSION = 0x80, 0x40, 0x20, 0x08, 0x01
_BOARD_TEXT = 0x0100
_CENTRE = 0x78
_MAX_LINES = 20_000
"""Lines read of one library; the largest hold millions, and their first ones are the main ones."""


def is_renlib(data: bytes) -> bool:
    """Whether a file is a library, by its first bytes."""
    return data.startswith(_MAGIC)


def parse_renlib(data: bytes) -> list[tuple[str, ...]]:
    """The lines of a library, the main line first; raises `NotationError` if it breaks off or holds no point."""
    if not is_renlib(data) and data[:1] != bytes([_CENTRE]):
        msg = "not a RenLib library: it begins neither with its header nor with a stone on h8"
        raise NotationError(msg)
    lines: list[tuple[str, ...]] = []
    line: list[str] = []
    waiting: list[int] = []
    for number, (point, flags) in enumerate(_nodes(data)):
        if flags & _SIBLING:
            waiting.append(len(line))
        # The root of the tree is no move.
        if point or number:
            line.append(_name(point))
        if flags & _LEAF:
            if line:
                lines.append(tuple(line))
            if not waiting or len(lines) == _MAX_LINES:
                return lines
            del line[waiting.pop() :]
    msg = "the library breaks off in the middle of its tree"
    raise NotationError(msg)


def _nodes(data: bytes) -> Iterator[tuple[int, int]]:
    at = _HEADER if is_renlib(data) else 0
    while at + 1 < len(data):
        point, flags = data[at], data[at + 1]
        at += 2
        more = 0
        if flags & _EXTENSION:
            more = int.from_bytes(data[at : at + 2], "big")
            at += 2
        texts = bool(flags & (_COMMENT | _OLD_COMMENT)) + bool(more & _BOARD_TEXT)
        for _ in range(texts):
            while at + 1 < len(data) and data[at] and data[at + 1]:
                at += 2
            at += 2
        yield point, flags


def _name(byte: int) -> str:
    row, col = byte >> 4, (byte & 15) - 1
    if byte == 0:
        return "pass"
    if col < 0 or row >= SIZE:
        msg = f"the library holds a stone on byte {byte:#04x}, which is not a point of the board"
        raise NotationError(msg)
    return format_point(row * SIZE + col)
