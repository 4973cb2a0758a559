"""Renju by the rules of its federation. The judge of shapes and the openings are those of `gateway.games.renju`."""

from __future__ import annotations

from gateway.clock.classes import Pace
from gateway.model.instants import Millis
from gateway.model.irregularities import Irregularity
from gateway.model.messages import message
from gateway.model.play_rules import PlayRule
from gateway.referee.options import Mode

from .rulebook import Rulebook
from .rules import ClockRules, DrawRules, Offence, OffenceRules, OpenPoint

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
    "taraguchi": "RIF Taraguchi",
    "tarannikov": "RIF Tarannikov",
    "soosyrv": "RIF Soosorv",
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
    low_ms=Millis(5 * 60_000),
    both_flags="RIF 10.4",
    both_flags_at_once=True,
    stop="RIF 14.7",
    replace="RIF 14.5",
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
    OpenPoint("stones_let_go", "RIF 6", "false", message("option.stones_let_go")),
    OpenPoint("foul_lapses_by_pass", "RIF 9.8", "true", message("option.foul_lapses_by_pass")),
    OpenPoint("five_lapses", "RIF 9.7", "false", message("option.five_lapses")),
    OpenPoint("claims_name_points", "RIF 9.6", "false", message("option.claims_name_points")),
    OpenPoint("wrong_claims", "RIF 16", "2", message("option.wrong_claims")),
    OpenPoint("first_flag_loses", "RIF 10.4", "false", message("option.first_flag_loses")),
    OpenPoint("flags", "RIF 14.9", "claim", message("option.flags")),
    OpenPoint("grace_ms", "RIF 15", "0", message("option.grace_ms")),
    OpenPoint("pass_in_opening", "RIF 12.9", "false", message("option.pass_in_opening")),
)
"""Decisions J1 to J8."""


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
        win_claim_in_time=True,
        wrong_claims="RIF 16",
        let_go="RIF 6",
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
