"""Who plays what in the demo."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Pairing", "pairings"]


class Pairing(NamedTuple):
    """One table of the demo."""

    table: str
    white: str
    black: str
    rules: str
    rulebook: str
    control: str


_NAMES = (
    "Alma Brandt", "Boris Klein", "Chen Wei", "Daria Moroz", "Emil Sand", "Fatou Diallo", "Goran Ilić", "Hana Vosse",
    "Ilse Roos", "Jonas Berg", "Kofi Mensah", "Lin Yan", "Marta Duarte", "Niels Dekker", "Olga Petrenko", "Pim Visser",
)  # fmt: skip
_DRAUGHTS, _CHESS = "draughts-international", "chess"
_PLAYED = (
    (_DRAUGHTS, "draughts-rapid", "20m+5s"),
    (_DRAUGHTS, "draughts-blitz", "5m+3s"),
    (_CHESS, "chess-rapid", "10m+5s"),
    (_DRAUGHTS, "draughts-blitz", "10m"),
    (_DRAUGHTS, "draughts-rapid", "15m+10s"),
    (_CHESS, "chess-blitz", "3m+2s"),
    (_DRAUGHTS, "draughts-rapid", "25m"),
    (_DRAUGHTS, "draughts-blitz", "5m"),
)
"""Game, rulebook and time control of each table."""


def pairings(count: int) -> list[Pairing]:
    """So many tables, each with its own pace and players."""
    found = []
    for number in range(count):
        rules, rulebook, control = _PLAYED[number % len(_PLAYED)]
        white, black = (_NAMES[(2 * number + one) % len(_NAMES)] for one in (0, 1))
        found.append(Pairing(f"t{number + 1}", white, black, rules, rulebook, control))
    return found
