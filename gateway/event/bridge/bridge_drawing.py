"""Drawing a round of a bridge event: its tables by the movement, and the places that a next stage is built on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from gateway.event.event_refusals import EventRefused, demand
from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.bridge.bridge_round_robin import (
    BridgeRound,
    bridge_round_robin,
    rotation,
    second_bridge_cycle,
)
from gateway.tournament.bridge.howell import howell
from gateway.tournament.bridge.mitchell import PairsRound, mitchell
from gateway.tournament.bridge.rainbow import rainbow
from gateway.tournament.bridge.whist_movement import american_whist
from gateway.tournament.carry_over import final_stage
from gateway.tournament.crosstable import Crosstable, PairingNumber, Participant, RoundResult, RoundScore
from gateway.tournament.groups import snake_groups
from gateway.tournament.lots import shuffled
from gateway.tournament.pairing_engine import RoundPoints, RoundRequest, Unpairable
from gateway.tournament.team_swiss.team_engine import TeamSwissEngine

from .bridge_bracket import bracket_pairs, bracket_rounds
from .bridge_entries import RoundDrawn
from .bridge_event import BridgeEvent, BridgeTable, ContestantNumber, Room, TableId
from .bridge_matches import matches
from .bridge_regulations import BoardNumbers, BridgeForm, BridgeSystem
from .bridge_standings import bye_rounds, team_standings, vp_penalty

__all__ = ["GROUP_NAMES", "bridge_groups", "demand_complete", "drawn_round", "known_rounds", "round_count"]

ROTATION = "rotation"
GROUP_NAMES = "AB"
_ROOMS = {
    BridgeForm.TEAMS: ((Room.OPEN, 1, "o"), (Room.CLOSED, 1, "c")),
    BridgeForm.EIGHTS: (
        (Room.OPEN, 1, "o1"), (Room.OPEN, 2, "o2"), (Room.CLOSED, 1, "c1"), (Room.CLOSED, 2, "c2"),
    ),
}  # fmt: skip


def round_count(event: BridgeEvent) -> int:
    """The rounds of the event as far as can be said; raises `TournamentError` where the movement does not fit."""
    rules, count = event.regulations, len(event.order)
    match rules.system:
        case BridgeSystem.SWISS:
            return rules.rounds
        case BridgeSystem.KNOCK_OUT | BridgeSystem.DOUBLE_KNOCK_OUT:
            return bracket_rounds(event)
        case BridgeSystem.ROUND_ROBIN:
            most = len(_cycle(event, count))
        case BridgeSystem.DOUBLE_ROUND_ROBIN:
            most = 2 * len(_cycle(event, count))
        case BridgeSystem.TWO_GROUPS:
            smaller = min(map(len, bridge_groups(event)))
            demand(rules.qualifiers <= smaller, "bridge_event.qualifiers", most=smaller)
            most = _group_rounds(event) + rules.qualifiers
        case _:
            most = len(known_rounds(event))
    shortened = rules.rounds and rules.system in _SHORTENED
    return min(most, rules.rounds) if shortened else most


_SHORTENED = {BridgeSystem.ROUND_ROBIN, BridgeSystem.MITCHELL, BridgeSystem.HOWELL, BridgeSystem.RAINBOW}
"""Systems that may end before the movement does."""


def drawn_round(event: BridgeEvent, seed: str) -> RoundDrawn:
    """The next round; raises `EventRefused` or `TournamentError`."""
    demand(event.next_round <= round_count(event), "event.no_round_left")
    match event.regulations.system:
        case BridgeSystem.ROUND_ROBIN:
            return _match_round(event, _cycle(event, len(event.order))[len(event.rounds)])
        case BridgeSystem.DOUBLE_ROUND_ROBIN:
            return _double_round(event, seed)
        case BridgeSystem.TWO_GROUPS:
            return _group_round(event, seed)
        case BridgeSystem.SWISS:
            return _swiss_round(event)
        case BridgeSystem.KNOCK_OUT | BridgeSystem.DOUBLE_KNOCK_OUT:
            return _match_round(event, bracket_pairs(event), bracket=True)
        case _:
            return known_rounds(event)[len(event.rounds)]


def demand_complete(event: BridgeEvent) -> None:
    """Raise `EventRefused` unless every board of every round has a result that counts."""
    for a_round in event.rounds:
        for table in a_round.tables:
            missing = event.missing(table)
            demand(not missing, "bridge_event.results_missing", table=table.id, boards=", ".join(map(str, missing)))


def known_rounds(event: BridgeEvent) -> tuple[RoundDrawn, ...]:
    """Every round of a movement that is known from the beginning: whist, pairs and individuals."""
    match event.regulations.system:
        case BridgeSystem.WHIST:
            return _whist_rounds(event)
        case BridgeSystem.MITCHELL:
            tables = (len(event.order) + 1) // 2
            rounds = mitchell(tables, even=event.regulations.even)
            return tuple(_pairs_round(event, each, east_west=tables) for each in rounds)
        case BridgeSystem.HOWELL:
            rounds = howell(len(event.order) + len(event.order) % 2)
            return tuple(_pairs_round(event, each, east_west=0) for each in rounds)
        case BridgeSystem.RAINBOW:
            return _rainbow_rounds(event)
        case _:
            return ()


# Teams ----------------------------------------------------------------------------------------------------------------


def _cycle(event: BridgeEvent, teams: int) -> tuple[BridgeRound, ...]:
    """A round robin as the event has chosen it."""
    table = event.regulations.table
    return rotation(teams) if table == ROTATION else bridge_round_robin(teams, table)


def _match_round(
    event: BridgeEvent,
    pairs: Iterable[tuple[int, int]],
    *,
    bracket: bool = False,
    stage: int = 1,
    ranks: tuple[tuple[ContestantNumber, ...], ...] = (),
    group: dict[int, str] | None = None,
) -> RoundDrawn:
    """The tables of these matches, home first; whoever should meet nobody has a bye."""
    number, tables, byes = event.next_round, list[BridgeTable](), list[ContestantNumber]()
    for match, (home, away) in enumerate(pairs, 1):
        there = [ContestantNumber(each) for each in (home, away) if event.takes_part(ContestantNumber(each), number)]
        if len(there) == 2:
            tables += _match_tables(event, number, match, there[0], there[1])
        elif not bracket:
            byes += there
    return RoundDrawn(tables=tuple(tables), byes=tuple(byes), stage=stage, ranks=ranks, group=group or {})


def _match_tables(
    event: BridgeEvent, number: int, match: int, home: ContestantNumber, away: ContestantNumber
) -> Iterable[BridgeTable]:
    rules = event.regulations
    before = (number - 1) * rules.boards if rules.board_numbers is BoardNumbers.RUNNING else 0
    boards = tuple(range(before + 1, before + rules.boards + 1))
    for room, place, letter in _ROOMS[rules.form]:
        sides = (home, away) if room is Room.OPEN else (away, home)
        yield BridgeTable(
            id=TableId(f"{number}.{match}{letter}"),
            match=match,
            room=room,
            place=place,
            north_south=sides[0],
            east_west=sides[1],
            boards=boards,
        )


def _double_round(event: BridgeEvent, seed: str) -> RoundDrawn:
    """The second cycle has the places after the first as numbers, and seats reversed (BR (三))."""
    first = _cycle(event, len(event.order))
    done = len(event.rounds)
    if done < len(first):
        return _match_round(event, first[done])
    fresh = done == len(first)
    ranks = _ranked(event, None, seed) if fresh else event.ranks[0]
    table = event.regulations.table
    second = second_bridge_cycle(ranks, "" if table == ROTATION else table)
    pairs = _reversed(event, second[done - len(first)])
    return _match_round(event, pairs, stage=2, ranks=(ranks,) if fresh else ())


def _reversed(event: BridgeEvent, pairs: BridgeRound) -> BridgeRound:
    """The pairs with seats reversed from how they sat in the first cycle: by whichever table, by lot or by choice."""
    first = (a_round for a_round in event.rounds if a_round.stage == 1)
    at_home = {
        (table.north_south, table.east_west) for a_round in first for table in a_round.tables if table.room is Room.OPEN
    }
    return tuple((b, a) if (a, b) in at_home else (a, b) for a, b in pairs)


def bridge_groups(event: BridgeEvent) -> tuple[tuple[ContestantNumber, ...], ...]:
    """The two groups, filled as a snake runs."""
    return snake_groups([ContestantNumber(at) for at in range(1, len(event.order) + 1)], 2)


def _group_rounds(event: BridgeEvent) -> int:
    return max(len(_cycle(event, len(group))) for group in bridge_groups(event))


def _group_round(event: BridgeEvent, seed: str) -> RoundDrawn:
    done, groups = len(event.rounds), bridge_groups(event)
    first = _group_rounds(event)
    if done < first:
        pairs, names = list[tuple[int, int]](), dict[int, str]()
        for name, group in zip(GROUP_NAMES, groups, strict=True):
            cycle = _cycle(event, len(group))
            for pair in cycle[done] if done < len(cycle) else ():
                pairs.append((_member(group, pair[0]), _member(group, pair[1])))
                names[len(pairs)] = name
        return _match_round(event, pairs, group=names)
    fresh = done == first
    ranks = tuple(_ranked(event, group, seed) for group in groups) if fresh else event.ranks
    through = [ranked[: event.regulations.qualifiers] for ranked in ranks]
    stage = final_stage(*([PairingNumber(each) for each in group] for group in through))
    return _match_round(event, stage[done - first].pairs, stage=2, ranks=ranks if fresh else ())


def _member(group: Sequence[ContestantNumber], number: int) -> int:
    return group[number - 1] if number else 0


def _ranked(event: BridgeEvent, numbers: Sequence[ContestantNumber] | None, seed: str) -> tuple[ContestantNumber, ...]:
    """Teams by their places; between those whom nothing parts lots decide, and without a seed nothing does. What is
    built on places waits for every result, a late one too."""
    demand_complete(event)
    standings = team_standings(event, numbers=numbers)
    shared = len({each.place for each in standings}) < len(standings)
    demand(not shared or bool(seed), "bridge_event.places_shared")
    lots = {number: at for at, number in enumerate(shuffled([each.number for each in standings], seed))}
    return tuple(each.number for each in sorted(standings, key=lambda one: (one.place, lots[one.number])))


def _swiss_round(event: BridgeEvent) -> RoundDrawn:
    """By FIDE's rules for teams, with victory points as the score and IMPs as the other one; home is White."""
    absent = [
        PairingNumber(at)
        for at in range(1, len(event.order) + 1)
        if not event.takes_part(ContestantNumber(at), event.next_round)
    ]
    rows, points = [], {}
    for at in range(1, len(event.order) + 1):
        results, got = _swiss_row(event, ContestantNumber(at))
        rows.append(Participant(number=PairingNumber(at), rounds=results))
        points[PairingNumber(at)] = got
    paired = TeamSwissEngine().pair(
        RoundRequest(
            crosstable=Crosstable(participants=tuple(rows), round_count=event.regulations.rounds),
            round=RoundNumber(event.next_round),
            absent=frozenset(absent),
            points=points,
        )
    )
    if isinstance(paired, Unpairable):
        raise EventRefused(paired.reason)
    pairs: list[tuple[int, int]] = [(each.white, each.black) for each in paired.pairs]
    return _match_round(event, [*pairs, *([(paired.bye, 0)] if paired.bye is not None else [])])


