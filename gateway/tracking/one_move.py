"""One move: what is seen is where a legal move leads."""

from __future__ import annotations

import msgspec

from drivers.readings import EMPTY
from gateway.games.game import Position
from gateway.model.instants import Instant, Millis

from .anomalies import moved_on
from .cells import differing
from .expectation import MoveChoice, expect, owner
from .gap_recovery import is_unsure
from .hypothesis import Reinterpretation
from .look import Answer, Look
from .observations import MovesSeen, Withdrawn
from .several_moves import FIRST_REACH, conclude, reinterpret_turns
from .tracker import Tracker
from .unpressed import wait_for_answer
from .vision import Vision
from .waits import BEHIND_SCANS, INFER_SCANS, RELEASE_MS, UNSURE_SCANS

__all__ = ["change_of_mind", "confirmed_by_reply", "legal_move", "played_on", "standing"]

_replace = msgspec.structs.replace


def confirmed_by_reply(tracker: Tracker, choice: MoveChoice, at: Instant, *, clocked: bool) -> Answer:
    """The move on the board to which somebody has begun to reply."""
    observation = _observed(choice, by_press=tracker.progress.presses > 0)
    if choice.doubtful:
        tracker = tracker.with_doubt(ply=tracker.progress.ply + 1)
    return tracker.moved(observation.moves, at, complete=True, clocked=clocked, replied=1), observation


def legal_move(look: Look) -> Answer | None:
    """The legal move that is seen, once it has settled."""
    choice = look.expected.choose(look.seen, look.tracker.touches.evidence)
    if choice is None:
        return None
    tracker, still, wait = look.tracker, look.still_ms, look.settle_ms
    by_press = tracker.progress.presses > 0
    if by_press:
        # The sensors may be a scan behind the hand that pressed.
        still = min(still, look.since_press_ms)
        wait = look.scans(1 if choice.sure else UNSURE_SCANS)
        if _may_be_the_answer(look):
            wait = look.settle_ms
    elif tracker.progress.pressed_by is look.expected.position.turn:
        wait = look.scans(UNSURE_SCANS)  # who has pressed before moving will not press again
    if still < wait or not (choice.sure or by_press):  # unsure: it may be a piece in the hand
        return (tracker if look.clocked or by_press or not choice.sure else _unanswered(look, choice)), None
    if by_press and (tracker.doubt.ply >= 0 or choice.doubtful):
        return _in_doubt(look, choice, still)
    return _noted(look, tracker, choice)


def _unanswered(look: Look, choice: MoveChoice) -> Tracker:
    """The tracker that waits for a move to settle, or for its answer."""
    known = look.tracker.progress.unanswered
    if known is not None and known.moves == (choice.move,):
        return look.tracker
    return wait_for_answer(look, (choice.move,), choice.alternatives, doubtful=choice.doubtful)


def _may_be_the_answer(look: Look) -> bool:
    """Whether a piece that was to be taken may be in the hand of its owner, who plays on from what stood there."""
    for expected in look.tracker.played_on:
        lifted = differing(look.seen, expected.home)
        board, turn = expected.position.board(), expected.position.turn
        if len(lifted) == 1 and look.seen[lifted[0]] == EMPTY and owner(board[lifted[0]]) is turn:
            return True
    return False


def standing(look: Look) -> Answer | None:
    """The legal move that stands on the board, though it has not settled; a piece that may be in the hand is none."""
    choice = look.expected.choose(look.seen, look.tracker.touches.evidence)
    if choice is None or not choice.sure or look.tracker.gap.open:
        return None
    return _noted(look, look.tracker, choice)


def played_on(look: Look) -> Answer | None:
    """A legal move from the irregular position that stood on the board."""
    tracker = look.tracker
    for expected in tracker.played_on:
        seen = moved_on(look, expected)
        choice = expected.choose(seen, tracker.touches.evidence)
        if choice is not None:
            by_press = tracker.progress.presses > 0
            if look.still_ms < (look.scans(1) if by_press else look.settle_ms):
                return tracker, None
            moved = tracker.moved((choice.move,), look.at, complete=by_press, clocked=look.clocked)
            played = _replace(_observed(choice), traced=seen != look.seen, base=expected.position)
            return moved, _replace(played, laid=_laid_besides(look, expected.position))
    return None


