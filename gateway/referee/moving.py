"""Moves on the board, moves withdrawn, and what is no move."""

from __future__ import annotations

import msgspec

from gateway.games.game import Line, Move
from gateway.games.irregular_turns import led_to
from gateway.model.errors import GameError
from gateway.model.irregularities import Irregularity
from gateway.model.messages import message
from gateway.model.sides import Side

from . import case_messages, cases, game_messages, looking, openings, punishing
from .attendance import prove_presence
from .case_opening import open_case
from .inputs import Irregular, Known, Moved, Retracted, Touched
from .judgement import Judgement
from .options import OutOfTurn
from .penalties import Penalty
from .rulebooks import Rulebook
from .rulebooks.citing import cite_rules, refusal_article
from .rulebooks.rules import Offence
from .rulings import BOARD, AlertKind, CaseKind, Choice, Offered
from .state import Inferred, Phase, Play

__all__ = ["advance", "charge_uncompleted", "irregular", "look_again", "moved", "retracted"]


_WRONG_STONES = {
    Irregularity.TWO_STONES,
    Irregularity.TWO_MOVES,
    Irregularity.ILLEGAL_MOVE,
    Irregularity.OPPONENT_MOVED,
}
"""Stones that were laid, and are no step of an opening."""

_OUT_OF_TURN = (Choice.IMPOSE, Choice.PUT_BACK, Choice.ACCEPT, Choice.DISMISS)
"""What may be decided about a move that was not the side's to make: an illegal one by one reading only (C1)."""
_CONFIRMED = 8
"""The number of moves seen after an inferred one that confirms it."""


def moved(judgement: Judgement, given: Moved) -> None:
    """A move was seen."""
    play = judgement.state.play
    if play is None or not judgement.state.follows_the_board:
        text = game_messages.moved_while_still(given.side, given.text)
        judgement.alert(AlertKind.ILLEGAL_MOVE, text, subject=given.text)
        return
    try:
        line, texts = _line_from(play, given)
        move = line.last.read(given.move)
    except GameError as error:
        article = refusal_article(error, play.book)
        text = game_messages.illegal_move(given.side, given.text, cite_rules(error.message, play.book))
        judgement.alert(AlertKind.ILLEGAL_MOVE, text, article, subject=given.text)
        return
    if not given.base and _is_not_the_bound_move(judgement, move, given):
        return
    judgement.begin()
    judgement.put(stood="")
    mover = line.last.turn
    _note_how_known(judgement, given)
    judgement.clear(AlertKind.BOARD_DIFFERS, game_messages.board_agrees())
    _leave_uncompleted(judgement, mover)
    cases.answered(judgement, mover)
    if given.base:
        judgement.put(line=line, texts=texts)
    if openings.is_under_way(judgement):
        openings.lay(judgement, move)
    elif not given.unproven:
        _judge_the_press(judgement, given, mover)
    advance(judgement, move, given.text)


def _line_from(play: Play, given: Moved | Irregular) -> tuple[Line, tuple[str, ...]]:
    """The line that something was done from, and its moves: who plays on has accepted what stood (FMJD 5.7)."""
    if not given.base:
        return play.line, play.texts
    position, line, texts = play.game.recorded_position(given.base), play.line, play.texts
    if given.stood and position.turn is line.last.turn and line.before is not None:
        line, texts = line.back(), texts[:-1]  # the last turn is another one now
    then = led_to(line, position, given.stood)
    return then, (*texts, given.stood) if given.stood and then is not line else texts


def _is_not_the_bound_move(judgement: Judgement, move: Move, given: Moved) -> bool:
    """FIDE 9.5.3: the move that was written for a wrong claim has to be played; another is as good as none.

    What was worked out from later moves has been answered already, and stays.
    """
    bound = judgement.play.bound_move
    if bound is None or bound == move or given.known in {Known.INFERRED, Known.TRACED}:
        return False
    what = game_messages.not_the_bound_move(judgement.play.line.last.write(bound))
    text = game_messages.illegal_move(given.side, given.text, what)
    judgement.alert(AlertKind.ILLEGAL_MOVE, text, judgement.play.book.draws.wrong_claim_binds, subject=given.text)
    return True


def _note_how_known(judgement: Judgement, given: Moved) -> None:
    """Tell of a move that was worked out; what has been seen after such a one for long enough confirms it."""
    play = judgement.play
    if given.known is Known.INFERRED:
        _inferred(judgement, given)
    elif play.inferred and len(play.texts) - play.inferred[-1].ply >= _CONFIRMED:
        for each in play.inferred:
            judgement.clear(AlertKind.MOVE_INFERRED, game_messages.confirmed(_CONFIRMED), each.text)
        judgement.put(inferred=())


def led_back(judgement: Judgement) -> None:
    """Tell of moves out of sight that have led back to the position: they are missing, and nothing confirms them."""
    after = judgement.play.texts[-1] if judgement.play.texts else ""
    judgement.alert(AlertKind.MOVE_INFERRED, game_messages.led_back(), subject=f"after {after}" if after else "")


