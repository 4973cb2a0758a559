"""Captures in draughts, computed on bare integers.

A position is three bit sets and a flag: the mover's pieces, the opponent's pieces, the kings of both, and whether the
mover is White (who goes up the board, towards lower bits). Nothing here makes objects, so that perft is fast.

    jumpers     which pieces can take something
    ends        how the captures of one piece can end, followed jump by jump
    captures    which of them are legal
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from .geometry import Geometry
from .variant import CaptureChoice, Promotion, Variant

__all__ = ["Captures", "Chain", "Jumps", "Level", "bit_numbers"]

Chain = tuple[int, int, bool]
"""A capture on its way: the bit number it stands on, the pieces jumped so far, whether it is a king now."""

Level = dict[Chain, Chain]
"""The chains of one length, each with the one it was reached from, by the first way found."""

Jumps = Sequence[tuple[int, tuple[int, ...]]]
"""Single jumps: the piece jumped, and the bit numbers where the jumper may land."""

View = tuple[int, Jumps, int]
"""View of a king: the squares it reaches, for each piece it could jump where it would land, and all those pieces."""

_MAN, _KING = 100, 151
"""The worth of captured pieces where that counts."""

_VIEWS = 16_384
"""Views remembered for each variant, some megabytes; a game needs some hundreds."""


class Captures:
    """The captures of one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.geometry = geometry = Geometry(variant.size, variant.naming, orthogonal=variant.orthogonal_captures)
        self._board = geometry.board
        self._near, self._far = geometry.near, geometry.far
        rows = zip(geometry.rays, geometry.straights, strict=True)
        self._lines = [sum(ray for ray, _ in (*rays, *straights)) for rays, straights in rows]
        self._view = lru_cache(maxsize=_VIEWS)(self._look)
        self._backwards = variant.men_capture_backwards
        self._man_leaps = (
            (geometry.leaps, geometry.leaps) if self._backwards else (geometry.leaps_down, geometry.leaps_up)
        )
        """By whether White moves."""
        self._beside = tuple([sum(passed for passed, _, _ in leaps) for leaps in table] for table in self._man_leaps)
        """The squares that a man could jump over, by whether White moves."""
        self._flying = variant.flying_kings
        self.passing = variant.promotion is Promotion.IN_PASSING
        """Whether a man is crowned in the middle of a capture."""
        self._crowns_on_the_way = (geometry.bottom_row, geometry.top_row) if self.passing else (0, 0)
        self._most = variant.choice is CaptureChoice.MOST
        self._free = variant.choice is CaptureChoice.FREE
        self._straight = variant.orthogonal_captures

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
        occupied = own | foe
        if self._straight:
            for at in bit_numbers(men & ~found):
                if self.jumps(at, False, white, occupied, foe):
                    found |= 1 << at
        left = own & kings
        while left:
            bit = left & -left
            left ^= bit
            at = bit.bit_length() - 1
            if self._view(at, occupied & self._lines[at])[2] & foe:
                found |= bit
        return found

    def _look(self, at: int, blockers: int) -> View:
        """The view of a king from a square with these pieces on its lines. Asked through `_view`, which remembers.

        Kings of the same square see the same again and again, above all in the middle of a capture, when nothing is
        lifted (FMJD 4.11).
        """
        reach = 0
        jumps: list[tuple[int, tuple[int, ...]]] = []
        for ray, rising in self.geometry.rays[at]:
            free, victim, lands = _look_along(ray, blockers, rising)
            if not self._flying:
                nearest = ray & -ray if rising else 1 << (ray.bit_length() - 1)
                free &= nearest
                lands = lands[:1] if victim == nearest else ()
            reach |= free
            if lands:
                jumps.append((victim, lands))
        for ray, rising in self.geometry.straights[at]:
            _, victim, lands = _look_along(ray, blockers, rising)
            if lands:
                jumps.append((victim, lands))
        return reach, tuple(jumps), sum([victim for victim, _ in jumps])

    def jumps(self, at: int, king: bool, white: bool, occupied: int, targets: int) -> Jumps:
        """The single jumps from a square: the piece jumped, and the bit numbers where the jumper may land.

        `occupied` holds the pieces already jumped (they stand until the end, FMJD 4.11) but not the jumper's first
        square; `targets` does not hold them (none is jumped twice, FMJD 4.8).
        """
        if king:
            return [jump for jump in self._view(at, occupied & self._lines[at])[1] if jump[0] & targets]
        return [
            (passed, (land,))
            for passed, land, land_bit in self._man_leaps[white][at]
            if passed & targets and not land_bit & occupied
        ]

    def steps(self, chain: Chain, white: bool, occupied: int, foe: int) -> list[Chain]:
        """The chains that are one jump longer."""
        longer: Level = {}
        self._extend(chain, white, occupied, foe, longer)
        return list(longer)

    def _extend(self, chain: Chain, white: bool, occupied: int, foe: int, longer: Level) -> bool:
        """Add the chains that are one jump longer, if they are not there; whether there are any."""
        at, taken, king = chain
        left = foe & ~taken
        if king:
            return self._extend_king(chain, left, occupied, longer)
        if not self._beside[white][at] & left:
            return False
        goes_on = False
        crown = self._crowns_on_the_way[white]
        for passed, land, land_bit in self._man_leaps[white][at]:
            if passed & left and not land_bit & occupied:
                goes_on = True
                step = (land, taken | passed, bool(land_bit & crown))
                if step not in longer:
                    longer[step] = chain
        return goes_on

    def _extend_king(self, chain: Chain, left: int, occupied: int, longer: Level) -> bool:
        """The same for a king; `left` are the pieces that may still be jumped."""
        at, taken, _ = chain
        view, lines = self._view, self._lines
        _, jumps, victims = view(at, occupied & lines[at])
        if not victims & left:
            return False
        for victim, lands in jumps:
            if not victim & left:
                continue
            now = taken | victim
            landings: Sequence[int] = lands
            if self._free and len(lands) > 1:
                # A king must land where it can go on, if there is such a square.
                rest = left ^ victim
                landings = [land for land in lands if view(land, occupied & lines[land])[2] & rest] or lands
            for land in landings:
                step = (land, now, True)
                if step not in longer:
                    longer[step] = chain
        return True

    def ends(
        self, start: int, own: int, foe: int, kings: int, white: bool, levels: list[Level]
    ) -> tuple[int, list[Chain]]:
        """The finished captures of a piece that can jump, and what the best of them takes, in pieces or by value.

        Chains that have jumped the same pieces and stand on the same square go on in the same ways, so each is
        followed once, whatever the number of routes to it. Where the best must be taken only those are returned.
        `levels` takes the chains of one jump, of two, and so on.
        """
        occupied = (own | foe) ^ (1 << start)
        extend = self._extend
        level: Level = {}
        extend((start, 0, bool(kings >> start & 1)), white, occupied, foe, level)
        finished: list[Chain] = []
        while level:
            levels.append(level)
            longer: Level = {}
            for chain in level:
                if not extend(chain, white, occupied, foe, longer):
                    finished.append(chain)  # noqa: PERF401 - a list of its own would cost more
            level = longer
        if self._most:
            return len(levels), list(levels[-1])
        if self._free:
            return len(levels), finished
        worth = max(_worth(taken, kings) for _, taken, _ in finished)
        return worth, [chain for chain in finished if _worth(chain[1], kings) == worth]

    def captures(
        self, own: int, foe: int, kings: int, white: bool, jumpers: int, ways: dict[int, list[Level]]
    ) -> tuple[int, list[tuple[int, list[Chain]]]]:
        """Every legal capture of the `jumpers` as (start, ends), and what the best takes, in pieces or by value.

        `ways` takes for each start how its chains were reached.
        """
        left = jumpers
        found: list[tuple[int, list[Chain]]] = []
        most = 0
        while left:
            bit = left & -left
            left ^= bit
            start = bit.bit_length() - 1
            levels: list[Level] = []
            length, ends = self.ends(start, own, foe, kings, white, levels)
            ways[start] = levels
            if length > most:
                most = length
                if not self._free:
                    found.clear()
            if length == most or self._free:
                found.append((start, ends))
        if not (self._most or self._free):
            found = [(start, ends) for start, ends in found if kings >> start & 1] or found
        return most, found


