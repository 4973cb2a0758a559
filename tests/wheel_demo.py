"""The demo, played from the wheel alone: in an empty environment, with what the wheel asks for and nothing else.

    python -m tests.wheel_demo dist

`make dist` does it. Broker, relay and two simulated tables start, and moves of both are on the page.
"""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from tests.ports import free_port

_PATIENCE_S = 120.0


def main(dist: Path) -> int:
    """Install, play, look, stop."""
    wheel = next(dist.glob("flagfall-*.whl"))
    uv = Path(sys.executable).with_name("uv")
    with tempfile.TemporaryDirectory(prefix="flagfall-wheel-") as name:
        place = Path(name) / "empty"
        subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, place], check=True)
        subprocess.run([uv, "pip", "install", "--quiet", "--python", place / "bin/python", wheel], check=True)
        port = free_port()
        command = [f"{place}/bin/flagfall", "demo", "--tables", "2", "--port", str(port), "--data", f"{name}/data"]
        clean = {"PATH": "/usr/bin:/bin", "HOME": name, "LANG": "C.UTF-8"}
        process = subprocess.Popen(
            command, cwd=name, env=clean, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        try:
            plies = _played(f"http://127.0.0.1:{port}/api/tables", process)
        finally:
            process.send_signal(signal.SIGINT)
            said, _ = process.communicate(timeout=60)
    if not plies or "Traceback" in said or process.returncode:
        print(said)
        print(f"The demo did not play from {wheel.name} (exit code {process.returncode}).")
        return 1
    print(f"{wheel.name} in an empty environment: the demo plays, {plies} moves on the page")
    return 0


def _played(address: str, process: subprocess.Popen[str]) -> int:
    """How many moves the page has when both tables have made some; 0 if that does not happen."""
    until = time.monotonic() + _PATIENCE_S
    while time.monotonic() < until and process.poll() is None:
        with contextlib.suppress(OSError, ValueError):
            with urllib.request.urlopen(address, timeout=5) as answer:
                tables: list[dict[str, Any]] = json.load(answer)["tables"]
            plies = [(each.get("state") or {}).get("ply", 0) for each in tables]
            if len(plies) == 2 and all(plies):
                return sum(plies)
        time.sleep(0.5)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