def _inferred(judgement: Judgement, given: Moved) -> None:
    """A move was worked out. Later moves may confirm it, but not where those before it are missing altogether."""
    if given.base and judgement.state.raised(AlertKind.BOARD_DIFFERS):
        text = game_messages.moves_missing(given.text)
        judgement.alert(AlertKind.MOVE_INFERRED, text, subject=f"before {given.text}")
        return
    judgement.alert(AlertKind.MOVE_INFERRED, game_messages.inferred(given.text), subject=given.text)
    play = judgement.play
    judgement.put(inferred=(*play.inferred, Inferred(given.text, len(play.texts))))


def advance(judgement: Judgement, move: Move, text: str) -> None:
    """The side to move has made a lawful move: what it answers, and what it leads to."""
    play = judgement.play
    mover = play.line.last.turn
    prove_presence(judgement, mover)
    judgement.put(line=play.line.play(move), texts=(*play.texts, text), pressed=None)
    if play.offer is mover.other:  # GN 19.2.2 C, FIDE 9.1: a move refuses
        _refuse_offer(judgement, play.offer, play.book.draws.declined_by_move)
    looking.look(judgement)
    if judgement.is_open and play.line.before is not None:
        looking.look_for_illegal_position(judgement, play.line.last, judgement.play.line.last)
    if judgement.is_open and play.trial is not None:
        looking.prove_win(judgement, play.trial, mover)


def _refuse_offer(judgement: Judgement, offer: Side, article: str) -> None:
    judgement.put(offer=None, refused=offer)
    told = case_messages.offered(offer, open_=False)
    judgement.rule(Offered(side=offer, open=False, article=article, text=told))


def look_again(judgement: Judgement, before: Play | None) -> None:
    """Look at a position that no move has led to: it was set, accepted or gone back to."""
    play = judgement.state.play
    if play is None or before is None or before.setup != play.setup or play.line.last is before.line.last:
        return
    if judgement.phase in {Phase.PLAYING, Phase.PAUSED} and judgement.looked_at is not play.line:
        judgement.by, judgement.role = "", None  # nobody's act: the referee has seen it
        looking.look(judgement)


def _judge_the_press(judgement: Judgement, given: Moved, mover: Side) -> None:
    """Whether the move came after the press that should have followed it, or before the one that should have preceded
    it."""
    play = judgement.play
    if given.pressed_first and play.pressed is not None and play.pressed.side is mover:
        _pressed_early(judgement, mover)
    elif given.known is Known.SETTLED and play.trial is None:  # who has pressed for it was on move
        _too_early(judgement, mover)


def _too_early(judgement: Judgement, mover: Side) -> None:
    """GN 31.2, GO app.6 §4: the opponent has moved but not pressed yet."""
    play, face = judgement.play, judgement.state.face
    rules = play.book.clock
    waits = face is not None and face.running is mover.other and not face.stale
    if rules.moved_first and play.line.before is not None and waits:
        what, penalty = message("offence.moved_first"), _named(rules.moved_first_penalty)
        punishing.accuse(judgement, mover, rules.moved_first, what, penalty, again=rules.moved_first_again)


def _pressed_early(judgement: Judgement, mover: Side) -> None:
    """FIDE 6.2.4, GN 17.3: the clock was pressed, and then the move was made."""
    rules = judgement.play.book
    if rules.clock.pressed_early:
        usual = None if rules.offences.two_violations else Penalty.WARNING
        punishing.accuse(judgement, mover, rules.clock.pressed_early, message("offence.pressed_first"), usual)


def touched(judgement: Judgement, given: Touched) -> None:
    """A side has lifted a piece on its move: FIDE 9.1.2.1, that refuses an offer."""
    if judgement.state.play is not None and judgement.play.touch_answers is given.side:
        _refuse_offer(judgement, given.side.other, judgement.play.book.draws.declined_by_touch)


def _named(penalty: Penalty) -> Penalty | None:
    """A penalty that the text names; a warning is what is usual where it names none."""
    return None if penalty is Penalty.WARNING else penalty


def retracted(judgement: Judgement, given: Retracted) -> None:
    """The last move was withdrawn before it was complete."""
    play = judgement.state.play
    if play is None or judgement.phase is not Phase.PLAYING or play.texts[-1:] != (given.text,):
        return
    if play.line.before is None:
        return
    line = play.line.back()
    openings.withdraw(judgement)
    judgement.put(line=line, texts=play.texts[:-1])
    judgement.put(inferred=tuple(each for each in play.inferred if each.ply < len(play.texts) - 1))
    judgement.clear(AlertKind.MOVE_INFERRED, game_messages.withdrawn(given.text), given.text)
    if play.book.let_go and play.options.stones_let_go:  # decision J1
        punishing.accuse(judgement, given.side, play.book.let_go, message("offence.let_go", move=given.text))


