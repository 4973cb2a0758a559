"""Chess by the FIDE Laws of 2023; rapid and blitz by appendices A and B, closely supervised or not."""

from __future__ import annotations

from gateway.clock.classes import Pace
from gateway.model.instants import Millis
from gateway.model.irregularities import Irregularity
from gateway.model.messages import message
from gateway.model.play_rules import PlayRule
from gateway.referee.options import Mode, Supervision
from gateway.referee.penalties import Penalty

from .rulebook import Rulebook
from .rules import (
    AdjournmentRules,
    ClockRules,
    ColourRules,
    ComplaintRules,
    DrawRules,
    Offence,
    OffenceRules,
    OpenPoint,
)

__all__ = ["BOOKS"]

_LAWS = "gateway.referee.rulebooks.texts.fide:FIDE"
_FAST_TEXT = {Pace.RAPID: f"{_LAWS}_A", Pace.BLITZ: f"{_LAWS}_B"}
_MINUTE = 60_000
_ILLEGAL = frozenset(f"FIDE {number}" for number in ("7.5.1", "7.5.2", "7.5.3", "7.5.4", "7.5.5"))
"""The articles on illegal moves, which 7.5.5 punishes."""
_HANDLING = frozenset(f"FIDE 4.{number}" for number in range(1, 8))
_PLAY = {
    PlayRule.PIECE_MOVES: "FIDE 3.10.2",
    PlayRule.OWN_CHECK: "FIDE 1.4.1",
    PlayRule.CHECKMATE: "FIDE 5.1.1",
    PlayRule.STALEMATE: "FIDE 5.2.1",
    PlayRule.DEAD_POSITION: "FIDE 5.2.2",
    PlayRule.REPETITION: "FIDE 9.2",
    PlayRule.REPETITION_ENDS: "FIDE 9.6.1",
    PlayRule.QUIET_MOVES: "FIDE 9.3",
    PlayRule.QUIET_MOVES_END: "FIDE 9.6.2",
}


_OPEN_POINTS = (
    OpenPoint("out_of_turn", "FIDE 3.10", "illegal", message("option.out_of_turn")),
    OpenPoint("mate_search", "FIDE 5.2.2", "true", message("option.mate_search")),
    OpenPoint("press_wait_ms", "FIDE 7.5.3", "3000", message("option.press_wait_ms")),
    OpenPoint("attended", "FIDE 6.8", "true", message("option.attended_chess")),
    OpenPoint("flags", "FIDE 6.8", "automatic", message("option.flags_chess")),
    OpenPoint("take_back_increment", "FIDE 7.5.5", "true", message("option.take_back_increment")),
    OpenPoint("wrong_claim_offers", "FIDE 9.1.2.3", "true", message("option.wrong_claim_offers")),
    OpenPoint("colours_by_both", "FIDE 7.3", "true", message("option.colours_by_both")),
    OpenPoint("grace_ms", "FIDE 6.7.1", "0", message("option.grace_ms")),
    OpenPoint("draw_gate", "FIDE 9.1.1", "none", message("option.draw_gate")),
)
"""Decisions C1, C2, C4 to C7 and C9, and what the Laws leave to the event; C3 leaves nothing to choose."""
_GUIDELINE_III = OpenPoint("guideline_iii", "FIDE III.2", "false", message("option.guideline_iii"))
_OWN_POINTS = {
    Pace.STANDARD: (_GUIDELINE_III,),
    Pace.RAPID: (_GUIDELINE_III, OpenPoint("supervision", "FIDE A.6", "basic", message("option.supervision"))),
    Pace.BLITZ: (
        OpenPoint("supervision", "FIDE B.4", "basic", message("option.supervision")),
        OpenPoint("full_blitz_one_minute", "FIDE B.2", "false", message("option.full_blitz_one_minute")),
    ),
}


