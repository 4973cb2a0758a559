"""Fuzz one codec after another and say how far each came."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

from drivers import registry

from .seeds import plant

KEPT = Path("build") / "fuzz"


def main() -> int:
    """The exit code is 1 if a codec broke."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("driver", nargs="*", help="which drivers; all of them otherwise")
    parser.add_argument("--seconds", type=int, default=20, help="for each")
    parser.add_argument("--runs", type=int, default=-1, help="at most so many inputs for each")
    arguments = parser.parse_args()
    broken = 0
    for name in arguments.driver or registry.names():
        folder = KEPT / name
        plant(name, folder)
        limits = [f"-max_total_time={arguments.seconds}", f"-runs={arguments.runs}", "-max_len=4096"]
        done = subprocess.run(  # noqa: S603 - ourselves
            [sys.executable, "-m", "fuzz.harness", name, *limits, f"-artifact_prefix={KEPT / name}-", str(folder)],
            capture_output=True,
            text=True,
            check=False,
        )
        if "No module named 'atheris'" in done.stderr:
            sys.stderr.write("Fuzzing needs atheris: pip install atheris\n")
            return 2
        said = re.findall(r"#(\d+)\s+\w+ .*?ft: (\d+)", done.stderr)
        inputs, features = said[-1] if said else ("0", "0")
        verdict = ": BROKEN" if done.returncode else ""
        sys.stdout.write(f"{name:14} {inputs:>9} inputs, {features} features{verdict}\n")
        if done.returncode:
            broken += 1
            sys.stdout.write(done.stderr[-3000:])
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
