"""An event as tie-breaks read it: one ledger for persons, two and the boards for teams."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from gateway.tournament.crosstable import Crosstable, PairingNumber

from .ledger import Ledger, LedgerRound, UnplayedRule
from .tie_break_codes import HANDBOOK, TieBreak

__all__ = ["TieBreakEvent", "person_event"]


class TieBreakEvent:
    """The scores of an event, and what else its tie-breaks look at."""

    def __init__(
        self,
        primary: Ledger,
        *,
        secondary: Ledger | None = None,
        primary_name: str = "",
        ratings: Mapping[PairingNumber, int | None] | None = None,
        unrated_as: int | None = None,
        boards: Mapping[PairingNumber, tuple[tuple[Fraction, ...], ...]] | None = None,
        board_win: Fraction = Fraction(1),
        board_count: int = 0,
    ) -> None:
        """`primary_name` is MP or GP; `boards` holds the points of each board, round by round."""
        self.primary = primary
        self.secondary = secondary
        self.primary_name = primary_name
        self.ratings = ratings or {}
        self.unrated_as = unrated_as
        self.boards = boards or {}
        self.board_win = board_win
        self.board_count = board_count
        self.cache: dict[object, object] = {}

    @property
    def is_team_event(self) -> bool:
        """Whether there is a second score."""
        return self.secondary is not None

    def ledger(self, name: str = "") -> Ledger:
        """The ledger of a score; without a name the primary one."""
        if not name or name == self.primary_name or self.secondary is None:
            return self.primary
        return self.secondary

    def ledger_for(self, tie_break: TieBreak) -> Ledger:
        """The ledger that a tie-break reads: of its reference score, by the rules of its book."""
        ledger = self.ledger(tie_break.score)
        return ledger.by_handbook if tie_break.name in HANDBOOK else ledger

    def rating(self, number: PairingNumber) -> int | None:
        """A rating, or what the event announced for those without one."""
        return self.ratings.get(number) or self.unrated_as

    @property
    def all_rated(self) -> bool:
        """Whether everybody has a rating, or what stands for it."""
        return all(self.rating(number) is not None for number in self.primary.rows)


def person_event(
    table: Crosstable,
    *,
    rule: UnplayedRule = UnplayedRule.SWISS,
    through: int | None = None,
    unrated_as: int | None = None,
    extra: Mapping[tuple[PairingNumber, int], Fraction] | None = None,
) -> TieBreakEvent:
    """An event of persons, to the end of a round; `extra` are bonuses and penalties by number and round.

    A round of which nothing is known is not there: the numbers are then those of the moment.
    """
    last = table.rounds_known if through is None else min(through, table.rounds_known)
    extra = extra or {}
    rows = {
        row.number: tuple(
            LedgerRound(
                at,
                each.score,
                table.scale.of(each.score) + extra.get((row.number, at), Fraction(0)),
                each.opponent,
                each.side,
            )
            for at, each in enumerate(row.rounds[:last], start=1)
            if each is not None
        )
        for row in table.participants
    }
    scale = table.scale
    ledger = Ledger(rows, round_count=last, win=scale.win, draw=scale.draw, loss=scale.loss, rule=rule)
    ratings = {row.number: row.rating for row in table.participants}
    return TieBreakEvent(ledger, ratings=ratings, unrated_as=unrated_as)
