"""`make bench`: every number beside a baseline taken in the same run. Absolute times on a busy machine are noise."""

from __future__ import annotations

import argparse
import importlib

from rich.console import Console
from rich.table import Table

GROUPS = (
    "agent",
    "press",
    "screen",
    "page",
    "viewers",
    "ingest",
    "database",
    "reconnect",
    "clock",
    "tracking",
    "codecs",
    "games",
    "pairing",
)
"""One module each; its `rows()` measures."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("groups", nargs="*", choices=[*GROUPS, []], help="which to run; all if none is named")
    table = Table(box=None, header_style="bold")
    for title in ("what", "measured", "baseline", "ratio"):
        table.add_column(title, justify="left" if title in {"what", "baseline"} else "right")
    for group in parser.parse_args().groups or GROUPS:
        for row in importlib.import_module(f"bench.{group}").rows():
            table.add_row(*(str(cell) for cell in row))
    Console(width=140).print(table)


main()
