"""`flagfall tournament`: a tournament from the entry list to the last standing, without a browser."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from gateway.event.entry_import import entry_acts
from gateway.event.event_acts import (
    AcceptResult,
    AdvancePlayer,
    CloseEntries,
    EventAct,
    GrantBye,
    OpenEvent,
    PairRound,
    PublishRound,
    Rank,
    ReturnPlayer,
    Undo,
    UnpairRound,
    WithdrawPlayer,
)
from gateway.event.event_deciding import EventRefused
from gateway.event.event_report import event_report
from gateway.event.game_scores import GameScore
from gateway.event.pairing_story import pairing_story
from gateway.event.regulations import Regulations, System
from gateway.model.errors import SettingsError
from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.model.pairings import PairingId, RoundNumber
from gateway.tournament.crosstable import PairingNumber, RoundScore
from gateway.tournament.trf.trf_writer import TrfDialect, write_trf

from .event_place import EventPlace
from .language import catalogue
from .relay_options import HallAuthority, SignInLink
from .tournament_acts import do_acts, event_of, kept_tournament, player_of
from .tournament_more import apart, duties, opening, play_off
from .tournament_stages import arrange, bracket, draw, next_stage, read_stage
from .tournament_tables import print_event, print_record, print_round, print_standings
from .tournament_teams import line_up, members, print_matches, prizes, read_teams

__all__ = ["tournament"]

tournament = typer.Typer(
    help="Run a tournament: entries, pairings, results, standings; in a file of its own, or at a relay.",
    no_args_is_help=True,
)
_Number = Annotated[int, typer.Argument(min=1, help="The player's pairing number.")]
_Pairing = Annotated[str, typer.Argument(help="The game: 3.12 is board 12 of round 3.")]
_Why = Annotated[str, typer.Option("--why", help="The reason, which is written into the record.")]


@tournament.callback()
def options(
    context: typer.Context,
    file: Annotated[Path | None, typer.Option("--file", "-f", help="The tournament's own file.")] = None,
    relay: SignInLink = "",
    ca: HallAuthority = None,
    by: Annotated[str, typer.Option(help="Who acts; in a file, the name of this computer's user by default.")] = "",
    only_show: Annotated[bool, typer.Option("--preview", help="Say what would follow, and do nothing.")] = False,
) -> None:
    """Take where the tournament is."""
    context.obj = EventPlace(file, relay, ca, by, only_show)


@tournament.command("open")
def open_(
    context: typer.Context,
    title: Annotated[str, typer.Argument(help="The event's title.")],
    system: Annotated[System, typer.Option(help="The system of pairing.")] = System.DUTCH,
    rounds: Annotated[
        int | None, typer.Option(min=1, max=99, help="The number of rounds; 5 where nothing else says it.")
    ] = None,
    stage: Annotated[
        list[str] | None,
        typer.Option(
            help="A stage, once for each: 'round_robin groups=4 qualifiers=8', 'knock_out third_place play_off=5m+3s'."
        ),
    ] = None,
    teams: Annotated[
        str, typer.Option(help="Teams meet, on so many boards: '4', '4 kind=ad_hoc reserves=1 line_up_minutes=30'.")
    ] = "",
    place: Annotated[str, typer.Option(help="Where it is held, for forms and report files.")] = "",
    chief_arbiter: Annotated[str, typer.Option(help="Who signs pairings and results.")] = "",
    rules: Annotated[str, typer.Option(help="The game.")] = "chess",
    control: Annotated[str, typer.Option(help="The time control: 10m+5s. Empty: tables are not told.")] = "",
    tie_breaks: Annotated[str, typer.Option(help="Codes in their order: BH/C1,BH,SB,DE.")] = "",
    tables: Annotated[str, typer.Option(help="The tables from board 1 on: t1,t2,t3.")] = "",
    regulations: Annotated[
        Path | None, typer.Option(help="Take everything from a JSON or TOML file instead (docs/tournaments.md).")
    ] = None,
) -> None:
    """Open the event with its regulations."""
    if regulations is not None:
        wanted = _read_regulations(regulations)
    else:
        stages = tuple(map(read_stage, stage or ()))
        wanted = Regulations(
            title=title,
            system=stages[0].system if stages else system,
            rounds=rounds or max(1, sum(each.rounds for each in stages)) if stages else rounds or 5,
            stages=stages,
            teams=read_teams(teams),
            rules=rules,
            control=control,
            place=place,
            chief_arbiter=chief_arbiter,
            tie_breaks=_split(tie_breaks),
            tables=_split(tables),
        )
    do_acts(context, OpenEvent(regulations=wanted))


@tournament.command()
def enter(
    context: typer.Context,
    entries: Annotated[
        Path,
        typer.Argument(
            help="A CSV file: name, rating, title, federation, club, id; of teams team and board, too; or a TRF file."
        ),
    ],
) -> None:
    """Enter the players of a list, or the teams with their players."""
    try:
        data = entries.read_bytes()
    except OSError as error:
        raise SettingsError(f"{entries} cannot be read: {error}.") from error
    with kept_tournament(context) as kept:
        regulations = event_of(kept.fold()).regulations
    do_acts(context, *entry_acts(regulations, data))


@tournament.command()
def close(context: typer.Context, seed: Annotated[str, typer.Option(help="What lots are drawn from.")] = "") -> None:
    """Close the entries: pairing numbers are given."""
    do_acts(context, CloseEntries(seed=seed))


@tournament.command()
def pair(
    context: typer.Context,
    publish: Annotated[bool, typer.Option("--publish", help="Publish it at once.")] = False,
    start: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%dT%H:%M"], help="When the round starts, on this clock.")
    ] = None,
    take_back: Annotated[bool, typer.Option("--take-back", help="Take the last pairing back instead.")] = False,
) -> None:
    """Pair the next round."""
    if take_back:
        do_acts(context, UnpairRound())
        return
    acts: list[EventAct] = [PairRound()]
    if publish:
        acts.append(PublishRound(start=_instant(start)))
    event = event_of(do_acts(context, *acts))
    if event.rounds:
        print_matches(event, event.rounds[-1])
        print_round(event, event.rounds[-1])


@tournament.command()
def publish(
    context: typer.Context,
    start: Annotated[
        datetime | None, typer.Option(formats=["%Y-%m-%dT%H:%M"], help="When the round starts, on this clock.")
    ] = None,
) -> None:
    """Publish the round that is paired, and tell the tables."""
    do_acts(context, PublishRound(start=_instant(start)))


@tournament.command()
def result(
    context: typer.Context,
    pairing: _Pairing,
    score: Annotated[str, typer.Argument(help="1-0, 0-1, ½-½ (or 1/2), +/-, -/+, -/-; without one, as reported.")] = "",
    why: _Why = "",
) -> None:
    """Accept a result, set it, or correct it with a reason."""
    wanted = GameScore.parse(score) if score else None
    do_acts(context, AcceptResult(pairing=PairingId(pairing), score=wanted, why=why))


@tournament.command()
def advance(context: typer.Context, pairing: _Pairing, number: _Number, why: _Why = "") -> None:
    """Say who goes on in a knock-out after a drawn game."""
    do_acts(context, AdvancePlayer(pairing=PairingId(pairing), number=PairingNumber(number), why=why))


@tournament.command()
def bye(
    context: typer.Context,
    number: _Number,
    round_: Annotated[int, typer.Argument(metavar="ROUND", min=1, max=99, help="The round.")],
    points: Annotated[str, typer.Option(help="none, half, full, or `back` to take it back.")] = "none",
) -> None:
    """Grant a bye in a coming round."""
    kinds = {"none": RoundScore.ZERO_BYE, "half": RoundScore.HALF_BYE, "full": RoundScore.FULL_BYE, "back": None}
    if points not in kinds:
        raise SettingsError(f"A bye is worth one of: {', '.join(kinds)}.")
    do_acts(context, GrantBye(player=player_of(context, number), round=RoundNumber(round_), score=kinds[points]))


@tournament.command()
def withdraw(
    context: typer.Context,
    number: _Number,
    back: Annotated[bool, typer.Option("--back", help="Take the withdrawal back.")] = False,
    why: _Why = "",
) -> None:
    """Withdraw a player from the next round on."""
    player = player_of(context, number)
    do_acts(context, ReturnPlayer(player=player, why=why) if back else WithdrawPlayer(player=player, why=why))


@tournament.command()
def rank(context: typer.Context, seed: Annotated[str, typer.Option(help="What lots are drawn from.")] = "") -> None:
    """Fix the final ranking."""
    print_standings(event_of(do_acts(context, Rank(seed=seed))))


@tournament.command()
def undo(context: typer.Context, n: Annotated[int, typer.Argument(min=1, help="The act's number.")]) -> None:
    """Take an act back, where nothing was built upon it."""
    do_acts(context, Undo(n=n))


@tournament.command()
def show(
    context: typer.Context,
    round_: Annotated[int, typer.Option("--round", min=0, max=99, help="Only this round.")] = 0,
) -> None:
    """Show the players, or the pairings and results of a round."""
    with kept_tournament(context) as kept:
        event = event_of(kept.fold())
    if not round_:
        print_event(event)
        return
    if round_ > len(event.rounds):
        raise SettingsError(f"Round {round_} is not paired yet.")
    print_matches(event, event.rounds[round_ - 1])
    print_round(event, event.rounds[round_ - 1])


@tournament.command()
def standings(
    context: typer.Context,
    round_: Annotated[int, typer.Option("--round", min=0, max=99, help="After this round.")] = 0,
) -> None:
    """Show the standings."""
    with kept_tournament(context) as kept:
        event = event_of(kept.fold())
    if not event.stages:
        raise EventRefused(message("event.no_standings"))
    print_standings(event, RoundNumber(round_) if round_ else None)


@tournament.command()
def why(
    context: typer.Context,
    round_: Annotated[int, typer.Argument(metavar="ROUND", min=1, max=99, help="The round.")],
    number: _Number,
) -> None:
    """Say why a player met this opponent, criterion by criterion."""
    with kept_tournament(context) as kept:
        event = event_of(kept.fold())
    try:
        story = pairing_story(event, RoundNumber(round_), PairingNumber(number))
    except LookupError as error:
        raise SettingsError(str(error)) from error
    for sentence in story:
        typer.echo(catalogue().render(sentence))


@tournament.command()
def record(context: typer.Context) -> None:
    """Show every act."""
    with kept_tournament(context) as kept:
        print_record(kept.fold())


@tournament.command()
def export(
    context: typer.Context,
    target: Annotated[Path, typer.Argument(help="The file to write, - for standard output.", allow_dash=True)],
    dialect: Annotated[TrfDialect, typer.Option(help="The edition of the format.")] = TrfDialect.TRF26,
) -> None:
    """Write a tournament report file (TRF) for other programs."""
    with kept_tournament(context) as kept:
        text = write_trf(event_report(event_of(kept.fold())), dialect)
    if str(target) == "-":
        typer.echo(text, nl=False)
    else:
        target.write_text(text, encoding="utf-8", newline="")


tournament.command("next-stage")(next_stage)
tournament.command("draw")(draw)
tournament.command("arrange")(arrange)
tournament.command("bracket")(bracket)
tournament.command("line-up")(line_up)
tournament.command("members")(members)
tournament.command("board-prizes")(prizes)
tournament.command("play-off")(play_off)
tournament.command("opening")(opening)
tournament.command("apart")(apart)
tournament.command("duties")(duties)


def _instant(at: datetime | None) -> Instant | None:
    return None if at is None else Instant(int(at.timestamp() * 1000))


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} cannot be read as a text in UTF-8: {error}.") from error


def _read_regulations(path: Path) -> Regulations:
    read: Any = msgspec.toml.decode if path.suffix == ".toml" else msgspec.json.decode
    try:
        found: Regulations = read(_read(path), type=Regulations)
    except msgspec.DecodeError as error:
        raise SettingsError(f"{path} does not have the regulations of an event: {error}.") from error
    return found
