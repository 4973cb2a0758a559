"""A preview of a bridge event: what would follow from an act, in sentences, before it is done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from gateway.event.recorded_acts import Undo
from gateway.model.instants import Instant
from gateway.model.messages import Message, message

from .board_results import BoardOutcome, outcome_text
from .bridge_acts import BridgeAct
from .bridge_event import BridgeEvent, BridgeRoundState, BridgeTable, Contestant, ContestantNumber, Room
from .bridge_fold import BridgeFold
from .bridge_matches import BridgeMatch, matches
from .bridge_places import fraction_text, standing_rows
from .bridge_regulations import BridgeSystem

__all__ = ["bridge_preview"]

_TABLE = re.compile(r"table (\w+)(?: (NS|EW))?")
"""Who told it, as a table's phone writes it into the record."""
_NAMED = 12
"""Matches, tables, contestants or boards that are named one by one."""
_LATER = {BridgeSystem.SWISS, BridgeSystem.DOUBLE_ROUND_ROBIN, BridgeSystem.TWO_GROUPS}
"""Systems in which later rounds are drawn from earlier results, and stay."""


def bridge_preview(fold: BridgeFold, act: BridgeAct, by: str, at: Instant) -> tuple[Message, ...]:
    """What would be otherwise after it; raises `EventRefused`."""
    after = fold.after(fold.decide(act, by, at)).event
    before = fold.event
    if before is None or after is None:
        return (message("event_effect.opened"),)
    found = [*_entries(before, after), *_rounds(before, after), *_boards(before, after)]
    found += [*_line_ups(before, after), *_points(before, after), *_end(before, after)]
    if isinstance(act, Undo):
        undone = next(entry for entry in fold.entries if entry.n == act.n)
        found.insert(0, message("event_effect.undone", n=act.n, by=_author(undone.by)))
    return tuple(found) or (message("event_effect.nothing_else"),)


def _author(by: str) -> str | Message:
    """Who did it: somebody by name, or a table and the side that told its phone."""
    told = _TABLE.fullmatch(by)
    return message("bridge_desk.by_table", table=told[1].upper(), side=told[2] or "") if told else by


# Entries --------------------------------------------------------------------------------------------------------------


def _entries(before: BridgeEvent, after: BridgeEvent) -> Iterator[Message]:
    if set(before.contestants) != set(after.contestants):
        yield message("bridge_effect.contestants", n=len(after.contestants))
    if after.closed and not before.closed:
        yield message(
            "bridge_effect.numbered", who=tuple(_numbered(after, at) for at in range(1, len(after.order) + 1))
        )
    if before.closed and not after.closed:
        yield message("bridge_effect.numbers_taken_back")
    for key, contestant in after.contestants.items():
        was = before.contestants.get(key)
        if was is None:
            continue
        if (was.name, was.captain, was.members) != (contestant.name, contestant.captain, contestant.members):
            yield message("event_effect.entry", who=was.name, was=_members(was), now=_members(contestant))
        if was.until is None and contestant.until is not None:
            yield message("bridge_effect.withdrawn", who=contestant.name, round=after.next_round)
        if was.until is not None and contestant.until is None:
            yield message("bridge_effect.back", who=contestant.name, round=after.next_round)


def _numbered(event: BridgeEvent, number: int) -> str:
    return f"{number} {event.contestant(ContestantNumber(number)).name}"


def _members(contestant: Contestant) -> str:
    names = ", ".join(member.name for member in contestant.members)
    return f"{contestant.name} ({names})"


# Rounds ---------------------------------------------------------------------------------------------------------------


def _rounds(before: BridgeEvent, after: BridgeEvent) -> Iterator[Message]:
    if len(after.rounds) > len(before.rounds):
        yield from _drawn(after, after.rounds[-1])
    elif len(after.rounds) < len(before.rounds):
        gone = before.rounds[-1]
        yield message("bridge_effect.taken_back", round=gone.number)
        if gone.published:
            yield message("event_effect.was_published", round=gone.number)
    for was, is_now in zip(before.rounds, after.rounds, strict=False):
        if is_now.published and not was.published:
            yield message("bridge_effect.published", round=is_now.number, n=len(is_now.tables))
        yield from _seats(after, was, is_now)


def _drawn(event: BridgeEvent, a_round: BridgeRoundState) -> Iterator[Message]:
    teams = event.regulations.form.is_teams and all(table.room is not Room.ONLY for table in a_round.tables)
    count = len(a_round.matches) if teams else len(a_round.tables)
    key = "bridge_effect.drawn_matches" if teams else "bridge_effect.drawn_tables"
    yield message(key, round=a_round.number, n=count)
    first = [tables[0] for tables in a_round.matches.values()] if teams else list(a_round.tables)
    for table in first[:_NAMED]:
        yield _sitting(event, table, teams=teams)
    if len(first) > _NAMED:
        yield message("bridge_effect.more", n=len(first) - _NAMED)
    if a_round.byes:
        yield message("bridge_effect.byes", who=tuple(_numbered(event, number) for number in a_round.byes))


def _sitting(event: BridgeEvent, table: BridgeTable, *, teams: bool) -> Message:
    """A match with its home team, or a table with both sides."""
    if table.four:
        people = tuple(event.contestant(number).name for number in table.four)
        return message("bridge_effect.four", table=table.label, who=people)
    one, other = _numbered(event, table.north_south), _numbered(event, table.east_west)
    if teams:
        return message("bridge_effect.home", match=table.match, home=one, away=other)
    return message("bridge_effect.table", table=table.label, north_south=one, east_west=other)


