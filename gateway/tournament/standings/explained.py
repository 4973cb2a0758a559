"""The number of a tie-break, explained: what it is the sum of, and what was left out."""

from __future__ import annotations

import enum
from fractions import Fraction

import msgspec

from gateway.model.messages import Message, message
from gateway.tournament.crosstable import PairingNumber

from .ledger import Contribution, Origin

__all__ = ["Addend", "AddendCut", "AddendKind", "TieBreakValue", "written"]


def written(value: Fraction, *, places: int = 2) -> str:
    """A number as people read it: `2½` is 2.5, a third is 0.33; half a unit of the last place is rounded up."""
    scaled = value * 10**places
    whole = (scaled + Fraction(1, 2)).__floor__()
    sign, digits = ("-" if whole < 0 else ""), f"{abs(whole):0{places + 1}d}"
    text = f"{sign}{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".")
    return "0" if text in {"-0", ""} else text


class AddendKind(enum.StrEnum):
    """The kind of an addend."""

    OPPONENT = "opponent"
    ADJUSTED = "adjusted"
    DUMMY = "dummy"
    DUMMY_DRAWS = "dummy_draws"
    DUMMY_OPPONENT = "dummy_opponent"
    ROUND = "round"
    """A round that counts."""
    RUNNING = "running"
    """The score after a round."""
    RATING = "rating"
    PERFORMANCE = "performance"
    """An opponent's."""
    BUCHHOLZ = "buchholz"
    """An opponent's."""
    ENCOUNTER = "encounter"
    """Points from a game among those tied."""
    BOARD = "board"
    TOTAL = "total"
    """A number that is taken as it is."""


class AddendCut(enum.StrEnum):
    """The reason why an addend is left out."""

    LOWEST = "lowest"
    HIGHEST = "highest"
    VOLUNTARY = "voluntary"
    """A round that the participant chose not to play goes first (C.07 16.5)."""
    FIRST = "first"


class Addend(msgspec.Struct, frozen=True):
    """One part of a sum."""

    value: Fraction
    kind: AddendKind
    round_number: int | None = None
    opponent: PairingNumber | None = None
    base: Fraction | None = None
    """The opponent's score or rating, where the value is a product of it."""
    points: Fraction | None = None
    cut: AddendCut | None = None

    @property
    def told(self) -> Message:
        """One line for people: what it is, from where, and whether it counts."""
        args: dict[str, str | int | Message] = {
            "round": self.round_number or 0,
            "opponent": self.opponent or 0,
            "value": written(self.value),
            "base": written(self.base if self.base is not None else self.value),
            "points": "" if self.points is None else written(self.points),
        }
        what = Message(f"addend_kind.{self.kind.value}", {**args})
        if self.cut is None:
            return what
        return message("addend.left_out", addend=what, why=Message(f"addend_cut.{self.cut.value}"))


class TieBreakValue(msgspec.Struct, frozen=True):
    """A participant's number in one tie-break, and how it came about."""

    value: tuple[Fraction, ...]
    """One number; several are compared one after the other. None at all: the tie-break does not reach this one."""
    addends: tuple[Addend, ...] = ()
    key: tuple[Fraction, ...] | None = None
    """What is compared, the higher first, where that is not the value."""
    formula: Message | None = None
    """How the addends make the value, where that is not their sum."""

    @property
    def compared(self) -> tuple[Fraction, ...]:
        """What is compared, the higher first."""
        return self.value if self.key is None else self.key

    @property
    def text(self) -> str:
        """As people read it."""
        return " ".join(map(written, self.value)) if self.value else "-"


def of_contribution(each: Contribution, value: Fraction, cut: AddendCut | None, *, product: bool) -> Addend:
    """The addend that a round's contribution is."""
    points = each.points if product else None
    return Addend(value, _KINDS[each.origin], each.round_number, each.opponent, each.score, points, cut)


_KINDS = {origin: AddendKind(origin.value) for origin in Origin}
