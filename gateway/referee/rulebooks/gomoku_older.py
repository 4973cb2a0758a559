"""Older gomoku rapid and blitz: appendix 6 of the earlier rules over the normal rules."""

from __future__ import annotations

from gateway.clock.classes import Pace
from gateway.referee.options import Mode
from gateway.referee.penalties import Penalty

from .gomoku import (
    ADJOURNMENT,
    APPEALS,
    AUTHORITY,
    COLOURS,
    DRAWS,
    GN,
    OFFENCES,
    OPENINGS,
    PASS_FROM,
    PLAY,
    PRESETS,
    RESERVED,
)
from .open_points import GOMOKU
from .rulebook import Rulebook
from .rules import ClockRules

__all__ = ["BOOKS"]


def _book(pace: Pace) -> Rulebook:
    return Rulebook(
        name=f"gomoku-older-{pace.value}",
        games=("renju", "gomoku", "gomoku-double-swap"),
        pace=pace,
        classes="gomoku, older",
        edition="gomoku_older",
        texts=("gateway.referee.rulebooks.texts.go_app6:GO_APP6", GN),
        open_points=GOMOKU,
        draws=DRAWS,
        clock=ClockRules(
            flag="GN 14.1.1",
            flag_increment="GN 14.1.2",
            flag_claim="GN 14.4",
            both_flags="GN 19.2.1 D",
            stop="GO app.6 §7",
            pressed_first="GN 17.3",
            pressed_early="GN 17.3",
            moved_first="GO app.6 §4",
            moved_first_penalty=Penalty.VIOLATION,
            moved_first_again=Penalty.LOSS,
            start="GN 14.2",
            one_absent="GN 14.3.2",
            both_absent="GN 14.3.2",
            both_absent_owe=True,
            late="GO app.6 §5",
            both_late="GO app.6 §5",
            late_mode=Mode.AUTOMATIC,
            displaced="GO app.6 §6",
            failure="GO app.6 §8",
            shared="GN 14.1.3",
            replace="GN 14.5",
        ),
        offences=OFFENCES,
        colours=COLOURS,
        adjournment=ADJOURNMENT,
        resign="GN 19.1.3",
        wins=Mode.CLAIM,
        win_claim="GN 19.1.1",
        foul_claim="GN 19.1.2",
        win_prevails="GN 19.1.2 C",
        foul_lapsed="GN 19.1.2 A",
        pass_from=PASS_FROM,
        authority=AUTHORITY,
        reserved={**RESERVED, "GO app.6 §4": AUTHORITY[Penalty.LOSS]},
        chief_only="GN 16.3",
        appeals=APPEALS,
        play=PLAY,
        openings=OPENINGS,
        presets=PRESETS,
    )


BOOKS = (_book(Pace.RAPID), _book(Pace.BLITZ))
