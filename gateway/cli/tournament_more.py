"""More of a tournament from the command line: play-offs for shared places, drawn openings, the officials' duties."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from gateway.event.event_acts import BeginPlayOff, ForbidMeeting, SetOpening, TickDuty
from gateway.event.event_duties import duty_states, event_facts
from gateway.event.event_standings import shared_places
from gateway.model.messages import name_of
from gateway.model.pairings import RoundNumber
from gateway.tournament.crosstable import PairingNumber

from .language import catalogue
from .tournament_acts import do_acts, event_of, kept_tournament, player_of

__all__ = ["apart", "duties", "opening", "play_off"]


def play_off(
    context: typer.Context,
    numbers: Annotated[
        list[int] | None, typer.Argument(help="All who share a place; without any, who shares one is listed.")
    ] = None,
    control: Annotated[str, typer.Option(help="The time control of these games; without, the stage's.")] = "",
    games: Annotated[int, typer.Option(min=1, max=8, help="Between two who meet, colours changed.")] = 1,
) -> None:
    """Let those play who share a place: two a match, more a round robin (DH rapid 3, GN 29.3)."""
    if numbers:
        act = BeginPlayOff(numbers=tuple(map(PairingNumber, numbers)), control=control, games=games)
        do_acts(context, act)
        return
    with kept_tournament(context) as kept:
        event = event_of(kept.fold())
    for shared in shared_places(event, event.planned) if event.stages else ():
        typer.echo(" ".join(map(str, shared)))


def opening(
    context: typer.Context,
    round_: Annotated[int, typer.Argument(metavar="ROUND", min=1, max=99, help="The round.")],
    moves: Annotated[str, typer.Argument(help="Its name in the event's table, or moves; without, there is none.")] = "",
    board: Annotated[int, typer.Option(min=0, help="Only for this board.")] = 0,
    seed: Annotated[str, typer.Option(help="Draw it from the event's table, from this seed.")] = "",
) -> None:
    """Set the opening that was drawn for a round, as in draughts on 64 squares, or draw it."""
    event = event_of(do_acts(context, SetOpening(round=RoundNumber(round_), opening=moves, board=board, seed=seed)))
    typer.echo(event.opening(RoundNumber(round_), board))


def apart(
    context: typer.Context,
    numbers: Annotated[list[int], typer.Argument(help="Players who are not to meet, by their numbers.")],
    back: Annotated[bool, typer.Option("--back", help="They may meet again.")] = False,
    why: Annotated[str, typer.Option(help="The reason.")] = "",
) -> None:
    """Keep players apart: they are not paired with one another."""
    players = tuple(player_of(context, number) for number in numbers)
    do_acts(context, ForbidMeeting(players=players, forbidden=not back, why=why))


def duties(
    context: typer.Context,
    tick: Annotated[str, typer.Option(help="Say that this one is done.")] = "",
    back: Annotated[bool, typer.Option("--back", help="It is not done after all.")] = False,
) -> None:
    """List the officials' duties (GN 25), with those that are done; tick one that only people know of."""
    with kept_tournament(context) as kept:
        event = event_of(kept.fold())
    if tick:
        states = {state.duty.id: state.round for state in duty_states(event, ())}
        event = event_of(do_acts(context, TickDuty(duty=tick, round=states.get(tick, 0), done=not back)))
    texts, console, heading = catalogue(), Console(highlight=False), ""
    for state in duty_states(event, event_facts(event)):
        duty = state.duty
        above = f"{texts.render(name_of(duty.officer))} · {texts.render(name_of(duty.moment))} [{duty.article}]"
        if above != heading:
            heading = above
            console.print(f"[bold]{escape(heading)}[/bold]")
        who = f" ({state.ticked_by})" if state.ticked_by else ""
        console.print(escape(f"  [{'x' if state.done else ' '}] {duty.id}: {texts.render(duty.text)}{who}"))
