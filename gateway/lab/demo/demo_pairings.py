"""The pairings of the demo: who plays what."""

from __future__ import annotations

from typing import NamedTuple

from gateway.model.persons import named
from gateway.referee.assignment import Assignment
from gateway.referee.options import Mode, Options

__all__ = ["Pairing", "pairings"]


class Pairing(NamedTuple):
    """One table of the demo."""

    table: str
    white: str
    black: str
    rules: str
    rulebook: str
    control: str
    board: str
    """The driver of its board; one without a clock has buttons beside it."""

    @property
    def opening(self) -> str:
        """The protocol by which they open, if there is one."""
        return "taraguchi-10" if self.rules == _RENJU else ""

    @property
    def assignment(self) -> Assignment:
        """What the relay tells the table. It has no id of a pairing, so they play one game after another."""
        # Nobody at a simulated table can call out that there is a five, or that a flag is down.
        called = Options(opening=self.opening, wins=Mode.AUTOMATIC, flags=Mode.AUTOMATIC)
        options = called if self.opening else Options()
        return Assignment(
            rules=self.rules,
            rulebook=self.rulebook,
            control=self.control,
            players=named(self.white, self.black),
            draws=Mode.AUTOMATIC,
            options=options,
        )

    @property
    def calm(self) -> bool:
        """They take their time: where the board cannot tell pieces apart, two moves that nobody saw are a riddle."""
        return self.board == "tabutronic"

    @property
    def fastest(self) -> float:
        """The pace that the board can follow: it must have seen one move before the next is made."""
        return {"certabo": 1.5, "tabutronic": 2.0}.get(self.board, 50.0)


_NAMES = (
    "Alma Brandt", "Boris Klein", "Chen Wei", "Daria Moroz", "Emil Sand", "Fatou Diallo", "Goran Ilić", "Hana Vosse",
    "Ilse Roos", "Jonas Berg", "Kofi Mensah", "Lin Yan", "Marta Duarte", "Niels Dekker", "Olga Petrenko", "Pim Visser",
)  # fmt: skip
_DRAUGHTS, _CHESS, _RENJU = "draughts-international", "chess", "renju"
_PLAYED = (
    (_DRAUGHTS, "draughts-rapid", "20m+5s", "dgt"),
    (_DRAUGHTS, "draughts-blitz", "5m+3s", "dgt"),
    (_CHESS, "chess-rapid", "10m+5s", "chesslink"),
    ("draughts-russian", "draughts64-rapid", "10m+5s", "cpp"),
    (_RENJU, "renju-rapid", "10m+3s", "cpp"),
    (_CHESS, "chess-blitz", "3m+2s", "dgt"),
    ("draughts-brazilian", "draughts64-rapid", "15m+5s", "tabutronic"),
    (_CHESS, "chess-rapid", "15m", "certabo"),
)
"""Game, rulebook, time control and board of each table."""


def pairings(count: int) -> list[Pairing]:
    """The pairings of the first `count` tables, each with its own pace and players."""
    found = []
    for number in range(count):
        rules, rulebook, control, board = _PLAYED[number % len(_PLAYED)]
        white, black = (_NAMES[(2 * number + one) % len(_NAMES)] for one in (0, 1))
        found.append(Pairing(f"t{number + 1}", white, black, rules, rulebook, control, board))
    return found
