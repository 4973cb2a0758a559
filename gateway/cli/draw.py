"""`flagfall draw`: brackets, round robins and groups by the handbooks, from a file of entrants."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gateway.texts.catalogue import Catalogue
from gateway.tournament.bracket_draw import Apart, BracketDraw, BracketRules, WithinTier, draw_bracket
from gateway.tournament.cross_bracket import cross_places
from gateway.tournament.crosstable import Crosstable, PairingNumber
from gateway.tournament.double_elimination import LEAST_PLACES, FinalMode, double_elimination
from gateway.tournament.groups import snake_groups
from gateway.tournament.knockout_bracket import KnockoutBracket, LoserOf, TieSource, WinnerOf
from gateway.tournament.lots import TwoHands
from gateway.tournament.round_robin import ScheduledRound, double_round_robin, round_robin
from gateway.tournament.scheveningen import scheveningen

from .entrant_files import read_entrants
from .language import Language, catalogue

__all__ = ["draw"]

draw = typer.Typer(no_args_is_help=True, help="Draw brackets, round robins and groups by the handbooks.")

Entrants = Annotated[
    str, typer.Argument(help="A CSV with a heading (name, rating, club, ...), or a JSON list; - for standard input.")
]


@draw.command()
def bracket(
    file: Entrants,
    seeds: Annotated[int, typer.Option(help="How many are seeded: 0, 2, 4, 8, ...; the first of the file.")] = 0,
    names: Annotated[str, typer.Option(help="The seed text of the hand that holds the names.")] = "names",
    numbers: Annotated[str, typer.Option(help="The seed text of the hand that holds the numbers.")] = "numbers",
    tiers: Annotated[WithinTier, typer.Option(help="Seeds of one tier: in their order, or by lot.")] = WithinTier.FIXED,
    apart: Annotated[Apart, typer.Option(help="Who is kept apart.")] = Apart.CLUB,
    contested: Annotated[bool, typer.Option("--contested", help="The lower draw, with contested places 抢号.")] = False,
    third: Annotated[bool, typer.Option("--third", help="The third place is played for.")] = False,
    double: Annotated[bool, typer.Option("--double", help="Double elimination.")] = False,
    reset: Annotated[bool, typer.Option("--reset", help="With --double: a second final if need be.")] = False,
    language: Language = "",
) -> None:
    """Draw a knock-out, with everything that can be drawn again from the two seed texts."""
    table, texts, console = read_entrants(file), catalogue(language), Console(highlight=False)
    rules = BracketRules(
        seeds=seeds,
        within_tier=tiers,
        apart=apart,
        contested=contested and not double,
        third_place=third,
        least=LEAST_PLACES if double else 2,
    )
    hands = TwoHands(names, numbers)
    drawn = draw_bracket(table.participants, rules, hands)
    made = drawn.bracket()
    if double:
        made = double_elimination(drawn.slots, FinalMode.RESET if reset else FinalMode.SINGLE)
    console.print(_places(texts, table, drawn))
    console.print(_ties(texts, table, made))
    for note in drawn.notes:
        console.print(escape(texts.render(note)))
    if drawn.cards:
        console.print(escape(texts.text("command.draw.cards", names=names, numbers=numbers)))
        console.print(escape("  ".join(f"{card.drawn}: {card.number} → {card.slot}" for card in drawn.cards)))


@draw.command(name="round-robin")
def round_robin_command(
    file: Entrants,
    double: Annotated[bool, typer.Option("--double", help="Two cycles, the second with first moves reversed.")] = False,
    language: Language = "",
) -> None:
    """Print the table of a round robin: who moves first is named first."""
    table, texts = read_entrants(file), catalogue(language)
    rows = [row.number for row in table.participants]
    rounds = (double_round_robin if double else round_robin)(len(rows))
    Console(highlight=False).print(_rounds(texts, table, rows, rounds))


@draw.command()
def groups(
    file: Entrants,
    count: Annotated[int, typer.Option("--groups", help="How many groups.")] = 2,
    qualifiers: Annotated[int, typer.Option(help="How many go on in all; their bracket is printed.")] = 0,
    separate: Annotated[
        bool, typer.Option("--separate-mates", help="Keep group-mates apart, unlike the printed brackets.")
    ] = False,
    language: Language = "",
) -> None:
    """Fill groups in snake order, and print the bracket of those who go on."""
    table, texts, console = read_entrants(file), catalogue(language), Console(highlight=False)
    for at, group in enumerate(snake_groups(table.participants, count)):
        console.print(f"[bold]{escape(texts.text('command.draw.group', name=chr(ord('A') + at)))}[/bold]")
        for row in group:
            console.print(escape(f"{row.number:>4}  {row.name}"))
    if qualifiers:
        places = [str(place) for place in cross_places(count, qualifiers, separate_mates=separate)]
        console.print("  ".join(f"{one}–{other}" for one, other in zip(places[::2], places[1::2], strict=True)))


@draw.command(name="scheveningen")
def scheveningen_command(boards: Annotated[int, typer.Argument(help="Members of each team.")]) -> None:
    """Print the games of two teams, all against all; who moves first is named first."""
    for at, games in enumerate(scheveningen(boards), 1):
        line = "  ".join(f"A{game.a}-B{game.b}" if game.a_first else f"B{game.b}-A{game.a}" for game in games)
        print(f"{at:>2}  {line}")


def _places(texts: Catalogue, table: Crosstable, drawn: BracketDraw) -> Table:
    """Who stands where."""
    grid = _grid()
    for heading in ("command.draw.place", "command.draw.entrant", "command.draw.club"):
        grid.add_column(texts.text(heading))
    for slot, number in enumerate(drawn.slots, 1):
        if number is not None:
            grid.add_row(str(slot), escape(_name(table, number)), escape(table[number].club))
        else:
            empty = "command.draw.contested" if slot in drawn.contested else "command.draw.bye"
            grid.add_row(str(slot), texts.text(empty), "")
    return grid


def _ties(texts: Catalogue, table: Crosstable, made: KnockoutBracket) -> Table:
    """Who meets whom, as far as it is known."""
    grid = _grid()
    for _ in range(3):
        grid.add_column()
    heading = 0
    for state in made.states.values():
        if state.tie.round != heading:
            heading = state.tie.round
            grid.add_row(f"[bold]{escape(texts.text('command.draw.round', number=heading))}[/bold]")
        sides = [
            escape(_name(table, seat.number)) if seat.number is not None else _from(texts, source, seat.is_known)
            for seat, source in ((state.first, state.tie.first), (state.second, state.tie.second))
        ]
        grid.add_row(state.tie.id, *sides)
    return grid


def _from(texts: Catalogue, source: TieSource, known: bool) -> str:
    match source:
        case WinnerOf(tie) if not known:
            return texts.text("command.draw.winner_of", tie=tie)
        case LoserOf(tie) if not known:
            return texts.text("command.draw.loser_of", tie=tie)
        case _:
            return texts.text("command.draw.bye")


def _rounds(
    texts: Catalogue, table: Crosstable, rows: list[PairingNumber], rounds: tuple[ScheduledRound, ...]
) -> Table:
    grid = _grid()
    for _ in range(3):
        grid.add_column()
    for at, each in enumerate(rounds, 1):
        grid.add_row(f"[bold]{escape(texts.text('command.draw.round', number=at))}[/bold]")
        for board, (first, second) in enumerate(each.pairs, 1):
            grid.add_row(str(board), *(escape(_name(table, rows[number - 1])) for number in (first, second)))
        if each.bye is not None:
            grid.add_row("", escape(_name(table, rows[each.bye - 1])), texts.text("command.draw.bye"))
    return grid


def _name(table: Crosstable, number: PairingNumber) -> str:
    return f"{number} {table[number].name}"


def _grid() -> Table:
    return Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
