"""`flagfall standings`: the places of a tournament report, by any list of tie-breaks, each number explained."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from gateway.model.messages import message
from gateway.texts.catalogue import Catalogue
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.report_standings import participant_names, report_event, report_rule, report_tie_breaks
from gateway.tournament.standings import RankedRow, Standings, UnplayedRule, parse_tie_breaks, rank, written
from gateway.tournament.trf import check_trf

from .language import Language, catalogue
from .report_files import ReportFile, print_problems, read_report

__all__ = ["standings"]


def standings(
    file: ReportFile,
    tie_breaks: Annotated[
        str, typer.Option(metavar="CODES", help="Such as BH/C1,BH,SB,DE; the default is what the file names.")
    ] = "",
    explain: Annotated[
        int | None, typer.Option(metavar="NUMBER", help="Where every number of this participant comes from.")
    ] = None,
    unplayed: Annotated[
        UnplayedRule | None,
        typer.Option(help="How rounds not played count; the default is by the file's type of tournament."),
    ] = None,
    through: Annotated[int | None, typer.Option(min=1, metavar="ROUND", help="After this round, not the last.")] = None,
    unrated_as: Annotated[
        int | None, typer.Option(min=1, metavar="RATING", help="What counts for players without a rating.")
    ] = None,
    anyway: Annotated[bool, typer.Option("--anyway", help="Rank even if the file contradicts itself.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON, addends and all.")] = False,
    language: Language = "",
) -> None:
    """Rank the players or teams of a tournament report file."""
    reading = read_report(file)
    problems = check_trf(reading)
    print_problems(file, problems, language)
    texts = catalogue(language)
    if not reading.report.players or (problems and not anyway):
        typer.echo(texts.render(message("command.standings.refused")), err=True)
        raise typer.Exit(2)
    report = reading.report
    rule = unplayed or report_rule(report)
    codes = parse_tie_breaks(tie_breaks.split(",") if tie_breaks else report_tie_breaks(report, rule))
    event = report_event(report, rule=rule, through=through, unrated_as=unrated_as)
    found = rank(event, codes)
    names = participant_names(report)
    for remark in found.remarks:
        typer.echo(texts.render(remark), err=True)
    if explain is not None:
        row = next((row for row in found.rows if row.number == explain), None)
        if row is None:
            typer.echo(texts.render(message("command.standings.nobody", number=explain)), err=True)
            raise typer.Exit(2)
        _explain(texts, found, row, names)
    elif as_json:
        typer.echo(msgspec.json.encode(_plain(found, names), enc_hook=str).decode())
    else:
        console = Console(highlight=False)
        console.print(_table(texts, found, names))


def _table(texts: Catalogue, found: Standings, names: dict[PairingNumber, str]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column(texts.render(message("command.standings.rank")), justify="right")
    table.add_column(texts.render(message("command.standings.number")), justify="right")
    table.add_column(texts.render(message("command.standings.name")))
    table.add_column(texts.render(message("command.standings.points")), justify="right")
    for tie_break in found.tie_breaks:
        table.add_column(escape(tie_break.code), justify="right")
    for row in found.rows:
        values = ("" if value is None else value.text for value in row.values)
        table.add_row(str(row.rank), str(row.number), escape(names.get(row.number, "")), written(row.points), *values)
    return table


def _explain(texts: Catalogue, found: Standings, row: RankedRow, names: dict[PairingNumber, str]) -> None:
    heading = message(
        "command.standings.heading",
        number=row.number,
        name=names.get(row.number, ""),
        rank=row.rank,
        points=written(row.points),
    )
    typer.echo(texts.render(heading))
    for tie_break, value in zip(found.tie_breaks, row.values, strict=True):
        if value is None:
            typer.echo(f"\n{tie_break.code}: {texts.render(message('command.standings.not_needed'))}")
            continue
        typer.echo(f"\n{tie_break.code}: {value.text}")
        for addend in value.addends:
            typer.echo(f"  {texts.render(addend.told)}")
        if value.formula is not None:
            typer.echo(f"  {texts.render(value.formula)}")


def _plain(found: Standings, names: dict[PairingNumber, str]) -> list[dict[str, object]]:
    """Fractions as texts such as 17/2, so that nothing is rounded."""
    return [
        {
            "rank": row.rank,
            "number": row.number,
            "name": names.get(row.number, ""),
            "points": row.points,
            "tie_breaks": {
                tie_break.code: None if value is None else {"value": value.value, "addends": value.addends}
                for tie_break, value in zip(found.tie_breaks, row.values, strict=True)
            },
        }
        for row in found.rows
    ]
