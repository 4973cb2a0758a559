"""`flagfall pair`: the next round of a Swiss by the handbooks, from a file of entrants and their results."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gateway.model.sides import Side
from gateway.texts.catalogue import Catalogue
from gateway.tournament.crosstable import Crosstable, PairingNumber
from gateway.tournament.handbook_swiss.handbook_pairing import pair_round
from gateway.tournament.handbook_swiss.swiss_rules import (
    Balance,
    HandbookRound,
    HandbookRules,
    PairingReason,
    SwissMethod,
)
from gateway.tournament.swiss_rounds import swiss_rounds

from .entrant_files import read_entrants
from .language import Language, catalogue

__all__ = ["pair"]


def pair(
    file: Annotated[
        str,
        typer.Argument(
            help="A CSV or JSON with name, rating and rounds (5w1 3b= -U: opponent, side, score); - reads it."
        ),
    ],
    method: Annotated[
        SwissMethod, typer.Option(help="How a score group is paired: 分区, 临近 or 首尾.")
    ] = SwissMethod.SPLIT_HALF,
    balance: Annotated[Balance, typer.Option(help="Whose first moves are balanced first.")] = Balance.STRONGER,
    first: Annotated[Side, typer.Option(help="The side that moves first: black in gomoku and renju.")] = Side.WHITE,
    absent: Annotated[
        list[int] | None, typer.Option(help="The number of a player who is not paired; repeat it for more.")
    ] = None,
    apart: Annotated[list[str] | None, typer.Option(help="Two who must not meet: 3,17; repeat it for more.")] = None,
    explain: Annotated[bool, typer.Option("--explain", help="Each pairing's reasons with their articles.")] = False,
    rounds: Annotated[int, typer.Option(help="Only tell how many rounds place so many exactly.", metavar="PLACES")] = 0,
    language: Language = "",
) -> None:
    """Pair the next round of a Swiss; nobody meets twice, and every float and every change of order has its article."""
    table, texts, console = read_entrants(file), catalogue(language), Console(highlight=False)
    if rounds:
        _tell_rounds(texts, console, len(table.participants), rounds)
        return
    rules = HandbookRules(method=method, balance=balance, first_side=first, forbidden=_pairs(apart or []))
    made = pair_round(table, rules, absent=[PairingNumber(number) for number in absent or []])
    console.print(_games(texts, table, made, explain))
    if made.bye is not None:
        console.print(escape(texts.text("command.pair.has_bye", name=_name(table, made.bye))))
        _reasons(console, texts, made.bye_reasons, explain)
    for each in made.floats if explain else ():
        console.print(escape(texts.text("command.pair.comes_down", name=_name(table, each.number))))
        _reasons(console, texts, each.reasons, explain)


def _tell_rounds(texts: Catalogue, console: Console, count: int, places: int) -> None:
    found = swiss_rounds(count, places)
    told = texts.text(
        "command.pair.rounds",
        count=count,
        least=found.least,
        most=found.most,
        advised=found.advised,
        exact=found.exact,
        places=places,
    )
    console.print(escape(told))
    if found.round_robin:
        console.print(texts.text("command.pair.round_robin"))


def _games(texts: Catalogue, table: Crosstable, made: HandbookRound, explain: bool) -> Table:
    grid = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    points = "command.pair.points"
    for heading in ("command.pair.board", "command.pair.first", points, "command.pair.second", points):
        grid.add_column(texts.text(heading))
    for board, game in enumerate(made.games, 1):
        sides = (
            (escape(_name(table, number)), f"{float(table.points(number)):g}") for number in (game.first, game.second)
        )
        grid.add_row(str(board), *(cell for side in sides for cell in side))
        for reason in game.reasons if explain else ():
            grid.add_row("", f"[dim]{escape(_told(texts, reason))}[/dim]")
    return grid


def _reasons(console: Console, texts: Catalogue, reasons: tuple[PairingReason, ...], explain: bool) -> None:
    for reason in reasons if explain else ():
        console.print(f"  [dim]{escape(_told(texts, reason))}[/dim]")


def _told(texts: Catalogue, reason: PairingReason) -> str:
    return f"{texts.render(reason.text)} [{reason.article}]"


def _name(table: Crosstable, number: PairingNumber) -> str:
    return f"{number} {table[number].name}"


def _pairs(given: list[str]) -> tuple[tuple[PairingNumber, PairingNumber], ...]:
    try:
        pairs = [tuple(PairingNumber(int(part)) for part in text.split(",")) for text in given]
        return tuple((one, other) for one, other in pairs)
    except ValueError as error:
        raise typer.BadParameter("two numbers are wanted: 3,17") from error