def irregular(judgement: Judgement, given: Irregular) -> None:
    """Something was done that is not a move."""
    if given.base and judgement.phase in {Phase.READY, Phase.PLAYING}:
        line, texts = _line_from(judgement.play, given)
        _leave_uncompleted(judgement, given.side)
        cases.answered(judgement, given.side)
        judgement.put(line=line, texts=texts)
    book = judgement.play.book if judgement.state.play is not None else None
    if book is not None and (actor := openings.actor(judgement.play)) is not None:
        given = msgspec.structs.replace(given, side=actor)  # whose step it is in an opening, no stone tells
    offence = _offence(judgement.play, given) if book is not None else None
    article = offence.article if offence else ""
    if book is not None and _is_accident(judgement.play, given):
        article = book.offences.accident
    text = game_messages.irregular(given.side, given.kind, given.text)
    judgement.alert(AlertKind.IRREGULAR, text, article, subject=BOARD)
    if book is None or not judgement.state.follows_the_board:
        return
    if book.offences.by_press and not given.pressed and given.kind is not Irregularity.UNEXPLAINED:
        judgement.put(uncompleted=given)
        return
    judgement.put(uncompleted=None)
    _charge(judgement, given, book, article, offence)


def charge_uncompleted(judgement: Judgement, by: Side, *, pressed: bool = True) -> None:
    """A side has completed what stands in place of its move (FIDE 7.5.1), or the opponent has played on."""
    given = judgement.play.uncompleted
    if given is None or given.side is not by:
        return
    judgement.put(uncompleted=None)
    offence = _offence(judgement.play, given)
    given = msgspec.structs.replace(given, pressed=pressed)
    _charge(judgement, given, judgement.play.book, offence.article if offence else "", offence)


def _offence(play: Play, given: Irregular) -> Offence | None:
    """The offence that an irregularity is by the book of the game."""
    rules = play.book.offences
    if _is_accident(play, given):
        return None
    if rules.unpromoted and play.line.last.left_unpromoted(given.shown) is not None:
        return Offence(rules.unpromoted)
    if rules.opening and play.opens and given.kind in _WRONG_STONES:  # GN 17.8 excepts the opening phase
        return Offence(rules.opening)
    displaced = play.book.clock.displaced
    if displaced and given.pressed and given.kind is Irregularity.STONE_MOVED:
        return Offence(displaced, Penalty.LOSS)
    return rules.kinds.get(given.kind, rules.other)


def _is_accident(play: Play, given: Irregular) -> bool:
    """Whether pieces are only put back, and nobody is charged."""
    rules = play.book.offences
    displaced = given.kind in rules.out_of_turn and play.options.out_of_turn is OutOfTurn.DISPLACED
    return displaced or rules.is_accident(given.kind)


def _leave_uncompleted(judgement: Judgement, mover: Side) -> None:
    """A side has moved: what its opponent did before is complete, and what it did itself has been put right."""
    if judgement.play.uncompleted is None:
        return
    charge_uncompleted(judgement, mover.other, pressed=False)
    if judgement.play.uncompleted is not None:
        judgement.put(uncompleted=None)
        judgement.clear(AlertKind.IRREGULAR, game_messages.board_agrees())


def _charge(judgement: Judgement, given: Irregular, book: Rulebook, article: str, offence: Offence | None) -> None:
    """Lay an irregularity before whoever decides on it."""
    judgement.put(pressed=None)  # the press belongs to it
    what = game_messages.what_irregular(given.kind, given.text)
    if (bound := judgement.play.bound_move) is not None and given.kind is Irregularity.ILLEGAL_MOVE:
        what = game_messages.not_the_bound_move(judgement.play.line.last.write(bound))
    if article and article == book.clock.displaced:
        what = message("offence.displaced")
    elif judgement.play.opens and given.kind in _WRONG_STONES:
        what = message("offence.opening")
    if _is_accident(judgement.play, given):
        if book.offences.accident:
            told = tuple(map(Choice, book.offences.accident_choices))
            choices = told or (() if book.appeals else cases.PUT_OR_STAY)
            open_case(
                judgement,
                CaseKind.POSITION,
                book.offences.accident,
                what=what,
                choices=choices,
                shown=given.shown,
                turn=judgement.play.line.last.turn,
            )
    elif book.offences.correction:
        again = given.kind is Irregularity.TAKEN_BACK  # the side that took back is to move again
        open_case(
            judgement,
            CaseKind.IRREGULARITY,
            article,
            side=given.side,
            what=what,
            accepted_by_move=book.offences.accept,
            shown=given.shown,
            turn=given.side if again else given.side.other,
        )
    elif offence is not None and offence.charged:
        promotion = judgement.play.line.last.left_unpromoted(given.shown) if book.offences.unpromoted else None
        move = promotion.text if promotion is not None else ""
        choices = _OUT_OF_TURN if given.kind in book.offences.out_of_turn else ()
        punishing.accuse(
            judgement,
            given.side,
            article,
            what,
            offence.penalty,
            shown="" if judgement.play.opens else given.shown,  # what stands there is no step of the opening
            move=move,
            choices=choices,
            pressed=given.pressed,
        )
        before = judgement.play.line.last
        left = judgement.play.game.standing(given.shown, given.side.other, before)
        looking.look_for_illegal_position(judgement, before, left)
