"""`flagfall trf`: check a tournament report file, or write it again in another form. Also how commands read one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from gateway.model.errors import SettingsError
from gateway.model.messages import message
from gateway.runtime.rating_files import read_rating_list
from gateway.tournament.rating_lists import RatingKind, with_ratings
from gateway.tournament.trf import LineEnd, TrfDialect, TrfProblem, TrfReading, check_trf, read_trf, write_trf

from .language import Language, catalogue

__all__ = ["ReportFile", "print_problems", "read_report", "trf"]

trf = typer.Typer(
    no_args_is_help=True, help="Tournament report files (TRF16, TRF26): check one, or write it in another form."
)
ReportFile = Annotated[str, typer.Argument(metavar="FILE|-", help="The file; - is standard input.")]


def read_report(file: str) -> TrfReading:
    """What a file says; raises `SettingsError` if it cannot be opened."""
    try:
        return read_trf(sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes())
    except OSError as error:
        raise SettingsError(f"{file} cannot be read: {error.strerror}.") from error


def print_problems(file: str, problems: tuple[TrfProblem, ...], language: str) -> None:
    """One line each on standard error: file, line and column, what is wrong and what to do."""
    texts = catalogue(language)
    for each in problems:
        place = ":".join(str(number) for number in (each.line, each.column) if number)
        typer.echo(f"{file}:{place}{': ' if place else ' '}{texts.render(each.what)}", err=True)


@trf.command()
def check(file: ReportFile, language: Language = "") -> None:
    """Say what cannot be read in a file and what contradicts itself; exit code 1 if there is anything."""
    reading = read_report(file)
    problems = check_trf(reading)
    print_problems(file, problems, language)
    if problems:
        raise typer.Exit(1)
    report = reading.report
    count = len(report.teams or report.old_teams) if report.is_team_event else len(report.players)
    rounds = max((len(player.rounds) for player in report.players), default=0)
    key = message("command.trf.sound_teams", count=count, rounds=rounds)
    if not report.is_team_event:
        key = message("command.trf.sound", count=count, rounds=rounds)
    typer.echo(catalogue(language).render(key))


@trf.command()
def convert(
    file: ReportFile,
    output: Annotated[Path | None, typer.Argument(help="Where to write it; without it, standard output.")] = None,
    to: Annotated[TrfDialect, typer.Option(help="Which records: of 2026, of 2016, or both sets.")] = TrfDialect.TRF26,
    ratings: Annotated[
        Path | None, typer.Option(help="Take ratings, titles and federations from this list, by FIDE ID.")
    ] = None,
    kind: Annotated[RatingKind, typer.Option(help="Which rating of the list.")] = RatingKind.STANDARD,
    line_end: Annotated[LineEnd, typer.Option(help="What ends a line.")] = LineEnd.CRLF,
    language: Language = "",
) -> None:
    """Read a file liberally and write it strictly; what could not be read is reported and left out."""
    reading = read_report(file)
    print_problems(file, reading.problems, language)
    if not reading.report.players:
        raise typer.Exit(2)
    report = reading.report
    if ratings is not None:
        report, found = with_ratings(report, read_rating_list(ratings), kind)
        missing = tuple(str(player.number) for player in report.players if player.fide_id not in found)
        if missing:
            typer.echo(catalogue(language).render(message("command.trf.not_in_list", numbers=missing)), err=True)
    data = write_trf(report, to, line_end).encode()
    if output is None:
        sys.stdout.buffer.write(data)
        return
    try:
        output.write_bytes(data)
    except OSError as error:
        raise SettingsError(f"{output} cannot be written: {error.strerror}.") from error
