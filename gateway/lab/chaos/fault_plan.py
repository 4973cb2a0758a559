"""The plan of faults: what breaks, when, and for how long, all from one seed. No I/O."""

from __future__ import annotations

import enum
import random
from collections.abc import Sequence
from typing import NamedTuple

__all__ = ["BROKER", "RELAY", "FaultKind", "PlannedFault", "plan_faults"]

BROKER, RELAY = "broker", "relay"


class FaultKind(enum.StrEnum):
    """A fault that may befall a part of the hall."""

    KILL = "killed"
    """kill -9; whoever keeps the part running starts it again."""
    FREEZE = "frozen"
    """SIGSTOP: it is there, its connections stay open, and it does nothing."""
    CUT = "line cut"
    """Its connections to the broker are closed, and no new one is taken."""
    HALF_OPEN = "line half open"
    """Its connections stay, and nothing gets through."""
    FULL_DISK = "disk full"
    """Its files cannot grow."""
    CLOCK_STEP = "wall clock stepped"
    UNPLUG = "board unplugged"
    """The cable of the board, or of the clock beside it, is pulled and put back."""
    TORN_FILE = "journal torn"
    """A power cut, and a card that had promised more than it had written: the end of the journal is gone."""
    LOST_CARD = "card lost"
    """A power cut, and a new card: there is no journal any more."""


OF_TABLES = tuple(FaultKind)
OF_RELAY = (
    FaultKind.KILL,
    FaultKind.FREEZE,
    FaultKind.CUT,
    FaultKind.HALF_OPEN,
    FaultKind.FULL_DISK,
    FaultKind.CLOCK_STEP,
    FaultKind.TORN_FILE,
    FaultKind.LOST_CARD,
)
OF_BROKER = (FaultKind.KILL, FaultKind.FREEZE)
_LASTS_S = {
    FaultKind.KILL: (0.0, 0.0),
    FaultKind.FREEZE: (0.5, 6.0),
    FaultKind.CUT: (0.5, 8.0),
    FaultKind.HALF_OPEN: (2.0, 10.0),
    FaultKind.FULL_DISK: (1.0, 8.0),
    FaultKind.CLOCK_STEP: (3.0, 15.0),
    FaultKind.UNPLUG: (0.3, 4.0),
    FaultKind.TORN_FILE: (0.0, 0.0),
    FaultKind.LOST_CARD: (0.0, 0.0),
}
_OF_CARDS = frozenset({FaultKind.TORN_FILE, FaultKind.LOST_CARD})
_FETCHED_S = 4.0
"""The time around a fault of a card in which broker and relay are left alone: what a table has lost the relay has,
and the other way about."""
_OTHERS = 0.25
"""The share of faults that meet broker or relay, and so everybody at once."""
_STEPS_S = (-7200, -90, -3, 4, 60, 3600, 31_536_000)


class PlannedFault(NamedTuple):
    """One fault."""

    at_s: float
    """Seconds after play has begun."""
    kind: FaultKind
    target: str
    """A table, `broker-1` or `relay`."""
    lasts_s: float
    step_s: int = 0
    """How far a wall clock is put forward."""


def plan_faults(
    seed: int, count: int, seconds: float, tables: Sequence[str], brokers: Sequence[str], left_out: frozenset[FaultKind]
) -> list[PlannedFault]:
    """The faults of a run in order; none begins on a target that still suffers from the one before."""
    dice = random.Random(f"faults {seed}")  # noqa: S311 - dice, not a secret
    free_at: dict[str, float] = {}
    found: list[PlannedFault] = []
    carriers = (RELAY, *brokers)
    for at_s in sorted(dice.uniform(0, seconds) for _ in range(count)):
        target, kinds = _target(dice, tables, brokers)
        kind = dice.choice([kind for kind in kinds if kind not in left_out])
        if at_s < free_at.get(target, 0.0):
            continue
        if kind in _OF_CARDS:
            if any(at_s < free_at.get(other, 0.0) + _FETCHED_S for other in carriers):
                continue
            free_at |= dict.fromkeys(carriers, at_s + _FETCHED_S)
        lasts_s = dice.uniform(*_LASTS_S[kind])
        step_s = dice.choice(_STEPS_S) if kind is FaultKind.CLOCK_STEP else 0
        free_at[target] = at_s + lasts_s + 2.0
        found.append(PlannedFault(at_s, kind, target, lasts_s, step_s))
    return found


def _target(dice: random.Random, tables: Sequence[str], brokers: Sequence[str]) -> tuple[str, tuple[FaultKind, ...]]:
    if dice.random() >= _OTHERS:
        return dice.choice(tables), OF_TABLES
    return (RELAY, OF_RELAY) if dice.random() < 0.5 else (dice.choice(brokers), OF_BROKER)
