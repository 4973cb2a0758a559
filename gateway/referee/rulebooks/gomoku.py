"""Chinese gomoku by the rules of 2025. Its rapid, blitz and lightning play is chapter 6 of the same text."""

from __future__ import annotations

from gateway.clock.classes import Pace
from gateway.model.instants import Millis
from gateway.model.irregularities import Irregularity
from gateway.model.play_rules import PlayRule
from gateway.referee.options import Mode
from gateway.referee.penalties import Penalty
from gateway.referee.roles import ANY_ARBITER, CHIEFS, SENIOR, Role

from .open_points import GOMOKU
from .rulebook import Rulebook
from .rules import (
    AdjournmentRules,
    AppealRules,
    Authority,
    ClockRules,
    ColourRules,
    DrawRules,
    Offence,
    OffenceRules,
)

__all__ = ["AUTHORITY", "BOOKS", "GN", "gomoku_book"]

GN = "gateway.referee.rulebooks.texts.gn:GN"

AUTHORITY = {
    Penalty.WARNING: Authority(ANY_ARBITER, "GN 16.1"),
    Penalty.TIME_GIVEN: Authority(ANY_ARBITER, "GN 14.7"),
    Penalty.TIME_TAKEN: Authority(ANY_ARBITER, "GN 14.7"),
    Penalty.VIOLATION: Authority(SENIOR, "GN 16.2"),
    Penalty.LOSS: Authority(CHIEFS, "GN 16.3"),
    Penalty.DOUBLE_LOSS: Authority(CHIEFS, "GN 16.3"),
    Penalty.DISQUALIFICATION: Authority((Role.COMMITTEE,), "GN 16.4"),
}
RESERVED = {
    **dict.fromkeys(("GN 15", "GN 16", "GN 17", "GN 18", "GN 19.1.4", "GN 20.1.6"), AUTHORITY[Penalty.LOSS]),
    **dict.fromkeys(("GN 19.2.1 E", "GN 21.1.2", "GN 21.2.2"), Authority(CHIEFS, "GN 21.1.2")),
}
"""Losing the game as a punishment, and ruling on a position that the players do not agree about."""
ADJOURNMENT = AdjournmentRules(announced="GN 20.1.3", closed="GN 20.1.4", times="GN 20.2.3", opened="GN 20.2.4")
COLOURS = ColourRules(article="GN 10.2", rounds=1, ms=Millis(300_000))
DRAWS = DrawRules(
    agreed="GN 19.2.1 A",
    claim="GN 19.2.1 A",
    offer="GN 19.2.2 A",
    offer_again="GN 19.2.2 D",
    offer_offence="GN 17.4",
    declined="GN 19.2.2 C",
)
PLAY = {
    PlayRule.IN_TURN: "GN 12.1",
    PlayRule.EMPTY_POINT: "GN 12.2",
    PlayRule.PASSING: "GN 24.3.1",
    PlayRule.GAME_OVER: "GN 19.2.1",
    PlayRule.PASSES: "GN 19.2.1 B",
    PlayRule.BOARD_FULL: "GN 19.2.1 C",
    PlayRule.FIVE: "GN 19.1.1",
    PlayRule.FORBIDDEN_SHAPE: "GN 19.1.2 A",
    PlayRule.OVERLINE: "GN 19.1.2 B",
}
OPENINGS = {
    "taraguchi-10": "GN 11.1",
    "two-fifths": "GN 11.2",
    "n-fifths": "GN app. 2.1",
    "free": "GN app. 2.2",
    "double-swap": "GN app. 2.3",
    "taraguchi": "RIF Taraguchi",
    "tarannikov": "RIF Tarannikov",
    "soosyrv": "RIF Soosorv",
    "soosyrv-8": "RIF Soosorv-8",
}
APPEALS = AppealRules(
    to_chief="GN 22.2.1",
    facts="GN 22.2.2",
    to_committee="GN 22.2.3",
    lodger="GN 22.2.4",
    final="GN 22.1.4",
    in_time="GN 14.8",
)
PASS_FROM = 5
"""No pass within the first five moves (GN 24.3.1 A), counted by stones (decision G12)."""
PRESETS = {"GN 30.3.1 A": "GN 30.3.1", "GN 30.3.1 B": "GN 30.3.1"}
"""Presets are cited by their letter; this book lists the article."""
OFFENCES = OffenceRules(
    kinds={
        Irregularity.TWO_STONES: Offence("GN 17.8", Penalty.VIOLATION),
        Irregularity.TWO_MOVES: Offence("GN 17.8", Penalty.VIOLATION),
        Irregularity.STONE_MOVED: Offence("GN 17.9", Penalty.VIOLATION),
        Irregularity.TAKEN_BACK: Offence("GN 17.9", Penalty.VIOLATION),
        Irregularity.CHANGED: Offence("GN 17.9", Penalty.VIOLATION),
        Irregularity.REMOVED: Offence("GN 17.9", charged=False),
    },
    accept="GN 17",
    opening="GN 17.1",
    accident="GN 21.1.2",
    by_choice={"put_back": "GN 21.1.1", "let_stay": "GN 21.1.1", "draw": "GN 19.2.1 E", "replay": "GN 21.2.2"},
    two_violations="GN 15.3",
    opponent_keeps="GN 15.3",
    stays=True,
    sealed="GN 20.1.6",
)


def gomoku_book(pace: Pace) -> Rulebook:
    """The book for games of this pace."""
    fast = pace is not Pace.STANDARD
    return Rulebook(
        name=f"gomoku-{pace.value}",
        games=("renju", "gomoku", "gomoku-double-swap"),
        pace=pace,
        classes="gomoku",
        edition="gomoku_2025",
        texts=(GN,),
        open_points=GOMOKU,
        draws=DRAWS,
        clock=ClockRules(
            flag="GN 14.1.1",
            flag_increment="GN 14.1.2",
            flag_claim="GN 14.4",
            both_flags="GN 19.2.1 D",
            stop="GN 31.4" if fast else "",
            stop_not="" if fast else "GN 18.12",
            pressed_first="GN 17.3",
            pressed_early="GN 17.3",
            moved_first="GN 31.2" if fast else "",
            start="GN 14.2",
            one_absent="GN 14.3.2",
            both_absent="GN 14.3.2",
            both_absent_owe=True,
            late="GN 14.3.3",
            both_late="GN 14.3.4",
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
        reserved=RESERVED,
        chief_only="GN 16.3",
        appeals=APPEALS,
        play=PLAY,
        openings=OPENINGS,
        presets=PRESETS,
    )


BOOKS = (
    gomoku_book(Pace.STANDARD),
    gomoku_book(Pace.RAPID),
    gomoku_book(Pace.BLITZ),
    gomoku_book(Pace.LIGHTNING),
)
