"""A candidate (C.04.3 3.3): a way to pair a bracket."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["BracketCandidate"]


class BracketCandidate:
    """The mate of every vertex of a bracket's graph, and what the criteria say against it."""

    def __init__(self, mate: Sequence[int], cost: int) -> None:
        self.mate = mate
        self.cost = cost
