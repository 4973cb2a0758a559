"""The draw of a stage by lots in two hands: seeds, byes or contested places, club-mates apart. GN app.3, DH 一(一)."""

from __future__ import annotations

from gateway.tournament.bracket_draw import BracketDraw, BracketRules, draw_bracket
from gateway.tournament.crosstable import Participant
from gateway.tournament.lots import TwoHands

from .event import Event
from .event_acts import DrawLots
from .event_entries import Drawn
from .regulations import StageRules
from .stage_making import least_places
from .stages import StageGroup

__all__ = ["drawn", "drawn_again"]


def drawn(event: Event, act: DrawLots) -> Drawn:
    """The places of the stage that is played, by these seeds; raises `TournamentError` where they cannot be drawn."""
    stage = event.current
    rules = event.rules_of(stage)
    draws = [_draw(event, rules, group, act) for group in stage.groups]
    groups = tuple(
        StageGroup(name=group.name, numbers=group.numbers, slots=draw.slots, contested=draw.contested)
        for group, draw in zip(stage.groups, draws, strict=True)
    )
    return Drawn(groups, tuple(card for draw in draws for card in draw.cards))


def drawn_again(event: Event) -> bool:
    """Whether the recorded seeds of the stage that is played give the recorded places."""
    stage = event.current
    if stage.draw is None:
        return False
    again = drawn(event, DrawLots(names=stage.draw.names, numbers=stage.draw.numbers))
    return again == Drawn(stage.groups, stage.draw.cards)


def _draw(event: Event, rules: StageRules, group: StageGroup, act: DrawLots) -> BracketDraw:
    """One bracket; each of several has seeds of its own, which end with its name."""
    end = f"/{group.name}" if group.name else ""
    bracket = BracketRules(
        seeds=rules.seeds or 0,
        within_tier=rules.within_tier,
        contested=rules.contested,
        apart=rules.apart,
        least=least_places(rules),
    )
    people = [_participant(event, group, at) for at in range(len(group.numbers))]
    return draw_bracket(people, bracket, TwoHands(act.names + end, act.numbers + end))


def _participant(event: Event, group: StageGroup, at: int) -> Participant:
    number = group.numbers[at]
    person = event.entrant(number).person
    return Participant(
        number=number, name=person.name, rating=person.rating, club=person.club, federation=person.federation
    )
