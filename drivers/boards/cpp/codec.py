"""The central's side of the Chess Peripheral Protocol, in lines of text.

connected ─ feature .. ─> ok/nok ─┬ has get_state ─ get_state ─> state <fen>, and again on every change
                                  └ has not ─ set_variant, begin <fen> ─> sync/unsync <fen>; move <squares> ─> ok

A board that tells its states is read like any sensor board and needs to know no rules. One that tells only moves is
followed by applying them; whenever that fails, `begin` makes it show what stands there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from drivers.board_codec import BoardCodec
from drivers.board_reader import BoardReader
from drivers.codec import channel_of, done
from drivers.framing import PatternFramer
from drivers.readings import Battery, Noise, Reading, Unknown
from drivers.requests import ClearSquares, ClearText, Request, ShowSquares, ShowText, ShowTimes

from .features import Feature, Features
from .fen import STARTS, CppPosition, format_fen, parse_fen
from .moves import changes, parse_move, square

__all__ = ["BATTERY_LEVEL", "NOTIFY", "OPTIONS", "SERVICE", "WRITE", "CppCodec", "configure"]

SERVICE = "f5351050-b2c9-11ec-a0c0-b3bc53b08d33"
WRITE = "f53513ca-b2c9-11ec-a0c1-639b8957db99"
NOTIFY = "f535147e-b2c9-11ec-a0c2-8bbd706ec4e6"
"""The characteristics that the protocol names tx and rx, as the central sees them."""
BATTERY_LEVEL = "00002a19-0000-1000-8000-00805f9b34fb"

OPTIONS = {"variant": f"the game, for boards that know rules: {', '.join(STARTS)}"}

LONGEST = 512
"""Bytes of the longest line: a full 20x20 board has 420."""
LINE = rb"[^\r\n]{1,510}\r?\n"
POSITIONS = ("state", "sync", "unsync", "unsync_settable", "unsync_setible")
"""Words that tell a position; the last is how an older text of the protocol spells the one before."""
OTHERS = ("resign", "draw_offer", "msg", "err", "option", "options_end", "options_reset", "set_option")
WORDS = (*POSITIONS, "move", "moved", "undo", "redo", "ok", "nok", *OTHERS)

INSIDE = re.compile(rf".+((?:{'|'.join(POSITIONS)}) \S+.*|move (?:[a-t][1-9][0-9]?){{2,}}[a-z]?)")
"""A line behind the beginning of another, or behind noise: the end of a line was lost."""

STREAM_REVIEW_MS, POLL_MS = 5_000, 1_000
"""How often a board is asked that tells its changes, and one that may not."""


class CppCodec(BoardCodec[bytes]):
    """One connection to one peripheral."""

    def __init__(self, variant: str = "") -> None:
        self._variant = variant
        self._turn = "w"
        framer = PatternFramer(LINE, LONGEST, b"\n")
        super().__init__(BoardReader(8, 8), framer, "this board has not said that it can do that")
        self._features = Features()
        self._size = (8, 8)
        self._cut = ""
        """The last line if it told a position: its end may come in the next packet."""

    # -- the codec protocol ------------------------------------------------------------------------------------------

    def connected(self, at: int) -> None:
        """Ask what the board can do."""
        self._say(*self._features.ask(at))

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        """Take bytes in any split; return what they completed."""
        if channel_of(data) == BATTERY_LEVEL:
            return self._level(data)
        return self.read(self._framer.feed(data), at)

    def request(self, request: Request, at: int) -> Sequence[Reading]:
        """Ask something of the board, as far as it has said that it can."""
        match request:
            case ShowText(text=text) if Feature.MSG in self._features:
                self._say(f"msg {' '.join(text.split())}")
            case ClearText() if Feature.MSG in self._features:
                self._say("msg")
            case ShowTimes(white_ms=white_ms, black_ms=black_ms) if Feature.TIME in self._features:
                self._say(f"time {max(0, white_ms)} {max(0, black_ms)}")
            case ShowSquares(cells) if Feature.SQUARES in self._features:
                rows, cols = self._size
                names = [square(cell, rows, cols) for cell in cells if 0 <= cell < rows * cols]
                self._say(" ".join(["squares", *names]))
            case ClearSquares() if Feature.SQUARES in self._features:
                self._say("squares")
            case ShowSquares(text=text) if Feature.MSG in self._features and text:
                self._say(f"msg {text}")
            case ClearSquares() if Feature.MSG in self._features:
                self._say("msg")
            case _:
                return super().request(request, at)
        return [done(request)]

    def wake(self, at: int) -> Sequence[Reading]:
        """Ask again, or take silence for no."""
        deadline = self._features.next_deadline()
        if deadline is not None and deadline <= at:
            self._say(*self._features.wake(at))
            self._begin_reading(at)
        return super().wake(at)

    def next_deadline(self) -> int | None:
        """When `wake` wants to be called, if nothing else happens."""
        deadlines = (super().next_deadline(), self._features.next_deadline())
        return min((deadline for deadline in deadlines if deadline is not None), default=None)

    # -- what the board says -----------------------------------------------------------------------------------------

    def message(self, message: bytes, at: int) -> list[Reading]:
        """What one line says."""
        line = message.decode("utf-8", "replace").rstrip("\r\n")
        noise: list[Reading] = []
        inside = INSIDE.fullmatch(line)
        if inside is not None and not _is_sound(line) and _is_sound(inside[1]):
            self.board.doubt(at)
            noise.append(Noise(inside.start(1)))
            line = inside[1]
        return noise + self._sound_line(line, at)

    def _sound_line(self, line: str, at: int) -> list[Reading]:
        word, _, rest = line.partition(" ")
        if word not in WORDS:
            return self._continued(line, at)
        self._cut = ""
        self.board.heard()
        match word:
            case "ok" | "nok":
                if not self._features.known:
                    self._say(*self._features.answered(word == "ok", at))
                    self._begin_reading(at)
                return []
            case "move":
                return self._moved(rest, at)
            case "undo" | "redo":
                self._say("ok")
                self.board.want(at)
                return []
            case "moved":
                return []
            case _ if word in POSITIONS:
                return self._position(line, rest, at)
            case _:
                return [Unknown(0, line.encode().hex())]

    def _continued(self, line: str, at: int) -> list[Reading]:
        """A line that begins with no word of the protocol: the rest of a position, or noise."""
        if self._cut and len(self._cut) + len(line) <= LONGEST:
            line = self._cut + line
            return self._position(line, line.partition(" ")[2], at)
        self.board.doubt(at)
        return [Noise(len(line))] if line else []

    def _position(self, line: str, fen: str, at: int) -> list[Reading]:
        position = parse_fen(fen)
        self._cut = line
        if position is None or position.rows != position.cols:
            return []
        if (position.rows, position.cols) != self._size:
            self._resize(position, at)
        return self.board.whole(position.cells, at)

    def _moved(self, text: str, at: int) -> list[Reading]:
        """Whether a move is allowed is not ours to say: it was made, so it is acknowledged."""
        self._say("ok")
        if Feature.STATE_STREAM in self._features:
            return []
        if not self.board.cells:  # what it moved is not known before the position is
            return [Unknown(0, f"move {text}".encode().hex())]
        rows, cols = self._size
        move = parse_move(text.strip(), rows, cols)
        changed = None if move is None else changes(CppPosition(rows, cols, self.board.cells), move)
        if changed is None:
            self.board.want(at)
            return []
        self._turn = "b" if self.board[changed[0][0]].isupper() else "w"
        readings = [reading for cell, piece in changed for reading in self.board.changed(cell, piece, at)]
        self._set_question()
        return readings

    def _level(self, data: bytes) -> list[Reading]:
        if len(data) != 1 or data[0] > 100:
            return [Unknown(0x2A19, data.hex())]
        return self.charge(Battery(data[0]))

    # -- reading the board -------------------------------------------------------------------------------------------

    def _begin_reading(self, at: int) -> None:
        """All is known about the board: choose how to read it, once."""
        if not self._features.known or self.board.question:
            return
        if self._variant:
            self._say(f"set_variant {self._variant}")
        self._set_question()
        self.board.start(at)

    def _set_question(self) -> None:
        if Feature.GET_STATE in self._features:
            self.board.question = b"get_state\n"
            self.board.review_ms = STREAM_REVIEW_MS if Feature.STATE_STREAM in self._features else POLL_MS
            return
        # The only other way to see the board: begin a game from what we believe, and it says sync or unsync. Since
        # that is more than a question, it is not asked without need.
        self.board.unasked = False
        known = self.board.cells
        fen = format_fen(CppPosition(*self._size, known)) if known else STARTS.get(self._variant, STARTS["standard"])
        self.board.question = f"begin {fen} {self._turn}\n".encode()

    def _resize(self, position: CppPosition, at: int) -> None:
        """The board turned out to have another size."""
        self._size = (position.rows, position.cols)
        board, self.board = self.board, BoardReader(position.rows, position.cols)
        self.out += board.data_to_send()
        if board.question:
            self._set_question()
            self.board.start(at)
            self.board.data_to_send()  # it has just answered

    def _say(self, *lines: str) -> None:
        self.out += [line.encode("utf-8") + b"\n" for line in lines]


def _is_sound(line: str) -> bool:
    """Whether it begins with a word of the protocol, and tells a position where it should."""
    word, _, rest = line.partition(" ")
    return word in WORDS and (word not in POSITIONS or parse_fen(rest) is not None)


def configure(options: Mapping[str, str]) -> CppCodec:
    """A codec for the variant of the settings."""
    variant = options.get("variant", "")
    if variant and variant not in STARTS:
        msg = f"there is no variant {variant!r}; pick one of {', '.join(STARTS)}"
        raise ValueError(msg)
    return CppCodec(variant)
