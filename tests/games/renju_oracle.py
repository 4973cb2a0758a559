"""Renju's forbidden moves straight from the definitions, on sets of coordinates: every set of stones is tried.

Nothing is shared with the engine: no strips, no tables; a four is a set of four stones that one more makes a five.
"""

from __future__ import annotations

from itertools import combinations

Point = tuple[int, int]
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


def inside(point: Point) -> bool:
    return 0 <= point[0] < 15 and 0 <= point[1] < 15


def row_through(stones: frozenset[Point], point: Point, direction: Point) -> frozenset[Point]:
    """The unbroken row of stones through a point that holds one."""
    found = {point}
    for sign in (1, -1):
        at = (point[0] + sign * direction[0], point[1] + sign * direction[1])
        while at in stones:
            found.add(at)
            at = (at[0] + sign * direction[0], at[1] + sign * direction[1])
    return frozenset(found)


def line_around(point: Point, direction: Point) -> list[Point]:
    steps = range(-4, 5)
    return [p for k in steps if inside(p := (point[0] + k * direction[0], point[1] + k * direction[1]))]


def makes_five(black: frozenset[Point], point: Point) -> bool:
    stones = black | {point}
    return any(len(row_through(stones, point, direction)) == 5 for direction in DIRECTIONS)


def fours(black: frozenset[Point], white: frozenset[Point], point: Point, direction: Point) -> set[frozenset[Point]]:
    """The sets of four stones on the line, the point's among them, that one added stone makes exactly a five."""
    stones = black | {point}
    on_line = [p for p in line_around(point, direction) if p in stones]
    found = set()
    for four in combinations(on_line, 4):
        if point not in four:
            continue
        for added in line_around(point, direction):
            if added in stones or added in white:
                continue
            row = row_through(stones | {added}, added, direction)
            if row == frozenset(four) | {added}:
                found.add(frozenset(four))
    return found


def is_straight_four(
    black: frozenset[Point], white: frozenset[Point], four: frozenset[Point], direction: Point
) -> bool:
    """An unbroken four that can become a five at either end."""
    any_stone = next(iter(four))
    if row_through(black, any_stone, direction) != four:
        return False
    ordered = sorted(four)
    ends = [
        (ordered[0][0] - direction[0], ordered[0][1] - direction[1]),
        (ordered[-1][0] + direction[0], ordered[-1][1] + direction[1]),
    ]
    if direction == (1, -1):
        ordered = sorted(four, key=lambda p: p[0])
        ends = [(ordered[0][0] - 1, ordered[0][1] + 1), (ordered[-1][0] + 1, ordered[-1][1] - 1)]
    for end in ends:
        if not inside(end) or end in black or end in white:
            return False
        if len(row_through(black | {end}, end, direction)) != 5:
            return False
    return True


def has_real_three(black: frozenset[Point], white: frozenset[Point], point: Point, direction: Point) -> bool:
    """Three stones, the point's among them, that a lawful stone makes a straight four."""
    stones = black | {point}
    line = line_around(point, direction)
    on_line = [p for p in line if p in stones]
    for three in combinations(on_line, 3):
        if point not in three:
            continue
        for added in line:
            if added in stones or added in white:
                continue
            if not is_straight_four(stones | {added}, white, frozenset(three) | {added}, direction):
                continue
            if verdict(stones, white, added) == "none":
                return True
    return False


def verdict(black: frozenset[Point], white: frozenset[Point], point: Point) -> str:
    if makes_five(black, point):
        return "five"
    stones = black | {point}
    if any(len(row_through(stones, point, direction)) > 5 for direction in DIRECTIONS):
        return "overline"
    if sum(len(fours(black, white, point, direction)) for direction in DIRECTIONS) > 1:
        return "double-four"
    if sum(has_real_three(black, white, point, direction) for direction in DIRECTIONS) > 1:
        return "double-three"
    return "none"
