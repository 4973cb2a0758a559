"""Draughts on 64 squares, Russian and Brazilian. Fast play follows the customs of the 100-square handbook."""

from __future__ import annotations

from gateway.clock.classes import Pace

from .rulebook import ClockRules, DrawRules, Offence, OffenceRules, Rulebook

__all__ = ["BOOKS"]


def _book(pace: Pace, chinese: str) -> Rulebook:
    return Rulebook(
        name=f"draughts64-{pace.value}",
        games=("draughts-russian", "draughts-brazilian"),
        pace=pace,
        title=f"Draughts, 64 squares, {pace.value}",
        chinese=f"64格国际跳棋{chinese}",
        edition="FMJD-64 rules, draw articles as quoted by servers",
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


BOOKS = (_book(Pace.STANDARD, "慢棋"), _book(Pace.RAPID, "快棋"), _book(Pace.BLITZ, "超快棋"))
