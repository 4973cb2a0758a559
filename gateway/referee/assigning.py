"""Assignments from the event: checked, kept for the next game, or refused."""

from __future__ import annotations

from gateway.clock.control_notation import parse_control
from gateway.games import registry
from gateway.model.errors import GatewayError

from . import game_messages, openings, rulebooks
from .assignment import Assignment
from .game_change import leave_game
from .inputs import Assigned
from .judgement import Judgement
from .rulings import AlertKind, AssignmentDeferred
from .state import Phase

__all__ = ["assigned", "check_assignment", "is_news"]


def check_assignment(assignment: Assignment) -> None:
    """Raise what is wrong with it, whatever the table: a `GatewayError`."""
    game = registry.find(assignment.rules)
    book = rulebooks.find(assignment.rulebook, assignment.rules)
    parse_control(assignment.control)
    openings.begin(assignment.options.opening or book.opening, game.start())


def is_news(assignment: Assignment, taken: Assignment | None, refused: Assignment | None) -> bool:
    """Whether this has to be judged by a table that has taken one and refused the other: the same may come often."""
    if assignment in (taken, refused):
        return False
    return taken is None or assignment.n >= taken.n


def assigned(judgement: Judgement, given: Assigned) -> None:
    """Take an assignment for the next game, or refuse it and keep the one before."""
    why_not = given.unfit or _what_is_wrong(given.assignment)
    if why_not is not None:
        judgement.set(refused=given.assignment)
        judgement.alert(AlertKind.ASSIGNMENT, game_messages.assignment_refused(given.assignment.n, why_not))
        return
    judgement.set(assignment=given.assignment, refused=None, exchanged=False)
    judgement.clear(AlertKind.ASSIGNMENT, game_messages.assignment_taken(given.assignment.n))
    if judgement.phase is Phase.READY:
        # Nothing has moved: the game that was set up makes way.
        leave_game(judgement)
        judgement.set(phase=Phase.WAITING, play=None)
    elif judgement.phase in {Phase.PLAYING, Phase.PAUSED}:
        judgement.rule(AssignmentDeferred(text=game_messages.assignment_deferred(given.assignment.n)))


def _what_is_wrong(assignment: Assignment) -> GatewayError | None:
    try:
        check_assignment(assignment)
    except GatewayError as error:
        return error
    return None