def _seats(event: BridgeEvent, was: BridgeRoundState, is_now: BridgeRoundState) -> Iterator[Message]:
    """Home and away, where they have been decided or are others."""
    for match, tables in is_now.matches.items():
        earlier = was.matches.get(match)
        if earlier is None or tables[0].room is Room.ONLY:
            continue
        turned = earlier[0].north_south != tables[0].north_south
        if turned or was.seats.get(match) != is_now.seats.get(match):
            yield _sitting(event, tables[0], teams=True)


def _line_ups(before: BridgeEvent, after: BridgeEvent) -> Iterator[Message]:
    """Who sits where another sat, from which board on."""
    if before.line_ups == after.line_ups or len(before.rounds) != len(after.rounds):
        return
    told = 0
    for was, is_now in zip(before.rounds, after.rounds, strict=True):
        for old, new in zip(was.tables, is_now.tables, strict=True):
            for seat_effect in _seat_effects(before, old, after, new):
                told += 1
                if told <= _NAMED:
                    yield seat_effect
    if not told:
        yield message("bridge_effect.line_up_later")


def _seat_effects(before: BridgeEvent, old: BridgeTable, after: BridgeEvent, new: BridgeTable) -> Iterator[Message]:
    known: dict[str, tuple[str, str]] = {}
    for at, board in enumerate(new.boards):
        one, other = before.seated(old, at), after.seated(new, at)
        for seat, person in other.items():
            earlier = one[seat]
            names = "" if earlier is None else earlier.name, "" if person is None else person.name
            if names[0] == names[1]:
                known.pop(seat.value, None)
            elif known.get(seat.value) != names:
                known[seat.value] = names
                yield message(
                    "bridge_effect.seat",
                    table=new.id.upper(),
                    seat=message(f"bridge_table.seat_{seat.value.lower()}"),
                    board=board,
                    was=names[0],
                    now=names[1],
                )


# Results --------------------------------------------------------------------------------------------------------------


def _boards(before: BridgeEvent, after: BridgeEvent) -> Iterator[Message]:
    told = 0
    for was, is_now in zip(before.rounds, after.rounds, strict=False):
        for old, new in zip(was.tables, is_now.tables, strict=False):
            if old.results is new.results:
                continue
            for board in new.boards:
                one, other = before.counted(old, board), after.counted(new, board)
                if one != other and (told := told + 1) <= _NAMED:
                    yield message(
                        "bridge_effect.result",
                        table=new.id.upper(),
                        board=board,
                        was=_outcome(one),
                        now=_outcome(other),
                    )
    for key, number in after.advanced.items():
        if before.advanced.get(key) != number:
            yield message("bridge_effect.advanced", who=_numbered(after, number), round=key[0], match=key[1])


def _outcome(outcome: BoardOutcome | None) -> str:
    return "" if outcome is None else outcome_text(outcome)


def _points(before: BridgeEvent, after: BridgeEvent) -> Iterator[Message]:
    if not (before.closed and after.closed and before.order == after.order):
        return
    if after.regulations.form.is_teams:
        yield from _matches(_by_number(before), _by_number(after))
    # A bye counts once its round is published: of those whose places it only shifts nothing is told.
    shifted = [each.published for each in before.rounds] == [each.published for each in after.rounds]
    was = {row.number: row for row in standing_rows(before)}
    changed = 0
    for row in standing_rows(after):
        earlier = was.get(row.number)
        if earlier is None or (earlier.points == row.points and (earlier.place == row.place or not shifted)):
            continue
        changed += 1
        if changed <= _NAMED:
            yield message(
                "bridge_effect.standing",
                who=f"{row.number} {row.name}",
                was=earlier.points, now=row.points, place_was=earlier.place, place_now=row.place,
            )  # fmt: skip
    if changed and after.regulations.system in _LATER and len(before.rounds) == len(after.rounds) > 1:
        yield message("event_effect.pairings_stand", round=len(after.rounds))


_Matches = Mapping[tuple[int, int], BridgeMatch]


def _by_number(event: BridgeEvent) -> _Matches:
    return {(match.round, match.number): match for match in matches(event)}


def _matches(was: _Matches, now: _Matches) -> Iterator[Message]:
    """Matches that stand otherwise, in IMPs, and in victory points once they are over."""
    changed = [key for key in now if key in was and _score(was[key]) != _score(now[key])]
    for key in changed[:_NAMED]:
        yield message(
            "bridge_effect.match", round=key[0], match=key[1], was=_score(was[key]), now=_score(now[key])
        )  # fmt: skip


def _score(match: BridgeMatch) -> str:
    imps = f"{fraction_text(match.home_won)} : {fraction_text(match.away_won)} IMP"
    if not match.complete or match.home_vp is None:
        return imps
    return f"{imps}, {match.home_vp} : {match.away_vp} VP"


def _end(before: BridgeEvent, after: BridgeEvent) -> Iterator[Message]:
    if after.ranking is not None and before.ranking is None:
        yield message("event_effect.ranked", first=after.contestants[after.ranking[0]].name)
    if before.ranking is not None and after.ranking is None:
        yield message("bridge_effect.unranked")
    if before.regulations != after.regulations:
        fields = tuple(
            message(f"bridge_rule.{name}")
            for name in before.regulations.__struct_fields__
            if getattr(before.regulations, name) != getattr(after.regulations, name)
        )
        yield message("event_effect.regulations", fields=fields)
