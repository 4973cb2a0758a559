"""The report of an event, as tournament report files (TRF) carry it to other programs."""

from __future__ import annotations

import msgspec

from gateway.tournament.crosstable import Crosstable, Participant
from gateway.tournament.trf.report_tables import report
from gateway.tournament.trf.tournament_report import ForbiddenPairs, ReportPlayer, TournamentReport, VirtualPoints

from .event import Event
from .event_standings import standings
from .regulations import System
from .round_pairing import forbidden_pairs, round_request
from .stage_closing import rounds_planned
from .team_report import team_report

__all__ = ["event_report"]

_CODED = {
    System.DUTCH: "FIDE_DUTCH_2026",
    System.ROUND_ROBIN: "BERGER_ROUNDROBIN",
    System.DOUBLE_ROUND_ROBIN: "FIDE_DOUBLEROUNDROBIN",
    System.KNOCK_OUT: "CUSTOM_KNOCKOUT",
}
_replace = msgspec.structs.replace


def event_report(event: Event) -> TournamentReport:
    """All that other programs can read of it."""
    teams = event.regulations.teams
    return _replace(
        _of_persons(event) if teams is None else team_report(event, teams),
        name=event.regulations.title,
        city=event.regulations.place,
        chief_arbiter=event.regulations.chief_arbiter,
        time_control=event.regulations.control,
        initial_colour=event.regulations.first_side,
        tie_breaks=event.regulations.tie_breaks,
        forbidden_pairs=tuple(map(ForbiddenPairs, forbidden_pairs(event))),
    )


def _of_persons(event: Event) -> TournamentReport:
    ranks = {row.number: row.rank for row in standings(event).rows}
    found = report(_without_blanks(event.crosstable()), ranks)
    return _replace(
        found,
        round_count=rounds_planned(event, play_offs=False),
        player_count=str(len(event.order)),
        rated_count=str(sum(1 for entrant in event.entrants.values() if entrant.person.rating)),
        system=_system(event),
        virtual_points=_virtual_points(event),
        players=tuple(_with_id(event, player) for player in found.players),
    )


def _with_id(event: Event, player: ReportPlayer) -> ReportPlayer:
    return _replace(player, fide_id=event.entrant(player.number).person.federation_id)


def _without_blanks(table: Crosstable) -> Crosstable:
    """The same without games at the end that have no result yet: a file has nothing to say of them."""
    return _replace(table, participants=tuple(map(_trimmed, table.participants)))


def _trimmed(row: Participant) -> Participant:
    rounds = list(row.rounds)
    while rounds and rounds[-1] is None:
        rounds.pop()
    return _replace(row, rounds=tuple(rounds))


def _system(event: Event) -> str:
    code = _CODED.get(event.regulations.system, "CUSTOM_SWISS")
    return f"{code}_BAKU" if event.regulations.plan[0].accelerated else code


def _virtual_points(event: Event) -> tuple[VirtualPoints, ...]:
    """What pairing counted besides in a Swiss of one stage that is accelerated, up to the round that comes next."""
    if len(event.regulations.plan) > 1 or not event.stages:
        return ()
    found = round_request(event, event.current.groups[0]).virtual_points
    return tuple(VirtualPoints(number, points) for number, points in sorted(found.items()))
