"""All moves of a position, on bare integers.

A position is three bit sets and a flag: the mover's pieces, the opponent's pieces, the kings of both, and whether the
mover is White (who goes up the board, towards lower bits). Nothing here makes objects, so that perft is fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from gateway.games.game import Move

from .geometry import Geometry
from .variant import Choice, Promotion, Variant

__all__ = ["Chain", "Generator", "Parents", "find_generator"]

Chain = tuple[int, int, bool]
"""A capture on its way: the bit number it stands on, the pieces jumped so far, whether it is a king now."""

Parents = dict[Chain, Chain]
"""How each chain was reached; the first way found."""


class Generator:
    """The moves of one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.geometry = geometry = Geometry(variant.size, variant.naming)
        self._board = geometry.board
        self._near, self._far = geometry.near, geometry.far
        self._rays = geometry.rays
        self._leaps = geometry.leaps
        self._backwards = variant.men_capture_backwards
        self._man_leaps = (
            (geometry.leaps, geometry.leaps) if self._backwards else (geometry.leaps_down, geometry.leaps_up)
        )
        """By whether White moves."""
        self._flying = variant.flying_kings
        self.passing = variant.promotion is Promotion.IN_PASSING
        """Whether a man is crowned in the middle of a capture."""
        self._most = variant.choice is Choice.MOST
        self._quiet_moves: dict[tuple[int, int], Move] = {}

    def crown(self, white: bool) -> int:
        """The row where the mover's men become kings."""
        return self.geometry.top_row if white else self.geometry.bottom_row

    # -- captures ----------------------------------------------------------------------------------------------------

    def jumpers(self, own: int, foe: int, kings: int, white: bool) -> int:
        """The pieces that can capture something."""
        near, far = self._near, self._far
        free = self._board ^ own ^ foe
        men = own & ~kings
        found = 0
        if white or self._backwards:
            found = ((free << near) & foe) << near | ((free << far) & foe) << far
        if self._backwards or not white:
            found |= ((free >> near) & foe) >> near | ((free >> far) & foe) >> far
        found &= men
        left = own & kings
        if left:
            occupied = own | foe
            while left:
                bit = left & -left
                left ^= bit
                if self._king_can_jump(bit.bit_length() - 1, occupied, foe):
                    found |= bit
        return found

    def _king_can_jump(self, at: int, occupied: int, targets: int) -> bool:
        if not self._flying:
            return any(passed & targets and not land_bit & occupied for passed, _, land_bit in self._leaps[at])
        for ray, rising in self._rays[at]:
            blockers = ray & occupied
            if not blockers:
                continue
            # The first piece on the line must be a target, the square behind it on the line and empty.
            if rising:
                first = blockers & -blockers
                if first & targets:
                    beyond = ray & -(first << 1)
                    if beyond and not (beyond & -beyond) & occupied:
                        return True
            else:
                first = 1 << (blockers.bit_length() - 1)
                if first & targets:
                    beyond = ray & (first - 1)
                    if beyond and not (1 << (beyond.bit_length() - 1)) & occupied:
                        return True
        return False

    def jumps(self, at: int, king: bool, white: bool, occupied: int, targets: int) -> list[tuple[int, list[int]]]:
        """The single jumps from a square: the piece jumped, and the bit numbers where the jumper may land.

        `occupied` holds the pieces already jumped (they stand until the end, FMJD 4.11) but not the jumper's first
        square; `targets` does not hold them (none is jumped twice, FMJD 4.8).
        """
        found: list[tuple[int, list[int]]] = []
        if not (king and self._flying):
            for passed, land, land_bit in (self._leaps if king else self._man_leaps[white])[at]:
                if passed & targets and not land_bit & occupied:
                    found.append((passed, [land]))
            return found
        for ray, rising in self._rays[at]:
            blockers = ray & occupied
            if not blockers:
                continue
            if rising:
                first = blockers & -blockers
                if not first & targets:
                    continue
                landings = ray & -(first << 1)
                blockers ^= first
                if blockers:
                    landings &= (blockers & -blockers) - 1
                lands = []
                while landings:
                    bit = landings & -landings
                    landings ^= bit
                    lands.append(bit.bit_length() - 1)
            else:
                first = 1 << (blockers.bit_length() - 1)
                if not first & targets:
                    continue
                landings = ray & (first - 1)
                blockers ^= first
                if blockers:
                    landings &= -(1 << blockers.bit_length())
                lands = []
                while landings:
                    land = landings.bit_length() - 1
                    landings ^= 1 << land
                    lands.append(land)
            if lands:
                found.append((first, lands))
        return found

    def steps(self, chain: Chain, white: bool, occupied: int, foe: int) -> list[Chain]:
        """The chains that are one jump longer."""
        at, taken, king = chain
        found: list[Chain] = []
        crown = 0
        if self.passing and not king:
            crown = self.crown(white)
        for victim, lands in self.jumps(at, king, white, occupied, foe & ~taken):
            now = taken | victim
            landings = lands
            if not self._most and len(lands) > 1:
                # Free choice: a king must land where it can go on, if there is such a square.
                left = foe & ~now
                landings = [land for land in lands if self._king_can_jump(land, occupied, left)] or lands
            found.extend([(land, now, king or bool(crown >> land & 1)) for land in landings])
        return found

    def ends(
        self, start: int, own: int, foe: int, kings: int, white: bool, parents: Parents | None = None
    ) -> tuple[int, list[Chain]]:
        """The finished captures of one piece and the number of pieces that the longest of them takes.

        Chains that have jumped the same pieces and stand on the same square go on in the same ways, so each is
        followed once, whatever the number of routes to it. Under the rule of most only the longest are returned.
        """
        occupied = (own | foe) ^ (1 << start)
        king = bool(kings >> start & 1)
        level: list[Chain] = [(start, 0, king)]
        finished: list[Chain] = []
        plain = not king and not self.passing
        leaps = self._man_leaps[white]
        length = 0
        while True:
            longer: dict[Chain, Chain] = {}
            for chain in level:
                if plain:
                    # The most frequent case by far: a man that stays a man.
                    at, taken, _ = chain
                    steps = [
                        (land, taken | passed, False)
                        for passed, land, land_bit in leaps[at]
                        if passed & foe and not passed & taken and not land_bit & occupied
                    ]
                else:
                    steps = self.steps(chain, white, occupied, foe)
                if not steps:
                    finished.append(chain)
                for step in steps:
                    if step not in longer:
                        longer[step] = chain
            if not longer:
                return length, level if self._most else finished
            if parents is not None:
                parents.update(longer)
            level = list(longer)
            length += 1

    def captures(
        self, own: int, foe: int, kings: int, white: bool, ways: dict[int, Parents] | None = None
    ) -> tuple[int, list[tuple[int, list[Chain]]]]:
        """Every legal capture as (start, ends), and how many pieces the longest takes; empty if there is none.

        `ways` is filled with how the chains of each start were reached.
        """
        left = self.jumpers(own, foe, kings, white)
        found: list[tuple[int, list[Chain]]] = []
        most = 0
        while left:
            bit = left & -left
            left ^= bit
            start = bit.bit_length() - 1
            parents: Parents | None = None
            if ways is not None:
                parents = ways[start] = {}
            length, ends = self.ends(start, own, foe, kings, white, parents)
            if length > most:
                most = length
                if self._most:
                    found.clear()
            if length == most or not self._most:
                found.append((start, ends))
        return most, found

    # -- quiet moves -------------------------------------------------------------------------------------------------

    def slides(self, at: int, occupied: int) -> int:
        """The squares a king reaches without capturing."""
        if not self._flying:
            bit = 1 << at
            near, far = self._near, self._far
            return (bit << near | bit << far | bit >> near | bit >> far) & self._board & ~occupied
        reach = 0
        for ray, rising in self._rays[at]:
            blockers = ray & occupied
            if not blockers:
                reach |= ray
            elif rising:
                reach |= ray & ((blockers & -blockers) - 1)
            else:
                reach |= ray & -(1 << blockers.bit_length())
        return reach

    def quiet(self, own: int, foe: int, kings: int, white: bool) -> list[tuple[int, int]]:
        """The moves without capture, as bits (start, end); legal only when nothing can be captured."""
        free = self._board ^ own ^ foe
        men = own & ~kings
        found: list[tuple[int, int]] = []
        for shift in (self._near, self._far):
            ends = (men >> shift if white else men << shift) & free
            while ends:
                end = ends & -ends
                ends ^= end
                found.append((end << shift if white else end >> shift, end))
        left = own & kings
        occupied = own | foe
        while left:
            start = left & -left
            left ^= start
            ends = self.slides(start.bit_length() - 1, occupied)
            while ends:
                end = ends & -ends
                ends ^= end
                found.append((start, end))
        return found

    # -- moves as values ---------------------------------------------------------------------------------------------

    def quiet_move(self, start_bit: int, end_bit: int) -> Move:
        """The move from one bit to another; made once and kept, there are only some hundreds."""
        key = (start_bit, end_bit)
        move = self._quiet_moves.get(key)
        if move is None:
            start, end = start_bit.bit_length() - 1, end_bit.bit_length() - 1
            geometry = self.geometry
            text = f"{geometry.names[start]}-{geometry.names[end]}"
            move = self._quiet_moves[key] = Move(text, (geometry.cell_of[start], geometry.cell_of[end]))
        return move

    def capture_move(self, way: Sequence[Chain]) -> Move:
        """The capture that goes through these chains, the first of them being the piece at rest."""
        names, cells = self.geometry.names, self.geometry.cell_of
        taken = tuple(cells[(now[1] ^ before[1]).bit_length() - 1] for before, now in pairwise(way))
        text = self.variant.capture_sign.join([names[at] for at, _, _ in way])
        return Move(text, tuple([cells[at] for at, _, _ in way]), taken)

    # -- the tree ----------------------------------------------------------------------------------------------------

    def count(self, own: int, foe: int, kings: int, white: bool) -> int:
        """The number of legal moves, without making them."""
        if self.jumpers(own, foe, kings, white):
            return sum([len(ends) for _, ends in self.captures(own, foe, kings, white)[1]])
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
        if self.jumpers(own, foe, kings, white):
            for at, chains in self.captures(own, foe, kings, white)[1]:
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
