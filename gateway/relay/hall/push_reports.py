"""Reports of what is sent to others: how each of them is getting on, for officials, who may have it tried again now."""

from __future__ import annotations

import asyncio

import msgspec

__all__ = ["PushReport", "PushReports"]


class PushReport(msgspec.Struct, kw_only=True):
    """One place that something is sent to, and how that goes."""

    id: int = 0
    """Its number, from 1, for as long as the relay runs."""
    kind: str
    """`lichess` or `webhook`."""
    target: str
    """Which round, or which address; never a secret."""
    ok: bool = True
    """Everything has arrived that should have."""
    parked: bool = False
    """It was refused too often: nothing more is sent until somebody has it tried again. Nothing is lost by that."""
    trouble: str = ""
    """What is wrong at the moment, for the log's readers; empty where nothing is."""
    sent: int = 0
    """How often something was sent, since the relay was started."""
    last_ok: int | None = None
    """When it was last taken, in milliseconds since 1970."""
    waiting: int = 0
    """How much has not arrived yet: games, or events."""
    games: int = 0
    """Games that are sent, where games are."""
    errors: dict[str, str] = {}
    """By game, why it was not taken."""


class PushReports:
    """The reports of everything that is sent."""

    def __init__(self) -> None:
        self.all: list[PushReport] = []
        self._again: dict[int, asyncio.Event] = {}

    def open(self, kind: str, target: str) -> tuple[PushReport, asyncio.Event]:
        """A new report, which its owner keeps up, and what tells him to try again at once."""
        report = PushReport(id=len(self.all) + 1, kind=kind, target=target)
        self.all.append(report)
        self._again[report.id] = asyncio.Event()
        return report, self._again[report.id]

    def retry(self, wanted: int) -> PushReport | None:
        """Have it tried again now; None if there is no such report."""
        report = next((each for each in self.all if each.id == wanted), None)
        if report is not None:
            self._again[report.id].set()
        return report
