"""`flagfall round-clock`: the clock for all tables of a hall, planned without a relay and run at one."""

from __future__ import annotations

import re
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from gateway.clock.control_notation import format_time
from gateway.clock.round_clock import RoundClock, TimetableLine, plan_for_finish
from gateway.clock.round_clock_record import (
    AddRoundTime,
    ChangeRoundPlan,
    PauseRoundClock,
    RemoveRoundClock,
    RoundClockAct,
    SetRoundClock,
    SkipPhase,
    StartRoundClock,
    UndoClockAct,
)
from gateway.clock.round_plan import MINUTE, PhaseKind, RoundPlan
from gateway.model.errors import SettingsError
from gateway.model.instants import Instant, Millis
from gateway.runtime.relay_client import RelayClient

from .relay_options import HallAuthority, SignInLink

__all__ = ["round_clock"]

round_clock = typer.Typer(no_args_is_help=True, help="Plan a clock for all tables of a hall, and run it at a relay.")

_Why = Annotated[str, typer.Option(help="The reason, for the record.")]
_Rounds = Annotated[int, typer.Option(min=1, max=99, help="How many rounds.")]
_Boards = Annotated[int, typer.Option(min=1, max=64, help="Boards of a round; 1 where nothing is said of boards.")]
_Minutes = Annotated[float, typer.Option(min=0.25, help="Minutes for a board, or for a round of one.")]
_Extra = Annotated[float, typer.Option(min=0, help="More minutes in the first round.")]
_Move = Annotated[float, typer.Option(min=0, help="Minutes to move.")]
_Breaks = Annotated[list[str], typer.Option("--break", help="A break: after which round, and how many minutes: 3:20.")]
_Warn = Annotated[float | None, typer.Option(min=0, help="Say how much is left so many minutes before the end.")]
_Finish = Annotated[str, typer.Option(help="When all should be over, 22:30: the minutes for a board follow from it.")]

_WORDS = {PhaseKind.PLAY: "round {}", PhaseKind.MOVE: "move after round {}", PhaseKind.BREAK: "break after round {}"}


def _plan(
    rounds: int, boards: int, minutes: float, extra: float, move: float, breaks: list[str], warn: float | None
) -> RoundPlan:
    found = [re.fullmatch(r"(\d{1,2})[:=](\d{1,4}(?:\.\d+)?)", text) for text in breaks]
    if None in found:
        raise SettingsError("Write a break as the round after which it is and its minutes: --break 3:20.")
    return RoundPlan(
        rounds=rounds,
        boards=boards,
        board_ms=_ms(minutes),
        first_extra_ms=_ms(extra),
        move_ms=_ms(move),
        breaks={int(each[1]): _ms(float(each[2])) for each in found if each is not None},
        time_left_ms=None if warn is None else _ms(warn),
    )


def _ms(minutes: float) -> Millis:
    return Millis(round(minutes * MINUTE))


@round_clock.command()
def plan(
    rounds: _Rounds,
    boards: _Boards = 1,
    minutes: _Minutes = 8,
    extra: _Extra = 0,
    move: _Move = 2,
    breaks: _Breaks = [],  # noqa: B006 - typer copies it
    start: Annotated[str, typer.Option(help="When it begins, 19:00; without it, now.")] = "",
    finish: _Finish = "",
) -> None:
    """Print the timetable of a plan, or the minutes for a board that a desired finish leaves."""
    made = _plan(rounds, boards, minutes, extra, move, breaks, None)
    at = _instant(start) if start else Instant(int(time.time()) * 1000)
    if finish:
        wished = _instant(finish)
        made = plan_for_finish(
            RoundClock.of(made), made, at, wished if wished > at else Instant(wished + 24 * 60 * MINUTE)
        )
    typer.echo(f"{format_time(Millis(made.board_ms))} a board")
    _print([_Line(line, 0) for line in RoundClock.of(made).timetable(at)])


@round_clock.command(name="set")
def set_clock(
    relay: SignInLink,
    rounds: _Rounds,
    boards: _Boards = 1,
    minutes: _Minutes = 8,
    extra: _Extra = 0,
    move: _Move = 2,
    breaks: _Breaks = [],  # noqa: B006 - typer copies it
    warn: _Warn = None,
    finish: _Finish = "",
    change: Annotated[
        bool, typer.Option("--change", help="Go on by this plan; without it, a new clock stands at the beginning.")
    ] = False,
    preview: Annotated[bool, typer.Option("--preview", help="Only show the timetable that would follow.")] = False,
    why: _Why = "",
    ca: HallAuthority = None,
) -> None:
    """Set the clock of a hall by a plan, or change the plan of the one that runs."""
    made = _plan(rounds, boards, minutes, extra, move, breaks, warn)
    with RelayClient(relay, ca) as client:
        answer: dict[str, Any] = {}
        if not change:
            answer = client.act_on_round_clock(SetRoundClock(plan=made, why=why), only_ask=preview)
        if change or (finish and not preview):
            wished = None if not finish else Instant(client.round_clock()["clock"]["at"] + _until(finish))
            answer = client.act_on_round_clock(ChangeRoundPlan(plan=made, finish=wished, why=why), only_ask=preview)
    _show(answer)


