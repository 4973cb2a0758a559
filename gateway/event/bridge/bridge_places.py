"""The places of a bridge event as rows of a list, of whatever form it is."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from .bridge_drawing import GROUP_NAMES, bridge_groups
from .bridge_event import BridgeEvent
from .bridge_ranking import places
from .bridge_regulations import BridgeSystem
from .bridge_standings import TeamStanding, team_standings
from .pairs_scores import pairs_standings

__all__ = ["BridgeStandingRow", "fraction_text", "standing_rows"]


class BridgeStandingRow(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A place."""

    place: int
    number: int
    name: str
    group: str = ""
    """Of two groups, while they play apart, `A` or `B`; of a Mitchell `NS` or `EW`. The place is that in the group."""
    points: str
    """Victory points, matchpoints or IMPs; of a knock-out nothing."""
    percent: str = ""
    matches: int = 0
    wins: int = 0
    won: str = ""
    lost: str = ""
    byes: int = 0
    penalty: str = ""


def fraction_text(value: Fraction, *, signed: bool = False) -> str:
    """A number with two decimals at most."""
    text = f"{float(value):+.2f}" if signed else f"{float(value):.2f}"
    short = text.rstrip("0").rstrip(".")
    return "0" if short in {"+0", "-0"} else short


def standing_rows(event: BridgeEvent, through: int | None = None) -> list[BridgeStandingRow]:
    """The places as they stand, after a round or now."""
    if not event.regulations.form.is_teams:
        return [
            BridgeStandingRow(
                place=each.place,
                number=each.number,
                name=event.contestant(each.number).name,
                group=each.line or "",
                points=fraction_text(each.score),
                percent="" if each.percent is None else f"{float(100 * each.percent):.2f}",
                matches=each.boards,
            )
            for each in pairs_standings(event)
        ]
    if event.regulations.system.is_bracket:
        known = {int(number): place for place, number in places(event)}  # who is still in shares the first
        rows = [(known.get(number, 1), number) for number in range(1, len(event.order) + 1)]
        return [
            BridgeStandingRow(place=place, number=number, name=_name(event, number), points="")
            for place, number in sorted(rows)
        ]
    if event.regulations.system is BridgeSystem.TWO_GROUPS:
        apart = sum(1 for each in event.rounds if each.stage == 1)
        after = len(event.rounds) if through is None else through
        return _carried_rows(event, through) if event.ranks and after > apart else _group_rows(event, through)
    return [_team_row(event, each) for each in team_standings(event, through=through)]


def _name(event: BridgeEvent, number: int) -> str:
    return event.contestants[event.order[number - 1]].name


def _group_rows(event: BridgeEvent, through: int | None) -> list[BridgeStandingRow]:
    """Two groups while they play apart: each by itself."""
    return [
        msgspec.structs.replace(_team_row(event, each), group=name)
        for name, group in zip(GROUP_NAMES, bridge_groups(event), strict=True)
        for each in team_standings(event, through=through, numbers=group)
    ]


def _carried_rows(event: BridgeEvent, last: int | None) -> list[BridgeStandingRow]:
    """Two groups: qualifiers with what they carried along, then the others by their places."""
    through = event.regulations.qualifiers
    qualified = [number for group in event.ranks for number in group[:through]]
    first = [_team_row(event, each) for each in team_standings(event, through=last, numbers=qualified, carried=True)]
    rows = {each.number: each for each in team_standings(event)}
    others = [(place, number) for place, number in places(event) if number not in qualified]
    return [
        *first,
        *(msgspec.structs.replace(_team_row(event, rows[number]), place=place) for place, number in others),
    ]


def _team_row(event: BridgeEvent, each: TeamStanding) -> BridgeStandingRow:
    return BridgeStandingRow(
        place=each.place,
        number=each.number,
        name=event.contestant(each.number).name,
        points=fraction_text(Fraction(each.points)),
        matches=each.matches,
        wins=each.wins,
        won=fraction_text(each.won),
        lost=fraction_text(each.lost),
        byes=each.byes,
        penalty=fraction_text(Fraction(each.penalty)) if each.penalty else "",
    )
