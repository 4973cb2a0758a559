"""`flagfall bridge`: scores, victory points and movements of duplicate bridge."""

from __future__ import annotations

import enum
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from gateway.tournament.bridge.bridge_round_robin import bridge_round_robin
from gateway.tournament.bridge.compass import Partnership, vulnerable
from gateway.tournament.bridge.contract import read_played
from gateway.tournament.bridge.contract_score import north_south_score
from gateway.tournament.bridge.howell import howell
from gateway.tournament.bridge.imps import imps
from gateway.tournament.bridge.mitchell import EvenTables, PairsRound, mitchell
from gateway.tournament.bridge.victory_points import ContinuousScale, PrintedScale, VictoryPointScale
from gateway.tournament.bridge.whist_movement import WhistTable, american_whist

from .bridge_event_commands import bridge_event
from .bridge_file_commands import add_file_commands

__all__ = ["bridge"]

bridge = typer.Typer(
    no_args_is_help=True, help="Run a bridge event, score boards and matches of bridge, and print movements."
)
bridge.add_typer(bridge_event, name="event")


add_file_commands(bridge)


class _Scale(enum.StrEnum):
    PRINTED = "printed"
    CONTINUOUS = "continuous"


@bridge.command()
def score(
    results: Annotated[
        list[str],
        typer.Argument(help="The result, in quotes: '4S N +1', '3NX E -2', pass; or those of both rooms."),
    ],
    board: Annotated[int, typer.Option(min=1, help="The number of the board: it says who is vulnerable.")] = 1,
) -> None:
    """Score a board by Law 77, for North-South; with the results of both rooms also the IMPs of the home team."""
    sides = "+".join(side.value for side in Partnership if side in vulnerable(board)) or "-"
    scores = [north_south_score(board, read_played(result)) for result in results[:2]]
    for result, points in zip(results, scores, strict=False):
        typer.echo(f"{board} ({sides}) {read_played(result)}: {points:+d}")
    if len(scores) == 2:
        typer.echo(f"{imps(scores[0] - scores[1]):+d} IMP")


@bridge.command()
def vp(
    margin: Annotated[int, typer.Argument(min=0, help="By how many IMPs the match was won.")],
    boards: Annotated[int, typer.Option(min=1, help="How many boards it had; a column of the printed table.")],
    scale: Annotated[_Scale, typer.Option(help="The printed table of 1984, or the formula of 2013.")] = _Scale.PRINTED,
) -> None:
    """Turn a margin of IMPs into victory points."""
    made: VictoryPointScale = PrintedScale(boards) if scale is _Scale.PRINTED else ContinuousScale(boards)
    points = made.of(margin)
    typer.echo(f"{points.winner} : {points.loser}")


@bridge.command(name="round-robin")
def round_robin_command(
    teams: Annotated[int, typer.Argument(min=2, max=99, help="How many teams.")],
    table: Annotated[str, typer.Option(help="Which printed table, where there are several: 10-1, 10-2, 10-3.")] = "",
) -> None:
    """Print a round robin of teams, home first: North-South in the open room, East-West in the closed one."""
    rounds = bridge_round_robin(teams, table)
    _print([[f"{home}-{away}" for home, away in each] for each in rounds])


@bridge.command()
def whist(
    teams: Annotated[int, typer.Argument(min=3, max=99, help="How many teams.")],
    leave_out: Annotated[int, typer.Option(min=0, help="Rounds to leave out at the beginning and at the end.")] = 0,
) -> None:
    """Print the American Whist movement: at each table North-South, East-West and the set of boards.

    With an even number a table at which a team has nobody to meet is idle: -.
    """
    rounds = american_whist(teams, leave_out=leave_out)

    def seats(each: WhistTable) -> str:
        idle = max(each.north_south, each.east_west) > teams
        return "-" if idle else f"{each.north_south}-{each.east_west} ({each.boards})"

    _print([[seats(each) for each in one.tables] for one in rounds], first=rounds[0].number)


@bridge.command(name="mitchell")
def mitchell_command(
    tables: Annotated[int, typer.Argument(min=2, max=99, help="How many tables.")],
    even: Annotated[EvenTables, typer.Option(help="With an even number: skip a table, or relay.")] = EvenTables.SKIP,
) -> None:
    """Print a Mitchell movement of pairs: at each table North-South, East-West and the set of boards."""
    _print_pairs(mitchell(tables, even=even))


@bridge.command(name="howell")
def howell_command(pairs: Annotated[int, typer.Argument(help="How many pairs.")]) -> None:
    """Print a Howell movement of pairs: at each table North-South, East-West and the set of boards."""
    _print_pairs(howell(pairs))


def _print_pairs(rounds: tuple[PairsRound, ...]) -> None:
    _print([[f"{each.north_south}-{each.east_west} ({each.boards})" for each in one.tables] for one in rounds])


def _print(rounds: list[list[str]], first: int = 1) -> None:
    table = Table(box=None, header_style="bold")
    for title in ("", *map(str, range(1, len(rounds[0]) + 1))):
        table.add_column(title, justify="right")
    for number, cells in enumerate(rounds, first):
        table.add_row(f"{number}.", *cells)
    Console(highlight=False, width=max(80, 14 * (len(rounds[0]) + 1))).print(table)
