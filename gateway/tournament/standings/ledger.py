"""The ledger: what each participant got in each round, in one kind of score, and what C.07 makes of rounds not played.

Individuals have one ledger, teams one of match points and one of game points.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property

import msgspec

from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, RoundScore

__all__ = ["Contribution", "Ledger", "LedgerRound", "Origin", "UnplayedRule"]

_VOLUNTARY = {RoundScore.HALF_BYE, RoundScore.ZERO_BYE, RoundScore.FORFEIT_LOSS}
_REQUESTED = {RoundScore.HALF_BYE, RoundScore.ZERO_BYE}
ZERO = Fraction(0)


class UnplayedRule(enum.StrEnum):
    """The rule by which rounds without a game enter the tie-breaks that look at opponents."""

    SWISS = "swiss"
    """C.07 16: dummies and adjusted scores."""
    FIXED = "fixed"
    """C.07 15.2, of round robins and other fixed pairings: a forfeited game counts as one."""
    HANDBOOK = "handbook"
    """A forfeited game counts with the opponent's points, a bye is no opponent."""


class LedgerRound(msgspec.Struct, frozen=True):
    """One round of one participant."""

    number: int
    score: RoundScore
    points: Fraction
    opponent: PairingNumber | None = None
    side: Side | None = None

    @property
    def is_played(self) -> bool:
        """Over the board."""
        return self.opponent is not None and self.score.is_played

    @property
    def is_voluntary(self) -> bool:
        """Whether it is a voluntary unplayed round (C.07 16.2)."""
        return self.score in _VOLUNTARY


class Origin(enum.StrEnum):
    """The origin of an opponent's score."""

    OPPONENT = "opponent"
    ADJUSTED = "adjusted"
    """The opponent's, with requested byes at the end counted as draws (16.3)."""
    DUMMY = "dummy"
    """The participant's own: nobody was played (16.4)."""
    DUMMY_DRAWS = "dummy_draws"
    """At most a draw in every round (16.4.1)."""
    DUMMY_OPPONENT = "dummy_opponent"
    """At most what the scheduled opponent has (16.4.2)."""


class Contribution(msgspec.Struct, frozen=True):
    """The contribution of one round to a participant's tie-breaks about opponents."""

    round_number: int
    opponent: PairingNumber | None
    score: Fraction
    """The opponent's, or the dummy's."""
    points: Fraction
    """The participant's own in that round."""
    origin: Origin
    is_voluntary: bool = False


class Ledger:
    """All rounds of all participants in one kind of score."""

    def __init__(
        self,
        rows: Mapping[PairingNumber, tuple[LedgerRound, ...]],
        *,
        round_count: int,
        win: Fraction,
        draw: Fraction,
        loss: Fraction = ZERO,
        rule: UnplayedRule = UnplayedRule.SWISS,
    ) -> None:
        """`round_count` is that of the rounds so far; `win` and `draw` are what a game, or a match, is worth."""
        self.rows = rows
        self.round_count = round_count
        self.win = win
        self.draw = draw
        self.loss = loss
        self.rule = rule
        self._contributions: dict[tuple[PairingNumber, bool], tuple[Contribution, ...]] = {}

    @cached_property
    def scores(self) -> dict[PairingNumber, Fraction]:
        """The final points."""
        return {number: sum((each.points for each in rounds), ZERO) for number, rounds in self.rows.items()}

    @cached_property
    def adjusted(self) -> dict[PairingNumber, Fraction]:
        """The points as opponents see them (16.3): requested byes after which nothing was played are draws."""
        if self.rule is not UnplayedRule.SWISS:
            return self.scores
        return {number: self.scores[number] + self._gain(rounds) for number, rounds in self.rows.items()}

    def _gain(self, rounds: tuple[LedgerRound, ...]) -> Fraction:
        gain = ZERO
        for each in reversed(rounds):
            if not each.is_voluntary:
                break
            if each.score in _REQUESTED:
                gain += self.draw - each.points
        return gain

    def round_of(self, number: PairingNumber, at: int) -> LedgerRound | None:
        """A participant's round."""
        rounds = self.rows.get(number, ())
        if 0 < at <= len(rounds) and rounds[at - 1].number == at:
            return rounds[at - 1]
        return next((each for each in rounds if each.number == at), None)

    def contributions(self, number: PairingNumber, *, forfeits_count: bool = False) -> tuple[Contribution, ...]:
        """Round by round, what the opponents' scores bring."""
        key = (number, forfeits_count)
        if key not in self._contributions:
            counting = forfeits_count or self.rule is not UnplayedRule.SWISS
            found = (self._contribution(number, each, counting) for each in self.rows[number])
            self._contributions[key] = tuple(each for each in found if each is not None)
        return self._contributions[key]

    def _contribution(self, number: PairingNumber, each: LedgerRound, forfeits_count: bool) -> Contribution | None:
        known = each.opponent is not None and each.opponent in self.rows
        if each.opponent is not None and known and (each.is_played or (each.score.is_forfeit and forfeits_count)):
            score = self.adjusted[each.opponent]
            origin = Origin.OPPONENT if score == self.scores[each.opponent] else Origin.ADJUSTED
            return Contribution(each.number, each.opponent, score, each.points, origin)
        if self.rule is not UnplayedRule.SWISS:
            return None
        score, origin = self._dummy(number, each)
        return Contribution(each.number, None, score, each.points, origin, each.is_voluntary)

    def _dummy(self, number: PairingNumber, each: LedgerRound) -> tuple[Fraction, Origin]:
        own = self.scores[number]
        if each.score.is_forfeit and each.opponent is not None and each.opponent in self.rows:
            most, capped = self.adjusted[each.opponent], Origin.DUMMY_OPPONENT
        else:
            most, capped = self.draw * self.round_count, Origin.DUMMY_DRAWS
        return (own, Origin.DUMMY) if own <= most else (most, capped)

    @cached_property
    def by_handbook(self) -> Ledger:
        """The same with rounds not played as the handbooks take them."""
        if self.rule is UnplayedRule.HANDBOOK:
            return self
        return self._like(self.rows, UnplayedRule.HANDBOOK)

    def _like(self, rows: Mapping[PairingNumber, tuple[LedgerRound, ...]], rule: UnplayedRule) -> Ledger:
        count, win, draw, loss = self.round_count, self.win, self.draw, self.loss
        return Ledger(rows, round_count=count, win=win, draw=draw, loss=loss, rule=rule)

    @cached_property
    def fore(self) -> Ledger:
        """The same with every paired game of the last round drawn (8.3)."""

        def drawn(each: LedgerRound) -> LedgerRound:
            if each.number != self.round_count or each.opponent is None:
                return each
            return msgspec.structs.replace(each, score=RoundScore.DRAW, points=self.draw)

        rows = {number: tuple(map(drawn, rounds)) for number, rounds in self.rows.items()}
        return self._like(rows, self.rule)

    def has_game(self, each: LedgerRound) -> bool:
        """Whether it is a game of a participant's own results: with fixed pairings a forfeit win is one (15.2)."""
        return each.is_played or (
            self.rule is not UnplayedRule.SWISS and each.score is RoundScore.FORFEIT_WIN and each.opponent is not None
        )
