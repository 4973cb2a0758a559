"""The Butler ranking of an event: what each two who played together gained against the datum, board by board.

The datum of a board is the mean of all tables that had it in a round, without the highest and the lowest where there
are five and more. Of a split score each side has its own, of a weighted one the IMPs of its parts; averages and boards
not played do not count.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import NamedTuple

from gateway.model.persons import Person
from gateway.tournament.bridge.compass import CompassSeat, Partnership
from gateway.tournament.bridge.matchpoints import datum

from .board_results import TableScore, score_of
from .bridge_event import BridgeEvent, BridgeRoundState, BridgeTable, ContestantNumber
from .pairs_scores import against_datum

__all__ = ["ButlerLine", "butler_ranking"]

_ENOUGH = 5
"""Tables from which on the highest and the lowest score are left out."""


class ButlerLine(NamedTuple):
    """Two who played together."""

    place: int
    players: tuple[Person, ...]
    contestant: ContestantNumber
    boards: int
    imps: Fraction

    @property
    def average(self) -> Fraction:
        """IMPs a board."""
        return self.imps / self.boards


class _Score(NamedTuple):
    table: BridgeTable
    place: int
    score: TableScore


def butler_ranking(event: BridgeEvent, *, through: int | None = None) -> tuple[ButlerLine, ...]:
    """Everybody who has played, the best average first; up to a round, or all."""
    gained: dict[tuple[ContestantNumber, tuple[str, ...]], list[Fraction]] = defaultdict(list)
    people: dict[str, Person] = {}
    for a_round in event.rounds[:through]:
        for scores in _boards(event, a_round).values():
            middle = datum([each.score.mean for each in scores], leave_out=int(len(scores) >= _ENOUGH))
            for score in scores:
                for side in Partnership:
                    pair = _pair(event, score, side)
                    people |= {person.id: person for person in pair}
                    own = against_datum(score.score, middle, side)
                    gained[score.table.number(side), tuple(person.id for person in pair)].append(own)
    lines = sorted(
        (
            (sum(found, Fraction(0)) / len(found), len(found), sum(found, Fraction(0)), key)
            for key, found in gained.items()
        ),
        key=lambda line: (-line[0], -line[1], line[3]),
    )
    placed: list[ButlerLine] = []
    for at, (average, boards, total, (number, ids)) in enumerate(lines, 1):
        same = placed and placed[-1].average == average
        place = placed[-1].place if same else at
        placed.append(ButlerLine(place, tuple(people[each] for each in ids), number, boards, total))
    return tuple(placed)


def _boards(event: BridgeEvent, a_round: BridgeRoundState) -> dict[int, list[_Score]]:
    """The scores of each board of a round."""
    found: dict[int, list[_Score]] = defaultdict(list)
    for table in a_round.tables:
        for place, board in enumerate(table.boards):
            outcome = event.counted(table, board)
            score = None if outcome is None else score_of(board, outcome)
            if score is not None and score.parts:
                found[board].append(_Score(table, place, score))
    return found


def _pair(event: BridgeEvent, score: _Score, side: Partnership) -> tuple[Person, ...]:
    seated = event.seated(score.table, score.place)
    found = (seated[seat] for seat in CompassSeat if seat.partnership is side)
    return tuple(person for person in found if person is not None)
