"""Seats of a bridge event: home and away by lot or by choice (BR (一)), and line-ups from a set or a board on.

A lot that anybody can draw again: the card of each of the two teams is its number, and its mark the seed, the round and
match, and the card: `friday/3.2/5` is that of team 5 in match 2 of round 3. The team whose mark has the smaller SHA-256
is at home; `printf %s 'friday/3.2/5' | sha256sum` gives it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from gateway.event.event_refusals import EventRefused, demand
from gateway.model.messages import message
from gateway.model.persons import Person
from gateway.tournament.bridge.compass import CompassSeat, Partnership
from gateway.tournament.lots import shuffled

from .bridge_acts import ChooseSeats, DrawSeats, LineUpTeam
from .bridge_entries import SeatsDrawn
from .bridge_event import BridgeEvent, BridgeRoundState, BridgeTable, Contestant, ContestantNumber, Room
from .bridge_regulations import BridgeSystem, HomeBy
from .result_changes import with_round

__all__ = [
    "check_line_up",
    "check_seats",
    "drawn_seats",
    "home_by_lot",
    "line_up_place",
    "seatings",
    "undecided_seats",
    "with_line_up",
    "with_seats",
]

_replace = msgspec.structs.replace


def home_by_lot(teams: tuple[ContestantNumber, ContestantNumber], seed: str, number: int, match: int) -> int:
    """Who of two teams is at home in a match of a round."""
    return shuffled(teams, f"{seed}/{number}.{match}")[0]


def undecided_seats(event: BridgeEvent, a_round: BridgeRoundState) -> tuple[int, ...]:
    """Matches of a round whose home team is still to be drawn or chosen, where the event has it so."""
    if event.regulations.home_by is HomeBy.MOVEMENT or _is_reversed(event, a_round):
        return ()
    rooms = {table.match for table in a_round.tables if table.room is not Room.ONLY}
    return tuple(match for match in a_round.matches if match in rooms and match not in a_round.seats)


def check_seats(event: BridgeEvent, act: DrawSeats | ChooseSeats) -> None:
    """Raise `EventRefused` unless home and away of those matches may be decided."""
    demand(bool(event.rounds), "bridge_event.nothing_drawn")
    a_round = event.rounds[-1]
    demand(all(table.room is not Room.ONLY for table in a_round.tables), "bridge_event.no_rooms")
    demand(not _is_reversed(event, a_round), "bridge_event.seats_reversed")
    if isinstance(act, DrawSeats) and not act.match:
        demand(bool(_to_draw(a_round)), "bridge_event.seats_decided")
        return
    tables = a_round.matches.get(act.match)
    if tables is None:
        raise EventRefused(message("bridge_event.no_match", match=act.match))
    demand(not any(table.results for table in tables), "bridge_event.match_begun", match=act.match)
    if isinstance(act, ChooseSeats):
        demand(act.home in _teams(tables), "bridge_event.no_match", match=act.match)


def drawn_seats(event: BridgeEvent, act: DrawSeats) -> SeatsDrawn:
    """Who is at home by these lots."""
    a_round = event.rounds[-1]
    drawn = (act.match,) if act.match else _to_draw(a_round)
    return SeatsDrawn(
        {
            match: ContestantNumber(home_by_lot(_teams(a_round.matches[match]), act.seed, a_round.number, match))
            for match in drawn
        }
    )


def with_seats(event: BridgeEvent, home: Mapping[int, ContestantNumber], seed: str) -> BridgeEvent:
    """The event in whose last round these teams are at home: North-South in the open room, East-West in the closed."""
    a_round = event.rounds[-1]
    tables = tuple(_turned(table, home[table.match]) if table.match in home else table for table in a_round.tables)
    seats = {**a_round.seats, **dict.fromkeys(home, seed)}
    return with_round(event, _replace(a_round, tables=tables, seats=seats))


def _is_reversed(event: BridgeEvent, a_round: BridgeRoundState) -> bool:
    """Whether the first meeting has decided: in the second cycle seats are reversed (BR (三))."""
    return event.regulations.system is BridgeSystem.DOUBLE_ROUND_ROBIN and a_round.stage > 1


def _to_draw(a_round: BridgeRoundState) -> tuple[int, ...]:
    return tuple(
        match
        for match, tables in a_round.matches.items()
        if match not in a_round.seats and not any(table.results for table in tables)
    )


def _teams(tables: tuple[BridgeTable, ...]) -> tuple[ContestantNumber, ContestantNumber]:
    """Both teams of a match, the lower number first: whoever was at home before changes nothing about the lot."""
    one, other = sorted((tables[0].north_south, tables[0].east_west))
    return one, other


def _turned(table: BridgeTable, home: ContestantNumber) -> BridgeTable:
    at_home = table.north_south if table.room is Room.OPEN else table.east_west
    if at_home == home:
        return table
    return _replace(table, north_south=table.east_west, east_west=table.north_south)


# Line-ups -------------------------------------------------------------------------------------------------------------


def check_line_up(event: BridgeEvent, contestant: Contestant, act: LineUpTeam) -> None:
    """Raise `EventRefused` unless these may play for a team from there on."""
    rules = event.regulations
    demand(rules.form.is_teams, "bridge_event.line_ups_of_teams")
    demand(act.set <= rules.sets, "bridge_event.no_set", set=act.set)
    demand(len(act.players) == rules.form.players, "bridge_event.line_up_size", count=rules.form.players)
    known = {each.id for each in contestant.members}
    demand(set(act.players) <= known and len(set(act.players)) == len(act.players), "bridge_event.line_up_members")
    if act.board:
        demand(act.round <= len(event.rounds), "bridge_event.no_round", round=act.round)
        there = _place_of_board(event, contestant, act)
        demand(there is not None, "bridge_event.not_the_teams_board", board=act.board, team=contestant.name)
    twice = rules.system is BridgeSystem.WHIST and _plays_twice(with_line_up(event, act), contestant)
    demand(not twice, "bridge_event.board_twice")


def line_up_place(event: BridgeEvent, act: LineUpTeam) -> int:
    """The place, from 0, of the first board that a line-up holds for."""
    first = _place_of_board(event, event.contestants[act.contestant], act) if act.board else None
    return (act.set - 1) * event.regulations.set_boards if first is None else first


def with_line_up(event: BridgeEvent, act: LineUpTeam) -> BridgeEvent:
    """The event with a line-up."""
    key = act.contestant, act.round, line_up_place(event, act)
    return _replace(event, line_ups={**event.line_ups, key: act.players})


def seatings(event: BridgeEvent, table: BridgeTable) -> tuple[tuple[int, dict[CompassSeat, Person | None]], ...]:
    """Who sits where at a table, with the place, from 0, of the first board for which that holds."""
    found: list[tuple[int, dict[CompassSeat, Person | None]]] = []
    for at in range(len(table.boards)):
        people = event.seated(table, at)
        if not found or found[-1][1] != people:
            found.append((at, people))
    return tuple(found)


def _place_of_board(event: BridgeEvent, contestant: Contestant, act: LineUpTeam) -> int | None:
    """Where a board stands in the order in which the team plays."""
    tables = event.rounds[act.round - 1].tables if act.round <= len(event.rounds) else ()
    for table in tables:
        if contestant.number in (table.north_south, table.east_west) and act.board in table.boards:
            return table.boards.index(act.board)
    return None


def _plays_twice(event: BridgeEvent, contestant: Contestant) -> bool:
    """Whether somebody of a team sits at a board that he has played at another table, as nobody may."""
    seen: set[tuple[str, int]] = set()
    for table in (table for a_round in event.rounds for table in a_round.tables):
        for side in Partnership:
            if table.number(side) != contestant.number:
                continue
            for at, board in enumerate(table.boards):
                people = event.seated(table, at)
                own = {(person.id, board) for seat, person in people.items() if person and seat.partnership is side}
                if own & seen:
                    return True
                seen |= own
    return False