def _swiss_row(event: BridgeEvent, number: ContestantNumber) -> tuple[tuple[RoundResult, ...], tuple[RoundPoints, ...]]:
    results = [RoundResult(RoundScore.ZERO_BYE) for _ in event.rounds]
    points = [RoundPoints(Fraction(0)) for _ in event.rounds]
    for a_round in bye_rounds(event, number):
        results[a_round - 1] = RoundResult(RoundScore.PAIRING_BYE)
        points[a_round - 1] = RoundPoints(Fraction(event.regulations.bye))
    for match in matches(event):
        if number not in (match.home, match.away):
            continue
        at_home = number == match.home
        won = RoundScore.DRAW if match.winner is None else RoundScore.WIN
        score = won if match.winner in (None, number) else RoundScore.LOSS
        met = PairingNumber(match.away if at_home else match.home)
        results[match.round - 1] = RoundResult(score, met, Side.WHITE if at_home else Side.BLACK)
        points[match.round - 1] = RoundPoints(
            Fraction((match.home_vp if at_home else match.away_vp) or 0),
            match.home_won if at_home else match.away_won,
        )
    for at, had in enumerate(points):  # as the standings have it
        taken = vp_penalty(event, number, at + 1) - vp_penalty(event, number, at)
        points[at] = RoundPoints(had.primary - Fraction(taken), had.secondary)
    return tuple(results), tuple(points)


