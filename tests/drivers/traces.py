"""Captured bytes of real devices. They belong to their sources and lie outside the project: without them, skip."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from drivers.transport.capture import Capture, Transfer, parse_capture

__all__ = ["capture", "transfers"]

TRACES = Path(__file__).resolve().parents[3] / "shared" / "traces"


def capture(name: str) -> Capture:
    """One file; skips the test where it is missing."""
    path = TRACES / f"{name}.jsonl"
    if not path.exists():
        pytest.skip(f"the capture {path} is not here")
    return parse_capture(path.read_bytes().splitlines())


def transfers(name: str) -> Sequence[Transfer]:
    """The transfers of one file."""
    return capture(name).transfers
