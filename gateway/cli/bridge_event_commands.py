"""`flagfall bridge event`: a bridge event from the first entry to the last standing, without a browser."""

from __future__ import annotations

import csv
from contextlib import AbstractContextManager
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from gateway.event.bridge.board_results import Artificial, Average, BoardOutcome, Played, outcome_text
from gateway.event.bridge.bridge_acts import (
    AcceptBoard,
    AdvanceTeam,
    BridgeAct,
    CloseBridgeEntries,
    DrawBridgeRound,
    DrawSeats,
    LineUpTeam,
    OpenBridgeEvent,
    Penalize,
    PublishBridgeRound,
    RankContestants,
    ReturnContestant,
    Undo,
    WithdrawContestant,
)
from gateway.event.bridge.bridge_event import BridgeEvent, Contestant, ContestantNumber, TableId
from gateway.event.bridge.bridge_fold import BridgeFold
from gateway.event.bridge.bridge_list import list_acts
from gateway.event.bridge.bridge_matches import round_matches
from gateway.event.bridge.bridge_places import fraction_text, standing_rows
from gateway.event.bridge.bridge_regulations import (
    BridgeForm,
    BridgePace,
    BridgeRegulations,
    BridgeSystem,
    PairsScoring,
    PenaltyUnit,
    ScaleKind,
    ScaleOfEvent,
)
from gateway.event.event_refusals import EventRefused
from gateway.model.errors import SettingsError
from gateway.model.messages import message
from gateway.runtime.kept_bridge import FileBridge, KeptBridge, RelayBridge
from gateway.runtime.relay_client import RelayClient
from gateway.tournament.bridge.compass import Partnership

from .bridge_deal_commands import add_deals_command
from .event_place import EventPlace, kept_event
from .language import catalogue
from .relay_options import HallAuthority, SignInLink

__all__ = ["bridge_event"]

bridge_event = typer.Typer(
    no_args_is_help=True,
    help="Run a bridge event: entries, rounds, results, standings; in a file of its own, or at a relay.",
)
_Number = Annotated[int, typer.Argument(min=1, help="The contestant's number.")]
_Round = Annotated[int, typer.Argument(min=1, help="The round.")]
_Why = Annotated[str, typer.Option("--why", help="The reason, which is written into the record.")]
_Seed = Annotated[str, typer.Option(help="What lots are drawn from, where they are.")]
_AVERAGES = {"A+": Average.PLUS, "A=": Average.EVEN, "A-": Average.MINUS}


@bridge_event.callback()
def options(
    context: typer.Context,
    file: Annotated[Path | None, typer.Option("--file", "-f", help="The event's own file.")] = None,
    relay: SignInLink = "",
    ca: HallAuthority = None,
    by: Annotated[str, typer.Option(help="Who acts; in a file, the name of this computer's user by default.")] = "",
) -> None:
    """Take where the event is."""
    context.obj = EventPlace(file, relay, ca, by)


def _kept(context: typer.Context) -> AbstractContextManager[KeptBridge]:
    return kept_event(context.obj, FileBridge, RelayBridge, "cup.bridge")


def _do(context: typer.Context, *acts: BridgeAct) -> BridgeFold:
    with _kept(context) as kept:
        for entry in kept.act(*acts):
            words = catalogue().render(message(f"bridge_act.{entry.act.__struct_config__.tag}"))
            typer.echo(f"{entry.n}: {words}")
        return kept.fold()


def _event(context: typer.Context) -> BridgeEvent:
    with _kept(context) as kept:
        event = kept.fold().event
    if event is None:
        raise EventRefused(message("bridge_event.not_open"))
    return event


def _contestant(event: BridgeEvent, number: int) -> Contestant:
    if number > len(event.order):
        raise EventRefused(message("bridge_event.unknown_contestant", contestant=str(number)))
    return event.contestant(ContestantNumber(number))


# Before play ----------------------------------------------------------------------------------------------------------


@bridge_event.command("open")
def open_(
    context: typer.Context,
    title: Annotated[str, typer.Argument(help="The event's title.")],
    boards: Annotated[int, typer.Option(min=1, max=64, help="Boards of a round.")],
    form: Annotated[BridgeForm, typer.Option(help="Who is a contestant.")] = BridgeForm.TEAMS,
    system: Annotated[BridgeSystem, typer.Option(help="Who meets whom.")] = BridgeSystem.ROUND_ROBIN,
    sets: Annotated[int, typer.Option(min=1, max=16, help="Sets of a match.")] = 1,
    rounds: Annotated[int, typer.Option(min=0, max=99, help="0: as many as the movement has.")] = 0,
    leave_out: Annotated[int, typer.Option(min=0, help="Whist: rounds left out at each end.")] = 0,
    table: Annotated[str, typer.Option(help="Which printed round robin: 10-2; or rotation.")] = "",
    qualifiers: Annotated[int, typer.Option(min=1, help="Of each of two groups.")] = 2,
    scale: Annotated[ScaleKind, typer.Option(help="How IMPs become victory points.")] = ScaleKind.PRINTED,
    column: Annotated[int | None, typer.Option(min=1, help="Which column of the scale; else the boards.")] = None,
    scoring: Annotated[PairsScoring, typer.Option(help="How pairs are scored.")] = PairsScoring.MATCHPOINTS,
    minutes: Annotated[float, typer.Option(min=1, max=60, help="Minutes for a board.")] = 8,
    lots: Annotated[bool, typer.Option("--lots", help="Numbers are drawn by lot.")] = False,
) -> None:
    """Open an event."""
    rules = BridgeRegulations(
        title=title,
        form=form,
        system=system,
        boards=boards,
        sets=sets,
        rounds=rounds,
        leave_out=leave_out,
        table=table,
        qualifiers=qualifiers,
        scale=ScaleOfEvent(kind=scale, column=column),
        scoring=scoring,
        numbers_drawn=lots,
        pace=BridgePace(board_ms=round(minutes * 60_000)),
    )
    _do(context, OpenBridgeEvent(regulations=rules))


