"""The file of costs, written anew with what was counted.

Only what was counted changes, and the bits of costs that give no reason for being something else: meanings, reasons and
the order of the file are for people to write.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from gateway.tracking.surprisal import Cost

from .counting import Counts

__all__ = ["recounted", "rewritten"]

_WIDTH = 108
"""Width of a text that needs several lines."""
_LINE = 120
"""Width of a line of the file."""
_ENOUGH = 16
"""The fewest occurrences that say something about how rare a thing is."""


def recounted(known: Mapping[str, Cost], counts: Counts) -> dict[str, Cost]:
    """The costs with what was counted. Their bits follow it where it was counted often enough, unless the file says
    why they do not."""
    return {name: _recounted(cost, counts) for name, cost in known.items()}


def _recounted(cost: Cost, counts: Counts) -> Cost:
    if cost.per is None:
        return cost
    cost = Cost(cost.bits, cost.meaning, cost.per, counts.charged[cost], counts.occasions[cost.per], cost.why)
    counted = cost.counted_bits
    if counted is None or cost.charged < _ENOUGH or cost.why:
        return cost
    return msgspec.structs.replace(cost, bits=round(counted))


def rewritten(source: str, costs: Mapping[str, Cost], counted_over: str) -> str:
    """The file with these costs, and with what they were counted over."""
    lines = source.splitlines(keepends=True)
    for name, first, last in reversed(list(_assigned(source))):
        if name in costs:
            lines[first:last] = [f"{name} = {_written(costs[name])}\n"]
        elif name == "COUNTED_OVER":
            lines[first:last] = [line + "\n" for line in _bracketed(f"{name} = ", counted_over)]
    return "".join(lines)


def _assigned(source: str) -> Iterator[tuple[str, int, int]]:
    """The names that the file gives values to, and the lines where it does."""
    for node in ast.parse(source).body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], lineno=first, end_lineno=int(last)):
                yield name, first - 1, last


def _written(cost: Cost) -> str:
    counted = [f"per=Per.{cost.per.name}", f"charged={cost.charged}", f"occasions={cost.occasions}"] if cost.per else []
    arguments = [[str(cost.bits)], _quoted(cost.meaning, _LINE - len('    "",')), *([one] for one in counted)]
    if cost.why:
        arguments.append(_bracketed("why=", cost.why, indent=4))
    return "Cost(\n" + "".join(f"    {line}\n" for argument in arguments for line in _ending(argument)) + ")"


def _bracketed(name: str, text: str, indent: int = 0) -> list[str]:
    lines = _quoted(text, _LINE - indent - len(f'{name}"",'))
    return [name + lines[0]] if len(lines) == 1 else [f"{name}(", *(f"    {line}" for line in lines), ")"]


def _ending(argument: list[str]) -> Iterable[str]:
    return (*argument[:-1], argument[-1] + ",")


def _quoted(text: str, room: int) -> list[str]:
    """The text in quotes: in one line if there is room for it, or in several."""
    wrapped = [text] if len(text) <= room else textwrap.wrap(text, _WIDTH, break_on_hyphens=False)
    return [f'"{line} "' for line in wrapped[:-1]] + [f'"{wrapped[-1]}"']