@round_clock.command()
def show(relay: SignInLink, ca: HallAuthority = None) -> None:
    """Show the clock of a hall and its timetable."""
    with RelayClient(relay, ca) as client:
        _show(client.round_clock())


@round_clock.command()
def start(
    relay: SignInLink,
    at: Annotated[str, typer.Option(help="Start it later, 19:00.")] = "",
    why: _Why = "",
    ca: HallAuthority = None,
) -> None:
    """Let the clock run."""
    with RelayClient(relay, ca) as client:
        later = Instant(client.round_clock()["clock"]["at"] + _until(at)) if at else None
        _show(client.act_on_round_clock(StartRoundClock(start=later, why=why)))


@round_clock.command()
def pause(relay: SignInLink, why: _Why = "", ca: HallAuthority = None) -> None:
    """Stop the clock."""
    _act(relay, ca, PauseRoundClock(why=why))


@round_clock.command()
def add(
    relay: SignInLink,
    minutes: Annotated[float, typer.Argument(help="How many; a negative number takes them away.")] = 1,
    why: _Why = "",
    ca: HallAuthority = None,
) -> None:
    """Add minutes to the present phase, or take some away."""
    _act(relay, ca, AddRoundTime(ms=_ms(minutes), why=why))


@round_clock.command()
def skip(relay: SignInLink, why: _Why = "", ca: HallAuthority = None) -> None:
    """End the present phase now."""
    _act(relay, ca, SkipPhase(why=why))


@round_clock.command()
def undo(relay: SignInLink, why: _Why = "", ca: HallAuthority = None) -> None:
    """Undo the last act."""
    _act(relay, ca, UndoClockAct(why=why))


@round_clock.command()
def remove(relay: SignInLink, why: _Why = "", ca: HallAuthority = None) -> None:
    """Remove the clock."""
    _act(relay, ca, RemoveRoundClock(why=why))


def _act(relay: str, ca: Path | None, act: RoundClockAct) -> None:
    with RelayClient(relay, ca) as client:
        _show(client.act_on_round_clock(act))


class _Line(msgspec.Struct, frozen=True):
    """A line of a timetable, and how far our own clock is ahead of the one it is of."""

    line: TimetableLine
    ahead: int


def _show(answer: dict[str, Any]) -> None:
    clock = answer["clock"]
    if clock["plan"] is None:
        typer.echo("No round clock is set.")
        return
    ahead = time.time_ns() // 1_000_000 - clock["at"]
    lines = [_Line(line, ahead) for line in msgspec.convert(answer["timetable"], tuple[TimetableLine, ...])]
    if not lines:
        typer.echo("The last round is over.")
        return
    now, left = lines[0].line.phase, lines[0].line.end - lines[0].line.start
    runs = "stands" if clock["since"] is None else "runs" if clock["since"] <= clock["at"] else "is to start"
    typer.echo(
        f"{_WORDS[now.kind].format(now.round)}: {format_time(Millis(left // 1000 * 1000))} left; the clock {runs}"
    )
    _print(lines)


def _print(lines: list[_Line]) -> None:
    table = Table(box=None, show_header=False)
    for each in lines:
        phase = each.line.phase
        table.add_row(
            _local(each.line.start + each.ahead),
            _local(each.line.end + each.ahead),
            _WORDS[phase.kind].format(phase.round),
        )
    Console(highlight=False).print(table)


def _local(ms: int) -> str:
    return datetime.fromtimestamp(ms / 1000).astimezone().strftime("%H:%M")


def _instant(text: str) -> Instant:
    """The next time at which a clock on this computer's wall shows this."""
    found = re.fullmatch(r"(\d{1,2}):(\d{2})", text.strip())
    if found is None or int(found[1]) > 23 or int(found[2]) > 59:
        raise SettingsError(f"{text!r} is not a time of day; write 19:30.")
    now = datetime.now().astimezone()
    wished = now.replace(hour=int(found[1]), minute=int(found[2]), second=0, microsecond=0)
    wished += timedelta(days=1) if wished <= now else timedelta()
    return Instant(round(wished.timestamp()) * 1000)


def _until(text: str) -> int:
    """Milliseconds from now until a clock shows this the next time."""
    return _instant(text) - time.time_ns() // 1_000_000
