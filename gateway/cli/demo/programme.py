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
_PACES = (
    ("draughts-rapid", "20m+5s"),
    ("draughts-blitz", "5m+3s"),
    ("draughts-blitz", "10m+5s"),
    ("draughts-blitz", "5m"),
    ("draughts-rapid", "15m+10s"),
    ("draughts-blitz", "3m+2s"),
    ("draughts-rapid", "25m"),
    ("draughts-blitz", "2m"),
)


def pairings(count: int) -> list[Pairing]:
    """So many tables, each with its own pace and players."""
    found = []
    for number in range(count):
        rulebook, control = _PACES[number % len(_PACES)]
        white, black = (_NAMES[(2 * number + one) % len(_NAMES)] for one in (0, 1))
        found.append(Pairing(f"t{number + 1}", white, black, "draughts-international", rulebook, control))
    return found
