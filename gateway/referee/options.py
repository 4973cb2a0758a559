"""Options: what the written rules leave to the event. An empty value means: as the rulebook has it."""

from __future__ import annotations

import enum

import msgspec

from gateway.model.instants import Millis

__all__ = ["DrawGate", "Mode", "Options", "OutOfTurn", "Supervision"]


class Mode(enum.StrEnum):
    """The mode of a ruling: at once, or upon a player's claim."""

    AUTOMATIC = "automatic"
    CLAIM = "claim"


class DrawGate(enum.StrEnum):
    """The condition under which players may agree a draw."""

    NONE = "none"
    MOVES_40 = "moves40"
    """Not before each side has made 40 moves."""
    MOVES = "moves"
    """Not before each side has made as many moves as `draw_moves` says (FIDE 9.1.1)."""
    PIECES_10 = "pieces10"
    """Not before each side has ten or fewer pieces (DH rapid 5)."""
    NEVER = "never"
    """Only the arbiter draws it (FIDE 9.1.1)."""


class OutOfTurn(enum.StrEnum):
    """The reading of a move that was not the side's to make."""

    ILLEGAL = "illegal"
    """An illegal move (FIDE 7.5.5)."""
    DISPLACED = "displaced"
    """Pieces off their squares, to be put back (FIDE 7.6)."""


class Supervision(enum.StrEnum):
    """The closeness with which arbiters watch (FIDE A.4, B.2)."""

    FULL = "full"
    BASIC = "basic"


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The event's own choices, carried in the set-up."""

    grace_ms: Millis = Millis(0)
    """How late a player may come; zero if not announced (GN 14.3.1, FIDE 6.7.1)."""
    attendance: bool | None = None
    """Arrivals are told, so that who has not come by the start is absent. Not said: where a grace period and the
    start are announced. Without it the start of a round sets no clock going."""
    draw_gate: DrawGate | None = None
    draw_moves: int = 40
    """How many moves each side makes before a draw may be agreed, with the gate `moves`."""
    wins: Mode | None = None
    """Fives and forbidden moves: claimed by the players, or ruled at once (decision G8)."""
    flags: Mode | None = None
    """A fallen flag: ruled when the clock shows it, or claimed (GN 14.4). In renju `automatic` makes the table the time
    referee (RIF 14.9, decision J7)."""
    first_flag_loses: bool = False
    """Renju: with both flags down and nothing claimed the first to fall loses; otherwise a draw (decision J6)."""
    foul_lapses_by_pass: bool | None = None
    """A pass lets a forbidden move go: yes in renju (decision J2), no in gomoku (GN 19.1.2 A)."""
    claims_name_points: bool = False
    """Who claims a five or a forbidden move has to name a point of it (decision J4)."""
    five_lapses: bool = False
    """A five that was not claimed before the opponent's next move is lost (decision J3)."""
    stones_let_go: bool = False
    """Renju: a stone that has stayed was let go, and moving it before the press is put to the arbiter; otherwise the
    press confirms it (decision J1)."""
    pass_in_opening: bool = False
    """Renju: a pass is allowed after three moves though the opening protocol goes on, and ends it (decision J8)."""
    wrong_claims: int = 2
    """Renju: which wrong claim of a player is put to the arbiter as a disturbance; 0: none (decision J5)."""
    guideline_iii: bool = False
    """Chess: guideline III was announced beforehand. It holds without increments only, and never in blitz."""
    mate_search: bool = True
    """Chess: blocked positions and forced lines in which a side cannot mate are put to the arbiter; otherwise only what
    stands on the board counts (decision C2)."""
    out_of_turn: OutOfTurn = OutOfTurn.ILLEGAL
    """Chess: how two moves running, a move out of turn and a move of the opponent's piece are read (decision C1)."""
    take_back_increment: bool = True
    """Chess: what an illegal move's press has added is taken off again with the penalty (decision C6)."""
    wrong_claim_offers: bool = True
    """Chess: a wrong claim of a draw stays open as an offer (decision C7)."""
    colours_by_both: bool = True
    """Chess: wrong colours stay once both have made ten moves; otherwise once one has (decision C9)."""
    supervision: Supervision | None = None
    full_blitz_one_minute: bool = False
    """Chess: one minute, as in the earlier edition, and not two for illegal moves and wrong claims in blitz under full
    supervision (decision C8)."""
    press_wait_ms: Millis = Millis(3000)
    """A press whose move has not shown on the board by then was made without one. The Laws name no time; sensors need a
    moment (decision C4)."""
    warnings: int = 0
    """After how many warnings a violation is proposed; 0: only when the same article is broken again (decision G6)."""
    opening: str = ""
    """The opening protocol, such as `taraguchi-10` (GN 11)."""
    drawn_opening: str = ""
    """The opening that was drawn for this game, as in draughts on 64 squares: it is shown, and the players make its
    moves."""
    attended: bool = True
    """An arbiter is at hand. Without one a claim that needs judgement is an ordinary draw offer (decision R8)."""
    reasons_required: bool = False
    """An arbiter who changes what stands (a result, a position, a time, a penalty, a ruling) has to type a reason."""
    appeal_ms: Millis = Millis(0)
    """How long after a ruling an appeal may be lodged; 0 sets no limit (GN 14.8)."""
