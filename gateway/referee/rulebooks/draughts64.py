"""Draughts on 64 squares, Russian and Brazilian. Fast play follows the customs of the 100-square handbook."""

from __future__ import annotations

from gateway.clock.classes import Pace

from .rulebook import ClockRules, DrawRules, Offence, OffenceRules, Rulebook

__all__ = ["BOOKS"]


def _book(pace: Pace) -> Rulebook:
    return Rulebook(
        name=f"draughts64-{pace.value}",
        games=("draughts-russian", "draughts-brazilian"),
        pace=pace,
        edition="fmjd64",
        texts=("gateway.referee.rulebooks.texts.fmjd64:FMJD64",),
        draws=DrawRules(agreed="FMJD64 agreement", claim="FMJD64 7.2.3", by_claim=True),
        clock=ClockRules(flag="FMJD64 time"),
        offences=OffenceRules(
            other=Offence("FMJD64 irregularities"),
            accept="FMJD64 irregularities",
            correction=True,
            accident="FMJD64 irregularities",
        ),
        resign="FMJD64 resignation",
    )


BOOKS = (_book(Pace.STANDARD), _book(Pace.RAPID), _book(Pace.BLITZ))
