"""Reports of what is sent to others: how each of them is getting on, for officials."""

from __future__ import annotations

import msgspec

__all__ = ["PushReport", "PushReports"]


class PushReport(msgspec.Struct, kw_only=True):
    """One place that something is sent to, and how that goes."""

    kind: str
    """`lichess` or `webhook`."""
    target: str
    """Which round, or which address; never a secret."""
    ok: bool = True
    """Everything has arrived that should have."""
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

    def open(self, kind: str, target: str) -> PushReport:
        """A new report, which its owner keeps up."""
        report = PushReport(kind=kind, target=target)
        self.all.append(report)
        return report
