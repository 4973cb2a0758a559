"""Game records in Portable Game Notation, read liberally; `gateway.feeds` writes them.

What real files hold, and is read: commands wrapped in the middle (`[%clk` and the time on the next line), clocks with
one comment or two, free text in `TimeControl`, castling with zeros, `e.p.`, null moves, blank lines among the moves,
tags that follow the moves at once. This module knows how a record is written, not which moves are legal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from gateway.games.tagged import TaggedReader

__all__ = ["PgnGame", "PgnMove", "find_game_name", "parse_pgn"]


class PgnMove(msgspec.Struct, frozen=True):
    """A move as the record has it."""

    text: str
    clock_ms: int | None = None
    """What the mover's clock showed after the move, `[%clk]`."""
    elapsed_ms: int | None = None
    """What the move took, `[%emt]`."""
    comment: str = ""


class PgnGame(msgspec.Struct, frozen=True):
    """One record; variations are left out."""

    tags: Mapping[str, str]
    moves: tuple[PgnMove, ...]
    result: str = ""
    """As it stands at the end of the moves; empty if there is none."""
    before: str = ""
    """The comment before the first move, as it is written; reading leaves it out."""


def find_game_name(tags: Mapping[str, str]) -> str | None:
    """The game a record is of, by its `Variant`; None for one we do not know."""
    variant = re.sub(r"[^a-z0-9]", "", tags.get("Variant", "").lower())
    if variant in {"", "standard", "chess", "normal", "fromposition"}:
        return "chess"
    if variant in {"chess960", "960", "freestyle"} or re.fullmatch(r"fischerr?andom(chess)?", variant):
        return "chess960"
    return None


# -- reading ---------------------------------------------------------------------------------------------------------

_TOKEN = re.compile(
    r"""
      (?P<result>  1/2-1/2 | 1/2(?!\S) | ½-½
                 | (?<![\w-]) (?: 1[-:]0 | 0[-:]1 | 1-1 | 0?\.5-0?\.5 | [01]\.5-0 | 0-[01]\.5 ) (?![\w-]) )
    | (?P<star>    \* )
    | (?P<number>  \d+ \s* \.+ )
    | (?P<sign>    \$\d+ | [!?]+ | e\.p\.? )
    | (?P<move>    [O0o][-–—−][O0o](?:[-–—−][O0o])?[+\#]* | (?<!\S)--(?!\S) | [a-h][x:×]?[a-h][36](?=\s?e\.p)
                 | [A-Za-z♔-♟\ufe0e\ufe0f][\w=:/+\#×–—−♔-♟\ufe0e\ufe0f-]*\d[\w=:/()+\#×–—−♔-♟\ufe0e\ufe0f-]* )
    | (?P<word>    \w+ | \S )
    """,
    re.VERBOSE,
)
_FIGURES = str.maketrans("♔♕♖♗♘♚♛♜♝♞×–—−", "KQRBNKQRBNx---", "♙♟\ufe0e\ufe0f")
"""Figures of pieces, and signs as printers set them, to what a reader of moves knows; a pawn has no letter."""
_COMMAND = re.compile(r"\[%(clk|emt)\s+([\d:.\s]+)\]", re.IGNORECASE)


def parse_pgn(text: str) -> list[PgnGame]:
    """All games of a file. What cannot be read as anything is passed over; nothing raises."""
    reader = _Reader()
    reader.read(text, _TOKEN, nested=False)
    return reader.games


class _Reader(TaggedReader):
    """Collects tokens into games."""

    def __init__(self) -> None:
        self.games: list[PgnGame] = []
        self._start()

    def _start(self) -> None:
        self._tags: dict[str, str] = {}
        self._moves: list[PgnMove] = []
        self._result = ""
        self._ended = False

    def close(self) -> None:
        """Finish the game that is being read, if there is one."""
        if self._moves and self._moves[-1].text == "0-0" == self._tags.get("Result"):
            # Both lose; elsewhere the same letters castle.
            self._result = self._moves.pop().text
        if self._tags or self._moves:
            self.games.append(PgnGame(self._tags, tuple(self._moves), self._result))
        self._start()

    def tag(self, name: str, value: str) -> None:
        """A tag behind moves, or one that was there before, begins the next game."""
        if self._moves or self._ended or name in self._tags:
            self.close()
        self._tags[name] = value

    def comment(self, text: str) -> None:
        """A comment belongs to the move before it."""
        if self._moves and not self._ended:
            self._moves[-1] = _annotate(self._moves[-1], text)

    def token(self, match: re.Match[str]) -> None:
        """One token of the regular expression."""
        if match.lastgroup in {"result", "star"}:
            self._result, self._ended = match[0].replace(":", "-"), True
        elif match.lastgroup == "move":
            if self._ended:
                self.close()
            self._moves.append(PgnMove(match[0].translate(_FIGURES)))


def _annotate(move: PgnMove, comment: str) -> PgnMove:
    """The move with what a comment says of its time."""
    times: dict[str, int | None] = {}
    for name, value in _COMMAND.findall(comment):
        times[name.lower()] = _parse_time(value)
    rest = re.sub(r"\s+", " ", _COMMAND.sub(" ", comment)).strip()
    return PgnMove(
        move.text,
        times.get("clk", move.clock_ms),
        times.get("emt", move.elapsed_ms),
        f"{move.comment} {rest}".strip(),
    )


def _parse_time(text: str) -> int | None:
    """`0:15:27`, `15:27` or `0:15:27.5` in milliseconds; a line may be broken anywhere in it."""
    match = re.fullmatch(r"(?:(\d+):)?(\d+):(\d+)(?:\.(\d{1,3})\d*)?", re.sub(r"\s+", "", text))
    if match is None:
        return None
    seconds = (int(match[1] or 0) * 60 + int(match[2])) * 60 + int(match[3])
    return seconds * 1000 + int((match[4] or "0").ljust(3, "0"))
