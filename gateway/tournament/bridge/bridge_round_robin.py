"""Round robins of bridge teams: the printed tables for 4 to 16, and others by rotation. BR (三).

The team named first is at home: it sits North-South in the open room and East-West in the closed one. Print has no rule
for home and away, so its tables stand here. Those for 14 and 16 keep their faults of balance (decision B6): where that
matters, take the rotation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gateway.model.errors import TournamentError
from gateway.model.messages import message

__all__ = ["PRINTED_TABLES", "BridgeRound", "bridge_round_robin", "rotation", "second_bridge_cycle"]

BridgeRound = tuple[tuple[int, int], ...]
"""Home and away at each table, from table 1 on; who meets number 0 has no match."""

NOBODY = 0

_PRINTED: Mapping[str, str] = {
    "4": """
        1-4 2-3
        3-1 4-2
        1-2 3-4
    """,
    "6": """
        3-5 4-2 1-6
        5-4 1-3 6-2
        4-1 2-5 3-6
        2-3 5-1 6-4
        1-2 3-4 5-6
    """,
    "8": """
        3-6 4-5 2-7 1-8
        5-3 7-1 6-4 8-2
        4-7 2-6 1-5 3-8
        6-1 5-2 7-3 8-4
        2-3 6-7 1-4 5-8
        7-5 4-2 3-1 8-6
        1-2 3-4 5-6 7-8
    """,
    "10-1": """
        8-9 6-7 5-4 2-3 1-10
        9-7 5-8 3-6 4-1 10-2
        6-8 4-9 7-2 1-5 3-10
        7-5 9-3 8-1 2-6 10-4
        6-4 8-2 1-9 3-7 5-10
        5-3 7-1 9-2 4-8 10-6
        2-4 1-6 8-3 9-5 7-10
        3-1 2-5 4-7 6-9 10-8
        1-2 3-4 5-6 7-8 9-10
    """,
    "10-2": """
        6-5 4-7 3-8 2-9 1-10
        5-1 9-3 7-6 8-4 10-2
        1-7 8-2 9-5 4-6 3-10
        3-1 6-9 7-8 2-5 10-4
        1-4 7-3 6-2 9-8 5-10
        8-1 2-7 4-9 5-3 10-6
        1-9 8-5 3-6 4-2 7-10
        6-1 9-7 2-3 5-4 10-8
        1-2 3-4 5-7 6-8 9-10
    """,
    "10-3": """
        5-6 7-4 3-8 9-2 1-10
        6-7 8-5 4-9 1-3 10-2
        7-8 9-6 5-1 2-4 3-10
        8-9 1-7 6-2 3-5 10-4
        9-1 2-8 7-3 4-6 5-10
        1-2 3-9 8-4 5-7 10-6
        2-3 4-1 9-5 6-8 7-10
        3-4 5-2 1-6 7-9 10-8
        4-5 6-3 2-7 8-1 9-10
    """,
    "12": """
        6-11 2-7 3-8 4-9 5-10 1-12
        11-1 10-6 7-3 8-4 9-5 12-2
        1-10 2-11 6-9 4-7 5-8 3-12
        9-1 10-2 11-3 8-6 7-5 12-4
        1-8 2-9 3-10 4-11 6-7 5-12
        7-1 8-2 9-3 10-4 11-5 12-6
        1-6 4-5 3-2 11-10 8-9 7-12
        5-1 2-4 10-7 9-11 6-3 12-8
        1-4 6-2 5-3 11-7 10-8 9-12
        3-1 4-6 2-5 8-11 7-9 12-10
        1-2 3-4 5-6 7-8 9-10 11-12
    """,
    "14": """
        13-12 10-11 8-9 6-7 4-5 2-3 1-14
        11-13 12-9 7-10 5-8 3-6 4-1 14-2
        10-12 13-8 6-11 9-4 2-7 1-5 3-14
        9-11 7-13 12-5 10-3 8-1 2-6 14-4
        10-8 6-12 4-13 11-2 1-9 3-7 5-14
        9-7 11-5 13-3 12-1 2-10 8-4 14-6
        6-8 4-10 2-12 1-13 3-11 5-9 7-14
        5-7 9-3 11-1 13-2 12-4 10-6 14-8
        4-6 8-2 1-10 3-12 13-5 7-11 9-14
        5-3 7-1 2-9 11-4 6-13 12-8 14-10
        4-2 1-6 8-3 10-5 12-7 9-13 11-14
        3-1 2-5 4-7 6-9 8-11 13-10 14-12
        1-2 3-4 5-6 7-8 9-10 11-12 13-14
    """,
    "16": """
        1-4 2-6 3-8 5-10 7-12 9-14 11-16 13-15
        6-1 8-4 10-2 12-3 14-5 16-7 13-11 15-9
        1-8 6-10 4-12 2-14 3-16 5-15 7-13 9-11
        10-1 12-8 14-6 16-4 15-2 13-3 9-7 11-5
        1-12 10-14 8-16 6-15 4-13 2-11 3-9 5-7
        14-1 16-12 15-10 13-8 11-6 9-4 5-3 7-2
        1-16 14-15 12-13 10-11 8-9 6-7 4-5 2-3
        15-1 13-16 11-14 9-12 7-10 5-8 2-4 3-6
        1-13 15-11 16-9 14-7 12-5 10-3 8-2 6-4
        11-1 9-13 7-15 5-16 3-14 2-12 6-8 4-10
        1-9 11-7 13-5 15-3 16-2 14-4 12-6 10-8
        7-1 5-9 3-11 2-13 4-15 6-16 10-12 8-14
        1-5 7-3 9-2 11-4 13-6 15-8 16-10 14-12
        3-1 2-5 4-7 6-9 8-11 10-13 14-16 12-15
        1-2 3-4 5-6 7-8 9-10 11-12 13-14 15-16
    """,
}

PRINTED_TABLES: Mapping[int, tuple[str, ...]] = {
    teams: tuple(name for name in _PRINTED if int(name.partition("-")[0]) == teams)
    for teams in sorted({int(name.partition("-")[0]) for name in _PRINTED})
}
"""The names of the printed tables by the number of teams: three for ten."""


def bridge_round_robin(teams: int, table: str = "") -> tuple[BridgeRound, ...]:
    """The rounds for so many teams: by the printed table of that name, by the first one, or by rotation.

    An odd number leaves one team without a match in each round.
    """
    if table and table not in PRINTED_TABLES.get(teams, ()):
        raise TournamentError(message("bridge.no_table", teams=teams, table=table))
    name = table or next(iter(PRINTED_TABLES.get(teams, ())), "")
    return tuple(map(_read, _PRINTED[name].strip().splitlines())) if name else rotation(teams)


def rotation(teams: int) -> tuple[BridgeRound, ...]:
    """Numbers in two columns, the first stays, the others move one place counter-clockwise each round.

    The row decides who is at home, left in even rows and right in odd ones, so that whoever moves on changes over; at
    the top they change in every round. So nobody is at home or away three times running.
    """
    if teams < 2:
        raise TournamentError(message("bridge.too_few_teams"))
    # With an odd number nobody stays at the top, and all teams move: what they lose by it is the match at the top.
    circle = [*([NOBODY] if teams % 2 else []), *range(1, teams + 1)]
    half = len(circle) // 2
    rounds = []
    for number in range(len(circle) - 1):
        rows = zip(circle[:half], reversed(circle[half:]), strict=True)
        at_home = (number % 2 == 0, *(row % 2 == 0 for row in range(1, half)))
        rounds.append(tuple((a, b) if left else (b, a) for (a, b), left in zip(rows, at_home, strict=True)))
        circle[1:] = [circle[-1], *circle[1:-1]]
    return tuple(rounds)


def second_bridge_cycle(ranks: Sequence[int], table: str = "") -> tuple[BridgeRound, ...]:
    """The second cycle: places after the first are the numbers, and who met at home before now meets away.

    `ranks` has the numbers of the first cycle in the order of their places.
    """
    teams = len(ranks)
    if sorted(ranks) != list(range(1, teams + 1)):
        raise TournamentError(message("bridge.ranks", teams=teams))
    at_home = {pair for each in bridge_round_robin(teams, table) for pair in each}
    seats = {NOBODY: NOBODY, **dict(enumerate(ranks, 1))}
    return tuple(
        tuple((seats[a], seats[b]) if (seats[a], seats[b]) not in at_home else (seats[b], seats[a]) for a, b in each)
        for each in bridge_round_robin(teams, table)
    )


def _read(line: str) -> BridgeRound:
    return tuple((int(home), int(away)) for home, _, away in (pair.partition("-") for pair in line.split()))
