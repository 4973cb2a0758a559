"""Renju by the rules of its federation. The judge of shapes and the openings are those of `gateway.games.renju`."""

from __future__ import annotations

from gateway.clock.classes import Pace
from gateway.referee.options import Mode

from .rulebook import ClockRules, DrawRules, Offence, OffenceRules, Rulebook

__all__ = ["BOOKS"]

_CITES = {
    "GN 19.1.1": "RIF 9.6",
    "GN 19.1.2 A": "RIF 9.7",
    "GN 19.1.2 B": "RIF 9.8",
    "GN 19.2.1 B": "RIF passes",
    "GN 19.2.1 C": "RIF full board",
    "GN 12.2": "RIF moves",
    "GN 24.3.1": "RIF moves",
    "RIF Soosyrv-8": "RIF opening",
    **{f"GN {article}": "RIF opening" for article in ("11.1", "11.2", "app. 2.1", "app. 2.2", "app. 2.3")},
}


def _book(pace: Pace) -> Rulebook:
    return Rulebook(
        name=f"renju-{pace.value}",
        games=("renju",),
        pace=pace,
        edition="rif",
        texts=("gateway.referee.rulebooks.texts.rif:RIF",),
        draws=DrawRules(
            agreed="RIF agreement", claim="RIF agreement", offer="RIF agreement", offer_offence="RIF irregular"
        ),
        clock=ClockRules(flag="RIF time", flag_claim="RIF time", both_flags="RIF both flags", stop="RIF arbiter"),
        offences=OffenceRules(
            other=Offence("RIF irregular"), accept="RIF irregular", opening="RIF opening", accident="RIF irregular"
        ),
        resign="RIF resignation",
        wins=Mode.CLAIM,
        win_claim="RIF 9.6",
        win_prevails="RIF 9 five first",
        foul_lapsed="RIF 9.7",
        foul_lapses_by_pass=True,
        cites=_CITES,
    )


BOOKS = (_book(Pace.STANDARD), _book(Pace.RAPID), _book(Pace.BLITZ))
