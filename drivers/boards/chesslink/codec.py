"""The host's side of ChessLink, without I/O.

connected ─ V version, S board, R02 ─> v, s, r; then s as it comes, whether at every scan or on change
"""

from __future__ import annotations

from collections.abc import Sequence

from drivers.codec import BoardReader, channel_of, done, refused
from drivers.framing import Dropped, PrefixFramer
from drivers.readings import Identity, Noise, Reading
from drivers.requests import ClearSquares, ReadBoard, Request, ShowSquares

from . import messages as wire

__all__ = ["ChessLinkCodec"]

_MODELS = {0: "ChessLink Exclusive", 1: "ChessLink Performance", 2: "ChessLink eONE"}


class ChessLinkCodec:
    """One connection to one ChessLink board."""

    def __init__(self) -> None:
        self._framer = PrefixFramer(wire.SHAPES)
        self._board = BoardReader(8, 8, wire.BOARD)
        self._identity = Identity()
        self._out: list[bytes] = []

    def connected(self, at: int) -> None:
        """Ask who it is, what stands on it and whether it reports of its own accord."""
        self._out += [wire.VERSION, wire.READ_REPORTS]
        self._board.start(at)

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        """Take bytes in any split; return what they completed."""
        readings: list[Reading] = []
        for item in self._framer.feed(wire.strip(data), packet=bool(channel_of(data))):
            if isinstance(item, Dropped):
                self._board.doubt(at)
                readings.append(Noise(item.count))
            else:
                readings += self._message(item, at)
        return readings

    def request(self, request: Request, at: int) -> Sequence[Reading]:
        """Ask something of the board. Lamps count as lit when told: some models do not answer reliably."""
        match request:
            case ReadBoard():
                self._board.want(at)
                return []
            case ShowSquares(cells):
                self._out.append(wire.lamps(cells))
                return [done(request)]
            case ClearSquares():
                self._out.append(wire.ALL_OUT)
                return [done(request)]
            case _:
                return [refused(request, "a ChessLink board has no clock")]

    def wake(self, at: int) -> Sequence[Reading]:
        """Ask for the board when its time has come."""
        return self._board.wake(at)

    def data_to_send(self) -> Sequence[bytes]:
        """Take the queued writes, oldest first."""
        out, self._out = self._out, []
        return [*out, *self._board.data_to_send()]

    def next_deadline(self) -> int | None:
        """When `wake` wants to be called, if nothing else happens."""
        return self._board.next_deadline()

    def _message(self, message: bytes, at: int) -> list[Reading]:
        self._board.heard()
        body = message[1:-2]
        match message[:1]:
            case b"s":
                return self._board.whole(body.decode("ascii"), at)
            case b"v":
                return self._introduce(*bytes.fromhex(body.decode("ascii")))
            case b"r" if body == wire.REPORTS_ARE_OFF:
                # Only then: registers are kept when the power goes, and other programs have their own wishes.
                self._out.append(wire.REPORT_CHANGES)
        return []

    def _introduce(self, major: int, minor: int) -> list[Reading]:
        known = self._identity
        self._identity = Identity(_MODELS.get(major, "ChessLink"), firmware=f"{major}.{minor:02d}")
        return [] if self._identity == known else [self._identity]
