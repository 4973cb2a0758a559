"""Checks that a last move can have given (FIDE 3.10.3: no illegal position).

Before the last move the king that is now in check was not attacked, since the side that had moved then may not leave
its king so (FIDE 3.9.2). So some piece of the other side must have come from somewhere: each way back is tried until
one leaves the king in peace. What a piece took on its way stands in its place again, and hides the king as it does.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess

__all__ = ["can_have_arisen"]

_MOST_PIECES, _MOST_PAWNS = 16, 8
_STEPS_BACK = {chess.WHITE: -8, chess.BLACK: 8}


def can_have_arisen(board: chess.Board) -> bool:
    """Whether some last move leads to the check in this position; True where there is none."""
    king = board.king(board.turn)
    if king is None or not board.is_check():
        return True
    attacker = not board.turn
    return any(not before.is_attacked_by(attacker, king) for before in _boards_before(board))


def _boards_before(board: chess.Board) -> Iterator[chess.Board]:
    """What may have stood on the board before the last move, by every way back."""
    if board.ep_square is not None:  # the position itself says what the last move was
        step = _STEPS_BACK[not board.turn]
        yield _back(board, board.ep_square - step, board.ep_square + step)
        return
    mover = not board.turn
    takes = board.occupied_co[board.turn].bit_count() < _MOST_PIECES
    still = _not_moved(board, mover)
    checkers = board.checkers_mask()
    for mask in (checkers, board.occupied_co[mover] & ~checkers):  # nearly always a piece that gives check has moved
        for square in chess.scan_forward(mask & ~still):
            kind = board.piece_type_at(square)
            if kind == chess.PAWN:
                yield from _pawn_back(board, square, takes=takes)
            elif kind is not None:
                yield from _piece_back(board, square, takes=takes)
                if _may_be_promoted(board, square, kind):
                    yield from _pawn_back(board, square, takes=takes)
    if not board.has_castling_rights(mover):
        yield from _castling_back(board)


def _not_moved(board: chess.Board, mover: chess.Color) -> chess.Bitboard:
    """The king and rooks that have never moved, since they may still castle."""
    rank = chess.BB_RANK_1 if mover else chess.BB_RANK_8
    rooks = board.castling_rights & rank
    return rooks | (board.kings & board.occupied_co[mover]) if rooks else chess.BB_EMPTY


def _may_be_promoted(board: chess.Board, square: chess.Square, kind: chess.PieceType) -> bool:
    mover = not board.turn
    last = chess.BB_RANK_8 if mover else chess.BB_RANK_1
    pawns = (board.pawns & board.occupied_co[mover]).bit_count()
    return kind != chess.KING and bool(last & chess.BB_SQUARES[square]) and pawns < _MOST_PAWNS


def _piece_back(board: chess.Board, square: chess.Square, *, takes: bool) -> Iterator[chess.Board]:
    """Back to every free square from which the piece reaches this one."""
    for start in chess.scan_forward(board.attacks_mask(square) & ~board.occupied):
        yield _back(board, square, start)
        if takes:
            yield _back(board, square, start, taken=True)


def _pawn_back(board: chess.Board, square: chess.Square, *, takes: bool) -> Iterator[chess.Board]:
    """A pawn's ways back from a square, where it may have become another piece."""
    mover = not board.turn
    step = _STEPS_BACK[mover]
    first = chess.BB_RANK_1 if mover else chess.BB_RANK_8
    start = square + step
    if not 0 <= start < 64 or first & chess.BB_SQUARES[start]:
        return
    if _free(board, start):
        yield _back(board, square, start, as_pawn=True)
        fourth = chess.BB_RANK_4 if mover else chess.BB_RANK_5
        if fourth & chess.BB_SQUARES[square] and _free(board, start + step):
            yield _back(board, square, start + step, as_pawn=True)
    if takes:
        yield from _pawn_capture_back(board, square)


def _pawn_capture_back(board: chess.Board, square: chess.Square) -> Iterator[chess.Board]:
    """A pawn that has taken what stood on a square, or in passing what had gone past it."""
    mover = not board.turn
    step = _STEPS_BACK[mover]
    sixth = chess.BB_RANK_6 if mover else chess.BB_RANK_3
    passed = bool(sixth & chess.BB_SQUARES[square]) and _free(board, square + step) and _free(board, square - step)
    for start in chess.scan_forward(chess.BB_PAWN_ATTACKS[board.turn][square] & ~board.occupied):
        yield _back(board, square, start, taken=True, as_pawn=True)
        if passed:
            before = _back(board, square, start)
            before.set_piece_at(square + step, chess.Piece(chess.PAWN, board.turn))
            yield before


def _castling_back(board: chess.Board) -> Iterator[chess.Board]:
    """King and rook uncastled, in Chess960 to every pair of squares they may have had."""
    mover = not board.turn
    base = 0 if mover else 56
    for king_to, rook_to, homes in ((6, 5, (4, 7)), (2, 3, (4, 0))):
        placed = chess.BB_SQUARES[base + king_to] | chess.BB_SQUARES[base + rook_to]
        own = board.occupied_co[mover]
        king, rook = board.kings & own & placed, board.rooks & own & placed
        if king != chess.BB_SQUARES[base + king_to] or rook != chess.BB_SQUARES[base + rook_to]:
            continue
        others = board.occupied & ~placed
        pairs = [(at, by) for at in range(1, 7) for by in range(8) if (by > at) is (king_to == 6) and by != at]
        for king_at, rook_at in pairs if board.chess960 else [homes]:
            way = range(min(king_at, rook_at, king_to, rook_to), max(king_at, rook_at, king_to, rook_to) + 1)
            if any(others & chess.BB_SQUARES[base + file] for file in way):
                continue
            before = board.copy(stack=False)
            for square in chess.scan_forward(placed):
                before.remove_piece_at(square)
            before.set_piece_at(base + king_at, chess.Piece(chess.KING, mover))
            before.set_piece_at(base + rook_at, chess.Piece(chess.ROOK, mover))
            yield before


def _back(
    board: chess.Board, square: chess.Square, start: chess.Square, *, taken: bool = False, as_pawn: bool = False
) -> chess.Board:
    """The board with a piece carried back, and some other piece where it was if that was taken."""
    before = board.copy(stack=False)
    piece = before.remove_piece_at(square)
    if piece is not None:
        before.set_piece_at(start, chess.Piece(chess.PAWN, piece.color) if as_pawn else piece)
    if taken:
        before.set_piece_at(square, chess.Piece(chess.KNIGHT, board.turn))
    return before


def _free(board: chess.Board, square: chess.Square) -> bool:
    return not board.occupied & chess.BB_SQUARES[square]