def _book(pace: Pace) -> Rulebook:
    fast = pace is not Pace.STANDARD
    penalty = Millis(_MINUTE if fast else 2 * _MINUTE)
    return Rulebook(
        name=f"chess-{pace.value}",
        games=("chess", "chess960"),
        pace=pace,
        classes="chess",
        pace_article={Pace.RAPID: "FIDE A.1", Pace.BLITZ: "FIDE B.1"}.get(pace, ""),
        edition="fide_2023",
        texts=(_FAST_TEXT[pace], _LAWS) if fast else (_LAWS,),
        draws=DrawRules(
            agreed="FIDE 5.2.3",
            agreed_after_moves=True,
            gate_article="FIDE 9.1.1",
            offer="FIDE 9.1.2.1",
            declined="FIDE 9.1.2.1",
            declined_by_move="FIDE 9.1.2.1",
            declined_by_touch="FIDE 9.1.2.1",
            claim="FIDE 9.5",
            claim_by_mover=True,
            wrong_claim="FIDE A.3" if fast else "FIDE 9.5.3",
            wrong_claim_ms=penalty,
            wrong_claim_binds="FIDE 9.5.3",
            claim_offers="FIDE 9.1.2.3",
        ),
        clock=ClockRules(
            flag="FIDE 6.9",
            flag_claim="FIDE 6.8",
            flag_claimed="FIDE 6.9",
            flag_claim_basic="FIDE A.5.3" if fast else "",
            flags_unattended=Mode.CLAIM,
            low_ms=Millis(0 if fast else 5 * _MINUTE),
            unclear="FIDE 6.10.1",
            unclear_announced="" if pace is Pace.BLITZ else "FIDE III.3.1.2",
            unclear_between="FIDE III.3.1.1",
            finish="FIDE III.2",
            finish_increment="FIDE III.4",
            finish_claim="FIDE III.5",
            finish_unattended="FIDE III.6",
            finish_by_choice={"draw": "FIDE III.5.1", "postpone": "FIDE III.5.2", "dismiss": "FIDE III.5.3"},
            no_mate="FIDE 6.9",
            stop="FIDE 6.11.2",
            stop_displaced="FIDE 7.4.2",
            pause="FIDE 6.11.1",
            replace="FIDE 6.10.1",
            wrong_setting="FIDE 6.10.2",
            wrong_setting_stays="FIDE A.5.1.1" if fast else "",
            pressed_first="FIDE 7.5.3",
            pressed_early="FIDE 6.2.4",
            start="FIDE 6.6",
            both_absent="FIDE 6.7.2",
            late="FIDE 6.7.1",
            both_late="FIDE 6.7.1",
        ),
        adjournment=AdjournmentRules(announced="FIDE I.1.1", closed="FIDE I.1.1"),
        colours=ColourRules(article="FIDE 7.3", rounds=10),
        complaints=ComplaintRules(
            handling=_HANDLING,
            lapsed="FIDE 4.8",
            start={"FIDE 7.2.1": "replay", "FIDE 7.2.2": "play_on", "FIDE 7.3": "replay"},
            start_lapsed="FIDE A.5.1.2" if fast else "",
        ),
        points_limit="FIDE 10.2",
        offences=OffenceRules(
            kinds={Irregularity.REMOVED: Offence("FIDE 7.5.3", Penalty.TIME_GIVEN)},
            other=Offence("FIDE 7.5.5", Penalty.TIME_GIVEN),
            out_of_turn=frozenset({Irregularity.TWO_MOVES, Irregularity.OPPONENT_MOVED}),
            unpromoted="FIDE 7.5.2",
            illegal_position="FIDE A.5.4" if fast else "",
            accident="FIDE 7.1",
            accidents=frozenset({Irregularity.TAKEN_BACK, Irregularity.CHANGED}),
            by_choice={"put_back": "FIDE 7.6"},
            time_ms=penalty,
            time_full_ms=Millis(2 * _MINUTE if pace is Pace.BLITZ else 0),
            illegal=_ILLEGAL | {"FIDE A.5.2"} if fast else _ILLEGAL,
            by_press=True,
            sealed="FIDE I.8",
            illegal_limit=2,
            unsupervised="FIDE A.5.2" if fast else "",
        ),
        resign="FIDE 5.1.2",
        resign_no_mate="FIDE 5.1.2",
        event_penalties=True,
        play=_PLAY,
        supervision=Supervision.BASIC if fast else Supervision.FULL,
        open_points=(*_OPEN_POINTS, *_OWN_POINTS[pace]),
    )


BOOKS = (_book(Pace.STANDARD), _book(Pace.RAPID), _book(Pace.BLITZ))
