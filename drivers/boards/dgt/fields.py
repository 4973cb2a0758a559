"""The field numbers and piece codes of a DGT board: the cell and the piece that each means on the board that is there.

A chess board needs no thought. For 10x10 the protocol text leaves two things open, and this module finds both out by
watching, so that nobody has to configure them:

- FIELD_UPDATE may count all 100 fields or, when only 50 are scanned, those 50. Each update is tried on both boards;
  one that makes no sense on one of them (a field that was empty becomes empty) decides, and so does the next dump.
  Until it is decided the answer is "read the board", never a guess.
- the codes of black disc and white crown were swapped in 2011. The reading under which both sides have pieces is taken;
  the start position settles it. Since the last piece of a side may be gone when a connection is made, what was settled
  is worth keeping.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping

from drivers.readings import Snapshot, SquareChanged

from .messages import CHESS, DRAUGHTS, DRAUGHTS_BEFORE_2011, Dump, FieldUpdate, MessageId

__all__ = ["CODES", "DARK", "LIGHT", "Fields", "Numbering"]

CODES: Mapping[str, Mapping[int, str]] = {"2011": DRAUGHTS, "before-2011": DRAUGHTS_BEFORE_2011}
"""The code maps of draughts boards, by the name that is kept."""

# 100 cells row by row from the top left: dark are the odd columns of even rows and the even columns of odd rows.
DARK = tuple(10 * row + col for row in range(10) for col in range(10) if (row + col) % 2)
LIGHT = tuple(10 * row + col for row in range(10) for col in range(10) if not (row + col) % 2)

UNTOLD = "?"
"""A field where something stands that has no letter, such as the sign "white wins" of a chess set."""


class Numbering(enum.Enum):
    """The way in which FIELD_UPDATE counts on a 10x10 board."""

    ALL = "0 to 99, every field"
    HALF = "0 to 49, the scanned fields"


class Fields:
    """The codes that stand on the board now, as far as dumps and updates have told."""

    def __init__(self, codes: str = "") -> None:
        self.codes = codes
        """The name of the code map that the start position has shown, now or earlier; empty while none has."""
        self._letters: Mapping[int, str] = CHESS
        self._letters_sure = False
        self._numbering: Numbering | None = None
        self._scanned = DARK
        self._size = 0
        # What the board holds if updates count all fields, and if they count half of them.
        self._all = bytearray()
        self._half = bytearray()

    @property
    def numbering(self) -> Numbering | None:
        """How updates count; None until known. A chess board always counts all."""
        return self._numbering

    @property
    def known(self) -> bool:
        """Which board it is has been told."""
        return self._size > 0

    def adopt(self, known: Fields) -> None:
        """This is the board that is known already: it counts as it did, and its letters mean what they did."""
        if self._size == known._size:
            self._numbering = self._numbering or known._numbering
            self._scanned = known._scanned
            self._letters, self._letters_sure = known._letters, known._letters_sure
            self.codes = known.codes or self.codes

    def dump(self, message: Dump) -> Snapshot:
        """Take the whole board."""
        codes = self._spread(message)
        if len(codes) != self._size:
            self._size = len(codes)
            self._numbering = Numbering.ALL if len(codes) == 64 else None
            self._letters = CHESS if len(codes) == 64 else CODES[self.codes or "2011"]
            self._letters_sure = len(codes) == 64 or bool(self.codes)
        elif self._numbering is None:
            self._numbering = _only_one(self._all == codes, self._half == codes)
        self._all[:] = codes
        self._half[:] = codes
        if len(codes) == 100 and (not self._letters_sure or _is_start(codes)):
            self._settle_letters(codes)
        side = 8 if len(codes) == 64 else 10
        return Snapshot(rows=side, cols=side, cells="".join(map(self._letter, codes)))

    def update(self, message: FieldUpdate) -> SquareChanged | None:
        """Take one change; None means that only a dump can tell what it was."""
        field, code = message.field, message.code
        if field >= self._size:
            return None
        if self._numbering is None:
            if field >= len(self._scanned):
                self._numbering = Numbering.ALL
            else:
                self._numbering = _only_one(self._all[field] != code, self._half[self._scanned[field]] != code)
        cell = field
        if self._numbering is not Numbering.ALL and field < len(self._scanned):
            cell = self._scanned[field]
        self._all[field] = code
        self._half[cell] = code
        match self._numbering:
            case Numbering.ALL:
                return SquareChanged(field, self._letter(code))
            case Numbering.HALF if field < len(self._scanned):
                return SquareChanged(cell, self._letter(code))
        return None

    def remembered(self, field: int, code: int) -> SquareChanged | None:
        """A change that the board remembers, in the numbering that is known by now; None for a field that is none."""
        cell = field
        if self._numbering is Numbering.HALF and field < len(self._scanned):
            cell = self._scanned[field]
        # A board that has not shown itself is taken for one for chess, as its updates are.
        return SquareChanged(cell, self._letter(code)) if cell < (self._size or 64) else None

    def _letter(self, code: int) -> str:
        return self._letters.get(code, UNTOLD)

    def _spread(self, message: Dump) -> bytes:
        """The codes of a dump on the whole grid."""
        if message.source is MessageId.BOARD_DUMP:
            return message.codes
        self._scanned = DARK if message.source is MessageId.BOARD_DUMP_50B else LIGHT
        codes = bytearray(100)
        for cell, code in zip(self._scanned, message.codes, strict=True):
            codes[cell] = code
        return bytes(codes)

    def _settle_letters(self, codes: bytes) -> None:
        """Choose the code map of a draughts board by what stands on it."""
        now, before = _two_sided(DRAUGHTS, codes), _two_sided(DRAUGHTS_BEFORE_2011, codes)
        if now != before:
            name = "2011" if now else "before-2011"
            self._letters = CODES[name]
            if _is_start(codes):
                self._letters_sure, self.codes = True, name


def _two_sided(letters: Mapping[int, str], codes: bytes) -> bool:
    """Whether both white and black have pieces, read with these letters."""
    there = "".join(letters.get(code, UNTOLD) for code in set(codes))
    return there.lower() != there and there.upper() != there


def _is_start(codes: bytes) -> bool:
    """Twenty discs of one kind on the first four rows, twenty of another on the last four, nothing between."""
    top, middle, bottom = codes[:40], codes[40:60], codes[60:]
    top_codes, bottom_codes = set(top) - {0}, set(bottom) - {0}
    return (
        not any(middle)
        and len(top_codes) == len(bottom_codes) == 1
        and top_codes != bottom_codes
        and sum(map(bool, top)) == sum(map(bool, bottom)) == 20
    )


def _only_one(counts_all: bool, counts_half: bool) -> Numbering | None:
    """The numbering that makes sense, if just one does."""
    if counts_all == counts_half:
        return None
    return Numbering.ALL if counts_all else Numbering.HALF
