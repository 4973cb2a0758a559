"""What happens on the board: moves, moves withdrawn, and what is no move."""

from __future__ import annotations

from gateway.games.game import Line, Move
from gateway.model.errors import GameError
from gateway.model.irregularities import Irregularity
from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from . import openings, phrases, proposals, punishing, wordings
from .case import Case
from .claims import claimable_draw, draws_by_claim, win_claims
from .inputs import Irregular, Known, Moved, Retracted
from .options import Mode
from .penalties import Penalty
from .proposing import propose
from .rulings import Alert, AlertKind, Offered, ProposalKind, Wording
from .state import Phase, Trial

__all__ = ["advance", "irregular", "moved", "retracted"]


_CONFIRMED = 8
"""When so many moves were seen after an inferred one, the board has confirmed it."""


def moved(case: Case, given: Moved) -> None:
    """A move was seen."""
    play = case.state.play
    if play is None or case.phase not in {Phase.READY, Phase.PLAYING}:
        case.alert(AlertKind.ILLEGAL_MOVE, wordings.moved_while_still(given.side, given.text))
        return
    line = case.play.line
    try:
        if given.base:  # FMJD 5.7: who plays on has accepted what stood on the board
            line = Line((play.game.position(given.base),))
        move = line.last.read(given.move)
    except GameError as error:
        article = play.book.cite(getattr(error, "article", ""))
        case.alert(AlertKind.ILLEGAL_MOVE, wordings.illegal_move(given.side, given.text, str(error)), article)
        return
    case.begin()
    mover = line.last.turn
    if given.known is Known.INFERRED:
        missing = given.base and case.state.raised(AlertKind.BOARD_DIFFERS)
        text = wordings.moves_missing(given.text) if missing else wordings.inferred(given.text)
        case.alert(AlertKind.MOVE_INFERRED, text)
        case.put(inferred=None if missing else len(play.texts))
    elif play.inferred is not None and len(play.texts) - play.inferred >= _CONFIRMED:
        case.clear(AlertKind.MOVE_INFERRED, wordings.confirmed(_CONFIRMED))
        case.put(inferred=None)
    case.clear(AlertKind.BOARD_DIFFERS, wordings.board_agrees())
    proposals.answered(case, mover)
    if given.base:
        case.put(line=line)
    if openings.is_under_way(case):
        openings.lay(case, move)
    elif given.known is Known.SETTLED and play.trial is None:  # who has pressed for it was on move
        _too_early(case, mover)
    advance(case, move, given.text)


def advance(case: Case, move: Move, text: str) -> None:
    """The side to move has made a lawful move: what it answers, and what it leads to."""
    play = case.play
    mover = play.line.last.turn
    case.put(line=play.line.play(move), texts=(*play.texts, text), pressed=None)
    if play.offer is mover.other:  # GN 19.2.2 C, FIDE 9.1: a move refuses
        case.put(offer=None, refused=play.offer)
        case.rule(Offered(side=play.offer, open=False, text=phrases.offered(play.offer, open_=False)))
    _look(case, mover)


def _look(case: Case, mover: Side) -> None:
    """Whether the game has ended, and what only arbiters should know."""
    play = case.play
    outcome = play.game.outcome(play.line)
    if outcome is not None and not (outcome.result is Result.DRAW and draws_by_claim(play)):
        case.end(outcome.result, outcome.reason, play.book.cite(outcome.article))
        return
    _look_for_wins(case)
    if case.is_open:
        _look_for_draws(case)
    if case.is_open and play.trial is not None:
        _tried(case, play.trial, mover)


def _look_for_wins(case: Case) -> None:
    play = case.play
    fives, fouls = win_claims(play)
    if play.wins is Mode.AUTOMATIC:
        for claim in (*fives, *fouls):
            reason = Reason.FIVE if claim in fives else Reason.FORBIDDEN
            case.end(Result.win_for(claim.by), reason, play.book.cite(claim.article))
            return
        return
    five_gone = Wording("No five stands undeclared.", "已无未宣布的五连。")
    foul_gone = Wording("A forbidden move can no longer be pointed out.", "已无可指出的禁手。")
    if fives:
        text = phrases.silent(
            Wording(f"{fives[-1].by.value} has an undeclared five", f"{phrases.side_zh(fives[-1].by)}有未宣布的五连")
        )
        _tell(case, AlertKind.UNDECLARED_FIVE, text, play.book.cite(fives[-1].article))
    else:
        case.clear(AlertKind.UNDECLARED_FIVE, five_gone)
    if fouls:
        what = fouls[-1].what
        zh = {"double-three": "三三", "double-four": "四四", "overline": "长连"}.get(what, what)
        text = phrases.silent(Wording(f"black has made a forbidden move ({what})", f"黑方走出{zh}禁手"))
        _tell(case, AlertKind.FORBIDDEN_MOVE, text, play.book.cite(fouls[-1].article))
    else:
        case.clear(AlertKind.FORBIDDEN_MOVE, foul_gone)


