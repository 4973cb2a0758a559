"""The demo's own arbiter, who decides what nobody else has decided for some minutes, so that the hall goes on.

He acts as anybody does, through the relay's API and under his own name; what a visitor has begun he leaves alone.
"""

from __future__ import annotations

import asyncio
import enum
import logging
import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from gateway.record.table_state import Status, TableState
from gateway.referee.acts import Act, Decide, Resume, StartRound
from gateway.referee.penalties import Penalty
from gateway.referee.rulings import AlertKind, Case, CaseKind, Choice
from gateway.runtime.relay_client import RelayRefused

from .kept_relay import KeptRelay

__all__ = ["DEMO_ARBITER", "DemoArbiter", "Standstill", "Waiting", "act_on", "long_open", "matters"]

log = logging.getLogger(__name__)

DEMO_ARBITER = "Demo arbiter"
_WHY = "decided by the demo, since nobody else did"
_AGAIN_S = 20.0
"""Seconds until he tries again what was refused."""
_TIDY_S = 10.0
_SIGNAL_S = 8.0
"""Seconds after his decision until he lets them play on."""
_SPREAD = 0.35
"""The share by which his patience varies, so that not everything is settled at once."""

_USUAL = {
    CaseKind.IRREGULARITY: Choice.CORRECT,
    CaseKind.OPENING: Choice.CORRECT,
    CaseKind.POSITION: Choice.PUT_BACK,
    CaseKind.ABSENCE: Choice.WAIT,
    CaseKind.RULE_DRAW: Choice.DRAW,
    CaseKind.FLAGS: Choice.DRAW,
    CaseKind.NO_MATE: Choice.DRAW,
    CaseKind.RESULT: Choice.PLAY_ON,
}
"""What he decides, where it is not the last of the choices, which is the mildest."""


class Standstill(enum.Enum):
    """A matter that may wait for an arbiter besides cases."""

    PAUSE = enum.auto()
    """A player has stopped play, and nothing is left to be decided."""
    START = enum.auto()
    """The round was to start before the table was set up, and now somebody has to start it."""


class Waiting(NamedTuple):
    """Something that waits for an arbiter at a table: a case by its number, or one of the others."""

    table: str
    game: int
    what: int | Standstill


def matters(state: TableState) -> Iterator[Waiting]:
    """What waits here; while cases do, the pause is not yet to be ended."""
    arbiters = state.arbiters
    if arbiters is None:
        return
    for case in arbiters.cases:
        yield Waiting(state.table, state.game, case.id)
    called = any(alert.kind is AlertKind.CALLED for alert in arbiters.alerts)
    if state.status is Status.PAUSED and called and not arbiters.cases:
        yield Waiting(state.table, state.game, Standstill.PAUSE)
    attendance = state.attendance
    if state.status is Status.READY and attendance is not None and attendance.start is None and not attendance.begun:
        yield Waiting(state.table, state.game, Standstill.START)


def act_on(state: TableState, matter: Waiting) -> Act | None:
    """What he does about it; None if it does not wait any more."""
    if matter not in set(matters(state)) or state.arbiters is None:
        return None
    if isinstance(matter.what, Standstill):
        return Resume(why=_WHY) if matter.what is Standstill.PAUSE else StartRound(why=_WHY)
    case = next(case for case in state.arbiters.cases if case.id == matter.what)
    return Decide(case=case.id, choice=_choice(case), charge=case.article, why=_WHY)


def _choice(case: Case) -> Choice:
    if case.kind is CaseKind.OFFENCE:
        grave = case.penalty is Penalty.LOSS
        usual = Choice.DISMISS if grave else Choice.IMPOSE
    else:
        usual = _USUAL.get(case.kind, case.choices[-1])
    return usual if usual in case.choices else case.choices[-1]


class DemoArbiter:
    """He walks through the hall, and comes to each matter when it has waited long enough."""

    def __init__(self, link: str, patience_s: float, seed: str) -> None:
        self._relay = KeptRelay(link)
        self._patience_s = patience_s
        self._dice = random.Random(seed)  # noqa: S311 - a walk, not a secret
        self._states: dict[str, TableState] = {}
        self._due: dict[Waiting, float] = {}
        self._decided: set[tuple[str, int]] = set()
        """Tables and games in which he has decided something."""

    def see(self, state: TableState) -> None:
        """He hears of a table."""
        self._states[state.table] = state
        waiting = set(matters(state))
        for matter in [known for known in self._due if known.table == state.table and known not in waiting]:
            del self._due[matter]
        for matter in waiting - self._due.keys():
            # What is left of his own decision is but the signal to go on.
            goes_on = matter.what is Standstill.PAUSE and (matter.table, matter.game) in self._decided
            soon = goes_on or matter.what is Standstill.START
            patience = min(self._patience_s, _SIGNAL_S) if soon else self._patience_s
            spread = self._dice.uniform(1 - _SPREAD, 1 + _SPREAD)
            self._due[matter] = asyncio.get_running_loop().time() + patience * spread

    async def run(self) -> None:
        """Decide what is due, one thing at a time, until cancelled."""
        while True:
            await asyncio.sleep(0.5)
            now = asyncio.get_running_loop().time()
            for matter in [each for each, due in self._due.items() if due <= now]:
                self._due[matter] = now + _AGAIN_S
                act = act_on(self._states[matter.table], matter)
                if act is not None:
                    self._decided.add((matter.table, matter.game))
                    await asyncio.to_thread(self._carry_out, matter.table, act)

    async def tidy(self) -> None:
        """Say of alerts that have stood long enough that they are seen to, until cancelled."""
        while True:
            await asyncio.sleep(min(_TIDY_S, self._patience_s))
            await asyncio.to_thread(self._tidy)

    def _carry_out(self, table: str, act: Act) -> None:
        try:
            with self._relay.open() as relay:
                if not any(matter.startswith(f"{table}/") for matter in _held(relay.queue())):
                    relay.act(table, act)
        except RelayRefused as error:  # somebody was quicker, or the relay is just being started again
            log.info("%s at %s: %s", type(act).__name__, table, error)

    def _tidy(self) -> None:
        try:
            with self._relay.open() as relay:
                queue = relay.queue()
                for matter, version in long_open(queue, self._patience_s):
                    relay.resolve(matter, version, _WHY)
        except RelayRefused as error:
            log.info("The queue is not tidied: %s", error)


def _held(queue: dict[str, Any]) -> set[str]:
    """What somebody else has in hand."""
    hands = queue["handlings"]
    return {hand["matter"] for hand in hands if hand.get("holder", "") not in {"", DEMO_ARBITER}}


def long_open(queue: dict[str, Any], patience_s: float) -> list[tuple[str, int]]:
    """Alerts that have stood long enough and that nobody has in hand, each with the version of it that is known."""
    versions = {hand["matter"]: hand["version"] for hand in queue["handlings"]}
    before = queue["now"] - 1000 * patience_s
    alerts = (matter for matter in queue["matters"] if not matter.get("case"))
    old = [matter["id"] for matter in alerts if matter["since"] <= before]
    return [(matter, versions.get(matter, 0)) for matter in old if matter not in _held(queue)]
