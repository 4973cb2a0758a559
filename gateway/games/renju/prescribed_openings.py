"""The 26 prescribed openings (GN appendix 1), and when two arrangements of stones are the same.

Black 1 lies on h8. White 2 beside it makes a direct opening, diagonally a point away an indirect one. Turning or
mirroring the board gives the same opening; one arrangement of each is listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import msgspec

from .points import CENTRE, SIZE, parse_point

__all__ = ["OPENINGS", "NamedOpening", "find_opening", "same_shape"]


class NamedOpening(msgspec.Struct, frozen=True):
    """One of the 26."""

    code: str
    name: str
    chinese: str
    white_2: str
    black_3: str


OPENINGS = (
    NamedOpening("D1", "Kansei", "寒星", "h9", "h10"),
    NamedOpening("D2", "Keigetsu", "溪月", "h9", "i10"),
    NamedOpening("D3", "Sosei", "疏星", "h9", "j10"),
    NamedOpening("D4", "Kagetsu", "花月", "h9", "i9"),
    NamedOpening("D5", "Zangetsu", "残月", "h9", "j9"),
    NamedOpening("D6", "Ugetsu", "雨月", "h9", "i8"),
    NamedOpening("D7", "Kinsei", "金星", "h9", "j8"),
    NamedOpening("D8", "Shougetsu", "松月", "h9", "h7"),
    NamedOpening("D9", "Kyuugetsu", "丘月", "h9", "i7"),
    NamedOpening("D10", "Shingetsu", "新月", "h9", "j7"),
    NamedOpening("D11", "Zuisei", "瑞星", "h9", "h6"),
    NamedOpening("D12", "Sangetsu", "山月", "h9", "i6"),
    NamedOpening("D13", "Yuusei", "游星", "h9", "j6"),
    NamedOpening("I1", "Chousei", "长星", "i9", "j10"),
    NamedOpening("I2", "Kyougetsu", "峡月", "i9", "j9"),
    NamedOpening("I3", "Kousei", "恒星", "i9", "j8"),
    NamedOpening("I4", "Suigetsu", "水月", "i9", "j7"),
    NamedOpening("I5", "Ryuusei", "流星", "i9", "j6"),
    NamedOpening("I6", "Ungetsu", "云月", "i9", "i8"),
    NamedOpening("I7", "Hogetsu", "浦月", "i9", "i7"),
    NamedOpening("I8", "Rangetsu", "岚月", "i9", "i6"),
    NamedOpening("I9", "Gingetsu", "银月", "i9", "h7"),
    NamedOpening("I10", "Myoujou", "明星", "i9", "h6"),
    NamedOpening("I11", "Shagetsu", "斜月", "i9", "g7"),
    NamedOpening("I12", "Meigetsu", "名月", "i9", "g6"),
    NamedOpening("I13", "Suisei", "彗星", "i9", "f6"),
)

StoneShape = tuple[tuple[tuple[int, int], ...], ...]


def find_opening(stones: Sequence[int]) -> NamedOpening | None:
    """The opening that the first three stones make; None if they make none."""
    if len(stones) < 3 or stones[0] != CENTRE:
        return None
    return _by_shape().get(_shape([stones[0], stones[2]], [stones[1]], [CENTRE]))


@cache
def _by_shape() -> dict[StoneShape, NamedOpening]:
    found = {}
    for opening in OPENINGS:
        white, black = parse_point(opening.white_2), parse_point(opening.black_3)
        found[_shape([CENTRE, black], [white], [CENTRE])] = opening
    return found


def same_shape(black: Iterable[int], white: Iterable[int], one: int, other: int) -> bool:
    """Whether a black stone on either of two points gives the same arrangement (decision G19).

    It does if turning, mirroring or shifting brings one onto the other; how far the edge is does not matter.
    """
    black, white = list(black), list(white)
    return _shape([*black, one], white) == _shape([*black, other], white)


def _shape(*groups: Iterable[int]) -> StoneShape:
    """The arrangement whatever way it lies: the least of its eight images, moved into the corner.

    A group for each kind of stone; a stone that must not be mistaken for its like is a group of its own.
    """
    points = [[divmod(point, SIZE) for point in group] for group in groups]
    images: list[StoneShape] = []
    for mirrored in (False, True):
        for turns in range(4):
            image = []
            for group in points:
                moved = []
                for point in group:
                    row, col = (point[1], point[0]) if mirrored else point
                    for _ in range(turns):
                        row, col = col, -row
                    moved.append((row, col))
                image.append(moved)
            top = min(row for group in image for row, _ in group)
            left = min(col for group in image for _, col in group)
            images.append(tuple(tuple(sorted((row - top, col - left) for row, col in group)) for group in image))
    return min(images)
