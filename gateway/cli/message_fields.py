"""The list of every field of every message, made from the definitions and the words beside them."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import inspect as types

from gateway.record.schema import MESSAGES

__all__ = ["WORDS", "field_list", "fields_of", "structs"]

WORDS = {
    "about": "What the appeal is about.",
    "absent": "The sides that were not there.",
    "act": "What is to be done, or was done: one of docs/acts.md.",
    "adjourned": "The adjournment, while there is one.",
    "after": "Lines above this number.",
    "alerts": "What arbiters should know, and is still open.",
    "args": "What the sentence of the key is about.",
    "article": "The article that it rests on, as its text numbers it.",
    "assignment": "What the table is to play.",
    "at": "The instant, in milliseconds on the table's time line.",
    "attendance": "Who is there, while that is kept.",
    "battery": "Its charge in percent; nothing where it does not say.",
    "battery_low": "Whether it says that its battery is low.",
    "before_ms": "How long before the end.",
    "begun": "Whether the round has begun here.",
    "black": "Black's.",
    "black_ms": "Black's time in milliseconds.",
    "board": "A letter for each cell, row by row from the top left as White sees it; `.` is empty.",
    "buckets": "How many were seen up to each bound, and above all of them.",
    "button": "Which button.",
    "by": "Who did it.",
    "call": "What is called out.",
    "called_at": "When the flag was called.",
    "case": "The number of the case, or the case itself.",
    "cell": "The cell, counted from 0 at the top left as White sees it.",
    "cells": "A letter for each cell, as the device shows them.",
    "change": "What is done to the time: added, taken, set.",
    "charging": "Whether it is being charged.",
    "choice": "What was decided.",
    "choices": "What may be decided.",
    "clock": "The face of the clock.",
    "code": "The code that the driver does not know.",
    "cols": "Columns of the board.",
    "command": "The id of the command.",
    "common_runs": "Whether a common time runs.",
    "control": "The time control, as `flagfall timecontrol` explains it.",
    "count": "How many.",
    "counters": "Draw rules that are counting.",
    "detail": "What is the matter, or worth knowing.",
    "devices": "Board and clock, and how they are.",
    "do": "What is asked: an act, lines, or readings.",
    "draw_gate": "From when on draws may be agreed.",
    "dropped": "Bytes that made no sense.",
    "event": "The event's name.",
    "events": "What the device kept.",
    "expected_ms": "What the time should be.",
    "face": "The clock's face.",
    "fact": "What happened to the clock.",
    "failing": "Whether the disk fails.",
    "federation": "The person's federation.",
    "fell_at": "When the flag fell.",
    "fen": "The position in the notation of its game.",
    "firmware": "The version of the device's own program.",
    "from_ms": "The time before.",
    "game": "The number of the game at this table, from 1.",
    "ground": "What the claim rests on.",
    "id": "The id, which the answer repeats.",
    "key": "The key of the catalogues' sentence.",
    "kind": "What kind it is of.",
    "known": "Whether the position was known before.",
    "last_move": "The last move.",
    "left_flag": "Whether the left flag shows.",
    "left_ms": "The time left, or that of the left side, in milliseconds.",
    "length": "How long, in milliseconds.",
    "limit": "What it counts up to.",
    "limit_at": "The end of the grace period.",
    "lines": "The lines, in order.",
    "lodger": "Who appeals.",
    "move": "The move as people write it.",
    "move_ms": "Time to change places.",
    "moves": "The moves of the game as people write them.",
    "ms": "Milliseconds.",
    "n": "The number of the line, from 1 without gaps.",
    "name": "The name.",
    "number": "How many.",
    "of": "How many parts there are.",
    "ok": "Whether it was done.",
    "online": "Whether it is there.",
    "option": "The driver's option that it found out.",
    "order": "What is asked of the clock.",
    "pairing": "The pairing's id; empty without one.",
    "path": "The cells that the piece went over, start and end included.",
    "penalty": "The penalty.",
    "percent": "The charge in percent.",
    "phases": "The phases of the round.",
    "piece": "The letter of what stands there.",
    "plan": "How the round goes.",
    "players": "Who plays White and Black.",
    "ply": "How many moves have been made.",
    "point": "The point, as people write it.",
    "points": "The points, as people write them.",
    "product": "What the device calls itself.",
    "rating": "The person's rating.",
    "reading": "What the device said.",
    "readings": "What the devices said, in order.",
    "reason": "Why.",
    "replay": "The part itself.",
    "request": "What a player asks.",
    "resolution_ms": "The smallest step that it shows.",
    "result": "The result.",
    "right_flag": "Whether the right flag shows.",
    "right_ms": "The right side's time in milliseconds.",
    "role": "In which role.",
    "round": "The round's number; 0 without one.",
    "rounds": "How many rounds.",
    "rows": "Rows of the board.",
    "rulebook": "The text that is refereed by.",
    "rules": "The game that is played.",
    "ruling": "The number of the line with the ruling.",
    "running": "Whose time runs.",
    "sealer": "Who sealed a move.",
    "seat": "Which side of the device.",
    "serial": "The serial number.",
    "shown_ms": "What the clock shows.",
    "side": "White or black.",
    "since": "From which instant on, in milliseconds.",
    "source": "Who keeps the time: the agent or hardware.",
    "stage": "Which stage of the control each side is in, from 0.",
    "status": "How the game stands.",
    "supervision": "Who watches over the game.",
    "table": "The table's name.",
    "taken": "The cells from which pieces were taken.",
    "text": "The sentence as a key and its arguments, or the text itself.",
    "threshold_ms": "The time that was gone below.",
    "times": "Both times.",
    "to_ms": "The time after.",
    "total": "The sum of what was seen.",
    "turn": "Who is on move.",
    "upto": "Up to this one.",
    "url": "Where the device is plugged in.",
    "used_ms": "The time used.",
    "value": "What it found out.",
    "version": "The version of the program.",
    "visibility": "Who may see it: `public` or `arbiters`.",
    "way": "The direction in which times move.",
    "what": "What happened, or was ruled: one of the types below that an entry may hold.",
    "white": "White's.",
    "white_ms": "White's time in milliseconds.",
    "who": "The person's name.",
    "why": "The reason.",
}
"""Fields that have no words of their own beside their definition mean the same wherever they stand."""


def structs() -> dict[Any, types.StructType]:
    """Every type of value that may be in a message of the bus, in the order in which they are met."""
    found: dict[Any, types.StructType] = {}

    def look(info: Any) -> None:
        if isinstance(info, types.StructType):
            if info.cls in found:
                return
            found[info.cls] = info
            for field in info.fields:
                look(field.type)
        for name in ("item_type", "key_type", "value_type"):
            if hasattr(info, name):
                look(getattr(info, name))
        for each in (*(getattr(info, "types", ()) or ()), *(getattr(info, "item_types", ()) or ())):
            look(each)

    for kind in MESSAGES.values():
        look(types.type_info(kind))
    return found


def fields_of(kind: Any, info: types.StructType) -> Iterator[tuple[str, str]]:
    """Each field of a type with its meaning; empty for one that nobody explains."""
    own = _own_words(getattr(kind, "__origin__", kind))
    for field in info.fields:
        yield field.encode_name, own.get(field.name) or WORDS.get(field.name, "")


def field_list() -> str:
    """The whole list in Markdown."""
    lines = [
        "# Every field of every message",
        "",
        "Made by `make schema` from the definitions; [bus.md](bus.md) has the topics and an example of each message.",
        "Where a value may be one of several types, its field `type` tells which.",
    ]
    for kind, info in structs().items():
        origin = getattr(kind, "__origin__", kind)
        tag = f" Its `type` is `{info.tag}`." if isinstance(info.tag, str) else ""
        lines += ["", f"## {origin.__name__}", "", f"{' '.join((inspect.getdoc(origin) or '').split())}{tag}", ""]
        if info.fields:
            lines += ["| field | meaning |", "|---|---|"]
            lines += [f"| `{field}` | {_cell(meaning)} |" for field, meaning in fields_of(kind, info)]
        else:
            lines.append("It has no fields.")
    text = "\n".join(lines)
    seen, once = set[str](), []
    for part in text.split("\n\n## "):  # a generic type is listed once
        if (head := part.partition("\n")[0]) not in seen:
            seen.add(head)
            once.append(part)
    return "\n\n## ".join(once) + "\n"


def _cell(text: str) -> str:
    return text.replace("|", "/")


def _own_words(kind: type[msgspec.Struct]) -> dict[str, str]:
    """The words that stand below a field's definition."""
    found: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        if each is msgspec.Struct or not issubclass(each, msgspec.Struct):
            continue
        (definition,) = ast.parse(textwrap.dedent(inspect.getsource(each))).body
        assert isinstance(definition, ast.ClassDef)  # noqa: S101 - what else could it be
        for node, following in zip(definition.body, [*definition.body[1:], None], strict=True):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                said = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
                words = following.value.value if said else ""  # type: ignore[union-attr]
                found[node.target.id] = " ".join(str(words).split())
    return found
