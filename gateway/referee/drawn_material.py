"""Drawn material: endings against a lone king that are drawn without a Fischer clock (DH rapid 8).

"Shall be considered drawn" needs no request: when such an ending arises, in whatever way, the arbiter gets the case,
and decides whether a win can be shown (decision R7). The case closes when the material changes again.
"""

from __future__ import annotations

from gateway.games.game import Line, Position
from gateway.model.play_rules import PlayRule
from gateway.model.results import Reason, Result

from . import cases
from .case_opening import open_case
from .judgement import Judgement
from .material import has_increment
from .rulings import CaseKind, Choice
from .state import Phase, Play

__all__ = ["has_drawn_material", "look_for_drawn_material"]

_ENDINGS = {PlayRule.THREE_AGAINST_KING, PlayRule.TWO_AGAINST_KING}


def has_drawn_material(play: Play, position: Position) -> bool:
    """Whether a position is an ending that is drawn without a Fischer clock."""
    return any(counter.rule in _ENDINGS for counter in play.game.counters(Line((position,))))


def look_for_drawn_material(judgement: Judgement, before: Play | None) -> None:
    """Compare the position with the one before an input: the ending has arisen, or is no longer there."""
    play = judgement.state.play
    if play is None or before is None or before.setup != play.setup:
        return
    if judgement.phase not in {Phase.PLAYING, Phase.PAUSED}:  # what a game begins from has not arisen in it
        return
    article = play.book.draws.rule_draw
    if not article or play.line.last is before.line.last or has_increment(play):
        return
    if not has_drawn_material(play, play.line.last):
        for case in play.cases:
            if case.kind is CaseKind.RULE_DRAW:
                cases.close(judgement, case, Choice.PLAY_ON)
    elif not has_drawn_material(play, before.line.last):
        judgement.by, judgement.role = "", None  # nobody's act: the referee has seen it
        if play.options.attended:
            open_case(judgement, CaseKind.RULE_DRAW, article)
        else:  # nobody is there to whom a win could be shown
            judgement.end(Result.DRAW, Reason.FEW_PIECES, article)
