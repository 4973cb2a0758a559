"""The host's side of Certabo and Tabutronic, without I/O: a board that talks all the time, and lamps.

Without calibration a board that reads tags still tells where something stands. When it shows the start position, the
tags are learned and told as `Calibrated`, so that they can be kept. A start position looks alike from both sides: on
a board that lies turned round the settings must say so, or White's pieces are learned as Black's.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from drivers.board_reader import BoardReader
from drivers.codec import done, refused
from drivers.framing import Dropped
from drivers.readings import EMPTY, Calibrated, Identity, Noise, Reading
from drivers.requests import ClearSquares, ReadBoard, Request, ShowSquares

from .frames import Bits, LampsAccepted, LineFramer, RadioTag, TagFrame
from .radio_tags import Steady, calibrate, format_tags, parse_tags

__all__ = ["OPTION", "OPTIONS", "CertaboCodec", "configure"]

OPTION = "tags"
OPTIONS = {
    OPTION: "the radio tag of each piece, as the board tells after it has seen the start position",
    "turned": "yes if the board lies turned round when it learns its pieces: White sits at its rank 8",
    "lamps": "rgb for coloured lamps (Spectrum), plain for others; unless set, as the board tells",
}
SOMETHING = "?"

FRAME_MS = 1500
"""How long to wait for a line; after several such waits the board is gone. Lines come four times a second."""
BRIGHTNESS = 0x40
"""The brightness of blue, which is seen on light and dark squares alike; full power would be more than USB gives."""
LAMPS_MS = 600
"""The pause between two lamp commands: those that follow each other faster get lost."""


class CertaboCodec:
    """One connection to one board."""

    def __init__(
        self, pieces: Mapping[RadioTag, str] | None = None, *, turned: bool = False, coloured: bool | None = None
    ) -> None:
        self._framer = LineFramer()
        self._board = BoardReader(8, 8, answer_ms=FRAME_MS)
        self._pieces = dict(pieces or {})
        self._steady = Steady()
        self._identity = Identity()
        self._turned = turned
        self._coloured = coloured
        """Whether its lamps are coloured; None until it tells."""
        self._lit: frozenset[int] = frozenset()
        self._lamps_wait = False
        self._lamps_at = 0
        self._out: list[bytes] = []

    def connected(self, at: int) -> None:
        """Nothing to ask: the board talks of its own accord."""
        self._board.start(at)

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        """Take bytes in any split; return what they completed."""
        readings: list[Reading] = []
        for item in self._framer.feed(data):
            match item:
                case Dropped(count):
                    readings.append(Noise(count))
                case Bits(squares):
                    cells = "".join(SOMETHING if full else EMPTY for full in squares)
                    readings += self._introduce("Tabutronic board without piece recognition")
                    readings += self._board.whole(cells, at)
                case TagFrame(tags):
                    readings += self._introduce("Certabo board")
                    readings += self._tags(tags, at)
                case LampsAccepted(coloured):
                    self._board.heard()
                    if self._coloured is None:
                        self._coloured = coloured
                        if coloured:
                            self._light(self._lit, at)  # what it was told before it could not understand
        return readings

    def request(self, request: Request, at: int) -> Sequence[Reading]:
        """Ask something of the board."""
        match request:
            case ReadBoard():
                self._board.want(at)
                return []
            case ShowSquares(cells):
                self._light(frozenset(cell for cell in cells if 0 <= cell < 64), at)
                return [done(request)]
            case ClearSquares():
                self._light(frozenset(), at)
                return [done(request)]
            case _:
                return [refused(request, "the board has no clock")]

    def wake(self, at: int) -> Sequence[Reading]:
        """Light what had to wait; notice that the lines have ceased."""
        if self._lamps_wait and self._lamps_at <= at:
            self._light(self._lit, at)
        return self._board.wake(at)

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued writes, oldest first."""
        out, self._out = self._out, []
        return out

    def next_deadline(self) -> int | None:
        """When `wake` wants to be called, if nothing else happens."""
        deadline = self._board.next_deadline()
        if not self._lamps_wait or deadline is None:
            return deadline
        return min(deadline, self._lamps_at)

    def _introduce(self, product: str) -> list[Reading]:
        """The boards say nothing about themselves; the length of their lines does."""
        known, self._identity = self._identity, Identity(product)
        return [] if known == self._identity else [self._identity]

    def _tags(self, tags: Sequence[RadioTag | None], at: int) -> list[Reading]:
        self._board.heard()
        steady = self._steady.take(tags, self._pieces)
        if steady is None:
            return []
        readings: list[Reading] = []
        if any(tag is not None and tag not in self._pieces for tag in steady):
            most = self._steady.most()
            learned = None if most is None else calibrate(most, turned=self._turned)
            if learned is not None and not learned.keys() <= self._pieces.keys():
                self._pieces = dict(learned)
                readings.append(Calibrated(OPTION, format_tags(learned)))
        cells = "".join(EMPTY if tag is None else self._pieces.get(tag, SOMETHING) for tag in steady)
        return readings + self._board.whole(cells, at)

    def _light(self, cells: frozenset[int], at: int) -> None:
        """Send at once, or when the board can take it; a later request replaces an earlier one."""
        self._lit = cells
        self._lamps_wait = at < self._lamps_at
        if not self._lamps_wait:
            self._lamps_at = at + LAMPS_MS
            self._out.append(_coloured_lamps(cells) if self._coloured else _lamps(cells))


def configure(options: Mapping[str, str]) -> CertaboCodec:
    """A codec that knows the pieces already; raises `ValueError`."""
    turned, lamps = options.get("turned", "no"), options.get("lamps", "")
    if turned not in ("yes", "no"):
        raise ValueError("turned is yes or no")
    if lamps not in ("", "rgb", "plain"):
        raise ValueError("lamps is rgb or plain")
    return CertaboCodec(
        parse_tags(options.get(OPTION, "")), turned=turned == "yes", coloured=lamps == "rgb" if lamps else None
    )


def _lamps(cells: Collection[int]) -> bytes:
    """One byte for each rank, rank 8 first; bit 0 is file a."""
    ranks = bytearray(8)
    for cell in cells:
        ranks[cell // 8] |= 1 << cell % 8
    return bytes(ranks)


def _coloured_lamps(cells: Collection[int]) -> bytes:
    """Red, green and blue of a grid of 9 by 9, row by row from the corner of h1 to that of a1 and up: four a cell."""
    colours = bytearray(81 * 3)
    for cell in cells:
        corner = (7 - cell // 8) * 9 + 7 - cell % 8
        for lamp in (corner, corner + 1, corner + 9, corner + 10):
            colours[lamp * 3 + 2] = BRIGHTNESS
    return b"\xff\x55" + bytes(colours) + b"\r\n"