# Known from the beginning -----------------------------------------------------------------------------------------


def _set_boards(event: BridgeEvent, number: int) -> tuple[int, ...]:
    count = event.regulations.boards
    return tuple(range((number - 1) * count + 1, number * count + 1))


def _table(event: BridgeEvent, number: int, table: int, sides: tuple[int, int], boards: int) -> BridgeTable:
    return BridgeTable(
        id=TableId(f"{number}.{table}"),
        match=table,
        north_south=ContestantNumber(sides[0]),
        east_west=ContestantNumber(sides[1]),
        boards=_set_boards(event, boards),
    )


def _whist_rounds(event: BridgeEvent) -> tuple[RoundDrawn, ...]:
    teams = len(event.order)
    size = teams + (1 - teams % 2)
    found = []
    for number, one in enumerate(american_whist(teams, leave_out=event.regulations.leave_out), 1):
        tables, byes = [], list[ContestantNumber]()
        for each in one.tables:
            sides = each.north_south, each.east_west
            there = [side for side in sides if event.takes_part(ContestantNumber(side), number)]
            if len(there) == 2:
                tables.append(_table(event, number, each.table, sides, each.boards))
            elif 2 * one.number > size:  # the second half of a match against nobody
                byes += map(ContestantNumber, there)
        found.append(RoundDrawn(tables=tuple(tables), byes=tuple(byes)))
    return tuple(found)


def _pairs_round(event: BridgeEvent, one: PairsRound, *, east_west: int) -> RoundDrawn:
    """A round of pairs; `east_west` is added to the numbers of that direction where it has its own."""
    tables, byes = [], list[ContestantNumber]()
    for each in one.tables:
        sides = each.north_south, each.east_west + east_west
        there = [side for side in sides if event.takes_part(ContestantNumber(side), one.number)]
        if len(there) == 2:
            tables.append(_table(event, one.number, each.table, sides, each.boards))
        else:
            byes += map(ContestantNumber, there)
    return RoundDrawn(tables=tuple(tables), byes=tuple(byes))


def _rainbow_rounds(event: BridgeEvent) -> tuple[RoundDrawn, ...]:
    return tuple(
        RoundDrawn(
            tables=tuple(
                BridgeTable(
                    id=TableId(f"{one.number}.{each.table}"),
                    match=each.table,
                    north_south=ContestantNumber(0),
                    east_west=ContestantNumber(0),
                    four=tuple(map(ContestantNumber, each.players)),
                    boards=_set_boards(event, each.boards),
                )
                for each in one.tables
                if all(event.takes_part(ContestantNumber(player), one.number) for player in each.players)
            )
        )
        for one in rainbow(len(event.order))
    )
