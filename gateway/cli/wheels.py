"""`flagfall wheels`: fill the folder from which the tables of a hall are installed."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from gateway.runtime.installation.wheel_folder import MACHINES, PYTHONS, fill

__all__ = ["wheels"]


def wheels(
    folder: Annotated[Path, typer.Argument(help="The folder; the relay's setting 'wheels' names the same.")] = Path(
        "/var/lib/flagfall/wheels"
    ),
    machine: Annotated[list[str] | None, typer.Option(help=f"Kinds of computers; {' and '.join(MACHINES)}.")] = None,
    python: Annotated[
        list[str] | None, typer.Option(help=f"Versions of Python there; {' and '.join(PYTHONS)}.")
    ] = None,
    wheel: Annotated[Path | None, typer.Option(help="Flagfall's own wheel, where no index has it.")] = None,
) -> None:
    """Fetch every wheel that the tables need, once, where there is internet; the relay hands them out."""
    found = fill(folder, machine or MACHINES, python or PYTHONS, wheel)
    if os.geteuid() == 0 and folder.is_relative_to("/var/lib/flagfall"):
        for each in (folder, *folder.iterdir()):
            shutil.chown(each, "flagfall", "flagfall")
    size = sum(path.stat().st_size for path in found) / 1_000_000
    Console(highlight=False, soft_wrap=True).print(f"{len(found)} wheels, {size:.0f} MB, and install.py in {folder}.")
