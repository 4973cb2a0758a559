"""What a round robin of teams should have come to, reckoned on its own from what was said at the tables.

The score of a contract is the formula of the tests of scores, vulnerability, IMPs and victory points are typed here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import product
from typing import NamedTuple

from tests.tournament.bridge.test_contract_score import by_formula

__all__ = ["SaidBoard", "expected_totals"]

VULNERABLE = {
    1: "", 2: "NS", 3: "EW", 4: "NSEW", 5: "NS", 6: "EW", 7: "NSEW", 8: "",
    9: "EW", 10: "NSEW", 11: "", 12: "NS", 13: "NSEW", 14: "", 15: "NS", 16: "EW",
}  # fmt: skip
IMPS = [10, 40, 80, 120, 160, 210, 260, 310, 360, 420, 490, 590, 740, 890, 1090, 1290, 1490, 1740, 1990, 2240, 2490,
        2990, 3490, 3990]  # fmt: skip
"""The greatest difference that is worth 0 IMPs, 1 IMP and so on."""
MARGINS = {
    8: [1, 5, 8, 11, 14, 17, 20, 23, 26, 29, 33, 37, 41, 45, 50],
    32: [3, 10, 16, 22, 28, 34, 40, 46, 52, 58, 65, 73, 82, 91, 100],
}
"""The greatest margin for 15-15, 16-14 and so on, down to 25-1."""


class SaidBoard(NamedTuple):
    """A result that counts in the end."""

    match: tuple[int, int, int]
    """Round, home and away."""
    room: str
    """`o` or `c`, with a number for eight a side."""
    board: int
    result: str


def north_south(board: int, result: str) -> int:
    """The score of North-South."""
    if result == "pass":
        return 0
    found = re.match(r"(\d)([CDHSN])(X{0,2}) ([NESW]) (=|[+-]\d+)", result)
    assert found is not None, result
    level, suit, doubled, by, made = found.groups()
    side = "NS" if by in "NS" else "EW"
    over = 0 if made == "=" else int(made)
    score = by_formula(int(level), suit, 1 << len(doubled), over, int(side in VULNERABLE[(board - 1) % 16 + 1]))
    return score if side == "NS" else -score


def imps_of(difference: int) -> int:
    worth = sum(1 for most in IMPS if abs(difference) > most)
    return worth if difference > 0 else -worth


def points_of(margin: int, column: int) -> tuple[int, int]:
    """Victory points of whoever has this margin, and of the others."""
    step = sum(1 for most in MARGINS[column] if abs(margin) > most)
    both = min(15 + step, 25), 15 - step
    return both if margin >= 0 else (both[1], both[0])


def expected_totals(
    said: Iterable[SaidBoard], column: int, penalties: Mapping[int, int]
) -> tuple[dict[int, int], dict[int, int]]:
    """Victory points of each team, less penalties; and the IMPs of all its matches together."""
    boards: dict[tuple[int, int, int], dict[tuple[str, int], int]] = {}
    for each in said:
        boards.setdefault(each.match, {})[each.room, each.board] = north_south(each.board, each.result)
    points, margins = dict[int, int](), dict[int, int]()
    for (_, home, away), scores in boards.items():
        rooms = {room for room, _ in scores}
        numbers = {board for _, board in scores}
        pairs = product(*(sorted(room for room in rooms if room[0] == letter) for letter in "oc"))
        margin = sum(imps_of(scores[one, board] - scores[other, board]) for one, other in pairs for board in numbers)
        both = points_of(margin, column)
        for team, got, by in ((home, both[0], margin), (away, both[1], -margin)):
            points[team] = points.get(team, 0) + got
            margins[team] = margins.get(team, 0) + by
    return {team: got - penalties.get(team, 0) for team, got in points.items()}, margins
