"""`flagfall trf pair`: the coming round of a tournament report file by FIDE's systems, with reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from gateway.runtime.pairing_program import PairingProgram
from gateway.texts.catalogue import Catalogue
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.dutch.explanation import RoundExplanation, explain_round
from gateway.tournament.pairing_engine import PairingEngine, RoundPairing, Unpairable
from gateway.tournament.team_swiss.team_engine import TeamSwissEngine
from gateway.tournament.team_swiss.team_explanation import TeamRoundExplanation, explain_teams
from gateway.tournament.trf import TournamentReport
from gateway.tournament.trf.pairing_request import round_request
from gateway.tournament.trf.team_pairing_request import team_round_request

from .language import Language, catalogue
from .report_files import ReportFile, print_problems, read_report, trf

__all__ = ["pair", "trf"]

Explanation = Callable[[], RoundExplanation | TeamRoundExplanation | Unpairable]
"""Made only where somebody asks for it."""


@trf.command()
def pair(
    file: ReportFile,
    explain: Annotated[bool, typer.Option("--explain", help="Why each scoregroup was paired so.")] = False,
    player: Annotated[
        int | None, typer.Option(help="Why this player, or team, meets its opponent, and nobody nearer.")
    ] = None,
    program: Annotated[
        str, typer.Option(help="A pairing program to run instead: bbpPairings, or another with the same command line.")
    ] = "",
    language: Language = "",
) -> None:
    """Pair the coming round by FIDE's rules of 2026: how many lines, then white and black, 0 for the bye.

    Players by the Dutch system (C.04.3), teams (records 310 or 013) by team Swiss (C.04.6).
    """
    reading, texts = read_report(file), catalogue(language)
    print_problems(file, reading.problems, language)
    if not reading.report.players:
        raise typer.Exit(2)
    if reading.report.is_team_event and program:
        raise typer.BadParameter(texts.text("command.trf.program_teams"))
    made, explanation = _teams(reading.report) if reading.report.is_team_event else _players(reading.report, program)
    if isinstance(made, Unpairable):
        typer.echo(texts.render(made.reason), err=True)
        raise typer.Exit(1)
    lines = [f"{each.white} {each.black}" for each in made.pairs] + ([f"{made.bye} 0"] if made.bye else [])
    typer.echo("\n".join([str(len(lines)), *lines]))
    if explain or player is not None:
        found = explanation()
        if not isinstance(found, Unpairable):
            _explain(texts, found, player)


def _players(report: TournamentReport, program: str) -> tuple[RoundPairing | Unpairable, Explanation]:
    request = round_request(report)
    engine: PairingEngine = PairingProgram(program) if program else DutchEngine()
    return engine.pair(request), lambda: explain_round(request)


def _teams(report: TournamentReport) -> tuple[RoundPairing | Unpairable, Explanation]:
    rules, request = team_round_request(report)
    return TeamSwissEngine(rules).pair(request), lambda: explain_teams(request, rules)


def _explain(texts: Catalogue, found: RoundExplanation | TeamRoundExplanation, player: int | None) -> None:
    if player is None:
        for bracket in found.brackets:
            typer.echo(f"{float(bracket.points):g}: {texts.render(bracket.summary)}")
            for each in bracket.passed_over:
                typer.echo(f"  {each.number}: {texts.render(each.reason)} [{each.article}]")
        return
    opponent = found.opponent(PairingNumber(player))
    if opponent is None:
        raise typer.BadParameter(texts.text("command.trf.not_paired", number=player))
    typer.echo(texts.render(opponent.place))
    if opponent.colour is not None:
        typer.echo(texts.render(opponent.colour))
    for each in opponent.rejected:
        typer.echo(f"  {each.number}: {texts.render(each.reason)} [{each.article}]")
