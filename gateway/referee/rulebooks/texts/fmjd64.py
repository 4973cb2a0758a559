"""64-square draughts: the draw articles 7.2.3 to 7.2.8 as servers quote them; the other chapters by name."""

from gateway.referee.rulebooks.book import Text, automatic, on_claim, proposed

__all__ = ["FMJD64"]

_ON_CLAIM = "as_on_100_squares"

FMJD64 = Text(
    "FMJD64",
    "fmjd64",
    automatic("moves"),
    automatic("captures"),
    proposed("irregularities"),
    automatic("result", "position_fact"),
    on_claim("resignation", "when_said"),
    on_claim("agreement"),
    automatic("time", "clock_sign"),
    on_claim("7.2.3", _ON_CLAIM),
    on_claim("7.2.4", _ON_CLAIM),
    on_claim("7.2.5", _ON_CLAIM),
    on_claim("7.2.6", _ON_CLAIM),
    on_claim("7.2.7", _ON_CLAIM),
    on_claim("7.2.8", _ON_CLAIM),
)
