"""Portable Draughts Notation in the strict form of PDN 3.0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from gateway.games.draughts.pdn import PdnClock, PdnGame, PdnSetup
from gateway.games.tagged import format_tag, wrap
from gateway.model.results import Result
from gateway.model.sides import Side

__all__ = ["format_pdn", "pdn_result"]

_RESULTS = {
    20: {Result.WHITE: "2-0", Result.BLACK: "0-2", Result.DRAW: "1-1", Result.BOTH_LOSE: "0-0", None: "*"},
    25: {Result.WHITE: "1-0", Result.BLACK: "0-1", Result.DRAW: "1/2-1/2", Result.BOTH_LOSE: "0-0", None: "*"},
}


def pdn_result(game_type: int, result: Result | None) -> str:
    """The result in the scale that PDN gives the game type."""
    return _RESULTS.get(game_type, _RESULTS[25])[result]


def format_pdn(game: PdnGame) -> str:
    """The record in the strict form of PDN 3.0: tags, numbered moves without blanks, `*` at the end."""
    lines = [format_tag(name, value) for name, value in game.tags.items()]
    if lines:
        lines.append("")
    return "\n".join([*lines, *wrap(chain(_words(game), ["*"]))]) + "\n"


def _words(game: PdnGame) -> Iterator[str]:
    number, white = 1, _white_begins(game.tags.get("FEN", ""))
    numbered = False
    for item in game.items:
        if isinstance(item, PdnSetup):
            if item.comment:
                yield f"{{{item.comment}}}"
            yield f'/FEN "{item.fen}"/'
            number += item.comment != "" and not white
            white, numbered = _white_begins(item.fen), False
            continue
        if white:
            yield f"{number}."
        elif not numbered:
            yield f"{number}. ..."
        yield item.text
        comment = " ".join(filter(None, (_format_clock(item.clock), item.comment)))
        if comment:
            yield f"{{{comment}}}"
        # After a comment Black's move is numbered again only at the beginning or behind a setup.
        numbered = True
        if not white:
            number += 1
        white = not white


def _white_begins(fen: str) -> bool:
    return not fen.strip().upper().startswith("B")


def _format_clock(clock: PdnClock | None) -> str:
    if clock is None:
        return ""
    times: Sequence[tuple[str, int | None, Side]] = (
        ("w", clock.white_ms, Side.WHITE),
        ("b", clock.black_ms, Side.BLACK),
    )
    parts = []
    for letter, ms, side in times:
        if ms is None:
            continue
        minutes, seconds = divmod(ms // 1000, 60)
        hours, minutes = divmod(minutes, 60)
        parts.append(f"{letter.upper() if clock.running is side else letter}{hours}:{minutes:02}:{seconds:02}")
    return f"[%clock {' '.join(parts)}]"