def _laid_besides(look: Look, stood: Position) -> int | None:
    """The stone that was laid last in an irregular turn which left one more than there were, and others displaced."""
    tracker, before, after = look.tracker, look.line.last.board(), stood.board()
    added = [cell for cell in differing(before, after) if after[cell] != EMPTY]
    gone = len(differing(before, after)) - len(added)
    if not tracker.game.lays_stones or not gone or len(added) != gone + 1:
        return None
    turns = [turn for turn in tracker.touches.log.turns if turn.done == tracker.progress.ply + 1]
    put = [touch.cell for turn in turns for touch in turn.touches if touch.cell in added and touch.piece != EMPTY]
    return put[-1] if put else None


def change_of_mind(look: Look) -> Answer | None:
    """The last move, which nobody has pressed for, is taken back: its hand has put the piece elsewhere."""
    tracker, stood = look.tracker, look.line.before
    if tracker.progress.complete or stood is None:
        return None
    pressed = tracker.progress.pressed_by is stood.turn and look.still_ms >= look.scans(INFER_SCANS)
    if not (look.settled or pressed):
        return None
    before = expect(tracker.game, tracker.vision, stood, tracker.sensors.health.blind)
    if look.seen != before.home and look.seen not in before.moves:
        return None
    return tracker.withdrawn(), Withdrawn()


def _in_doubt(look: Look, choice: MoveChoice, still: Millis) -> Answer:
    """The move that the last turns name, if an earlier move is in doubt, or several moves look alike."""
    doubted = look.tracker.doubt.ply
    back = max(0, look.tracker.progress.ply - doubted) if doubted > 0 else 0
    tracker, found = reinterpret_turns(look, extra=0, reach=((back + FIRST_REACH, False),))
    named = _named(look, choice, found) if found is not None else None
    if found is not None and named is None and (answer := conclude(look, tracker, found)) is not None:
        return answer
    may_change = found is not None and not found.best.plain and still < look.scans(UNSURE_SCANS)
    if named is not None and may_change:
        return tracker, None  # who presses first has not let go
    return _noted(look, tracker, named or choice)


def _named(look: Look, choice: MoveChoice, found: Reinterpretation) -> MoveChoice | None:
    """The choice with that one of the moves that look alike which was found, however little speaks for it, and with
    those that it might be as well; None if something else was found."""
    row = [move.text for move in found.best.moves[len(look.line.moves) - found.base :]]
    alike = look.expected.moves[look.seen]
    for move in alike:
        if found.best.as_recorded and row == [move.text]:
            same = move.text == choice.move.text  # which may be by another route
            others = tuple(other for other in alike if other.text in found.open)
            return _replace(choice, move=choice.move if same else move, alternatives=others)
    return None


def _noted(look: Look, tracker: Tracker, choice: MoveChoice) -> Answer:
    """The move, observed."""
    by_press = tracker.progress.presses > 0
    observation = _observed(choice, by_press=by_press, inferred=tracker.gap.open)
    if not tracker.gap.open and not is_unsure(tracker) and _is_made_after_press(look, choice):
        observation = _replace(observation, pressed_first=True)
    if choice.doubtful:
        tracker = tracker.with_doubt(ply=tracker.progress.ply + 1)
    return tracker.moved(observation.moves, look.at, complete=by_press, clocked=look.clocked), observation


def _is_made_after_press(look: Look, choice: MoveChoice) -> bool:
    """Whether the mover pressed, and a piece came to its place later than a hand or a sensor may be behind that."""
    tracker, home = look.tracker, look.expected.home
    if tracker.progress.pressed_by is not look.expected.position.turn or tracker.progress.presses > 1:
        return False
    if tracker.game.lays_stones and tracker.vision is Vision.OCCUPANCY:
        return False  # whose stone it is, only the clock could tell
    at_press = tracker.touches.log.shown_after(tracker.progress.ply + 1)
    stood = tracker.sensors.as_seen(at_press) if at_press else home  # where it stayed so, the press was forgotten
    put = {
        cell for cell in differing(stood, look.seen) if cell == choice.move.path[-1] or home[cell] != look.seen[cell]
    }
    by_then = tracker.progress.pressed_at + RELEASE_MS + look.scans(BEHIND_SCANS)
    return any(
        touch.at > by_then and touch.piece != EMPTY and touch.cell in put for touch in tracker.touches.log.touches
    )


def _observed(choice: MoveChoice, *, by_press: bool = False, inferred: bool = False) -> MovesSeen:
    return MovesSeen((choice.move,), by_press=by_press, inferred=inferred, alternatives=choice.alternatives)
