"""All moves of a position: captures from `captures.py`, moves without capture, and the tree of both."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from gateway.games.game import Move

from .captures import Captures, Chain, bit_numbers
from .variant import Variant

__all__ = ["Generator", "find_generator"]


class Generator(Captures):
    """The moves of one variant."""

    def __init__(self, variant: Variant) -> None:
        super().__init__(variant)
        self._single_jumps: dict[tuple[int, Chain], Move] = {}
        """Captures of one piece; like moves without capture they are made once, there are only some hundreds."""
        self._king_moves: list[dict[int, Move]] = [
            {1 << end: self._quiet_move(start, end) for ray, _ in rays for end in bit_numbers(ray)}
            for start, rays in enumerate(self.geometry.rays)
        ]
        """By the start, and the bit that the move ends on."""
        self._man_moves = tuple(
            tuple(
                {1 << end: self._king_moves[start][1 << end] for start, end in self._forward(shift, white)}
                for shift in (self._near, self._far)
            )
            for white in (False, True)
        )
        """By whether White moves, by the two shifts, and by the bit that the move ends on."""

    def _forward(self, shift: int, white: bool) -> list[tuple[int, int]]:
        """Every single step of that shift towards the far side: (start, end)."""
        pairs = ((start, start - shift if white else start + shift) for start in self.geometry.squares)
        return [(start, end) for start, end in pairs if end in self.geometry.cell_of]

    def crown(self, white: bool) -> int:
        """The row where the mover's men become kings."""
        return self.geometry.top_row if white else self.geometry.bottom_row

    # -- quiet moves -------------------------------------------------------------------------------------------------

    def slides(self, at: int, occupied: int) -> int:
        """The squares a king reaches without capturing."""
        return self._view(at, occupied & self._lines[at])[0]

    def quiet(self, own: int, foe: int, kings: int, white: bool) -> list[Move]:
        """The moves without capture; legal only when nothing can be captured."""
        free = self._board ^ own ^ foe
        men = own & ~kings
        table = self._man_moves[white]
        found: list[Move] = []
        for shift, moves in ((self._near, table[0]), (self._far, table[1])):
            ends = (men >> shift if white else men << shift) & free
            while ends:
                end = ends & -ends
                ends ^= end
                found.append(moves[end])
        left = own & kings
        occupied = own | foe
        while left:
            start = left & -left
            left ^= start
            at = start.bit_length() - 1
            moves = self._king_moves[at]
            ends = self._view(at, occupied & self._lines[at])[0]
            while ends:
                end = ends & -ends
                ends ^= end
                found.append(moves[end])
        return found

    # -- moves as values ---------------------------------------------------------------------------------------------

    def _quiet_move(self, start: int, end: int) -> Move:
        names, cells = self.geometry.names, self.geometry.cell_of
        return Move(f"{names[start]}-{names[end]}", (cells[start], cells[end]))

    def jump_move(self, start: int, end: Chain) -> Move:
        """The capture of one piece."""
        key = (start, end)
        move = self._single_jumps.get(key)
        if move is None:
            move = self._single_jumps[key] = self.capture_move([(start, 0, end[2]), end])
        return move

    def capture_move(self, way: Sequence[Chain]) -> Move:
        """The capture that goes through these chains, the first of them being the piece at rest."""
        names, cells = self.geometry.names, self.geometry.cell_of
        squares = [at for at, _, _ in way]
        victims = [cells[(now[1] ^ before[1]).bit_length() - 1] for before, now in pairwise(way)]
        text = self.variant.capture_sign.join([names[at] for at in squares])
        return Move(text, tuple([cells[at] for at in squares]), tuple(victims))

    # -- the tree ----------------------------------------------------------------------------------------------------

    def count(self, own: int, foe: int, kings: int, white: bool) -> int:
        """The number of legal moves, without making them."""
        if jumpers := self.jumpers(own, foe, kings, white):
            return sum([len(ends) for _, ends in self.captures(own, foe, kings, white, jumpers, {})[1]])
        free = self._board ^ own ^ foe
        men = own & ~kings
        if white:
            total = (men >> self._near & free).bit_count() + (men >> self._far & free).bit_count()
        else:
            total = (men << self._near & free).bit_count() + (men << self._far & free).bit_count()
        left = own & kings
        while left:
            start = left & -left
            left ^= start
            total += self.slides(start.bit_length() - 1, own | foe).bit_count()
        return total

    def children(self, own: int, foe: int, kings: int, white: bool) -> list[tuple[int, int, int]]:
        """The positions after each legal move, seen from the other side: (own, foe, kings)."""
        crown = self.crown(white)
        found: list[tuple[int, int, int]] = []
        if jumpers := self.jumpers(own, foe, kings, white):
            for at, chains in self.captures(own, foe, kings, white, jumpers, {})[1]:
                rest = own ^ (1 << at)
                others = kings & ~(1 << at)
                for last, taken, king in chains:
                    bit = 1 << last
                    now = others & ~taken
                    if king or bit & crown:
                        now |= bit
                    found.append((foe ^ taken, rest | bit, now))
            return found
        free = self._board ^ own ^ foe
        men = own & ~kings
        for shift in (self._near, self._far):
            ends = (men >> shift if white else men << shift) & free
            while ends:
                end = ends & -ends
                ends ^= end
                step = end << shift if white else end >> shift
                found.append((foe, own ^ step | end, kings | end & crown))
        left = own & kings
        while left:
            start = left & -left
            left ^= start
            ends = self.slides(start.bit_length() - 1, own | foe)
            while ends:
                end = ends & -ends
                ends ^= end
                found.append((foe, own ^ start | end, kings ^ start | end))
        return found

    def leaves(self, own: int, foe: int, kings: int, white: bool, depth: int) -> int:
        """The number of move sequences of length `depth`."""
        if depth <= 1:
            return self.count(own, foe, kings, white) if depth == 1 else 1
        children = self.children(own, foe, kings, white)
        if depth == 2:
            count = self.count
            return sum([count(a, b, c, not white) for a, b, c in children])
        return sum([self.leaves(a, b, c, not white, depth - 1) for a, b, c in children])


@cache
def find_generator(variant: Variant) -> Generator:
    """The one generator of a variant."""
    return Generator(variant)
