"""The older gomoku rules, appendix 6: rapid and blitz. They amend the normal rules, here those of 2025."""

from gateway.referee.penalties import Penalty
from gateway.referee.rulebooks.book import Text, automatic, on_claim, people, proposed

__all__ = ["GO_APP6"]

GO_APP6 = Text(
    "GO app.6",
    "go_app6",
    automatic("§1"),
    people("§2", "listed_too"),
    people("§3", "recorded_anyway"),
    proposed("§4", direct=Penalty.VIOLATION),
    automatic("§5"),
    proposed("§6", direct=Penalty.LOSS),
    on_claim("§7", "stop_recorded"),
    proposed("§8"),
    people("§9", "organiser_sets_control"),
)
