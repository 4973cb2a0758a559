"""Renju by the rules of its federation. The judge of shapes and the openings are those of `gateway.games.renju`."""

from __future__ import annotations

from gateway.clock.classes import Pace
from gateway.model.irregularities import Irregularity
from gateway.model.messages import message
from gateway.model.play_rules import PlayRule
from gateway.referee.options import Mode

from .rulebook import ClockRules, DrawRules, Offence, OffenceRules, OpenPoint, Rulebook

__all__ = ["BOOKS"]

_PLAY = {
    PlayRule.IN_TURN: "RIF 4.2",
    PlayRule.EMPTY_POINT: "RIF 5",
    PlayRule.PASSING: "RIF 12.9",
    PlayRule.GAME_OVER: "RIF 5",
    PlayRule.PASSES: "RIF 10.3",
    PlayRule.BOARD_FULL: "RIF 10.1",
    PlayRule.FIVE: "RIF 9.1",
    PlayRule.FORBIDDEN_SHAPE: "RIF 9.2",
    PlayRule.OVERLINE: "RIF 9.2",
}
_OPENINGS = {
    "taraguchi-10": "RIF Taraguchi-10",
    "two-fifths": "RIF 12",
    "n-fifths": "RIF Yamaguchi",
    "soosyrv-8": "RIF Soosorv-8",
    "free": "GN app. 2.2",
    "double-swap": "GN app. 2.3",
}
"""The last two are the Chinese federation's, and cited as such."""
_DRAWS = DrawRules(agreed="RIF 10.2", claim="RIF 10.2", offer="RIF 10.2", offer_offence="RIF 10 b")
_CLOCK = ClockRules(
    flag="RIF 9.4",
    flags=Mode.CLAIM,
    flag_claim="RIF 9.4",
    flag_refused="RIF 14.8",
    both_flags="RIF 10.4",
    both_flags_at_once=True,
    stop="RIF 14.7",
    start="RIF 15",
    both_absent="RIF 15",
    both_absent_owe=True,
    late="RIF 15",
    both_late="RIF 15",
)
_OFFENCES = OffenceRules(
    other=Offence("RIF 17"),
    pattern="RIF 11",
    accident="RIF 8",
    accidents=frozenset(
        {Irregularity.STONE_MOVED, Irregularity.TAKEN_BACK, Irregularity.CHANGED, Irregularity.REMOVED}
    ),
    accident_choices=("put_back", "white_wins", "black_wins", "replay"),
)
"""The text names no penalties: what is no accident is the arbiter's to judge."""


_OPEN_POINTS = (
    OpenPoint("foul_lapses_by_pass", "true", message("option.foul_lapses_by_pass")),
    OpenPoint("five_lapses", "false", message("option.five_lapses")),
    OpenPoint("claims_name_points", "false", message("option.claims_name_points")),
    OpenPoint("wrong_claims", "2", message("option.wrong_claims")),
    OpenPoint("first_flag_loses", "false", message("option.first_flag_loses")),
    OpenPoint("flags", "claim", message("option.flags")),
)
"""J2 to J7. J1 and J8 are not the event's: no sensor sees a hand, and a protocol prescribes the steps up to stone 6."""


def _book(pace: Pace) -> Rulebook:
    return Rulebook(
        name=f"renju-{pace.value}",
        games=("renju",),
        pace=pace,
        edition="rif",
        texts=("gateway.referee.rulebooks.texts.rif:RIF",),
        draws=_DRAWS,
        clock=_CLOCK,
        offences=_OFFENCES,
        resign="RIF 9.5",
        wins=Mode.CLAIM,
        win_claim="RIF 9.6",
        wrong_claims="RIF 16",
        win_prevails="RIF 9.2",
        foul_allowed="RIF 9.3",
        foul_after_five="RIF 9.7",
        overline_later="RIF 9.8",
        foul_lapsed="RIF 9.8",
        foul_lapses_by_pass=True,
        play=_PLAY,
        openings=_OPENINGS,
        open_points=_OPEN_POINTS,
    )


BOOKS = (_book(Pace.STANDARD), _book(Pace.RAPID), _book(Pace.BLITZ))