def _look_along(ray: int, blockers: int, rising: bool) -> tuple[int, int, tuple[int, ...]]:
    """Along one line: the free squares before the first piece, that piece, and the free squares behind it in order."""
    standing = ray & blockers
    if not standing:
        return ray, 0, ()
    lands: list[int] = []
    if rising:
        first = standing & -standing
        behind = ray & -(first << 1)
        if standing := standing ^ first:
            behind &= (standing & -standing) - 1
        while behind:
            bit = behind & -behind
            behind ^= bit
            lands.append(bit.bit_length() - 1)
        return ray & (first - 1), first, tuple(lands)
    first = 1 << (standing.bit_length() - 1)
    behind = ray & (first - 1)
    if standing := standing ^ first:
        behind &= -(1 << standing.bit_length())
    while behind:
        land = behind.bit_length() - 1
        behind ^= 1 << land
        lands.append(land)
    return ray & -(first << 1), first, tuple(lands)


def _worth(taken: int, kings: int) -> int:
    """The value of captured pieces: two kings are more than three men, three kings less than five."""
    return taken.bit_count() * _MAN + (taken & kings).bit_count() * (_KING - _MAN)


def bit_numbers(bits: int) -> list[int]:
    """The numbers of the bits that are set, rising."""
    return [bit for bit in range(bits.bit_length()) if bits >> bit & 1]
