"""The variants we referee, each with its articles.

`FMJD` is the rulebook for 100 squares, `FMJD64` the one for 64 squares. Of the second we have the articles on draws
(7.2.3 to 7.2.8, as servers quote them); its chapters on moves and captures are cited by name.
"""

from __future__ import annotations

from .geometry import Naming
from .variant import (
    Articles,
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
    articles=Articles(
        own_piece="FMJD 3.3",
        man_moves="FMJD 3.4",
        king_moves="FMJD 3.9",
        man_takes="FMJD 4.2",
        king_takes="FMJD 4.3",
        goes_on="FMJD 4.5",
        own_jumped="FMJD 4.7",
        twice="FMJD 4.8",
        most="FMJD 4.13",
        blocked="FMJD 7.2.2",
        no_pieces="FMJD 7.2.3",
        promotion="FMJD 3.5",
    ),
    draws=(
        Repetition("FMJD 6.1", times=3),
        KingsOnly("FMJD 6.2", rounds=25),
        LoneKingEnding("FMJD 6.3", rounds=16, fewest=3, most=3),
        LoneKingEnding("FMJD 6.4", rounds=5, fewest=1, most=2),
    ),
    men_rows=4,
    pdn_type=20,
)

_ARTICLES_64 = Articles(
    own_piece="FMJD64 moves",
    man_moves="FMJD64 moves",
    king_moves="FMJD64 moves",
    man_takes="FMJD64 captures",
    king_takes="FMJD64 captures",
    goes_on="FMJD64 captures",
    own_jumped="FMJD64 captures",
    twice="FMJD64 captures",
    most="FMJD64 captures",
    blocked="FMJD64 result",
    no_pieces="FMJD64 result",
    promotion="FMJD64 moves",
)

_DRAWS_64 = (
    Repetition("FMJD64 7.2.3", times=3),
    LoneKingEnding("FMJD64 7.2.4", rounds=15, fewest=3, most=12, all_kings=True),
    # By its words 7.2.5 would end every ending of kings before 7.2.6 could; the special rule goes before the general.
    KingsOnly("FMJD64 7.2.5", rounds=15, unless_unchanged=True),
    Unchanged("FMJD64 7.2.6", rounds=30, fewest=4, most=5),
    Unchanged("FMJD64 7.2.6", rounds=60, fewest=6, most=7),
    LoneKingEnding("FMJD64 7.2.7", rounds=5, fewest=3, most=3, on_long_diagonal=True),
    LoneKingEnding("FMJD64 7.2.8", rounds=5, fewest=1, most=2),
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
    articles=_ARTICLES_64,
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
    articles=_ARTICLES_64,
    draws=_DRAWS_64,
    men_rows=3,
    pdn_type=26,
)

FEDERATIONS: dict[str, dict[str, tuple[DrawRule, ...]]] = {
    # The Brazilian confederation: 20 moves by kings only, without a capture (summary of its official rules, item 16).
    # Its list of endings of five moves is not among our sources, so it is not here.
    BRAZILIAN.name: {"CBD": (Repetition("FMJD64 7.2.3", times=3), KingsOnly("CBD 16", rounds=20))},
}
"""Draw rules of federations that differ from those above, by game and federation."""
