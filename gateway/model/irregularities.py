"""Irregularities: what may be seen on a board that is not a move by the rules. The consequence is the referee's."""

from __future__ import annotations

import enum

__all__ = ["Irregularity"]


class Irregularity(enum.StrEnum):
    """The kinds that a sensor board can tell apart."""

    ILLEGAL_MOVE = "illegal_move"
    """A piece went where it may not go (FMJD 5.4.2)."""
    NO_CAPTURE = "no_capture"
    """A quiet move where a capture was compulsory (FMJD 5.4.6)."""
    WRONG_CAPTURE = "wrong_capture"
    """A capture of more or fewer pieces than required (FMJD 5.4.8)."""
    LEFT_STANDING = "left_standing"
    """Captured pieces were not, or not all, taken off (FMJD 5.4.11, 5.4.13)."""
    NOT_JUMPED = "not_jumped"
    """A piece was taken off that had not been jumped (FMJD 5.4.12)."""
    OWN_REMOVED = "own_removed"
    """The moving side took off a piece of its own (FMJD 5.4.14)."""
    REMOVED = "removed"
    """Pieces were lifted off the board without a move (FMJD 5.4.7)."""
    TWO_MOVES = "two_moves"
    """One side moved twice running (FMJD 5.4.1)."""
    OPPONENT_MOVED = "opponent_moved"
    """The side to move moved the opponent's piece, or the other side moved out of turn (FMJD 5.4.5)."""
    TAKEN_BACK = "taken_back"
    """A completed move was taken back (FMJD 5.4.4)."""
    CHANGED = "changed"
    """A completed move was exchanged for another one (FMJD 5.4.4)."""
    UNCROWNED = "uncrowned"
    """A king without a crown was moved (FMJD 5.4.16)."""
    STONE_MOVED = "stone_moved"
    """A stone was slid or lifted and put elsewhere (GN 17.2, 17.9)."""
    TWO_STONES = "two_stones"
    """Two stones were put in one turn (GN 17.8)."""
    UNEXPLAINED = "unexplained"
    """None of these: a foreign object, a knocked-over board, or a broken sensor."""

    @property
    def may_be_played_on(self) -> bool:
        """Whether the opponent can go on from what stands on the board (FMJD 5.7); a move taken back has left it."""
        return self not in {Irregularity.TAKEN_BACK, Irregularity.CHANGED, Irregularity.UNEXPLAINED}
