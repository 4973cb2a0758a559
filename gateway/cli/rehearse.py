"""`flagfall rehearse`: recorded games on simulated boards, and what tracking makes of them."""

from __future__ import annotations

import statistics
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from gateway.lab.rehearsal.mishaps import Mishap
from gateway.lab.rehearsal.recorded import recorded_games
from gateway.lab.rehearsal.stage import BOARDS, HANDS, Performance, perform
from gateway.model.errors import GameError

__all__ = ["rehearse"]


def rehearse(
    files: Annotated[list[Path], typer.Argument(help="Recorded games: PDN, PGN, SGF, move lists.")],
    hand: Annotated[str, typer.Option(help=f"The habits of the simulated hands: {', '.join(HANDS)}.")] = "club",
    board: Annotated[str, typer.Option(help=f"What kind of board: {', '.join(BOARDS)}.")] = "dgt",
    faults: Annotated[str, typer.Option(help="Broken sensors, like dead:27,stuck:63=M,chatter:12.")] = "",
    mishaps: Annotated[
        float, typer.Option(min=0, max=1, help="The chance for each move that something irregular is done on purpose.")
    ] = 0,
    gaps: Annotated[
        float, typer.Option(min=0, max=1, help="The chance for each move that the board is lost from sight.")
    ] = 0,
    stalls: Annotated[
        float, typer.Option(min=0, max=1, help="The chance for each move that the computer stands still for seconds.")
    ] = 0,
    seed: Annotated[int, typer.Option(help="The seed of chance: with another one the hands make other mistakes.")] = 0,
    limit: Annotated[int, typer.Option(min=0, help="The most games taken from each file; 0 for all.")] = 0,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Name every game that did not go well.")] = False,
) -> None:
    """Play recorded games with simulated hands on a simulated board, and compare what was recognised.

    Exit code 1 if a move is wrong or missed, or if a mishap is not reported. With --gaps
    moves may be missed: then it is 1 if a game is not found again. With --stalls, too: then if a player is charged.
    """
    for value, known, what in ((hand, HANDS, "hand"), (board, BOARDS, "board")):
        if value not in known:
            raise GameError(f"There is no {what} {value!r}; there are {', '.join(known)}.")
    table = Table(box=None, header_style="bold")
    for title in ("file", "games", "moves", "recognised", "wrong", "missed", "alarms", "inferred", "delay ms"):
        table.add_column(title, justify="left" if title == "file" else "right")
    total = _Tally()
    for file in files:
        tally = _Tally()
        for number, (game, start, moves) in enumerate(recorded_games(file, limit), 1):
            done = perform(
                game,
                start,
                moves,
                board=board,
                habits=HANDS[hand],
                seed=seed + total.games + 1,  # in every game other hands, also where each has a file of its own
                faults=faults,
                mishaps=mishaps,
                gaps=gaps,
                stalls=stalls,
            )
            tally.add(done)
            total.add(done)
            if verbose and (done.wrong or done.missed or done.watcher.alarms):
                _tell(file, number, done)
        table.add_row(file.name, *tally.cells())
    if len(files) > 1:
        table.add_row("all", *total.cells())
    console = Console(width=max(100, Console().width))
    console.print(table)
    if mishaps:
        console.print()
        console.print(_mishaps(total.mishaps))
    if not _went_well(total, gaps=bool(gaps), stalls=bool(stalls)):
        raise typer.Exit(1)


def _went_well(total: _Tally, *, gaps: bool, stalls: bool) -> bool:
    """The verdict over all games, with what explains it said in a sentence."""
    if stalls:
        print(f"\nThe computer stood still {total.stalls} times; players were charged {total.charges} times.")
        return not total.charges
    if gaps:
        found = sum(total.gaps)
        print(f"\nThe board was lost from sight {len(total.gaps)} times; the game was found again {found} times.")
        return found == len(total.gaps)
    if total.alike:
        print(f"\n{total.alike} of the wrong moves could not be seen: the board shows the same of another legal game.")
    unreported = any(not (mishap.right or mishap.findings) for mishap in total.mishaps)
    return not (total.wrong or total.missed or unreported)


def _mishaps(made: Sequence[Mishap]) -> Table:
    """How each kind was reported."""
    table = Table(box=None, header_style="bold")
    for title in ("mishap", "made", "right", "as another kind", "not reported"):
        table.add_column(title, justify="left" if title == "mishap" else "right")
    for kind in sorted({mishap.kind for mishap in made}):
        alike = [mishap for mishap in made if mishap.kind == kind]
        others = Counter(
            mishap.findings[0].kind.value for mishap in alike if not mishap.right and mishap.findings
        ).most_common()
        right, unnoticed = sum(mishap.right for mishap in alike), sum(not (m.right or m.findings) for m in alike)
        said = ", ".join(f"{count} {other}" for other, count in others)
        table.add_row(kind, str(len(alike)), str(right), said or "0", str(unnoticed))
    return table


def _tell(file: Path, number: int, done: Performance) -> None:
    alarms = "; ".join(f"{alarm.text} at move {alarm.ply + 1}" for alarm in done.watcher.alarms[:3])
    print(
        f"{file.name}, game {number}: {done.recognised} of {len(done.played)} recognised, {done.wrong} wrong. {alarms}",
        file=sys.stderr,
    )


class _Tally:
    def __init__(self) -> None:
        self.games = self.moves = self.recognised = self.wrong = self.missed = self.alarms = self.inferred = 0
        self.alike = self.stalls = self.charges = 0
        self.delays: list[int] = []
        self.mishaps: list[Mishap] = []
        self.gaps: list[bool] = []

    def add(self, done: Performance) -> None:
        self.games += 1
        self.moves += len(done.played)
        self.recognised += done.recognised
        self.wrong += done.wrong
        self.missed += done.missed
        self.alike += done.wrong if done.is_alike else 0
        self.alarms += len(done.watcher.alarms)
        self.inferred += sum(note.inferred for note in done.watcher.noted)
        self.delays += done.delays_ms
        self.mishaps += done.mishaps
        self.gaps += done.gaps
        self.stalls += done.stalls
        self.charges += sum(alarm.finding is not None for alarm in done.watcher.alarms)

    def cells(self) -> list[str]:
        counts = (self.games, self.moves, self.recognised, self.wrong, self.missed, self.alarms, self.inferred)
        return [*map(str, counts), self._delay()]

    def _delay(self) -> str:
        """The median, and what one in a hundred exceeds."""
        if len(self.delays) < 2:
            return "-"
        return f"{statistics.median(self.delays):.0f} / {statistics.quantiles(self.delays, n=100)[-1]:.0f}"
