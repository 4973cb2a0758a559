"""Tie-breaks from the opponents' scores (C.07 8, 9, 13.2), with cuts and medians (14, 16.5)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from gateway.model.messages import message
from gateway.tournament.crosstable import PairingNumber

from .explained import Addend, AddendCut, AddendKind, TieBreakValue, of_contribution
from .ledger import Contribution, Ledger
from .tie_break_codes import TieBreak
from .tie_break_event import TieBreakEvent

__all__ = [
    "average_of_buchholz",
    "buchholz",
    "buchholz_cut_further",
    "handbook_sonneborn_berger",
    "koya",
    "sonneborn_berger",
    "sum_after_cuts",
    "team_sonneborn_berger",
]


def cuts(values: Sequence[Fraction], each: Sequence[Contribution], lowest: int, highest: int) -> dict[int, AddendCut]:
    """Which of the values are left out, by index, and why; first the lowest, then the highest.

    The least significant value is that of the opponent with the lowest score, the lowest of several such (14).
    A voluntary unplayed round goes in its place, the lowest of them, unless it is the smaller of the two (16.5).
    """
    out: dict[int, AddendCut] = {}
    for _ in range(lowest):
        left = [at for at in range(len(values)) if at not in out]
        if not left:
            break
        least = min(left, key=lambda at: (each[at].score, values[at]))
        chosen = min((at for at in left if each[at].is_voluntary), key=lambda at: values[at], default=None)
        if chosen is not None and values[chosen] >= values[least]:
            out[chosen] = AddendCut.VOLUNTARY
        else:
            out[least] = AddendCut.LOWEST
    for _ in range(highest):
        left = [at for at in range(len(values)) if at not in out]
        if not left:
            break
        out[max(left, key=lambda at: (each[at].score, values[at]))] = AddendCut.HIGHEST
    return out


def sum_after_cuts(
    each: Sequence[Contribution], tie_break: TieBreak, *, product: bool, values: Sequence[Fraction] | None = None
) -> TieBreakValue:
    """The sum of scores, or of products, after what the modifiers leave out."""
    if values is None:
        values = [one.score * one.points if product else one.score for one in each]
    lowest = tie_break.cut or tie_break.median
    out = cuts(values, each, lowest, tie_break.median) if lowest else {}
    total = sum((value for at, value in enumerate(values) if at not in out), Fraction(0))
    addends = tuple(
        of_contribution(one, value, out.get(at), product=product)
        for at, (one, value) in enumerate(zip(each, values, strict=True))
    )
    return TieBreakValue((total,), addends)


def buchholz(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """BH 8.1 and FB 8.3: the sum of the opponents' scores."""
    ledger = _fore_or_not(event, tie_break)
    each = ledger.contributions(number, forfeits_count=tie_break.forfeits_count)
    return sum_after_cuts(each, tie_break, product=False)


def _fore_or_not(event: TieBreakEvent, tie_break: TieBreak) -> Ledger:
    ledger = event.ledger_for(tie_break)
    return ledger.fore if tie_break.fore or tie_break.name == "FB" else ledger


def buchholz_cut_further(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """The handbooks' descending cut: without the lowest opponent, then without the two lowest, and so on."""
    each = event.ledger_for(tie_break).contributions(number)
    scores = sorted(one.score for one in each)
    value = tuple(sum(scores[dropped:], Fraction(0)) for dropped in range(1, len(scores)))
    addends = tuple(of_contribution(one, one.score, None, product=False) for one in each)
    return TieBreakValue(value, addends, formula=message("formula.cut_further"))


def average_of_buchholz(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """AOB 8.2: the mean over the opponents played over the board."""
    ledger = _fore_or_not(event, tie_break)
    addends = []
    for each in event.ledger_for(tie_break).rows[number]:
        if each.opponent is not None and each.is_played and each.opponent in ledger.rows:
            theirs = ledger.contributions(each.opponent, forfeits_count=tie_break.forfeits_count)
            value = sum((one.score for one in theirs), Fraction(0))
            addends.append(Addend(value, AddendKind.BUCHHOLZ, each.number, each.opponent))
    return mean(addends)


def mean(addends: Sequence[Addend]) -> TieBreakValue:
    """Their mean; nothing where there are none."""
    counted = [each.value for each in addends if each.cut is None]
    if not counted:
        return TieBreakValue((Fraction(0),), tuple(addends))
    return TieBreakValue((sum(counted, Fraction(0)) / len(counted),), tuple(addends), formula=message("formula.mean"))


def sonneborn_berger(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """SB 9.1, and 13.2 for teams: each opponent's score by what was scored against it."""
    theirs, ours = tie_break.score, tie_break.score
    if tie_break.name.startswith("E"):  # EMGSB: the opponents' match points by one's own game points
        theirs, ours = f"{tie_break.name[1]}P", f"{tie_break.name[2]}P"
    each = event.ledger(theirs).contributions(number, forfeits_count=tie_break.forfeits_count)
    if theirs != ours:
        own = {one.number: one.points for one in event.ledger(ours).rows[number]}
        each = tuple(
            Contribution(one.round_number, one.opponent, one.score, own[one.round_number], one.origin, one.is_voluntary)
            for one in each
        )
    return sum_after_cuts(each, tie_break, product=True)


def handbook_sonneborn_berger(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """GN 29.1.1 A: the points of those who were beaten, and half the points of those with whom it was a draw."""
    ledger = event.ledger_for(tie_break)
    each = ledger.contributions(number)
    share = {ledger.win: Fraction(1), ledger.draw: Fraction(1, 2)}
    values = [one.score * share.get(one.points, Fraction(0)) for one in each]
    return sum_after_cuts(each, tie_break, product=True, values=values)


def team_sonneborn_berger(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """GN 29.1.2 B: each opposing team's game points by the share of the boards that was won against it."""
    boards = event.board_win * max(event.board_count, 1)
    each = event.ledger("GP").by_handbook.contributions(number)
    values = [one.score * one.points / boards for one in each]
    return sum_after_cuts(each, tie_break, product=True, values=values)


def koya(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """KS 9.2: the points against those with at least half of the highest possible score."""
    ledger = event.ledger_for(tie_break)
    games = max((sum(one.opponent is not None for one in rounds) for rounds in ledger.rows.values()), default=0)
    limit = ledger.win * games / 2 + ledger.draw * tie_break.limit
    addends = tuple(
        Addend(one.points, AddendKind.ENCOUNTER, one.round_number, one.opponent, one.score)
        for one in ledger.contributions(number)
        if one.opponent is not None and ledger.scores[one.opponent] >= limit
    )
    value = sum((each.value for each in addends), Fraction(0))
    return TieBreakValue((value,), addends)