@bridge_event.command()
def enter(
    context: typer.Context,
    entries: Annotated[
        Path, typer.Argument(exists=True, dir_okay=False, help="CSV with columns team and name, a row for each player.")
    ],
) -> None:
    """Enter everybody of a list."""
    _do(context, *list_acts(entries.read_text(encoding="utf-8-sig")))


@bridge_event.command()
def close(context: typer.Context, seed: _Seed = "") -> None:
    """Close entries: numbers are given, or drawn."""
    event = _do(context, CloseBridgeEntries(seed=seed)).event
    if event is not None:
        for number, contestant in enumerate(event.order, 1):
            typer.echo(f"{number:3} {event.contestants[contestant].name}")


# Rounds ---------------------------------------------------------------------------------------------------------------


@bridge_event.command()
def draw(
    context: typer.Context,
    seed: _Seed = "",
    home: Annotated[str, typer.Option(help="Draw home and away by lot, from this seed.")] = "",
    publish: Annotated[bool, typer.Option(help="Publish it at once.")] = True,
) -> None:
    """Draw the next round, publish it and print it."""
    acts: list[BridgeAct] = [DrawBridgeRound(seed=seed), *([DrawSeats(seed=home)] if home else [])]
    acts += [PublishBridgeRound()] if publish else []
    event = _do(context, *acts).event
    if event is not None:
        _print_round(event, len(event.rounds))


@bridge_event.command(name="publish")
def publish_command(context: typer.Context) -> None:
    """Publish the round that is drawn."""
    _do(context, PublishBridgeRound())


@bridge_event.command("line-up")
def line_up(
    context: typer.Context,
    number: _Number,
    round_number: _Round,
    players: Annotated[list[str], typer.Argument(help="Names: those of the open room, then of the closed one.")],
    of_set: Annotated[int, typer.Option("--set", min=1, help="From this set on.")] = 1,
    board: Annotated[int, typer.Option(min=0, help="Inside the set, from this board on.")] = 0,
    why: _Why = "",
) -> None:
    """Say who plays for a team in a round, or from a board of it on."""
    contestant = _contestant(_event(context), number)
    known = {each.name: each.id for each in contestant.members} | {each.id: each.id for each in contestant.members}
    unknown = [each for each in players if each not in known]
    if unknown:
        raise EventRefused(message("bridge_event.unknown_contestant", contestant=", ".join(unknown)))
    chosen = tuple(known[each] for each in players)
    act = LineUpTeam(contestant=contestant.id, round=round_number, set=of_set, board=board, players=chosen, why=why)
    _do(context, act)


# Results --------------------------------------------------------------------------------------------------------------


@bridge_event.command()
def result(
    context: typer.Context,
    table: Annotated[str, typer.Argument(help="The table: 1.2o is the open room of match 2 in round 1.")],
    board: Annotated[int, typer.Argument(min=1, help="The board.")],
    outcome: Annotated[str, typer.Argument(help="4S N +1, 3NX E -2 H10, pass; or averages: A+/A-.")],
    why: _Why = "",
) -> None:
    """Enter the result of a board, or correct it with a reason."""
    _do(context, AcceptBoard(table=TableId(table), board=board, outcome=_read_outcome(outcome), why=why))


@bridge_event.command()
def results(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="CSV with columns table, board, result.")],
) -> None:
    """Enter many results from a file."""
    acts = []
    rows = csv.DictReader(file.read_text(encoding="utf-8-sig").splitlines())
    for line, row in enumerate(rows, 2):
        board = (row.get("board") or "").strip()
        if not row.get("table") or not board.isdecimal() or not row.get("result"):
            raise SettingsError(f"Line {line} of {file} needs a table, a board and a result in these columns.")
        outcome = _read_outcome(row["result"])
        acts.append(AcceptBoard(table=TableId(row["table"].strip()), board=int(board), outcome=outcome))
    _do(context, *acts)


def _read_outcome(text: str) -> BoardOutcome:
    first, slash, second = (part.strip().upper() for part in text.partition("/"))
    if slash and first in _AVERAGES and second in _AVERAGES:
        return Artificial(north_south=_AVERAGES[first], east_west=_AVERAGES[second])
    return Played(text)


