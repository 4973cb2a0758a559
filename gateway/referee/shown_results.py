"""The players show a result on the board.

The Laws know no such sign: a game is won by resignation (FIDE 5.1.2) or drawn by agreement (FIDE 5.2.3), and both are
said. What stands on the board is only likely to be said, so an arbiter confirms it; where none is at hand, it counts.
"""

from __future__ import annotations

from gateway.model.results import Reason, Result
from gateway.model.sides import Side

from . import case_messages, cases, game_messages
from .case_opening import open_case
from .inputs import ResultShown
from .judgement import Judgement
from .material import each_has_moved, gate_is_open, result_of_resigning
from .rulings import AlertKind, CaseKind, Choice
from .state import Play

__all__ = ["result_shown"]

_CHOICE = {Result.WHITE: Choice.WHITE_WINS, Result.BLACK: Choice.BLACK_WINS, Result.DRAW: Choice.DRAW}


def result_shown(judgement: Judgement, given: ResultShown) -> None:
    """Both kings stand in the centre. After the game they may stand where they like."""
    choice = _CHOICE.get(given.result)
    if not judgement.is_open or choice is None:
        return
    play, drawn = judgement.play, given.result is Result.DRAW
    article = play.book.draws.agreed if drawn else play.book.resign
    cases.play_on(judgement)  # they may have shown something else before
    if play.options.attended or (drawn and not _may_agree(play)):
        what = case_messages.choice(CaseKind.RESULT, choice)
        open_case(judgement, CaseKind.RESULT, article, what=what, choices=(choice, Choice.PLAY_ON))
        judgement.clear(AlertKind.IRREGULAR, game_messages.result_shown(what))
    else:
        loser = Side.BLACK if given.result is Result.WHITE else Side.WHITE
        result = Result.DRAW if drawn else result_of_resigning(play, loser)
        judgement.end(result, Reason.AGREEMENT if drawn else Reason.RESIGNATION, article)


def _may_agree(play: Play) -> bool:
    return gate_is_open(play) and (each_has_moved(play) or not play.book.draws.agreed_after_moves)
