"""The ranking: by points, and for each subgroup still tied by the next tie-break of the event's list (C.07 4.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby

import msgspec

from gateway.model.messages import Message, message
from gateway.tournament.crosstable import PairingNumber

from . import board_points, opponents_scores, own_results, rating_tie_breaks
from .direct_encounter import (
    Groups,
    direct_encounter,
    encounters,
    extended_encounter,
    handbook_encounter,
)
from .explained import Addend, AddendKind, TieBreakValue
from .ledger import UnplayedRule
from .tie_break_codes import NOT_FOR_TEAMS, TEAM_ONLY, TieBreak
from .tie_break_event import TieBreakEvent

__all__ = ["RankedRow", "Standings", "parted", "rank", "tie_break_value"]

_Compute = Callable[[TieBreakEvent, TieBreak, PairingNumber], TieBreakValue]
_ALONE: dict[str, _Compute] = {
    **dict.fromkeys(("WIN", "WON", "BPG", "BWG", "REP", "WINS"), own_results.rounds_counted),
    **dict.fromkeys(("PS", "PROGRESSIVE"), own_results.progressive),
    "STD": own_results.standard,
    "TPN": own_results.pairing_number,
    **dict.fromkeys(("BH", "FB", "BUCHHOLZ", "MEDIAN_BUCHHOLZ"), opponents_scores.buchholz),
    "BUCHHOLZ_CUT_DESC": opponents_scores.buchholz_cut_further,
    "AOB": opponents_scores.average_of_buchholz,
    **dict.fromkeys(("SB", "EMMSB", "EMGSB", "EGMSB", "EGGSB"), opponents_scores.sonneborn_berger),
    "SONNEBORN_BERGER": opponents_scores.handbook_sonneborn_berger,
    "TEAM_SONNEBORN_BERGER": opponents_scores.team_sonneborn_berger,
    "KS": opponents_scores.koya,
    **dict.fromkeys(("ARO", "AVG_OPP_RATING"), rating_tie_breaks.average_rating),
    **dict.fromkeys(("TPR", "PTP"), rating_tie_breaks.own_performance),
    **dict.fromkeys(("APRO", "APPO"), rating_tie_breaks.average_of_performances),
    **dict.fromkeys(("RTNG", "RATING"), own_results.rating),
    **dict.fromkeys(("BC", "TBR", "BBE", "BOARD_ORDER"), board_points.board_tie_break),
    **dict.fromkeys(("MPVGP", "GAME_POINTS", "MATCH_POINTS"), own_results.secondary_total),
    "MATCH_WINS": own_results.match_wins,
    "SSSC": board_points.scores_and_schedule,
}
"""Tie-breaks whose number does not depend on who else is tied."""
_AMONG: dict[str, Callable[[TieBreakEvent, TieBreak, Sequence[PairingNumber]], Groups]] = {
    "DE": direct_encounter,
    **dict.fromkeys(("EDE", "EDEBT", "EDEBB", "EDET", "EDEB"), extended_encounter),
    "DIRECT": handbook_encounter,
}
"""Tie-breaks among those who are tied."""
_OF_OPPONENTS = {"BH", "FB", "AOB"}
_OF_RATINGS = {"ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"}


class RankedRow(msgspec.Struct, frozen=True):
    """One participant's place."""

    number: PairingNumber
    rank: int
    """Shared by those whom nothing told apart."""
    points: Fraction
    values: tuple[TieBreakValue | None, ...]
    """One for each tie-break; None where it was not looked at: nobody was tied, or it was dropped."""
    by_lot: bool = False
    by_play_off: bool = False


class Standings(msgspec.Struct, frozen=True):
    """All places, and which tie-breaks were left out and why."""

    tie_breaks: tuple[TieBreak, ...]
    rows: tuple[RankedRow, ...]
    remarks: tuple[Message, ...] = ()


def tie_break_value(event: TieBreakEvent, tie_break: TieBreak, number: PairingNumber) -> TieBreakValue:
    """A participant's number in a tie-break that does not depend on who is tied."""
    return _ALONE[tie_break.name](event, tie_break, number)