@bridge_event.command()
def penalize(
    context: typer.Context,
    number: _Number,
    round_number: _Round,
    points: Annotated[str, typer.Argument(help="How many points are taken; below 0 they are given.")],
    unit: Annotated[PenaltyUnit, typer.Option(help="Counted in.")] = PenaltyUnit.VICTORY_POINTS,
    why: _Why = "",
) -> None:
    """Take points from a contestant."""
    try:
        taken = Decimal(points)
    except InvalidOperation as error:
        raise SettingsError(f"{points} is not a number of points.") from error
    contestant = _contestant(_event(context), number)
    _do(context, Penalize(contestant=contestant.id, round=round_number, points=taken, unit=unit, why=why))


@bridge_event.command()
def advance(
    context: typer.Context,
    round_number: _Round,
    match: Annotated[int, typer.Argument(min=1, help="The match that ended level.")],
    number: _Number,
    why: _Why = "",
) -> None:
    """Say who goes on from a level match of a knock-out."""
    _do(context, AdvanceTeam(round=round_number, match=match, number=ContestantNumber(number), why=why))


@bridge_event.command()
def withdraw(context: typer.Context, number: _Number, why: _Why = "") -> None:
    """Withdraw a contestant from the next round on; a second time takes it back."""
    contestant = _contestant(_event(context), number)
    if contestant.until is None:
        _do(context, WithdrawContestant(contestant=contestant.id, why=why))
    else:
        _do(context, ReturnContestant(contestant=contestant.id, why=why))


@bridge_event.command()
def undo(context: typer.Context, n: Annotated[int, typer.Argument(min=1, help="The number of the act.")]) -> None:
    """Take an act back, where nothing was built on it."""
    _do(context, Undo(n=n))


@bridge_event.command()
def rank(context: typer.Context, seed: _Seed = "") -> None:
    """Fix the final ranking."""
    event = _do(context, RankContestants(seed=seed)).event
    for place, contestant in enumerate((event.ranking if event else None) or (), 1):
        typer.echo(f"{place:3} {event.contestants[contestant].name if event else ''}")


# What there is --------------------------------------------------------------------------------------------------------


@bridge_event.command("round")
def round_command(context: typer.Context, number: _Round) -> None:
    """Print a round: tables, results, matches."""
    event = _event(context)
    if number > len(event.rounds):
        raise EventRefused(message("bridge_event.no_round", round=number))
    _print_round(event, number)


@bridge_event.command()
def standings(context: typer.Context) -> None:
    """Print the standings."""
    table = Table(box=None, header_style="bold")
    for title in ("", "", "", "VP / %", "IMP"):
        table.add_column(title, justify="left" if title == "" else "right")
    for row in standing_rows(_event(context)):
        worth = f"{row.percent} %" if row.percent else row.points
        table.add_row(
            f"{row.group}{row.place}", str(row.number), row.name, worth, f"{row.won} : {row.lost}" if row.won else ""
        )
    Console(highlight=False, width=100).print(table)


@bridge_event.command()
def record(context: typer.Context) -> None:
    """Print every act with who and why."""
    with _kept(context) as kept:
        for entry in kept.fold().entries:
            words = catalogue().render(message(f"bridge_act.{entry.act.__struct_config__.tag}"))
            typer.echo("  ".join(filter(None, (f"{entry.n:5}", entry.by, words, entry.act.why))))


@bridge_event.command()
def links(context: typer.Context) -> None:
    """Print the addresses of the tables' pages; only at a relay."""
    where: EventPlace = context.obj
    if not where.relay:
        raise SettingsError("Tables have addresses at a relay: give --relay with your sign-in link.")
    with RelayClient(where.relay, where.ca) as client:
        for table, address in client.bridge_links().items():
            typer.echo(f"{table:4} {address}")


def _print_round(event: BridgeEvent, number: int) -> None:
    console = Console(highlight=False, width=120)
    a_round = event.rounds[number - 1]
    tables = Table(box=None, header_style="bold")
    for title in ("", "N-S", "E-W", ""):
        tables.add_column(title)
    for table in a_round.tables:
        sides = (
            [event.contestant(table.number(side)).name for side in Partnership]
            if not table.four
            else [", ".join(event.contestant(each).name for each in table.four), ""]
        )
        told = {board: event.counted(table, board) for board in table.boards}
        words = ", ".join(f"{board}: {outcome_text(each)}" for board, each in told.items() if each is not None)
        tables.add_row(table.id, *sides, words or f"{table.boards[0]}-{table.boards[-1]}")
    console.print(tables, markup=False)
    for match in round_matches(event, a_round) if event.regulations.form.is_teams else ():
        points = "" if match.home_vp is None or not match.complete else f"  {match.home_vp} : {match.away_vp} VP"
        names = f"{event.contestant(match.home).name} - {event.contestant(match.away).name}"
        imps = f"{fraction_text(match.home_won)} : {fraction_text(match.away_won)} IMP"
        console.print(f"{match.number}. {names}  {imps}{points}", markup=False)


add_deals_command(bridge_event, _event, _do)
