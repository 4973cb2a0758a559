"""Fuzz one codec after another, or tracking game by game, and say how each came through.

python -m fuzz [DRIVER...] [--seconds N]             coverage-guided, with atheris
python -m fuzz soak [DRIVER...] [--megabytes N]      random and mutated bytes, without any tool
python -m fuzz boards [GAME...] [--hours N]          hours of nonsense on boards, in virtual time
"""

from __future__ import annotations

import argparse
import importlib.util
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from drivers import registry
from drivers.errors import UnknownDriverError
from gateway.tracking.vision import Vision

from .boards import GAMES, show_nonsense
from .nonsense import KINDS
from .seeds import plant
from .soak import soak

KEPT = Path("build") / "fuzz"
NO_ATHERIS = (
    "atheris is not installed, which guides the fuzzing by coverage (pip install atheris); "
    "feeding random and mutated bytes instead.\n"
)


def main(argv: Sequence[str]) -> int:
    """The exit code is 1 if something broke, 2 for a mistake in the command."""
    if argv[:1] == ["boards"]:
        return _boards(argv[1:])
    soaking = argv[:1] == ["soak"]
    parser = argparse.ArgumentParser(
        prog="fuzz", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("driver", nargs="*", help="which drivers; all of them otherwise")
    parser.add_argument("--seconds", type=int, default=20, help="guided: for each")
    parser.add_argument("--runs", type=int, default=-1, help="guided: at most so many inputs for each")
    parser.add_argument("--megabytes", type=float, default=1.0, help="soak: millions of bytes for each")
    parser.add_argument("--seed", type=int, default=0, help="soak: the same seed, the same bytes")
    arguments = parser.parse_args(argv[1:] if soaking else argv)
    names = arguments.driver or registry.names()
    try:
        for name in names:
            registry.find(name)
    except UnknownDriverError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    if not soaking and importlib.util.find_spec("atheris") is None:
        sys.stderr.write(NO_ATHERIS)
        soaking = True
    if soaking:
        return _soak_all(names, round(arguments.megabytes * 1_000_000), arguments.seed)
    return _guide_all(names, arguments.seconds, arguments.runs)


def _boards(argv: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="fuzz boards", description="Nonsense on boards, and what tracking notes.")
    parser.add_argument("game", nargs="*", choices=[*GAMES, []], help="which games; all of them otherwise")
    parser.add_argument("--hours", type=float, default=1.0, help="board time for each game and vision")
    parser.add_argument("--seed", type=int, default=0, help="the same seed, the same nonsense")
    parser.add_argument("--kind", choices=list(KINDS), help="only this kind of nonsense")
    parser.add_argument("--vision", type=Vision, choices=list(Vision), help="only boards that see so")
    arguments = parser.parse_args(argv)
    kinds = (arguments.kind,) if arguments.kind else tuple(KINDS)
    titles = f"{'hours':>6} {'readings':>9} {'presses':>8} {'noted':>6} {'inferred':>8} {'alarms':>7} {'raised':>6}"
    sys.stdout.write(f"{'game':23} {'vision':10}{titles} {'held':>6} {'cost':>6}  longest rows\n")
    sound = True
    for name in arguments.game or GAMES:
        for vision in [arguments.vision] if arguments.vision else Vision:
            done = show_nonsense(name, vision, arguments.hours, arguments.seed, kinds=kinds)
            sound &= not done.broken
            counts = f"{done.board_ms / 3_600_000:6.1f} {done.readings:9} {done.presses:8} {done.noted:6}"
            more = f"{done.inferred:8} {done.alarms:7} {done.raised:6} {done.heaviest:6} {done.costliest:6}"
            rows = ", ".join(f"{kind} {row}" for kind, row in done.rows.items())
            sys.stdout.write(f"{name:23} {vision:10}{counts} {more}  {rows}\n")
            for broken in done.broken:
                sys.stdout.write(f"  BROKEN: {broken}\n")
            sys.stdout.flush()
    return 0 if sound else 1


def _soak_all(names: Sequence[str], count: int, seed: int) -> int:
    sys.stdout.write(f"{'driver':14} {'bytes':>10} {'readings':>9} {'most held':>9}  good messages after garbage\n")
    sound = True
    for name in names:
        done = soak(name, count, seed)
        sound &= done.sound
        read = "read" if done.blocks == done.recovered else "NOT READ"
        verdict = f"{read} after {done.recovered} of {done.blocks} blocks"
        if done.broken:
            verdict = f"BROKEN: {done.broken}"
        sys.stdout.write(f"{name:14} {done.fed:10} {done.readings:9} {done.heaviest:9}  {verdict}\n")
        sys.stdout.flush()
    return 0 if sound else 1


def _guide_all(names: Sequence[str], seconds: int, runs: int) -> int:
    broken = 0
    for name in names:
        folder = KEPT / name
        plant(name, folder)
        limits = [f"-max_total_time={seconds}", f"-runs={runs}", "-max_len=4096"]
        done = subprocess.run(  # noqa: S603 - ourselves
            [sys.executable, "-m", "fuzz.harness", name, *limits, f"-artifact_prefix={KEPT / name}-", str(folder)],
            capture_output=True,
            text=True,
            check=False,
        )
        said = re.findall(r"#(\d+)\s+\w+ .*?ft: (\d+)", done.stderr)
        inputs, features = said[-1] if said else ("0", "0")
        verdict = ": BROKEN" if done.returncode else ""
        sys.stdout.write(f"{name:14} {inputs:>9} inputs, {features} features{verdict}\n")
        sys.stdout.flush()
        if done.returncode:
            broken += 1
            sys.stdout.write(done.stderr[-3000:])
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