def _tell(case: Case, kind: AlertKind, text: Wording, article: str) -> None:
    """Tell arbiters once; not again while the same holds."""
    for raised in case.state.alerts:
        if raised.alert.kind is kind and (raised.alert.text, raised.alert.article) == (text, article):
            return
    case.alert(kind, text, article, silent=True)


def _look_for_draws(case: Case) -> None:
    play = case.play
    if not (draws_by_claim(play) or play.book.draws.claim_by_mover):
        return
    outcome = claimable_draw(play, play.line)
    if outcome is not None:
        _tell(case, AlertKind.DRAW_CLAIMABLE, wordings.draw_claimable(outcome.reason), play.book.cite(outcome.article))
    else:
        case.clear(AlertKind.DRAW_CLAIMABLE, Wording("A draw can no longer be claimed.", "已不能请求判和。"))


def _tried(case: Case, trial: Trial, mover: Side) -> None:
    """GO app.6 §8: the claimant has at most five moves (decision O5); if both claimed, then the other (O6)."""
    if mover is not trial.side:
        return
    article = case.play.book.clock.failure
    if any(claim.by is trial.side for claim in win_claims(case.play).fives):
        case.end(Result.win_for(trial.side), Reason.FIVE, article)
    elif trial.left > 1:
        case.put(trial=Trial(trial.side, trial.left - 1, trial.then))
    elif trial.then is not None:
        case.put(trial=Trial(trial.then, 5))
    else:
        case.end(Result.DRAW, Reason.NOT_PROVED, article)


def _too_early(case: Case, mover: Side) -> None:
    """GN 31.2, GO app.6 §4: the opponent has moved but not pressed yet."""
    play, face = case.play, case.state.face
    article = play.book.clock.moved_first
    if article and play.line.moves and face is not None and face.running is mover.other and not face.stale:
        punishing.accuse(
            case, mover, article, phrases.offence("moved_first"), _named(play.book.clock.moved_first_penalty)
        )


def _named(penalty: Penalty) -> Penalty | None:
    """A penalty that the text names; a warning is what is usual where it names none."""
    return None if penalty is Penalty.WARNING else penalty


def retracted(case: Case, given: Retracted) -> None:
    """The last move was withdrawn before it was complete."""
    play = case.state.play
    if play is None or case.phase is not Phase.PLAYING or play.texts[-1:] != (given.text,) or not play.line.moves:
        return
    line = Line(play.line.positions[:-1], play.line.moves[:-1])
    openings.withdraw(case)
    case.put(line=line, texts=play.texts[:-1])
    _look_for_wins_again(case)


def _look_for_wins_again(case: Case) -> None:
    """What the withdrawn move had led to no longer holds."""
    if case.play.wins is not Mode.AUTOMATIC:
        _look_for_wins(case)
    _look_for_draws(case)


def irregular(case: Case, given: Irregular) -> None:
    """Something was done that is not a move."""
    book = case.play.book if case.state.play is not None else None
    offence = book.offences.kinds.get(given.kind, book.offences.other) if book else None
    article = given.article or (offence.article if offence else "")
    if offence is not None and article.partition(" ")[0] != offence.article.partition(" ")[0]:
        article = offence.article  # seen under another text than the one played by
    if book is not None and given.kind is Irregularity.UNEXPLAINED:
        article = book.offences.accident
    case.rule(
        Alert(
            kind=AlertKind.IRREGULAR,
            article=article,
            text=wordings.irregular(given.side, given.kind, given.text),
            silent=case.state.play is not None and punishing.is_left_to_the_opponent(case.play),
        )
    )
    if book is None or case.phase not in {Phase.READY, Phase.PLAYING}:
        return
    what = wordings.what_irregular(given.kind, given.text)
    if given.kind is Irregularity.UNEXPLAINED:
        if book.offences.accident:
            choices = () if book.appeals else proposals.PUT_OR_STAY
            propose(
                case,
                ProposalKind.POSITION,
                book.offences.accident,
                what=what,
                choices=choices,
                shown=given.shown,
                turn=case.play.line.last.turn,
            )
    elif book.offences.correction:
        again = given.kind is Irregularity.TAKEN_BACK  # the side that took back is to move again
        propose(
            case,
            ProposalKind.IRREGULARITY,
            article,
            side=given.side,
            what=what,
            accepted_by_move=book.offences.accept,
            shown=given.shown,
            turn=given.side if again else given.side.other,
        )
    elif offence is not None:
        punishing.accuse(case, given.side, article or offence.article, what, offence.penalty, given.shown)
