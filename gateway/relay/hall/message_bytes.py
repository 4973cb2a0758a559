"""The bytes of a WebSocket message: made once, written to every viewer as they are.

A server's frames have no mask, so the same bytes serve everybody. Compressed ones do too, as long as no message refers
to the one before it (`server_no_context_takeover`): then a viewer costs no memory for compression, and a change that
thousands see is compressed once. RFC 6455 5.2, RFC 7692 7.2.3.
"""

from __future__ import annotations

import zlib
from typing import Final

__all__ = ["MessageBytes"]

_TEXT: Final = 0x81
_TEXT_COMPRESSED: Final = 0xC1
_SHORT: Final = 126
_LONG: Final = 1 << 16
_TAIL: Final = b"\x00\x00\xff\xff"
SMALL: Final = 160
"""Bytes below which compressing saves less than a packet's header has."""


class MessageBytes:
    """One text message, plain and compressed; each is made when somebody needs it first."""

    __slots__ = ("_compressed", "_plain", "payload")

    def __init__(self, payload: bytes) -> None:
        self.payload = payload
        self._plain = b""
        self._compressed = b""

    @property
    def plain(self) -> bytes:
        """The frame as it is."""
        if not self._plain:
            self._plain = _head(_TEXT, len(self.payload)) + self.payload
        return self._plain

    @property
    def compressed(self) -> bytes:
        """The frame for a viewer who has agreed to compression; a short message is not worth it."""
        if not self._compressed:
            self._compressed = self.plain
            if len(self.payload) >= SMALL:
                packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
                packed = (packer.compress(self.payload) + packer.flush(zlib.Z_SYNC_FLUSH)).removesuffix(_TAIL)
                if len(packed) < len(self.payload):
                    self._compressed = _head(_TEXT_COMPRESSED, len(packed)) + packed
        return self._compressed


def _head(first: int, length: int) -> bytes:
    if length < _SHORT:
        return bytes((first, length))
    if length < _LONG:
        return bytes((first, _SHORT)) + length.to_bytes(2, "big")
    return bytes((first, _SHORT + 1)) + length.to_bytes(8, "big")
