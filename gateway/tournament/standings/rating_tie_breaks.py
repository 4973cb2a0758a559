"""Tie-breaks from the opponents' ratings (C.07 10). Games over the board alone count, and they count 1, 1/2, 0."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from gateway.model.messages import message
from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.elo import half_up, perfect_performance, performance

from .explained import Addend, AddendCut, AddendKind, TieBreakValue
from .opponents_scores import mean
from .tie_break_codes import TieBreak
from .tie_break_event import TieBreakEvent

__all__ = ["average_of_performances", "average_rating", "own_performance"]

_HALVES = {
    RoundScore.WIN: 2, RoundScore.UNRATED_WIN: 2, RoundScore.DRAW: 1, RoundScore.UNRATED_DRAW: 1,
    RoundScore.LOSS: 0, RoundScore.UNRATED_LOSS: 0,
}  # fmt: skip


def _games(event: TieBreakEvent, number: PairingNumber) -> Iterator[tuple[int, PairingNumber, int, int]]:
    """Round, opponent, the opponent's rating, half points."""
    for each in event.primary.rows[number]:
        if each.opponent is not None and each.is_played:
            yield each.number, each.opponent, event.rating(each.opponent) or 0, _HALVES[each.score]


def average_rating(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """ARO 10.1: the mean rating, rounded; a cut leaves out the lowest."""
    games = list(_games(event, number))
    order = sorted(range(len(games)), key=lambda at: games[at][2])
    lowest = tie_break.cut or tie_break.median
    out: dict[int, AddendCut] = dict.fromkeys(order[:lowest], AddendCut.LOWEST)
    out |= dict.fromkeys([at for at in order[::-1] if at not in out][: tie_break.median], AddendCut.HIGHEST)
    found = mean(
        [
            Addend(Fraction(rating), AddendKind.RATING, at_round, opponent, cut=out.get(at))
            for at, (at_round, opponent, rating, _) in enumerate(games)
        ]
    )
    exact = tie_break.name == "AVG_OPP_RATING"  # the handbooks do not round
    value = found.value if exact else tuple(Fraction(half_up(each)) for each in found.value)
    return TieBreakValue(value, found.addends, formula=found.formula)


def own_performance(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """TPR 10.2 and PTP 10.3."""
    games = list(_games(event, number))
    addends = tuple(
        Addend(Fraction(rating), AddendKind.RATING, at_round, opponent) for at_round, opponent, rating, _ in games
    )
    if not games:
        return TieBreakValue((Fraction(0),))
    score = Fraction(sum(halves for *_, halves in games), 2)
    compute = performance if tie_break.name in {"TPR", "APRO"} else perfect_performance
    value = Fraction(compute([rating for _, _, rating, _ in games], score))
    points = f"{float(score):g}"
    formula = (
        message("formula.tpr", points=points, games=len(games))
        if compute is performance
        else message("formula.ptp", points=points, games=len(games))
    )
    return TieBreakValue((value,), addends, formula=formula)


def average_of_performances(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """APRO 10.4 and APPO 10.5: the mean of the opponents' performances, rounded."""
    addends = []
    for at_round, opponent, _, _ in _games(event, number):
        key = (tie_break.name, opponent)
        if key not in event.cache:
            event.cache[key] = own_performance(event, tie_break, opponent).value[0]
        value = event.cache[key]
        if isinstance(value, Fraction):
            addends.append(Addend(value, AddendKind.PERFORMANCE, at_round, opponent))
    found = mean(addends)
    return TieBreakValue(tuple(Fraction(half_up(each)) for each in found.value), found.addends, formula=found.formula)
