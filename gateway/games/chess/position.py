"""A chess position as the value that `gateway.games.game` asks for. The rules are those of the `chess` library.

A position here is what FIDE 9.2.2 calls the same: the pieces, the side to move and the possible moves, with castling
and capture in passing. The counters of a FEN belong to it but do not tell positions apart.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import chess

from gateway.games.game import Move, Position
from gateway.model.errors import AmbiguousMove, IllegalMove, NotationError
from gateway.model.messages import Message, message
from gateway.model.play_rules import PlayRule
from gateway.model.results import Outcome, Reason, Result
from gateway.model.sides import Side

from .checks import can_have_arisen
from .exchanges import move_cost
from .lookahead import choice_costs, outlook
from .mating import can_never_mate

__all__ = ["ChessPosition"]

_UCI = re.compile(r"[a-h][1-8][a-h][1-8][qrbn]?")
_CELLS = [square ^ 56 for square in chess.SQUARES]
"""The cell of each square: the library counts from a1, boards from a8."""

_PIECES = "PNBRQKpnbrqk"

_Key = tuple[int | bool | None, ...]
_MOVE_COSTS: dict[tuple[_Key, str], int] = {}
"""Tracking asks for the same moves at every look, and each is compared with up to a dozen others."""
_OUTLOOKS: dict[tuple[_Key, str], int] = {}
"""Looking ahead takes longer still."""
_REMEMBERED = 4096


@dataclass(frozen=True, eq=False)
class ChessPosition(Position):
    """A board of the library that nobody changes. Tracking makes many of them and compares few: the rest waits."""

    chess_board: chess.Board
    known_board: str = field(default="", repr=False)

    @cached_property
    def key(self) -> _Key:
        """The parts of a position that tell it from others."""
        board = self.chess_board
        passing = board.ep_square if board.has_legal_en_passant() else None
        pieces = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings)
        sides = (board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK])
        return (*pieces, *sides, board.turn, board.clean_castling_rights(), passing)

    def __eq__(self, other: object) -> bool:
        return self.key == other.key if isinstance(other, ChessPosition) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.key)

    @classmethod
    def from_fen(cls, fen: str, *, chess960: bool = False) -> ChessPosition:
        """The position that `fen` describes; raises `NotationError` also for one that no game can reach."""
        try:
            board = chess.Board(fen, chess960=chess960)
        except ValueError as error:
            raise NotationError(message("notation.chess_position", text=fen)) from error
        status = board.status()
        if status != chess.STATUS_VALID:
            faults = tuple(
                Message(f"chess_fault.{flag.name.lower()}") for flag in chess.Status if flag.name and flag & status
            )
            raise NotationError(message("notation.not_playable", text=fen, faults=faults))
        if not can_have_arisen(board):
            fault = Message("chess_fault.impossible_check")
            raise NotationError(message("notation.not_playable", text=fen, faults=(fault,)))
        return cls(board)

    @classmethod
    def from_record(cls, fen: str, *, chess960: bool = False) -> ChessPosition:
        """The position that `fen` describes, though no game could reach it; raises `NotationError`."""
        try:
            return cls(chess.Board(fen, chess960=chess960))
        except ValueError as error:
            raise NotationError(message("notation.chess_position", text=fen)) from error

    @classmethod
    def of_board(
        cls, shown: str, turn: Side, before: ChessPosition | None, *, chess960: bool = False
    ) -> ChessPosition | None:
        """The position in which the pieces stand so, be it one that no game can reach; None where it cannot be told.

        The moves without a capture or a pawn's move are counted on from `before` (FIDE 9.3).
        """
        board = chess.Board(None, chess960=chess960)
        for square, cell in enumerate(_CELLS):
            if shown[cell] == ".":
                continue
            if shown[cell] not in _PIECES:
                return None
            board.set_piece_at(square, chess.Piece.from_symbol(shown[cell]))
        if not board.occupied:
            return None
        board.turn = turn is Side.WHITE
        corners = chess.BB_EMPTY if chess960 else chess.BB_CORNERS
        board.castling_rights = corners if before is None else before.chess_board.castling_rights
        board.castling_rights = board.clean_castling_rights()
        if before is not None:
            then = before.chess_board
            quiet = (then.pawns, then.occupied.bit_count()) == (board.pawns, board.occupied.bit_count())
            board.halfmove_clock = then.halfmove_clock + (then.turn != board.turn) if quiet else 0
            board.fullmove_number = then.fullmove_number + (board.turn and not then.turn)
        return cls(board)

    @property
    def is_regular(self) -> bool:
        """Whether nothing shows that no game can reach it."""
        return self.chess_board.status() == chess.STATUS_VALID

    @property
    def turn(self) -> Side:
        """The side to move."""
        return Side.WHITE if self.chess_board.turn == chess.WHITE else Side.BLACK

    @cached_property
    def _legal(self) -> tuple[Move, ...]:
        return tuple(self._move(move) for move in self._generate())

    def _generate(self) -> Iterator[chess.Move]:
        """The legal moves of the library, which takes a king that was left in check (against FIDE 1.4.1)."""
        board = self.chess_board
        return board.generate_legal_moves(to_mask=chess.BB_ALL & ~(board.kings & board.occupied_co[not board.turn]))

    def _move(self, move: chess.Move) -> Move:
        board, start, end = self.chess_board, move.from_square, move.to_square
        taken: tuple[int, ...] = ()
        if end == board.ep_square and board.is_en_passant(move):
            taken = (_CELLS[chess.square(chess.square_file(end), chess.square_rank(start))],)
        elif board.occupied_co[not board.turn] & chess.BB_SQUARES[end]:
            taken = (_CELLS[end],)
        elif board.kings & chess.BB_SQUARES[start] and board.is_castling(move):
            # Chess960 writes the king onto the rook; it ends on the c or g file all the same.
            side = 6 if board.is_kingside_castling(move) else 2
            end = chess.square(side, chess.square_rank(start))
        return Move(move.uci(), (_CELLS[start], _CELLS[end]), taken)

    def moves(self) -> Sequence[Move]:
        """All legal moves; a promotion is four."""
        return self._legal

    def routes(self, move: Move) -> Sequence[Move]:
        """A chess move has one route."""
        return (move,)

    def play(self, move: Move) -> ChessPosition:
        """The position after a move that `moves` or `read` gave for this one."""
        board = self.chess_board.copy(stack=False)
        board.push(chess.Move.from_uci(move.text))
        return ChessPosition(board, self._moved_board(move))

    def board_after(self, move: Move) -> str:
        """The board after a move, without working out the position."""
        return self._moved_board(move) or self.play(move).board()

    def _moved_board(self, move: Move) -> str:
        start, end = move.path
        cells = list(self.board())
        piece = cells[start]
        if piece in "Kk" and self.chess_board.is_castling(chess.Move.from_uci(move.text)):
            return ""  # two pieces move: let the board say
        for cell in (start, *move.taken):
            cells[cell] = "."
        promoted = move.text[4:]
        cells[end] = piece if not promoted else promoted.upper() if piece.isupper() else promoted
        return "".join(cells)

    def stages(self, move: Move) -> Sequence[str]:
        """As in every game, and the ways in which king and rook may be carried when castling (FIDE 3.8.2)."""
        stages = dict.fromkeys(super().stages(move))
        if self.chess_board.is_castling(chess.Move.from_uci(move.text)):
            before, after = self.board(), self.play(move).board()
            king, rook = before[move.path[0]], before[move.path[0]].translate(str.maketrans("Kk", "Rr"))
            changed = [cell for cell, (a, b) in enumerate(zip(before, after, strict=True)) if a != b]
            bare = [letter if cell not in changed else "." for cell, letter in enumerate(before)]
            rook_from = next(cell for cell in changed if before[cell] == rook)
            rook_to = next(cell for cell in changed if after[cell] == rook)
            for king_at in (move.path[0], None, move.path[1]):
                for rook_at in (rook_from, None, rook_to):
                    now = bare.copy()
                    for letter, cell in ((king, king_at), (rook, rook_at)):
                        if cell is not None:
                            now[cell] = letter
                    stages["".join(now)] = None
            stages.pop(before, None)
            stages.pop(after, None)
        return tuple(stages)

    def read(self, text: str) -> Move:
        """The legal move that `text` means, in the notation of players or as `e2e4`; raises a `GameError`."""
        plain = text.strip().rstrip("!?")
        if _UCI.fullmatch(plain) and plain[:2] != plain[2:4]:
            return self._move(self._check(self._castling(chess.Move.from_uci(plain))))
        try:
            plain = _plain(plain)
            move = self.chess_board.parse_san(plain)
        except chess.AmbiguousMoveError as error:
            raise AmbiguousMove(text, self._choices(plain)) from error
        except chess.IllegalMoveError as error:
            raise IllegalMove(PlayRule.PIECE_MOVES, message("illegal.impossible", move=plain)) from error
        except ValueError as error:
            raise NotationError(message("notation.chess_move", text=text)) from error
        if not move:
            raise NotationError(message("notation.no_pass", text=text))
        return self._move(self._check(move))

    def _choices(self, text: str) -> list[str]:
        """The legal moves of the same kind of piece to the same square."""
        target = re.findall(r"[a-h][1-8]", text)[-1]
        piece = text[0] if text[0] in "NBRQK" else ""
        moves = (move for move in self.chess_board.legal_moves if chess.square_name(move.to_square) == target)
        return [san for san in map(self.chess_board.san, moves) if san.startswith(piece)]

    def _castling(self, move: chess.Move) -> chess.Move:
        """The move as this board writes it, where it castles: the king two squares on, or onto the rook."""
        try:
            return self.chess_board.parse_uci(move.uci())
        except ValueError:
            return move

    def _check(self, move: chess.Move) -> chess.Move:
        """The move if it is legal; otherwise says what it breaks."""
        if self.chess_board.kings & chess.BB_SQUARES[move.to_square] and not self.chess_board.is_castling(move):
            raise IllegalMove(PlayRule.PIECE_MOVES, message("illegal.impossible", move=move.uci()))
        if self.chess_board.is_legal(move):
            return move
        start = chess.square_name(move.from_square)
        piece = self.chess_board.piece_at(move.from_square)
        if piece is None:
            raise IllegalMove(PlayRule.PIECE_MOVES, message("illegal.empty", square=start))
        if piece.color != self.chess_board.turn:
            raise IllegalMove(PlayRule.PIECE_MOVES, message("illegal.other_side", square=start))
        if self.chess_board.is_pseudo_legal(move):
            raise IllegalMove(PlayRule.OWN_CHECK, message("illegal.own_check"))
        raise IllegalMove(PlayRule.PIECE_MOVES, message("illegal.impossible", move=move.uci()))

    def move_cost(self, move: Move) -> int:
        """The cost of such a move: people seldom give away what one exchange shows to be lost."""
        return self._remembered(_MOVE_COSTS, move_cost, move)

    def choice_costs(self, moves: Sequence[Move]) -> Sequence[int]:
        """The costs of a few moves against the best of them, for people who look two moves ahead."""
        outlooks = [self._remembered(_OUTLOOKS, outlook, move) for move in moves]
        return choice_costs([chess.Move.from_uci(move.text) for move in moves], outlooks)

    def _remembered(
        self, known: dict[tuple[_Key, str], int], work_out: Callable[[chess.Board, chess.Move], int], move: Move
    ) -> int:
        asked = (self.key, move.text)
        answer = known.get(asked)
        if answer is None:
            if len(known) >= _REMEMBERED:
                known.clear()
            answer = known[asked] = work_out(self.chess_board, chess.Move.from_uci(move.text))
        return answer

    def write(self, move: Move) -> str:
        """The notation of players (FIDE appendix C)."""
        return self.chess_board.san(chess.Move.from_uci(move.text))

    def board(self) -> str:
        """The letter of what stands on each cell."""
        return self._board

    @cached_property
    def _board(self) -> str:
        if self.known_board:
            return self.known_board
        cells = ["."] * 64
        for square, piece in self.chess_board.piece_map().items():
            cells[_CELLS[square]] = piece.symbol()
        return "".join(cells)

    def fen(self) -> str:
        """The position as text."""
        return self.chess_board.fen()

    def outcome(self) -> Outcome | None:
        """Mate, stalemate, or a position in which nobody can win."""
        board = self.chess_board
        if any((board.kings & board.occupied_co[side]).bit_count() != 1 for side in chess.COLORS):
            return None  # the rules say nothing of a game without a king, or with two
        if next(self._generate(), None) is None:
            if board.is_check():
                return Outcome(Result.win_for(self.turn.other), Reason.CHECKMATE, PlayRule.CHECKMATE)
            return Outcome(Result.DRAW, Reason.STALEMATE, PlayRule.STALEMATE)
        if board.is_insufficient_material():
            return Outcome(Result.DRAW, Reason.DEAD_POSITION, PlayRule.DEAD_POSITION)
        return None

    def can_never_win(self, side: Side) -> bool:
        """Whether no line of legal moves leads to a mate by the side."""
        return can_never_mate(self.chess_board, side is Side.WHITE)

    @property
    def has_come_to_rest(self) -> bool:
        """Whether the last move has blocked the board for good: kings, pawns and bishops, and nothing to take."""
        board = self.chess_board
        if board.halfmove_clock or board.occupied & ~(board.kings | board.pawns | board.bishops):
            return False
        if any(move.taken or board.pawns & chess.BB_SQUARES[_CELLS[move.path[0]]] for move in self.moves()):
            return False
        return all(can_never_mate(board, side) for side in chess.COLORS)

    @property
    def is_unresolved(self) -> bool:
        """Whether both kings are in check, or a pawn stands on its last rank (FIDE A.5.4)."""
        board = self.chess_board
        last = (chess.BB_RANK_8 & board.occupied_co[chess.WHITE]) | (chess.BB_RANK_1 & board.occupied_co[chess.BLACK])
        if board.pawns & last:
            return True
        kings = [(side, board.king(side)) for side in chess.COLORS]
        return all(king is not None and board.is_attacked_by(not side, king) for side, king in kings)

    def left_unpromoted(self, shown: str) -> Move | None:
        """The promotion to a queen that was left undone: the pawn stands on its last rank (FIDE 7.5.2)."""
        for move in self.moves():
            if move.text.endswith("q"):
                after, end = self.board_after(move), move.path[-1]
                if shown == f"{after[:end]}{self.board()[move.path[0]]}{after[end + 1 :]}":
                    return move
        return None

    def cannot_win(self, side: Side) -> bool:
        """Whether the side lacks the pieces to mate by any moves (FIDE 6.9)."""
        return self.chess_board.has_insufficient_material(side is Side.WHITE)

    def count_leaves(self, depth: int) -> int:
        """The number of move sequences of that length from here."""
        return _leaves(self.chess_board.copy(stack=False), depth)


def _plain(text: str) -> str:
    """The move without what some write besides: `e8(Q)`, `Nf3:e5`, `0-0`, `Pe4`, `exd6e.p.`, `Qh7mate`, `Ke2!?`."""
    plain = text.strip().replace("–", "-").replace(":", "x")
    plain = re.sub(r"(\s*e\.?p\.?)?(\+{1,2}|#|ch|mate|\s)*[!?]*$", "", plain)
    plain = re.sub(r"^P(?=[a-h])", "", plain)
    plain = re.sub(r"(?<=[18])[/(=]?([QRBNqrbn])\)?$", lambda match: "=" + match[1].upper(), plain)
    if re.fullmatch(r"[oO0]-[oO0](-[oO0])?", plain):
        plain = plain.upper().replace("0", "O")
    return plain


def _leaves(board: chess.Board, depth: int) -> int:
    if depth <= 1:
        return board.legal_moves.count() if depth == 1 else 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += _leaves(board, depth - 1)
        board.pop()
    return total
