"""Game records in Portable Draughts Notation, read liberally; `gateway.feeds` writes them.

What real files hold, and is read: a final dot in FEN, blanks inside moves (`1- 7`), leading zeros, moves without a sign
(`3228`), results in the middle of nowhere and in odd scales (`4-6`), nested comments, variations, signs of strength,
setups between moves (`/FEN "..."/`) and clock comments in four dialects. This module knows how a record is written;
whether its moves are legal is asked in `pdn_playthrough.py`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from gateway.games.tagged import TaggedReader
from gateway.model.sides import Side

__all__ = ["PdnClock", "PdnGame", "PdnMove", "PdnSetup", "parse_pdn"]


class PdnClock(msgspec.Struct, frozen=True):
    """The times left after a move, as far as the comment tells."""

    white_ms: int | None = None
    black_ms: int | None = None
    running: Side | None = None


class PdnMove(msgspec.Struct, frozen=True):
    """A move as the record has it, blanks removed."""

    text: str
    clock: PdnClock | None = None
    comment: str = ""


class PdnSetup(msgspec.Struct, frozen=True):
    """A position set up between moves, for what the rules cannot explain."""

    fen: str
    comment: str = ""
    """What led to it, as it is written; reading leaves it with the move before."""


class PdnGame(msgspec.Struct, frozen=True):
    """One record."""

    tags: Mapping[str, str]
    items: tuple[PdnMove | PdnSetup, ...]
    result: str = ""
    """As it stands at the end of the moves; empty if there is none."""

    @property
    def game_type(self) -> int | None:
        """The number of the GameType tag: 20 international, 25 Russian, 26 Brazilian."""
        number = re.match(r"\d+", self.tags.get("GameType", "").strip())
        return int(number[0]) if number else None


# -- reading ---------------------------------------------------------------------------------------------------------

_ALIKE = "\u0430\u0432\u0441\u0435\u043d"
"""Russian letters that look like a, b, c, e and h and are written for them, as one more is for the x of a capture."""
_SQUARE = rf"(?:[a-h{_ALIKE}][1-8]|\d{{1,2}})"
_TOKEN = re.compile(
    r"""
      (?P<blank>   (?:\s|\\n|\ufeff)+ )
    | (?P<setup>   / \s* FEN \s* "(?P<fen>[^"]*)" \s* / )
    | (?P<result>  (?: 1/2-1/2 | ½-½ | [012]-[012] | [12]:0 | 0:[12] | 1:1 | 1[-+=]\s+-\s+1[-+=] ) (?![\dx\u0445:×-]) )
    | (?P<number>  \d+ \s* \. (?:\s*\.\.+|\.)? )
    | (?P<move>    SQUARE (?: \s* [-–—−x\u0445×:] \s* SQUARE )+ | [a-h][1-8](?:[a-h][1-8])+
                 | (?<!\w)[a-h](?:[-:x]?[a-h][1-8])+(?!\w) | \d{4}(?!\d) )
    | (?P<star>    \* )
    | (?P<sign>    \$\d+ | [-+=!?*.]+ )
    | (?P<word>    [^\W\d]\w* | . )
    """.replace("SQUARE", _SQUARE),
    re.VERBOSE | re.IGNORECASE,
)
_SIGNS = str.maketrans(f"–—−×\u0445{_ALIKE}", "---xxabceh")
_CLOCK = re.compile(r"\[%(?:clock|clk)\s+([^\]]*)\]|\btl=([\d:.]+)", re.IGNORECASE)
_TIME = re.compile(r"([wb]?)(\d+):(\d\d)(?:[:.](\d\d))?", re.IGNORECASE)


def parse_pdn(text: str) -> list[PdnGame]:
    """All games of a file. What cannot be read as anything is passed over; nothing raises."""
    reader = _Reader()
    reader.read(text, _TOKEN, nested=True)
    return reader.games


class _Reader(TaggedReader):
    """Collects tokens into games."""

    def __init__(self) -> None:
        self.games: list[PdnGame] = []
        self._start()

    def _start(self) -> None:
        self._tags: dict[str, str] = {}
        self._items: list[PdnMove | PdnSetup] = []
        self._result = ""
        self._ended = False
        self._gap = False

    def close(self) -> None:
        """Finish the game that is being read, if there is one."""
        if self._tags or self._items or self._result:
            self._take_odd_result()
            self.games.append(PdnGame(self._tags, tuple(self._items), self._result))
        self._start()

    def _take_odd_result(self) -> None:
        """A last "move" that repeats the Result tag is the result in an odd scale, such as `4-6` of Delft."""
        last = self._items[-1] if self._items else None
        if not self._result and isinstance(last, PdnMove) and last.text == _squeeze(self._tags.get("Result", "")):
            self._items.pop()
            self._result = last.text

    def comment(self, text: str) -> None:
        """A comment belongs to the move before it."""
        last = self._items[-1] if self._items else None
        if not isinstance(last, PdnMove):
            return
        clock = _parse_clock(text, white_moved=self._white_moved())
        rest = _CLOCK.sub("", text).strip()
        comment = f"{last.comment} {rest}".strip()
        self._items[-1] = msgspec.structs.replace(last, comment=comment, clock=clock or last.clock)

    def _white_moved(self) -> bool:
        """Whether the last move was White's, by counting from the last setup."""
        fen = self._tags.get("FEN", "W")
        moves = 0
        for item in self._items:
            if isinstance(item, PdnSetup):
                fen, moves = item.fen, 0
            else:
                moves += 1
        black_began = fen.lstrip().upper().startswith("B")
        return (moves % 2 == 1) is not black_began

    def tag(self, name: str, value: str) -> None:
        """A tag behind moves begins the next game."""
        # A record may be tags alone; then a blank line and the tags begin again.
        if self._items or self._ended or self._begins_again(name):
            self.close()
        self._tags[name] = value
        self._gap = False

    def token(self, match: re.Match[str]) -> None:
        """One token of the regular expression."""
        match "setup" if match["setup"] else match.lastgroup:
            case "blank":
                self._gap = len(re.findall(r"\n|\\n", match["blank"])) > 1
                return
            case "setup":
                self._continue()
                self._items.append(PdnSetup(match["fen"]))
            case "move":
                self._continue()
                self._items.append(PdnMove(_tidy(match["move"])))
            case "number":
                if self._result or self._is_first(match["number"]):
                    self.close()
            case "result":
                self._result = _squeeze(match["result"]).replace(":", "-")
                self._ended = True
            case "star":
                # The separator of games, or, in old files, the sign of a forced move.
                self._ended = True
            case _:
                pass
        self._gap = False

    def _begins_again(self, tag: str) -> bool:
        if tag in self._tags:
            return self._gap or tag == next(iter(self._tags))
        return self._gap and tag == "Event" and bool(self._tags)

    def _is_first(self, number: str) -> bool:
        """Whether a move number begins another game: `1.` after a `*`, or after moves of both sides."""
        if not re.fullmatch(r"1\s*\.", number):
            return self._ended and number.startswith("1") and not number[1:2].isdigit()
        return self._ended or (len(self._items) > 1 and isinstance(self._items[-1], PdnMove))

    def _continue(self) -> None:
        """A move after a bare `*` goes on with the game; after a result it begins another one."""
        if self._ended and self._result:
            self.close()
        self._ended = False


def _squeeze(text: str) -> str:
    return re.sub(r"\s+", "", text)


def _tidy(text: str) -> str:
    """A move without blanks and leading zeros; four digits get the blank sign that either kind of move fits."""
    squeezed = _squeeze(text).lower().translate(_SIGNS)
    if squeezed.isdigit():
        squeezed = f"{squeezed[:2]}-{squeezed[2:]}"
    return re.sub(r"(?<![\da-h])0+(?=\d)", "", squeezed)


def _parse_clock(comment: str, *, white_moved: bool) -> PdnClock | None:
    found = _CLOCK.search(comment)
    if found is None:
        return None
    white: int | None = None
    black: int | None = None
    running: Side | None = None
    for letter, hours, minutes, seconds in _TIME.findall(found[1] or found[2]):
        ms = ((int(hours) * 60 + int(minutes)) * 60 + int(seconds or 0)) * 1000
        if letter.lower() == "w" or (not letter and white_moved):
            white = ms
        else:
            black = ms
        if letter.isupper():
            running = Side.WHITE if letter == "W" else Side.BLACK
    return PdnClock(white, black, running) if white is not None or black is not None else None
