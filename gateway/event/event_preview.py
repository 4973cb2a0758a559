"""A preview: what would follow from an act, in sentences, before it is done."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from gateway.model.instants import Instant
from gateway.model.messages import Message, message
from gateway.model.sides import Side
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.standings.explained import written

from .event import Event, EventGame, EventRound
from .event_acts import EventAct, Undo
from .event_fold import EventFold
from .event_schedule import stage_table
from .event_withdrawal import withdrawal_effect
from .other_effects import other_effects

__all__ = ["preview"]

_NAMED = 8
"""Players whose points change and who are named."""


def preview(fold: EventFold, act: EventAct, by: str, at: Instant) -> tuple[Message, ...]:
    """What would be otherwise after it; raises `EventRefused`."""
    after = fold.after(fold.decide(act, by, at)).event
    before = fold.event
    if before is None or after is None:
        return (message("event_effect.opened"),)
    found = [*_entries(before, after), *_rounds(before, after), *_points(before, after), *_end(before, after)]
    found += other_effects(before, after)
    if isinstance(act, Undo):
        undone = next(entry for entry in fold.entries if entry.n == act.n)
        found.insert(0, message("event_effect.undone", n=act.n, by=undone.by))
    return tuple(found) or (message("event_effect.nothing_else"),)


def _entries(before: Event, after: Event) -> Iterator[Message]:
    gone, come = len(set(before.entrants) - set(after.entrants)), len(set(after.entrants) - set(before.entrants))
    if come or gone:
        yield message("event_effect.players", n=len(after.entrants))
    if after.closed and not before.closed:
        first = after.entrants[after.order[0]].person.name
        yield message("event_effect.numbered", n=len(after.order), first=first)
    if len(after.stages) > len(before.stages) and not after.current.is_play_off:
        yield from _stage(after)
    elif after.stages and len(after.stages) == len(before.stages) and _is_rearranged(before, after):
        yield _drawn(after)
    if before.closed and not after.closed:
        yield message("event_effect.numbers_taken_back")
    for player, entrant in after.entrants.items():
        was = before.entrants.get(player)
        if was is not None and was.until is None and entrant.until is not None:
            yield message("event_effect.withdrawn", who=entrant.person.name, round=after.next_round)
            effect = None if entrant.number is None else withdrawal_effect(before, entrant.number)
            if effect is not None:
                yield effect


def _stage(after: Event) -> Iterator[Message]:
    """Who is where in a stage that begins, where that is not one group of all in their order."""
    stage = after.current
    if len(after.stages) > 1:
        yield message("event_effect.stage_begun", stage=stage.number, n=len(stage.numbers))
    if len(after.stages) > 1 or len(stage.groups) > 1:
        for group in stage.groups:
            who = tuple(f"{number} {after.entrant(number).person.name}" for number in group.numbers)
            yield message("event_effect.group", name=group.name, who=who)


def _is_rearranged(before: Event, after: Event) -> bool:
    """Whether the same participants stand otherwise in the stage."""
    return before.current != after.current and before.current.numbers == after.current.numbers


def _drawn(after: Event) -> Message:
    stage = after.current
    if stage.draw is None or not stage.draw.cards:
        return message("event_effect.arranged")
    first = " – ".join(
        "" if number is None else f"{number} {after.entrant(number).person.name}"
        for number in stage.groups[0].slots[:2]
    )
    return message("event_effect.drawn", n=len(stage.draw.cards), first=first)


def _rounds(before: Event, after: Event) -> Iterator[Message]:
    if len(after.rounds) > len(before.rounds):
        yield _paired(after.rounds[-1])
        yield from _empty(after.rounds[-1])
    elif len(after.rounds) < len(before.rounds):
        gone = before.rounds[-1]
        yield message("event_effect.unpaired", round=gone.number, n=len(gone.games))
        if gone.published:
            yield message("event_effect.was_published", round=gone.number)
    for was, is_now in zip(before.rounds, after.rounds, strict=False):
        if was is not is_now:
            yield from _line_ups(before, was, after, is_now)
        if is_now.published and not was.published:
            seated = sum(1 for game in is_now.games if game.table)
            yield message("event_effect.published", round=is_now.number, n=seated)
            if seated < len(is_now.games):
                yield message("event_effect.without_table", n=len(is_now.games) - seated)


def _line_ups(before: Event, was: EventRound, after: Event, is_now: EventRound) -> Iterator[Message]:
    """Who sits where another sat."""
    for old, new in zip(was.games, is_now.games, strict=False):
        for side in Side:
            if old.id != new.id or old.game > 1 or old.seated is None or new.seated is None:
                continue
            if old.seated[side] != new.seated[side]:
                yield message(
                    "event_effect.line_up",
                    team=after.entrant(new.players[side]).person.name,
                    board=new.seat,
                    now=_who(after, new, side),
                    was=_who(before, old, side),
                )
    if [game.seated for game in was.games] != [game.seated for game in is_now.games]:
        yield from _empty(is_now)


def _who(event: Event, game: EventGame, side: Side) -> str | Message:
    person = event.person(game, side)
    return message("event_effect.nobody") if person is None else person.name


def _empty(a_round: EventRound) -> Iterator[Message]:
    games = tuple(str(game.id) for game in a_round.games if game.walkover is not None)
    if games:
        yield message("event_effect.empty_boards", n=len(games), games=games)


def _paired(a_round: EventRound) -> Message:
    matches = len(a_round.matches())
    if matches:
        boards = len({game.board for game in a_round.games})
        return message(
            "event_effect.teams_paired", round=a_round.number, n=matches, boards=boards, byes=len(a_round.byes)
        )
    return message("event_effect.paired", round=a_round.number, n=len(a_round.games), byes=len(a_round.byes))


def _points(before: Event, after: Event) -> Iterator[Message]:
    if not before.rounds or before.order != after.order or len(before.rounds) != len(after.rounds):
        return
    if len(before.stages) != len(after.stages):  # another stage has its own points
        return
    was, is_now = _scores(before), _scores(after)
    changed = [number for number in sorted(is_now) if number in was and was[number] != is_now[number]]
    for number in changed[:_NAMED]:
        yield message(
            "event_effect.points",
            who=after.entrant(number).person.name,
            was=written(was[number]),
            now=written(is_now[number]),
        )
    stale = _rounds_paired_from(before, after)
    if changed and stale:
        yield message("event_effect.pairings_stand", round=stale)


def _scores(event: Event) -> dict[PairingNumber, Fraction]:
    """The points of all who are in the stage that is played, as they stand there."""
    stage = event.current
    tables = [(group, stage_table(event, stage, group)) for group in stage.groups]
    return {number: table.points(number) for group, table in tables for number in group.numbers}


def _rounds_paired_from(before: Event, after: Event) -> int:
    """The last round that was paired from results which are others now; 0: none."""
    for was, is_now in zip(before.rounds[:-1], after.rounds[:-1], strict=False):
        if [before.counted(game) for game in was.games] != [after.counted(game) for game in is_now.games]:
            return len(after.rounds)
    return 0


def _end(before: Event, after: Event) -> Iterator[Message]:
    if after.ranking is not None and before.ranking is None:
        yield message("event_effect.ranked", first=after.entrants[after.ranking[0]].person.name)
    if before.regulations != after.regulations:
        fields = [
            name
            for name in before.regulations.__struct_fields__
            if getattr(before.regulations, name) != getattr(after.regulations, name)
        ]
        yield message("event_effect.regulations", fields=tuple(fields))
