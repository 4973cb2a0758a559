"""The choice among the best candidates of a bracket: the one that is generated first (C.04.3 3.6, 3.7 and article 4).

From outside to inside: which of those who moved down are paired (4.4), with whom (4.2), which residents change halves
(4.3), and who of the lower half meets whom of the upper (4.2).
"""

from __future__ import annotations

from gateway.tournament.dutch.bracket import BracketGraph, Reach
from gateway.tournament.dutch.candidate import BracketCandidate
from gateway.tournament.dutch.plain_selection import PlainSelection
from gateway.tournament.dutch.thorough_selection import ThoroughSelection

__all__ = ["select"]


def select(graph: BracketGraph) -> BracketCandidate | None:
    """The first of the best candidates; None where the graph has none."""
    if graph.reach is Reach.BRACKET:
        plain = PlainSelection(graph).select()
        if plain is not None:
            return plain
    return ThoroughSelection(graph).select()
