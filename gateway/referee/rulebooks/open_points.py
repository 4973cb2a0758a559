"""Points that the texts on draughts and gomoku leave open, each with its article and default."""

from __future__ import annotations

from gateway.model.messages import message

from .rules import OpenPoint

__all__ = ["DRAUGHTS", "DRAUGHTS_64", "DRAUGHTS_FAST", "GOMOKU"]

DRAUGHTS = (OpenPoint("draws", "FMJD 6.1", "claim", message("option.draws")),)
DRAUGHTS_64 = (OpenPoint("draws", "FMJD64 7.2.3", "claim", message("option.draws")),)
DRAUGHTS_FAST = (
    OpenPoint("draws", "DH rapid 6", "claim", message("option.draws")),
    OpenPoint("draw_gate", "DH rapid 5", "pieces10", message("option.draw_gate_pieces")),
    OpenPoint("attended", "DH rapid 9", "true", message("option.attended_draughts")),
)
GOMOKU = (
    OpenPoint("wins", "GN 19.1.1", "claim", message("option.wins")),
    OpenPoint("foul_lapses_by_pass", "GN 19.1.2 A", "false", message("option.foul_lapses_by_pass_gomoku")),
    OpenPoint("flags", "GN 14.4", "automatic", message("option.flags_gomoku")),
    OpenPoint("grace_ms", "GN 14.3.1", "0", message("option.grace_ms")),
    OpenPoint("warnings", "GN 15.1", "0", message("option.warnings")),
    OpenPoint("opening", "GN 11.1", "", message("option.opening")),
    OpenPoint("appeal_ms", "GN 14.8", "0", message("option.appeal_ms")),
)
