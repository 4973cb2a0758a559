"""The variants we referee. Their draws are those of the federation's rules for 100 and for 64 squares."""

from __future__ import annotations

from gateway.model.play_rules import PlayRule

from .geometry import Naming
from .variant import (
    CaptureChoice,
    DrawRule,
    KingsOnly,
    LoneKingEnding,
    Promotion,
    Repetition,
    Unchanged,
    Variant,
)

__all__ = ["BRAZILIAN", "FEDERATIONS", "INTERNATIONAL", "RUSSIAN"]

INTERNATIONAL = Variant(
    name="draughts-international",
    size=10,
    naming=Naming.NUMBERS,
    capture_sign="x",
    choice=CaptureChoice.MOST,
    promotion=Promotion.AT_THE_END,
    men_capture_backwards=True,
    flying_kings=True,
    draws=(
        Repetition(PlayRule.REPETITION, times=3),
        KingsOnly(PlayRule.KINGS_ONLY, rounds=25),
        LoneKingEnding(PlayRule.THREE_AGAINST_KING, rounds=16, fewest=3, most=3),
        LoneKingEnding(PlayRule.TWO_AGAINST_KING, rounds=5, fewest=1, most=2),
    ),
    men_rows=4,
    pdn_type=20,
)

_DRAWS_64 = (
    Repetition(PlayRule.REPETITION, times=3),
    LoneKingEnding(PlayRule.KINGS_AGAINST_KING, rounds=15, fewest=3, most=12, all_kings=True),
    # By its words this would end every ending of kings before the next two could; the special rule goes first.
    KingsOnly(PlayRule.KINGS_ONLY, rounds=15, unless_unchanged=True),
    Unchanged(PlayRule.UNCHANGED, rounds=30, fewest=4, most=5),
    Unchanged(PlayRule.UNCHANGED, rounds=60, fewest=6, most=7),
    LoneKingEnding(PlayRule.KING_ON_LONG_DIAGONAL, rounds=5, fewest=3, most=3, on_long_diagonal=True),
    LoneKingEnding(PlayRule.TWO_AGAINST_KING, rounds=5, fewest=1, most=2),
)

RUSSIAN = Variant(
    name="draughts-russian",
    size=8,
    naming=Naming.LETTERS,
    capture_sign=":",
    choice=CaptureChoice.FREE,
    promotion=Promotion.IN_PASSING,
    men_capture_backwards=True,
    flying_kings=True,
    draws=_DRAWS_64,
    men_rows=3,
    pdn_type=25,
)

BRAZILIAN = Variant(
    name="draughts-brazilian",
    size=8,
    naming=Naming.LETTERS,
    capture_sign="x",
    choice=CaptureChoice.MOST,
    promotion=Promotion.AT_THE_END,
    men_capture_backwards=True,
    flying_kings=True,
    draws=_DRAWS_64,
    men_rows=3,
    pdn_type=26,
)

FEDERATIONS: dict[str, dict[str, tuple[DrawRule, ...]]] = {
    # The Brazilian confederation: 20 moves by kings only, without a capture (summary of its official rules, item 16).
    # Its list of endings of five moves is not among our sources, so it is not here.
    BRAZILIAN.name: {"CBD": (Repetition(PlayRule.REPETITION, times=3), KingsOnly(PlayRule.KINGS_ONLY_CBD, rounds=20))},
}
"""Draw rules of federations that differ from those above, by game and federation."""