def rank(
    event: TieBreakEvent,
    tie_breaks: Sequence[TieBreak],
    *,
    lots: Mapping[PairingNumber, int] | None = None,
) -> Standings:
    """The standings. `lots` decide where all is equal, the lower first; without them such a place is shared."""
    scores = event.primary.scores
    values: dict[PairingNumber, list[TieBreakValue | None]] = {number: [] for number in scores}
    groups = [
        list(group) for _, group in groupby(sorted(scores, key=lambda one: (-scores[one], one)), scores.__getitem__)
    ]
    remarks = []
    for tie_break in tie_breaks:
        remark = _dropped(event, tie_break)
        if remark is not None:
            remarks.append(remark)
            for row in values.values():
                row.append(None)
        elif tie_break.name in _AMONG:
            groups = _rank_among(event, tie_break, groups, values)
        else:
            groups = _rank_alone(event, tie_break, groups, values)
    rows: list[RankedRow] = []
    for group in groups:
        place = len(rows) + 1
        rows += [RankedRow(number, place, scores[number], tuple(values[number])) for number in group]
    shared = Standings(tuple(tie_breaks), tuple(rows), tuple(remarks))
    return parted(shared, lots, by_lot=True) if lots else shared


def parted(standings: Standings, order: Mapping[PairingNumber, int], *, by_lot: bool) -> Standings:
    """The standings with those who share a place parted by an order, the lower first: of lots, or of a play-off.

    Who is not in it comes after those who are; where nobody of a place is in it, the place stays shared.
    """
    beyond = len(order) + len(standings.rows)

    def place_in(row: RankedRow) -> int:
        return order.get(row.number, beyond)

    rows: list[RankedRow] = []
    for _, run in groupby(standings.rows, lambda row: row.rank):
        shared = list(run)
        if len(shared) == 1 or not any(row.number in order for row in shared):
            rows += shared
            continue
        for _, equal in groupby(sorted(shared, key=place_in), place_in):
            place = len(rows) + 1
            rows += [
                msgspec.structs.replace(
                    row, rank=place, by_lot=row.by_lot or by_lot, by_play_off=row.by_play_off or not by_lot
                )
                for row in equal
            ]
    return msgspec.structs.replace(standings, rows=tuple(rows))


def _dropped(event: TieBreakEvent, tie_break: TieBreak) -> Message | None:
    """Why a tie-break cannot be used in this event; None if it can."""
    if tie_break.name in TEAM_ONLY and not event.is_team_event:
        return message("tie_break.teams_only", code=tie_break.code)
    if tie_break.name in NOT_FOR_TEAMS and event.is_team_event:
        return message("tie_break.persons_only", code=tie_break.code)
    if tie_break.name in _OF_OPPONENTS and event.primary.rule is UnplayedRule.FIXED:
        return message("tie_break.not_in_round_robin", code=tie_break.code)
    if tie_break.name in _OF_RATINGS and not event.all_rated:
        return message("tie_break.unrated", code=tie_break.code)
    return None


def _rank_alone(
    event: TieBreakEvent,
    tie_break: TieBreak,
    groups: Groups,
    values: dict[PairingNumber, list[TieBreakValue | None]],
) -> Groups:
    compute = _ALONE[tie_break.name]
    found = {number: compute(event, tie_break, number) for number in values}
    for number, row in values.items():
        row.append(found[number])
    parted: Groups = []
    for group in groups:
        if len(group) == 1 or not _may_compare(event, tie_break, group):
            parted.append(group)
            continue
        ordered = sorted(group, key=lambda one: found[one].compared, reverse=True)
        parted += [list(part) for _, part in groupby(ordered, lambda one: found[one].compared)]
    return parted


def _may_compare(event: TieBreakEvent, tie_break: TieBreak, group: Sequence[PairingNumber]) -> bool:
    """Whether the tie-break may part this group: the board count only teams with equal game points (12.1)."""
    if tie_break.name != "BC":
        return True
    points = event.ledger("GP").scores
    return len({points[number] for number in group}) == 1


def _rank_among(
    event: TieBreakEvent,
    tie_break: TieBreak,
    groups: Groups,
    values: dict[PairingNumber, list[TieBreakValue | None]],
) -> Groups:
    parted: Groups = []
    for group in groups:
        if len(group) == 1:
            values[group[0]].append(None)
            parted.append(group)
            continue
        parts = _AMONG[tie_break.name](event, tie_break, group)
        parted += parts
        forfeits = tie_break.forfeits_count or tie_break.name == "DIRECT"
        meetings = encounters(event.ledger_for(tie_break), group, forfeits_count=forfeits)
        place = 1
        for part in parts:
            for number in part:
                addends = tuple(
                    Addend(points, AddendKind.ENCOUNTER, at, opponent)
                    for opponent, games in meetings[number].items()
                    for at, points in games
                )
                formula = message("formula.among", place=place, count=len(group), total=len(parts))
                values[number].append(
                    TieBreakValue((Fraction(place),), addends, key=(Fraction(-place),), formula=formula)
                )
            place += len(part)
    return parted
