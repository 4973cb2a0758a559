"""The effects of acts that change one thing about somebody: an entry, a bye, a table, who may meet, an opening."""

from __future__ import annotations

from collections.abc import Iterator

from gateway.model.messages import Message, message

from .event import Entrant, Event
from .event_schedule import schedule

__all__ = ["other_effects"]


def other_effects(before: Event, after: Event) -> Iterator[Message]:
    """What is otherwise after an act, as far as it is not a round, a result or the end."""
    for player, entrant in after.entrants.items():
        was = before.entrants.get(player)
        if was is not None and was != entrant:
            yield from _changed(was, entrant)
    if before.forbidden != after.forbidden:
        yield message("event_effect.forbidden", n=len(after.forbidden))
    yield from _openings(before, after)
    if before.ticked != after.ticked:
        yield message("event_effect.ticked", done="yes" if len(after.ticked) > len(before.ticked) else "no")
    if len(after.stages) > len(before.stages) and after.current.is_play_off:
        yield _play_off(after)


def _changed(was: Entrant, entrant: Entrant) -> Iterator[Message]:
    person, earlier = entrant.person, was.person
    if (earlier, was.members, was.captain) != (person, entrant.members, entrant.captain):
        texts = (_words(was), _words(entrant))
        if texts[0] != texts[1]:
            yield message("event_effect.entry", who=earlier.name, was=texts[0], now=texts[1])
    for number in sorted(set(was.byes) | set(entrant.byes)):
        if was.byes.get(number) != entrant.byes.get(number):
            key = "event_effect.bye" if number in entrant.byes else "event_effect.plays_again"
            yield message(key, who=person.name, round=number)
    seats = [(person.name, was.table, entrant.table)]
    seats += [
        (member.name, was.tables.get(member.id, ""), entrant.tables.get(member.id, "")) for member in entrant.members
    ]
    for who, table, now in seats:
        if table != now and now:
            yield message("event_effect.table", who=who, table=now.upper())
        elif table != now:
            yield message("event_effect.any_table", who=who)


def _words(entrant: Entrant) -> str:
    """An entry in a line."""
    person = entrant.person
    known = (person.title, person.name, person.rating, person.federation, person.club, person.federation_id)
    members = ", ".join(member.name for member in entrant.members)
    return " ".join(filter(None, (*(str(each) for each in known if each), members and f"({members})")))


def _openings(before: Event, after: Event) -> Iterator[Message]:
    for number, board in sorted(set(before.openings) | set(after.openings)):
        now = after.openings.get((number, board), "")
        if before.openings.get((number, board), "") != now:
            yield message("event_effect.opening", round=number, board=board, opening=now)


def _play_off(after: Event) -> Message:
    stage = after.current
    rules = after.rules_of(stage)
    return message(
        "event_effect.play_off",
        numbers=tuple(map(str, stage.groups[0].numbers)),
        rounds=len(schedule(after, stage, stage.groups[0])),
        games=rules.games,
        control=rules.control,
    )
