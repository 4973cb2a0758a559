"""`flagfall trf pair`: the coming round of a tournament report file by FIDE's Dutch system, with reasons."""

from __future__ import annotations

from typing import Annotated

import typer

from gateway.runtime.pairing_program import PairingProgram
from gateway.texts.catalogue import Catalogue
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.dutch.explanation import RoundExplanation, explain_round
from gateway.tournament.pairing_engine import PairingEngine, RoundRequest, Unpairable
from gateway.tournament.trf.pairing_request import round_request

from .language import Language, catalogue
from .report_files import ReportFile, print_problems, read_report, trf

__all__ = ["pair", "trf"]


@trf.command()
def pair(
    file: ReportFile,
    explain: Annotated[bool, typer.Option("--explain", help="Why each scoregroup was paired so.")] = False,
    player: Annotated[int | None, typer.Option(help="Why this player meets its opponent, and nobody nearer.")] = None,
    program: Annotated[
        str, typer.Option(help="A pairing program to run instead: bbpPairings, or another called like it.")
    ] = "",
    language: Language = "",
) -> None:
    """Pair the coming round by FIDE's Dutch system of 2026: how many lines, then white and black, 0 for the bye."""
    reading, texts = read_report(file), catalogue(language)
    print_problems(file, reading.problems, language)
    if not reading.report.players:
        raise typer.Exit(2)
    request = round_request(reading.report)
    engine: PairingEngine = PairingProgram(program) if program else DutchEngine()
    made = engine.pair(request)
    if isinstance(made, Unpairable):
        typer.echo(texts.render(made.reason), err=True)
        raise typer.Exit(1)
    lines = [f"{each.white} {each.black}" for each in made.pairs] + ([f"{made.bye} 0"] if made.bye else [])
    typer.echo("\n".join([str(len(lines)), *lines]))
    if explain or player is not None:
        _explain(texts, request, player)


def _explain(texts: Catalogue, request: RoundRequest, player: int | None) -> None:
    found = explain_round(request)
    if not isinstance(found, RoundExplanation):
        return
    if player is None:
        for bracket in found.brackets:
            typer.echo(f"{float(bracket.points):g}: {texts.render(bracket.summary)}")
        return
    opponent = found.opponent(PairingNumber(player))
    if opponent is None:
        raise typer.BadParameter(texts.text("command.trf.not_paired", number=player))
    typer.echo(texts.render(opponent.place))
    if opponent.colour is not None:
        typer.echo(texts.render(opponent.colour))
    for each in opponent.rejected:
        typer.echo(f"  {each.number}: {texts.render(each.reason)} [{each.article}]")
