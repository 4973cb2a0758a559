"""International draughts: FMJD, amended for rapid and blitz by the handbook's appendix."""

from __future__ import annotations

from gateway.clock.classes import Pace
from gateway.model.irregularities import Irregularity
from gateway.model.play_rules import PlayRule
from gateway.referee.options import DrawGate

from .open_points import DRAUGHTS, DRAUGHTS_FAST
from .rulebook import Rulebook
from .rules import ClockRules, DrawRules, Offence, OffenceRules

__all__ = ["BOOKS"]

_EDITION = "draughts_handbook"
_FMJD = "gateway.referee.rulebooks.texts.fmjd:FMJD"
_RAPID = "gateway.referee.rulebooks.texts.dh_rapid:DH_RAPID"

_OFFENCES = OffenceRules(
    kinds={
        Irregularity.TWO_MOVES: Offence("FMJD 5.4.1"),
        Irregularity.ILLEGAL_MOVE: Offence("FMJD 5.4.2"),
        Irregularity.TAKEN_BACK: Offence("FMJD 5.4.4"),
        Irregularity.CHANGED: Offence("FMJD 5.4.4"),
        Irregularity.OPPONENT_MOVED: Offence("FMJD 5.4.5"),
        Irregularity.NO_CAPTURE: Offence("FMJD 5.4.6"),
        Irregularity.REMOVED: Offence("FMJD 5.4.7"),
        Irregularity.WRONG_CAPTURE: Offence("FMJD 5.4.8"),
        Irregularity.LEFT_STANDING: Offence("FMJD 5.4.11"),
        Irregularity.NOT_JUMPED: Offence("FMJD 5.4.12"),
        Irregularity.OWN_REMOVED: Offence("FMJD 5.4.14"),
        Irregularity.UNCROWNED: Offence("FMJD 5.4.16"),
        Irregularity.OUT_OF_PLAY: Offence("FMJD 5.3"),
    },
    other=Offence("FMJD 5.4"),
    accept="FMJD 5.7",
    correction=True,
    accident="FMJD 5.5",
    demand="FMJD 5.6",
    refusal="FMJD 7.2.4",
)


_PLAY = {
    PlayRule.OWN_PIECE: "FMJD 3.3",
    PlayRule.MAN_MOVES: "FMJD 3.4",
    PlayRule.KING_MOVES: "FMJD 3.9",
    PlayRule.MAN_TAKES: "FMJD 4.2",
    PlayRule.KING_TAKES: "FMJD 4.3",
    PlayRule.CAPTURE_GOES_ON: "FMJD 4.5",
    PlayRule.OWN_JUMPED: "FMJD 4.7",
    PlayRule.JUMPED_TWICE: "FMJD 4.8",
    PlayRule.MOST: "FMJD 4.13",
    PlayRule.BLOCKED: "FMJD 7.2.2",
    PlayRule.NO_PIECES: "FMJD 7.2.3",
    PlayRule.REPETITION: "FMJD 6.1",
    PlayRule.KINGS_ONLY: "FMJD 6.2",
    PlayRule.THREE_AGAINST_KING: "FMJD 6.3",
    PlayRule.TWO_AGAINST_KING: "FMJD 6.4",
}


def _fast(pace: Pace) -> Rulebook:
    return Rulebook(
        name=f"draughts-{pace.value}",
        games=("draughts-international",),
        pace=pace,
        classes="draughts",
        edition=_EDITION,
        texts=(_RAPID, _FMJD),
        open_points=DRAUGHTS_FAST,
        draws=DrawRules(
            agreed="FMJD 7.3.1",
            gate=DrawGate.PIECES_10,
            gate_article="DH rapid 5",
            claim="DH rapid 6",
            by_claim=True,
            rule_draw="DH rapid 8",
            time_trouble="DH rapid 9",
        ),
        clock=ClockRules(flag="DH rapid 7.1", stop="DH rapid 6"),
        offences=_OFFENCES,
        resign="FMJD 7.2.1",
        points=("2", "1"),
        play=_PLAY,
    )


BOOKS = (
    Rulebook(
        name="draughts-standard",
        games=("draughts-international",),
        pace=Pace.STANDARD,
        classes="draughts",
        edition=_EDITION,
        texts=(_FMJD,),
        open_points=DRAUGHTS,
        draws=DrawRules(agreed="FMJD 7.3.1", claim="FMJD 7.3.2", by_claim=True),
        clock=ClockRules(flag="FMJD 10.3", flag_moves="FMJD 10.1"),
        offences=_OFFENCES,
        resign="FMJD 7.2.1",
        points=("2", "1"),
        play=_PLAY,
    ),
    _fast(Pace.RAPID),
    _fast(Pace.BLITZ),
)
