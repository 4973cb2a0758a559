"""The host's side of ChessLink, without I/O.

connected ─ V version, S board, R02 ─> v, s, r; then s as it comes, whether at every scan or on change
"""

from __future__ import annotations

from collections.abc import Sequence

from drivers.board_codec import BoardCodec
from drivers.board_reader import BoardReader
from drivers.codec import channel_of
from drivers.framing import PrefixFramer
from drivers.readings import Identity, Reading

from . import messages as wire

__all__ = ["ChessLinkCodec"]

_MODELS = {0: "ChessLink Exclusive", 1: "ChessLink Performance", 2: "ChessLink eONE"}


class ChessLinkCodec(BoardCodec[bytes]):
    """One connection to one ChessLink board."""

    def __init__(self) -> None:
        super().__init__(BoardReader(8, 8, wire.BOARD), PrefixFramer(wire.SHAPES), "a ChessLink board has no clock")

    def connected(self, at: int) -> None:
        """Ask who it is, what stands on it and whether it reports of its own accord."""
        self.out += [wire.VERSION, wire.READ_REPORTS]
        super().connected(at)

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        """Take bytes in any split; return what they completed."""
        return self.read(self._framer.feed(wire.strip(data), packet=bool(channel_of(data))), at)

    def lamps(self, cells: Sequence[int]) -> bytes:
        """The command that lights these cells and no others. They count as lit when told: not every model answers."""
        return wire.lamps(cells)

    def lamps_out(self) -> bytes:
        """The command that puts all lamps out."""
        return wire.ALL_OUT

    def message(self, message: bytes, at: int) -> list[Reading]:
        """What one message says."""
        self.board.heard()
        body = message[1:-2]
        match message[:1]:
            case b"s":
                return self.board.whole(body.decode("ascii"), at)
            case b"v":
                return self._version(*bytes.fromhex(body.decode("ascii")))
            case b"r" if body == wire.REPORTS_ARE_OFF:
                # Only then: registers are kept when the power goes, and other programs may want theirs otherwise.
                self.out.append(wire.REPORT_CHANGES)
        return []

    def _version(self, major: int, minor: int) -> list[Reading]:
        return self.introduce(Identity(_MODELS.get(major, "ChessLink"), firmware=f"{major}.{minor:02d}"))
