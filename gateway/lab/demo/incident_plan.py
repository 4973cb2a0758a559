"""The plan of the demo's incidents: something now and then, another thing each time, and never all at once."""

from __future__ import annotations

import asyncio
import enum
import logging
import random
from collections.abc import Mapping
from typing import NamedTuple

from .board_incidents import DeadSensor, IllegalPlay, PulledCable, SecondStone
from .incidents import AtTable, Incident, Trouble
from .player_incidents import ArbiterCalled, DrawOffered, FlagFalls, RepeatedPosition, WrongClaim
from .players import Players

__all__ = ["IncidentPlan", "Incidents"]

log = logging.getLogger(__name__)

_KINDS: tuple[type[Incident | Trouble], ...] = (
    IllegalPlay,
    ArbiterCalled,
    DrawOffered,
    PulledCable,
    FlagFalls,
    DeadSensor,
    WrongClaim,
    RepeatedPosition,
    SecondStone,
)
_FIRST_PLIES = 3
"""Nothing happens before so many moves were made."""
_REST_S = 40.0
"""Seconds for which a table is left alone after something happened there."""
_SOON_S = (3.0, 7.0)
"""Seconds until the next incident when nobody has anything to decide."""


class Incidents(enum.StrEnum):
    """The measure of incidents in the demo."""

    NONE = "none"
    FEW = "few"
    SOME = "some"
    MANY = "many"


class _Measure(NamedTuple):
    between_s: tuple[float, float]
    tables_for_each: int
    """For how many tables one may wait for an arbiter at a time."""
    least: int


_MEASURES = {
    Incidents.FEW: _Measure((40.0, 80.0), 8, 1),
    Incidents.SOME: _Measure((12.0, 24.0), 4, 2),
    Incidents.MANY: _Measure((4.0, 9.0), 2, 2),
}


class IncidentPlan:
    """The plan of incidents, for whom and when: by dice, but no kind again before the others had their turn."""

    def __init__(self, players: Mapping[str, Players], measure: Incidents, seed: str) -> None:
        self._players = players
        self._measure = _MEASURES[measure]
        self._dice = random.Random(seed)  # noqa: S311 - a game, not a secret
        self._kinds = list(_KINDS)
        self._dice.shuffle(self._kinds)
        self._quiet_from: dict[str, float] = {}
        self._troubled: dict[asyncio.Task[None], str] = {}

    async def run(self) -> None:
        """Let something happen now and then, until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            while True:
                soon = not self._waiting() and self._measure.least > 1
                await asyncio.sleep(self._dice.uniform(*(_SOON_S if soon else self._measure.between_s)))
                self._let_happen(tasks)

    def _waiting(self) -> int:
        """At how many tables something waits for an arbiter, or is about to."""
        return sum(
            players.is_waiting or (players.incident is not None and players.incident.waits)
            for players in self._players.values()
        )

    def _let_happen(self, tasks: asyncio.TaskGroup) -> None:
        waiting, now = self._waiting(), asyncio.get_running_loop().time()
        most = max(self._measure.least, len(self._players) // self._measure.tables_for_each)
        calm = [
            name
            for name, players in self._players.items()
            if players.is_calm and name not in self._troubled.values() and now >= self._quiet_from.get(name, 0.0)
        ]
        self._dice.shuffle(calm)
        calm.sort(key=lambda name: self._quiet_from.get(name, 0.0))
        # With nobody waiting, what an arbiter has to decide comes first; otherwise it is the turn of the next kind. A
        # flag does not wait.
        kinds = sorted(self._kinds, key=lambda kind: (kind is not FlagFalls, bool(waiting) or not kind.waits))
        for kind in kinds:
            if kind.waits and waiting >= most:
                continue
            for name in calm:
                table, incident = self._players[name].table, kind()
                if table is not None and _has_begun(table) and incident.fits(table):
                    log.info("%s at %s", kind.__name__, name)
                    self._kinds.remove(kind)
                    self._kinds.append(kind)
                    self._quiet_from[name] = now + _REST_S
                    self._begin(tasks, name, table, incident)
                    return

    def _begin(self, tasks: asyncio.TaskGroup, name: str, table: AtTable, incident: Incident | Trouble) -> None:
        if isinstance(incident, Incident):
            self._players[name].let_happen(incident)
            return
        task = tasks.create_task(incident.happen(table), name=f"trouble at {name}")
        self._troubled[task] = name
        task.add_done_callback(self._troubled.pop)


def _has_begun(table: AtTable) -> bool:
    """Whether they play by the ordinary rules: an opening by a protocol is left alone."""
    return table.state is not None and table.state.ply >= _FIRST_PLIES and table.line is not None
