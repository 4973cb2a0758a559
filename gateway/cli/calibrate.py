"""`flagfall calibrate`: recorded games on simulated boards, and how often each cost of tracking was charged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from gateway.lab.calibration.costfile import recounted, rewritten
from gateway.lab.calibration.counting import Counts
from gateway.lab.calibration.witness import witness
from gateway.lab.rehearsal.recorded import recorded_games
from gateway.lab.rehearsal.stage import HANDS
from gateway.model.errors import GameError, SettingsError
from gateway.tracking import costs
from gateway.tracking.surprisal import Cost
from gateway.tracking.vision import Vision

__all__ = ["calibrate"]


def calibrate(
    files: Annotated[list[Path], typer.Argument(help="Recorded games: PDN, PGN, SGF, move lists.")],
    hand: Annotated[list[str], typer.Option(help=f"Whose hands: {', '.join(HANDS)}.")] = ["blitz", "bullet"],  # noqa: B006 - typer copies it
    board: Annotated[list[str], typer.Option(help=f"What kind of board: {', '.join(Vision)}.")] = [*Vision],  # noqa: B006 - typer copies it
    seed: Annotated[int, typer.Option(help="The seed of chance: another one, other mistakes.")] = 0,
    limit: Annotated[int, typer.Option(min=0, help="The most games taken from each file; 0 for all.")] = 0,
    write: Annotated[Path | None, typer.Option(help="The file of costs to write.")] = None,
) -> None:
    """Play recorded games with simulated hands, and count what tracking charges for the moves that were played.

    Each of these hands plays on each of these boards.
    """
    for values, known, what in ((hand, [*HANDS], "hand"), (board, [*Vision], "board")):
        if unknown := set(values).difference(known):
            raise GameError(f"There is no {what} {min(unknown)!r}; there are {', '.join(known)}.")
    counts, first = Counts(), seed
    for file in files:
        for game, start, moves in recorded_games(file, limit):
            seed += 1  # in every game other hands
            for name in hand:
                for vision in board:
                    habits = HANDS[name]
                    counts.add(witness(game, start, moves, vision=Vision(vision), habits=habits, seed=seed))
    present = {name: value for name, value in vars(costs).items() if isinstance(value, Cost)}
    counted = recounted(present, counts)
    Console(width=max(120, Console().width)).print(_table(present, counted))
    over = f"{counts.games} games, {counts.moves} moves"
    print(f"\nCounted over {over}; {counts.impossible} times a move that was played looked impossible.")
    if write is not None:
        recordings = ", ".join(file.name for file in files)
        whose = f"hands {', '.join(hand)} on boards {', '.join(board)}, {limit or 'all'} games a file, seed {first}"
        _write(write, counted, f"{over}: {recordings}; {whose}")


def _table(present: Mapping[str, Cost], counted: Mapping[str, Cost]) -> Table:
    table = Table(box=None, header_style="bold")
    for title in ("cost", "bits", "counted", "charged", "occasions", "of"):
        table.add_column(title, justify="left" if title in ("cost", "of") else "right")
    for name, cost in counted.items():
        bits = str(cost.bits) if cost.bits == present[name].bits else f"{present[name].bits} -> {cost.bits}"
        surprisal = "-" if cost.counted_bits is None else f"{cost.counted_bits:.1f}"
        table.add_row(name, bits, surprisal, str(cost.charged), str(cost.occasions), cost.per or "not counted")
    return table


def _write(file: Path, counted: Mapping[str, Cost], counted_over: str) -> None:
    try:
        source = file.read_text(encoding="utf-8")
        file.write_text(rewritten(source, counted, counted_over), encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{file} cannot be written: {error.strerror}.") from error
    print(f"{file} has been written.")
