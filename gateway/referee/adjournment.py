"""Adjournment: announced, sealed, and resumed from the envelope (GN 20, FIDE guideline I).

    playing ──adjourn──> the side to move thinks ──seal──> paused, envelope closed ──open_envelope──> playing
                                                             └──resume──> the absent side's time runs ──┘

Nobody knows what is in the envelope, so nothing of it is in the record before it is opened. A game may also be agreed
drawn or resigned meanwhile, as any game that is paused.
"""

from __future__ import annotations

from msgspec.structs import replace

from gateway.clock.adjustments import Change
from gateway.clock.facts import TimesSealed
from gateway.model.instants import Millis
from gateway.model.messages import message, name_of
from gateway.model.sides import BySide, Side

from . import entered_moves, game_messages
from .acts import Act, Adjourn, EnterMove, OpenEnvelope, RetractMoves, Seal
from .judgement import Judgement
from .rulebooks.rules import AdjournmentRules
from .rulings import Adjourned, Refusal, Resumed, Sealed
from .state import Envelope, Phase

__all__ = ["announce", "close_envelope", "is_announced", "note_times", "open_envelope", "resume", "why_not"]

_NO_RULES = AdjournmentRules(announced="", closed="")


def why_not(judgement: Judgement, act: Act) -> Refusal | None:
    """Why an act does not fit an adjournment, or the lack of one; None if it does."""
    play, phase = judgement.play, judgement.phase
    envelope = play.envelope
    match act:
        case Adjourn() if play.book.adjournment is None:
            return Refusal(message("refusal.no_adjournment"))
        case Adjourn() | Seal() if phase not in {Phase.PLAYING, Phase.PAUSED}:
            return Refusal(message("refusal.not_played"))
        case Adjourn() if play.opens:
            return Refusal(message("refusal.in_opening"))
        case Adjourn() if envelope is not None:
            return Refusal(message("refusal.adjourned"))
        case Seal() if envelope is None or envelope.closed:
            return Refusal(message("refusal.not_announced"))
        case OpenEnvelope() if not play.is_sealed or not judgement.is_open:
            return Refusal(message("refusal.no_envelope"))
        case OpenEnvelope() | EnterMove(sealed=True) if _is_out_of_turn(judgement):
            return Refusal(message("refusal.sealer_not_on_move"))
        case EnterMove(sealed=False) | RetractMoves() if play.is_sealed:
            return Refusal(message("refusal.sealed"), _rules(judgement).opened)
        case _:
            return None


def is_announced(judgement: Judgement) -> bool:
    """Whether a side thinks about the move that it is to seal, while its time runs."""
    play = judgement.state.play
    return judgement.phase is Phase.PLAYING and play is not None and play.envelope is not None and not play.is_sealed


def _is_out_of_turn(judgement: Judgement) -> bool:
    """Whether a position was set since in which the side that sealed is not to move."""
    play = judgement.play
    return play.envelope is not None and play.is_sealed and play.line.last.turn is not play.envelope.sealer


def _rules(judgement: Judgement) -> AdjournmentRules:
    return judgement.play.book.adjournment or _NO_RULES


def announce(judgement: Judgement, why: str) -> None:
    """The side to move is to seal its next move."""
    sealer = judgement.play.line.last.turn
    judgement.put(envelope=Envelope(sealer, judgement.at))
    told = message("ruling.adjourned", by=judgement.by, side=name_of(sealer), why=why)
    judgement.rule(Adjourned(by=judgement.by, sealer=sealer, article=_rules(judgement).announced, text=told))


def close_envelope(judgement: Judgement, why: str) -> None:
    """The move is written and put away: both times stand, and what they show is written down."""
    sealer, article = judgement.play.line.last.turn, _rules(judgement).closed
    judgement.pause(judgement.by, article, game_messages.paused(judgement.by, why))
    judgement.put(envelope=Envelope(sealer, judgement.at, closed=True), pressed=None)
    told = message("ruling.sealed", by=judgement.by, side=name_of(sealer))
    judgement.rule(Sealed(by=judgement.by, sealer=sealer, article=article, text=told))


def note_times(judgement: Judgement, fact: TimesSealed) -> None:
    """The clock has told the times that go into the envelope."""
    if judgement.play.is_sealed and judgement.play.envelope is not None:
        judgement.put(envelope=replace(judgement.play.envelope, left_ms=fact.left_ms, used_ms=fact.used_ms))


def resume(judgement: Judgement) -> None:
    """Play goes on. While the envelope is closed, only the time of the side that is to answer does; an adjournment that
    was announced while play goes on is called off."""
    envelope = judgement.play.envelope
    if envelope is not None and envelope.closed:
        judgement.put(envelope=replace(envelope, answering=True))
        _go_on(judgement, after=envelope)
        return
    if judgement.phase is Phase.PLAYING:
        judgement.put(envelope=None)
    judgement.set(phase=Phase.PLAYING)
    judgement.rule(Resumed(by=judgement.by, text=game_messages.resumed(judgement.by)))


def _go_on(judgement: Judgement, *, after: Envelope) -> None:
    """Play is resumed, with the time of the side that answers the sealed move."""
    judgement.set(phase=Phase.PLAYING)
    article, told = _rules(judgement).opened, game_messages.resumed(judgement.by)
    sealed, sealer = not after.answering, after.sealer
    judgement.rule(Resumed(by=judgement.by, sealed=sealed, sealer=sealer, article=article, text=told))


def open_envelope(judgement: Judgement, written: str, times: BySide[Millis] | None, why: str) -> Refusal | None:
    """The times are confirmed or put right, the sealed move is played, and the opponent's time runs."""
    envelope, rules = judgement.play.envelope, _rules(judgement)
    if envelope is None:
        return None
    _put_right(judgement, envelope, times, rules.times, why)
    judgement.put(envelope=None)
    before = judgement.play.line
    refusal = entered_moves.enter(judgement, written, why, sealed=True, article=rules.opened)
    if judgement.play.line is before:  # it cannot be played: the arbiter decides before anybody's time runs
        judgement.pause(judgement.by, rules.opened, game_messages.paused(judgement.by, why))
    elif judgement.phase is Phase.PAUSED:
        _go_on(judgement, after=envelope)
    return refusal


def _put_right(
    judgement: Judgement, envelope: Envelope, corrected: BySide[Millis] | None, article: str, why: str
) -> None:
    """Have the clock set where it does not show the times that count: those of the envelope, or as corrected."""
    face = judgement.state.face
    if face is None:
        return
    runs_again = envelope.answering or face.running is not None  # then only what it shows itself counts
    times = corrected or (None if runs_again else envelope.left_ms)
    if times is None:
        return
    for side in Side:
        off = abs(face.shown_ms(side, judgement.at) - times[side])
        if off > face.uncertainty_ms or face.stale:
            judgement.change_time(side, Change.SET, times[side], article, why)
