"""Tie-breaks from a participant's own results and data (C.07 7, 10.6, 13.1)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate

from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber, RoundScore

from .explained import Addend, AddendCut, AddendKind, TieBreakValue
from .ledger import Ledger, LedgerRound
from .tie_break_codes import TieBreak
from .tie_break_event import TieBreakEvent

__all__ = ["match_wins", "pairing_number", "progressive", "rating", "rounds_counted", "secondary_total", "standard"]

_WON = {RoundScore.WIN, RoundScore.UNRATED_WIN, RoundScore.FORFEIT_WIN}
ONE, HALF = Fraction(1), Fraction(1, 2)


def _win(ledger: Ledger, each: LedgerRound) -> bool:
    return each.points == ledger.win


def _won(ledger: Ledger, each: LedgerRound) -> bool:
    return ledger.has_game(each) and each.score in _WON


def _black(ledger: Ledger, each: LedgerRound) -> bool:
    return ledger.has_game(each) and each.side is Side.BLACK


def _black_won(ledger: Ledger, each: LedgerRound) -> bool:
    return _black(ledger, each) and _won(ledger, each)


def _elected(ledger: Ledger, each: LedgerRound) -> bool:  # noqa: ARG001 - as the others
    return not each.is_voluntary


_COUNTED: dict[str, Callable[[Ledger, LedgerRound], bool]] = {
    "WIN": _win,  # 7.1
    "WINS": _win,
    "WON": _won,  # 7.2
    "BPG": _black,  # 7.3
    "BWG": _black_won,  # 7.4
    "REP": _elected,  # 7.6
}


def rounds_counted(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """WIN, WON, BPG, BWG, REP: how many rounds were so."""
    ledger = event.ledger_for(tie_break)
    counts = _COUNTED[tie_break.name]
    addends = tuple(
        Addend(ONE, AddendKind.ROUND, each.number, each.opponent)
        for each in ledger.rows[number]
        if counts(ledger, each)
    )
    return TieBreakValue((Fraction(len(addends)),), addends)


def match_wins(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """Matches won, with those that were given away."""
    ledger = event.ledger_for(tie_break)
    addends = tuple(
        Addend(ONE, AddendKind.ROUND, each.number, each.opponent) for each in ledger.rows[number] if each.score in _WON
    )
    return TieBreakValue((Fraction(len(addends)),), addends)


def progressive(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """PS 7.5: the sum of the score after each round; a cut drops the earliest."""
    rounds = event.ledger_for(tie_break).rows[number]
    addends = tuple(
        Addend(
            score, AddendKind.RUNNING, each.number, each.opponent, cut=AddendCut.FIRST if at < tie_break.cut else None
        )
        for at, (each, score) in enumerate(zip(rounds, accumulate(one.points for one in rounds), strict=True))
    )
    return TieBreakValue((sum((each.value for each in addends if each.cut is None), Fraction(0)),), addends)


def standard(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """STD 7.7: a point for each round with more than the opponent, half a point for as much."""
    ledger = event.ledger_for(tie_break)
    addends = []
    for each in ledger.rows[number]:
        # Without play a draw's points are the measure: who forfeits with the opponent has not drawn.
        met = None if each.opponent is None or not each.is_played else ledger.round_of(each.opponent, each.number)
        against = ledger.draw if met is None else met.points
        value = ONE if each.points > against else HALF if each.points == against else Fraction(0)
        if value:
            addends.append(Addend(value, AddendKind.ROUND, each.number, each.opponent))
    return TieBreakValue((sum((each.value for each in addends), Fraction(0)),), tuple(addends))


def pairing_number(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:  # noqa: ARG001 - as the others
    """TPN 7.8: the lower number first; reversed, the higher."""
    value = Fraction(number)
    return TieBreakValue((value,), key=(value if tie_break.reverse else -value,))


def rating(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """RTNG 10.6: the higher rating first; reversed, the lower."""
    value = Fraction(event.rating(number) or 0)
    return TieBreakValue((value,), key=(-value if tie_break.reverse else value,))


def secondary_total(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """MPvGP 13.1: the other of match and game points; and either by its name."""
    named = {"GAME_POINTS": "GP", "MATCH_POINTS": "MP"}
    other = "GP" if event.primary_name == "MP" else "MP"
    ledger = event.ledger(named.get(tie_break.name, other))
    addends = tuple(Addend(each.points, AddendKind.TOTAL, each.number, each.opponent) for each in ledger.rows[number])
    return TieBreakValue((ledger.scores[number],), addends)
