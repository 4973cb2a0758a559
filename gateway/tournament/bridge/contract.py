"""A contract and what became of it, as people write it: `4SX N +1`, `3N E =`, `pass`."""

from __future__ import annotations

import enum
import re
from typing import Annotated

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.messages import message

from .compass import CompassSeat

__all__ = ["ALL_TRICKS", "BOOK", "Contract", "Denomination", "Doubling", "PlayedContract", "read_played"]

BOOK = 6
"""Tricks that no contract counts."""
ALL_TRICKS = 13


class Denomination(enum.StrEnum):
    """The suit that is trump, or none."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NO_TRUMP = "N"


class Doubling(enum.StrEnum):
    """The doubling by the opponents, and the redoubling by the declaring side."""

    NONE = ""
    DOUBLED = "X"
    REDOUBLED = "XX"

    @property
    def factor(self) -> int:
        """By what points for tricks that were bid are multiplied."""
        return 1 << len(self.value)


class Contract(msgspec.Struct, frozen=True, order=False):
    """The final contract, and who plays it."""

    level: Annotated[int, msgspec.Meta(ge=1, le=7)]
    denomination: Denomination
    declarer: CompassSeat
    doubling: Doubling = Doubling.NONE

    def __str__(self) -> str:
        return f"{self.level}{self.denomination}{self.doubling} {self.declarer}"


class PlayedContract(msgspec.Struct, frozen=True):
    """A board as it was played at one table."""

    contract: Contract | None = None
    """None: all four passed."""
    tricks: Annotated[int, msgspec.Meta(ge=0, le=ALL_TRICKS)] = 0
    """Those that the declarer's side won."""
    lead: str = ""
    """The card that was led, `SA` or `H10`; empty where nobody wrote it down."""

    @property
    def over(self) -> int:
        """Tricks above the contract; below 0, those that it is short of."""
        return 0 if self.contract is None else self.tricks - BOOK - self.contract.level

    def __str__(self) -> str:
        if self.contract is None:
            return "pass"
        made = "=" if self.over == 0 else f"{self.over:+d}"
        return " ".join(filter(None, (str(self.contract), made, self.lead)))


_PLAYED = re.compile(
    r"(?P<level>[1-7])\s*(?P<denomination>NT|SA|[CDHSN♣♦♥♠])\s*(?P<doubling>XX|X|\*\*|\*)?"
    r"\s*(?:BY\s*)?(?P<declarer>[NESW])\s*(?P<made>=|[+-]\s*\d{1,2})\s*(?P<lead>\S*)",
)
_LEAD = re.compile(r"[CDHS](?:10|[2-9TJQKA])")
_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "NT": "N", "SA": "N"}


def read_played(text: str) -> PlayedContract:
    """What somebody wrote; raises `TournamentError` with what it could be instead."""
    upper = text.strip().upper().replace("−", "-")
    if upper in {"PASS", "PASSED", "PASSED OUT", "P", "0"}:
        return PlayedContract()
    found = _PLAYED.fullmatch(upper)
    if found is None:
        raise TournamentError(message("bridge.unreadable", text=text))
    contract = Contract(
        int(found["level"]),
        Denomination(_SIGNS.get(found["denomination"], found["denomination"])),
        CompassSeat(found["declarer"]),
        Doubling((found["doubling"] or "").replace("*", "X")),
    )
    over = 0 if found["made"] == "=" else int(found["made"].replace(" ", ""))
    tricks = BOOK + contract.level + over
    if not 0 <= tricks <= ALL_TRICKS:
        raise TournamentError(message("bridge.impossible_tricks", text=text, most=ALL_TRICKS - BOOK - contract.level))
    lead = found["lead"]
    for sign, letter in _SIGNS.items():
        lead = lead.replace(sign, letter)
    if lead and not _LEAD.fullmatch(lead):
        raise TournamentError(message("bridge.unreadable_lead", text=found["lead"]))
    return PlayedContract(contract, tricks, lead.replace("T", "10"))
