"""Settings files of one computer that stand in each other's way: one table, record or device named twice."""

from __future__ import annotations

import contextlib
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from gateway.model.messages import message

from .diagnoses import Diagnosis

__all__ = ["check_shared"]


def check_shared(configs: Sequence[Path]) -> Iterator[Diagnosis]:
    """What only one service can have, and several are told to take."""
    first: dict[tuple[str, ...], Path] = {}
    for config in configs:
        values: dict[str, Any] = {}
        with contextlib.suppress(OSError, ValueError):  # said elsewhere
            values = tomllib.loads(config.read_text(encoding="utf-8"))
        for what in _alone(config, values):
            other = first.setdefault(what, config)
            if other != config:
                yield Diagnosis.trouble(
                    message("doctor.settings_clash", path=str(config), other=str(other), what=" ".join(what)),
                    message("doctor.settings_clash.do", command=f"sudo rm {config}"),
                )
                break  # a copy has everything in common


def _alone(config: Path, values: dict[str, Any]) -> Iterator[tuple[str, ...]]:
    """What these settings want to have for themselves."""
    if "table" in values:
        yield "table", f"{values.get('event')}/{values['table']}"
    for name in ("journal", "store"):
        if isinstance(where := values.get(name), str):
            yield "file", str(config.parent / where if name == "journal" else where)
    for name in ("device", "clock"):
        if isinstance(section := values.get(name), dict) and isinstance(url := section.get("url"), str):
            yield "url", url
