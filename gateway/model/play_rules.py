"""The rules of play that a game can name when it refuses a move, ends, counts or offers a claim.

A game says which rule it is; the rulebook it is played by says which article that is.
"""

from __future__ import annotations

import enum

__all__ = ["PlayRule"]


class PlayRule(enum.StrEnum):
    """One rule of play, whatever number a text gives it."""

    # Moving
    IN_TURN = "in_turn"
    """The sides move in turn."""
    OWN_PIECE = "own_piece"
    """Each side moves its own pieces."""
    MAN_MOVES = "man_moves"
    KING_MOVES = "king_moves"
    MAN_TAKES = "man_takes"
    """A man must take, and what taking is."""
    KING_TAKES = "king_takes"
    CAPTURE_GOES_ON = "capture_goes_on"
    """A capture that can go on must go on."""
    OWN_JUMPED = "own_jumped"
    """No piece of the mover's colour is jumped."""
    JUMPED_TWICE = "jumped_twice"
    """No piece is jumped twice."""
    MOST = "most"
    """What must be taken where there is a choice."""
    PIECE_MOVES = "piece_moves"
    """How the pieces of chess move."""
    OWN_CHECK = "own_check"
    """No move leaves the mover's king in check."""
    EMPTY_POINT = "empty_point"
    """A stone is laid on an empty point."""
    PASSING = "passing"
    """When a move may be given up."""
    GAME_OVER = "game_over"
    """No move follows the end."""

    # Endings
    BLOCKED = "blocked"
    NO_PIECES = "no_pieces"
    CHECKMATE = "checkmate"
    STALEMATE = "stalemate"
    DEAD_POSITION = "dead_position"
    PASSES = "passes"
    BOARD_FULL = "board_full"

    # Draws that are counted
    REPETITION = "repetition"
    """The third time; in chess for a player to claim."""
    REPETITION_ENDS = "repetition_ends"
    """The fifth time, which ends a game of chess by itself."""
    QUIET_MOVES = "quiet_moves"
    """Fifty moves without a capture or a pawn, for a player to claim."""
    QUIET_MOVES_END = "quiet_moves_end"
    """Seventy-five, which end the game by themselves."""
    KINGS_ONLY = "kings_only"
    THREE_AGAINST_KING = "three_against_king"
    """Three pieces against a lone king."""
    TWO_AGAINST_KING = "two_against_king"
    """One or two pieces against a lone king."""
    KINGS_AGAINST_KING = "kings_against_king"
    """Three kings or more against a lone king."""
    KING_ON_LONG_DIAGONAL = "king_on_long_diagonal"
    """Three pieces against a lone king on the long diagonal."""
    UNCHANGED = "unchanged"
    """The same few pieces for too long."""
    KINGS_ONLY_CBD = "kings_only_cbd"
    """Kings only, by the Brazilian confederation's count."""

    # Openings and claims
    OPENING = "opening"
    """The protocol by which a game is opened."""
    FIVE = "five"
    """Five in a row, for its side to declare."""
    FORBIDDEN_SHAPE = "forbidden_shape"
    """A double three or double four, for White to point out at once."""
    OVERLINE = "overline"
    """Six or more in a row by Black, for White to point out at any time."""
