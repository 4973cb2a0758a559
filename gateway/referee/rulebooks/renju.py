"""Renju by the rules of its federation. The judge of shapes and the openings are those of `gateway.games.renju`."""

from __future__ import annotations

from gateway.clock.classes import Pace
from gateway.model.play_rules import PlayRule
from gateway.referee.options import Mode

from .rulebook import ClockRules, DrawRules, Offence, OffenceRules, Rulebook

__all__ = ["BOOKS"]

_PLAY = {
    PlayRule.IN_TURN: "RIF moves",
    PlayRule.EMPTY_POINT: "RIF moves",
    PlayRule.PASSING: "RIF moves",
    PlayRule.GAME_OVER: "RIF moves",
    PlayRule.PASSES: "RIF passes",
    PlayRule.BOARD_FULL: "RIF full board",
    PlayRule.FIVE: "RIF 9.6",
    PlayRule.FORBIDDEN_SHAPE: "RIF 9.7",
    PlayRule.OVERLINE: "RIF 9.8",
}
_OPENINGS = dict.fromkeys(("taraguchi-10", "two-fifths", "n-fifths", "free", "double-swap", "soosyrv-8"), "RIF opening")


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
        play=_PLAY,
        openings=_OPENINGS,
    )


BOOKS = (_book(Pace.STANDARD), _book(Pace.RAPID), _book(Pace.BLITZ))
