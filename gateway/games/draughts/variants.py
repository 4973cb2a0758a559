"""The variants we referee, each with its articles."""

from __future__ import annotations

from .geometry import Naming
from .variant import Articles, Choice, Ending, KingsOnly, Promotion, Repetition, Variant

__all__ = ["INTERNATIONAL"]

INTERNATIONAL = Variant(
    name="draughts-international",
    size=10,
    naming=Naming.NUMBERS,
    capture_sign="x",
    choice=Choice.MOST,
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
        Ending("FMJD 6.3", rounds=16, fewest=3, most=3, kings=1),
        Ending("FMJD 6.4", rounds=5, fewest=1, most=2, kings=1),
    ),
    men_rows=4,
    pdn_type=20,
)
