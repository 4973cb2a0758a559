"""The Chinese Gomoku Competition Rules, 2025 edition, whole."""

from gateway.referee.rulebooks.book import Text

from . import gn_events, gn_play, gn_rulings

__all__ = ["GN"]

GN = Text(
    "GN",
    "gn",
    *gn_play.ROWS,
    *gn_rulings.ROWS,
    *gn_events.ROWS,
)
