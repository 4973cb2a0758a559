"""The pairings of the demo: who plays what."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from gateway.event.regulations import Regulations, System, TableRules
from gateway.model.instants import Instant, Millis
from gateway.model.persons import Person
from gateway.model.sides import BySide
from gateway.referee.assignment import Assignment
from gateway.referee.options import Mode, Options

__all__ = ["PLAYED", "Pairing", "TableKind", "pairings", "regulations"]

_MOST_ROUNDS = 7
_GRACE_MS = Millis(60_000)
"""How late one may come, where attendance is kept."""


class TableKind(NamedTuple):
    """A kind of table: what is played at it, and on what."""

    rules: str
    rulebook: str
    control: str
    board: str
    """The driver of its board; one without a clock has buttons beside it."""
    attended: bool = False
    """Whether it is watched who comes to the round, and who is late."""


class Pairing(NamedTuple):
    """One table of the demo."""

    table: str
    white: Person
    black: Person
    rules: str
    rulebook: str
    control: str
    board: str
    """The driver of its board; one without a clock has buttons beside it."""
    attended: bool = False
    """Whether it is watched who comes to the round, and who is late."""

    @property
    def opening(self) -> str:
        """The protocol by which they open, if there is one."""
        return "taraguchi-10" if self.rules == _RENJU else ""

    @property
    def assignment(self) -> Assignment:
        """What the relay tells the table, where nobody calls out anything: the table rules at once what it can.

        It has no id of a pairing, so they play one game after another.
        """
        called = Options(opening=self.opening, wins=Mode.AUTOMATIC, flags=Mode.AUTOMATIC)
        return Assignment(
            rules=self.rules,
            rulebook=self.rulebook,
            control=self.control,
            players=BySide(self.white, self.black),
            draws=Mode.AUTOMATIC,
            options=called if self.rules in {_RENJU, _GOMOKU} else Options(),
        )

    def refereed(self, start: Instant) -> Assignment:
        """What the relay tells the table, where players claim for themselves; the round starts at an instant where it
        is watched who comes to it."""
        told = replace(self.assignment, draws=Mode.CLAIM, options=Options(opening=self.opening))
        if not self.attended:
            return told
        options = replace(told.options, attendance=True, grace_ms=_GRACE_MS)
        return replace(told, options=options, start=start)

    @property
    def calm(self) -> bool:
        """They take their time: where the board cannot tell pieces apart, two moves that nobody saw are a riddle."""
        return self.board == "tabutronic"

    @property
    def fastest(self) -> float:
        """The pace that the board can follow: it must have seen one move before the next is made."""
        return {"certabo": 1.5, "tabutronic": 2.0}.get(self.board, 50.0)


_PERSONS = (
    Person("Alma Brandt", title="MF", federation="NED", rating=2214),
    Person("Boris Klein", federation="BEL", rating=2087),
    Person("陈薇", title="5 dan", federation="CHN"),
    Person("Daria Moroz", title="4 dan", federation="EST"),
    Person("Emil Sand", title="FM", federation="NOR", rating=2316),
    Person("Fatou Diallo", title="WIM", federation="SEN", rating=2244),
    Person("Goran Ilić", title="GMI", federation="SRB", rating=2351),
    Person("Hana Vosse", federation="CZE", rating=2130),
    Person("Itsuki Mori", title="6 dan", federation="JPN"),
    Person("Jonas Berg", title="3 dan", federation="SWE"),
    Person("Kofi Mensah", title="CM", federation="GHA", rating=2098),
    Person("林妍", title="WGM", federation="CHN", rating=2377),
    Person("Marta Duarte", title="MN", federation="BRA", rating=2165),
    Person("Niels Dekker", federation="NED", rating=1986),
    Person("Olha Petrenko", title="WFM", federation="UKR", rating=2191),
    Person("Pim Visser", federation="NED", rating=2045),
    Person("Awa Traoré", title="MI", federation="MLI", rating=2302),
    Person("Tomás Ríos", federation="ARG", rating=2154),
)
_DRAUGHTS, _CHESS, _RENJU, _GOMOKU = "draughts-international", "chess", "renju", "gomoku"
PLAYED = (
    TableKind(_DRAUGHTS, "draughts-rapid", "20m+5s", "dgt"),
    TableKind(_GOMOKU, "gomoku-standard", "shared 40m", "cpp"),
    TableKind(_CHESS, "chess-rapid", "10m+5s", "chesslink", attended=True),
    TableKind("draughts-russian", "draughts64-rapid", "10m+5s", "cpp"),
    TableKind(_RENJU, "renju-standard", "10m, 5x30s", "cpp"),
    TableKind(_CHESS, "chess-blitz", "1m+1s", "dgt"),
    TableKind("draughts-brazilian", "draughts64-rapid", "15m+5s", "tabutronic"),
    TableKind(_CHESS, "chess-rapid", "15m", "certabo"),
    TableKind(_DRAUGHTS, "draughts-blitz", "5m+3s", "dgt"),
)
"""What is played at the tables of the demo, one after another."""


def pairings(count: int, played: Sequence[TableKind] = PLAYED) -> list[Pairing]:
    """The pairings of the first `count` tables, each with its own pace and players."""
    found = []
    for number in range(count):
        white, black = (_person(2 * number + one) for one in (0, 1))
        found.append(Pairing(f"t{number + 1}", white, black, *played[number % len(played)]))
    return found


def _person(at: int) -> Person:
    """Nobody plays at two tables: where there are more seats than names, namesakes come."""
    again, at = divmod(at, len(_PERSONS))
    known = _PERSONS[at]
    return replace(known, name=f"{known.name} {again + 1}") if again else known


def regulations(tables: Sequence[Pairing], *, refereed: bool) -> Regulations:
    """The demo's event: an all-round Swiss, in which every table has a game, a control and a board of its own."""
    first, *_ = tables
    at_tables = {}
    for each in tables:
        told = each.refereed(Instant(0)) if refereed else each.assignment
        at_tables[each.table] = TableRules(
            rules=told.rules, rulebook=told.rulebook, control=told.control, draws=told.draws, options=told.options
        )
    return Regulations(
        title="Demo all-round Swiss",
        system=System.DUTCH,
        rounds=min(_MOST_ROUNDS, 2 * len(tables) - 1),
        rules=first.rules,
        rulebook=first.rulebook,
        control=first.control,
        tie_breaks=("BH/C1", "BH", "SB"),
        tables=tuple(each.table for each in tables),
        at_tables=at_tables,
    )
