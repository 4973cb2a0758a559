"""Stages of a tournament from the command line: the draw, groups and places, brackets, the way to the next stage."""

from __future__ import annotations

import re
import shlex
from typing import Annotated

import msgspec
import typer

from gateway.event.event import Event
from gateway.event.event_acts import ArrangeStage, CloseStage, DrawLots
from gateway.event.event_refusals import EventRefused
from gateway.event.regulations import StageRules
from gateway.event.stage_drawing import drawn_again
from gateway.event.stages import StageGroup
from gateway.model.errors import SettingsError
from gateway.model.messages import message
from gateway.tournament.crosstable import PairingNumber

from .language import catalogue
from .tournament_acts import do_acts, event_of, kept_tournament
from .tournament_tables import print_bracket, print_groups

__all__ = ["arrange", "bracket", "draw", "next_stage", "read_stage"]

_LISTS = ("play_off", "tie_breaks")
"""What a stage has several of, written with commas."""
_CONTESTED = re.compile(r"(\d+)/(\d+)")
_Stage = Annotated[int, typer.Option(min=0, max=99, help="Of this stage, counted as they began; without, the last.")]


def read_stage(text: str) -> StageRules:
    """A stage as it is written on the command line: the system, then what else it has."""
    words = shlex.split(text)
    if not words:
        raise SettingsError("A stage begins with its system: 'round_robin groups=4 qualifiers=8'.")
    fields: dict[str, object] = {"system": words[0]}
    for word in words[1:]:
        name, given, value = word.partition("=")
        fields[name] = value.split(",") if name in _LISTS else value if given else True
    try:
        return msgspec.convert(fields, StageRules, strict=False)
    except msgspec.ValidationError as error:
        raise SettingsError(
            f"'{text}' is not a stage: {error}. See docs/tournaments.md for what a stage has."
        ) from error


def next_stage(
    context: typer.Context,
    seed: Annotated[str, typer.Option(help="What lots are drawn from between those who share a place.")] = "",
) -> None:
    """Close the stage: its places are fixed, and those who go on are put into the next one."""
    print_groups(event_of(do_acts(context, CloseStage(seed=seed))))


def draw(
    context: typer.Context,
    names: Annotated[str, typer.Option(help="The seed of the name cards: any text.")] = "",
    numbers: Annotated[str, typer.Option(help="The seed of the number cards, by another hand.")] = "",
    check: Annotated[bool, typer.Option("--check", help="Draw again from the recorded seeds, and compare.")] = False,
) -> None:
    """Draw the knock-out by lot, names and numbers in two hands, or check a draw."""
    if check:
        with kept_tournament(context) as kept:
            _check_draw(event_of(kept.fold()))
        return
    if not names or not numbers:
        raise SettingsError("Lots lie in two hands: give --names and --numbers, each with a seed of its own.")
    print_groups(event_of(do_acts(context, DrawLots(names=names, numbers=numbers))))


def _check_draw(event: Event) -> None:
    if not event.stages or event.current.draw is None:
        raise EventRefused(message("event.nothing_drawn"))
    same = drawn_again(event)
    typer.echo(catalogue().render(message("event.draw_same" if same else "event.draw_other")))
    if not same:
        raise typer.Exit(1)


def arrange(
    context: typer.Context,
    groups: Annotated[
        list[str],
        typer.Argument(help="A group each, by pairing numbers: '1 4 5'. Of a knock-out the places: '1 - 4/5 3'."),
    ],
) -> None:
    """Enter groups or places as they were drawn elsewhere, before the first round of the stage."""
    with kept_tournament(context) as kept:
        event = event_of(kept.fold())
    in_places = bool(event.stages) and event.rules_of(event.current).system.is_bracket
    made = tuple(_group(text, in_places=in_places) for text in groups)
    print_groups(event_of(do_acts(context, ArrangeStage(groups=made))))


def _group(text: str, *, in_places: bool) -> StageGroup:
    """`1 4 5`, or the places of a draw: `-` is an empty one, and `4/5` one that two play for."""
    slots: list[PairingNumber | None] = []
    contested: dict[int, tuple[PairingNumber, PairingNumber]] = {}
    for at, word in enumerate(text.split(), 1):
        two = _CONTESTED.fullmatch(word)
        if two is not None:
            contested[at] = PairingNumber(int(two[1])), PairingNumber(int(two[2]))
        elif word != "-" and not word.isdecimal():
            raise SettingsError(f"'{word}' is not a place: write a pairing number, - for nobody, or 4/5 for two.")
        slots.append(PairingNumber(int(word)) if word.isdecimal() else None)
    numbers = [number for number in slots if number is not None] + [each for two in contested.values() for each in two]
    if not in_places:
        return StageGroup(numbers=tuple(numbers))
    return StageGroup(numbers=tuple(sorted(numbers)), slots=tuple(slots), contested=contested)


def bracket(context: typer.Context, stage: _Stage = 0) -> None:
    """Show the bracket of a knock-out."""
    with kept_tournament(context) as kept:
        event = event_of(kept.fold())
    if not event.stages or stage > len(event.stages):
        raise EventRefused(message("event.unknown_stage", stage=stage or 1))
    shown = event.stages[stage - 1] if stage else event.current
    if not event.rules_of(shown).system.is_bracket:
        raise EventRefused(message("event.not_knock_out"))
    print_bracket(event, shown)
