"""Portable Game Notation in its export form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from gateway.games.chess.pgn import PgnGame
from gateway.games.tagged import format_tag, wrap
from gateway.model.results import Result

__all__ = ["format_pgn", "pgn_result"]

_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_WIDTH = 80
_STANDARD = {"1-0", "0-1", "1/2-1/2", "*"}
_RESULTS = {Result.WHITE: "1-0", Result.BLACK: "0-1", Result.DRAW: "1/2-1/2", Result.BOTH_LOSE: "0-0", None: "*"}


def pgn_result(result: Result | None) -> str:
    """The result as the tag has it; both losing is `0-0`, which the standard does not know but arbiters use."""
    return _RESULTS[result]


def format_pgn(game: PgnGame) -> str:
    """The record in export form: the seven tags first, a set-up marked, lines of at most 80, the result at the end."""
    result = game.result or game.tags.get("Result", "*")
    tags = {name: game.tags.get(name, "????.??.??" if name == "Date" else "?") for name in _ROSTER}
    tags["Result"] = result
    if "FEN" in game.tags:
        tags["SetUp"] = "1"
    tags.update((name, value) for name, value in game.tags.items() if name not in tags)
    lines = [format_tag(name, value) for name, value in tags.items()]
    # Behind the moves only what the standard knows: elsewhere `0-0` castles.
    words = chain(_words(game), [result if result in _STANDARD else "*"])
    return "\n".join([*lines, "", *wrap(words, _WIDTH)]) + "\n"


def _words(game: PgnGame) -> Iterator[str]:
    fields = game.tags.get("FEN", "").split()
    white = fields[1:2] != ["b"]
    number = int(fields[5]) if len(fields) > 5 and fields[5].isdigit() else 1
    numbered = False
    if game.before:
        yield from _pieces(f"{{{game.before.replace('}', ')')}}}")
    for move in game.moves:
        if white:
            yield f"{number}."
        elif not numbered:
            yield f"{number}..."
        yield move.text
        times = (("clk", move.clock_ms), ("emt", move.elapsed_ms))
        commands = [f"[%{name} {_format_time(ms)}]" for name, ms in times if ms is not None]
        comment = " ".join(filter(None, (*commands, move.comment.replace("}", ")"))))
        if comment:
            # Word by word, but no command is broken: not every reader puts it together again.
            yield from _pieces(f"{{{comment}}}")
        # A comment in between makes Black's number necessary again.
        numbered = not comment
        if not white:
            number += 1
        white = not white


def _pieces(comment: str) -> list[str]:
    return re.findall(r"(?:\[%[^\]]*\]|\S)+", comment)


def _format_time(ms: int) -> str:
    minutes, seconds = divmod(ms // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"
