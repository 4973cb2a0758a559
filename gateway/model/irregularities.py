"""Irregularities: what may be seen on a board that is not a move by the rules. The consequence is the referee's."""

from __future__ import annotations

import enum

__all__ = ["Irregularity"]


class Irregularity(enum.StrEnum):
    """The kinds that a sensor board can tell apart."""

    ILLEGAL_MOVE = "illegal_move"
    """A piece went where it may not go."""
    NO_CAPTURE = "no_capture"
    """A quiet move where a capture was compulsory."""
    WRONG_CAPTURE = "wrong_capture"
    """A capture of more or fewer pieces than required."""
    LEFT_STANDING = "left_standing"
    """Captured pieces were not, or not all, taken off."""
    NOT_JUMPED = "not_jumped"
    """A piece was taken off that had not been jumped."""
    OWN_REMOVED = "own_removed"
    """The moving side took off a piece of its own."""
    REMOVED = "removed"
    """Pieces were lifted off the board without a move."""
    TWO_MOVES = "two_moves"
    """One side moved twice running."""
    OPPONENT_MOVED = "opponent_moved"
    """The side to move moved the opponent's piece, or the other side moved out of turn."""
    TAKEN_BACK = "taken_back"
    """A completed move was taken back."""
    CHANGED = "changed"
    """A completed move was exchanged for another one."""
    UNCROWNED = "uncrowned"
    """A king without a crown was moved."""
    STONE_MOVED = "stone_moved"
    """A stone was slid or lifted and put elsewhere."""
    TWO_STONES = "two_stones"
    """Two stones were put in one turn."""
    OUT_OF_PLAY = "out_of_play"
    """A piece stands where nothing is played."""
    UNEXPLAINED = "unexplained"
    """None of these: a foreign object, a knocked-over board, or a broken sensor."""

    @property
    def may_be_played_on(self) -> bool:
        """Whether the opponent can go on from what stands on the board: it is known whose turn that is."""
        return self is not Irregularity.UNEXPLAINED

    @property
    def is_a_turn(self) -> bool:
        """Whether a side has done it with its own pieces in place of a move."""
        return self.may_be_played_on and self not in {
            Irregularity.TAKEN_BACK,
            Irregularity.CHANGED,
            Irregularity.OPPONENT_MOVED,
            Irregularity.REMOVED,
        }
