"""The drivers that there are: a literal table of our own, and what other packages bring by the entry-point group.

A package adds a driver with

    [project.entry-points."flagfall.drivers"]
    myboard = "my_package.myboard:SPEC"
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points

from .errors import AmbiguousDriverError, DriverError, UnknownDriverError
from .spec import DriverSpec

__all__ = ["BUILT_IN", "GROUP", "find", "names"]

GROUP = "flagfall.drivers"
"""The entry-point group."""

BUILT_IN: Mapping[str, str] = {
    "dgt": "drivers.boards.dgt.spec:SPEC",
    "chesslink": "drivers.boards.chesslink.spec:SPEC",
    "certabo": "drivers.boards.certabo.spec:CERTABO",
    "tabutronic": "drivers.boards.certabo.spec:TABUTRONIC",
    "buttons": "drivers.clocks.buttons.spec:SPEC",
    "chessnut": "drivers.boards.chessnut.spec:SPEC",
    "squareoff-pro": "drivers.boards.squareoff.spec:PRO",
    "squareoff-neo": "drivers.boards.squareoff.spec:NEO",
    "ichessone": "drivers.boards.ichessone.spec:SPEC",
    "yihu": "drivers.boards.yihu.spec:SPEC",
    "pegasus": "drivers.boards.pegasus.spec:SPEC",
    "chessup": "drivers.boards.chessup.spec:SPEC",
    "cpp": "drivers.boards.cpp.spec:SPEC",
    "dgt3000-ble": "drivers.clocks.dgt3000_ble.spec:SPEC",
}
"""Name to `module:attribute`; imported when asked for, so that a table agent loads one driver only."""


def _ours(target: str) -> Callable[[], object]:
    def load() -> object:
        module, _, attribute = target.partition(":")
        return getattr(importlib.import_module(module), attribute)

    return load


def _sources(name: str) -> dict[str, Callable[[], object]]:
    """Who offers a driver of that name."""
    found: dict[str, Callable[[], object]] = {}
    if name in BUILT_IN:
        found["flagfall"] = _ours(BUILT_IN[name])
    for point in entry_points(group=GROUP, name=name):
        found[_package(point)] = point.load
    return found


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value


def names() -> tuple[str, ...]:
    """Every driver that `find` knows, sorted."""
    return tuple(sorted({*BUILT_IN, *(point.name for point in entry_points(group=GROUP))}))


def find(name: str) -> DriverSpec:
    """The driver of that name; raises `UnknownDriverError`, or `AmbiguousDriverError` when two packages offer one."""
    sources = _sources(name)
    if not sources:
        raise UnknownDriverError(name, names())
    if len(sources) > 1:
        raise AmbiguousDriverError(name, sorted(sources))
    source, load = sources.popitem()
    spec = load()
    if not isinstance(spec, DriverSpec):
        msg = f"The driver {name!r} of {source} is a {type(spec).__name__}, not a DriverSpec: tell its authors."
        raise DriverError(msg)
    return spec
