"""A draughts position as the value that `gateway.games.game` asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gateway.games.game import Move, Position
from gateway.model.errors import AmbiguousMove, IllegalMove
from gateway.model.messages import message
from gateway.model.play_rules import PlayRule
from gateway.model.results import Outcome, Reason, Result
from gateway.model.sides import Side

from .captures import Chain, Level
from .fen import format_fen, parse_fen
from .generator import Generator
from .geometry import Naming
from .move_notation import Written, parse_move, parse_short
from .refusal import refuse
from .variant import CaptureChoice

__all__ = ["DraughtsPosition"]

_WHITE = Side.WHITE
"""Looking a member up in its class costs more than a whole step of the generator."""
_LETTERS = str.maketrans("012456", ".Mm.Dd")


@dataclass(frozen=True)
class DraughtsPosition(Position):
    """A position: the side to move and the squares of White, Black and the kings, as bits of the geometry."""

    generator: Generator
    side: Side
    white: int
    black: int
    kings: int

    alike = str.maketrans("Dd", "Mm")

    @classmethod
    def from_fen(cls, generator: Generator, fen: str, *, regular: bool = True) -> DraughtsPosition:
        """The position that `fen` describes; raises `NotationError`."""
        return cls(generator, *parse_fen(fen, generator.geometry, regular=regular))

    @property
    def turn(self) -> Side:
        """The side to move."""
        return self.side

    @property
    def bare(self) -> tuple[int, int, int, bool]:
        """The position as the generator takes it: own, foe, kings, whether White moves."""
        if self.side is _WHITE:
            return self.white, self.black, self.kings, True
        return self.black, self.white, self.kings, False

    # -- moves -------------------------------------------------------------------------------------------------------

    @property
    def _legal(self) -> tuple[Move, ...]:
        """The legal moves, found once. (`cached_property` takes a lock, which costs as much as half of the rest.)"""
        found: tuple[Move, ...] | None = self.__dict__.get("_found")
        if found is None:
            found = self.__dict__["_found"] = self._find_moves()
        return found

    def _find_moves(self) -> tuple[Move, ...]:
        generator = self.generator
        own, foe, kings, white = self.bare
        jumpers = generator.jumpers(own, foe, kings, white)
        if not jumpers:
            return tuple(generator.quiet(own, foe, kings, white))
        ways: dict[int, list[Level]] = {}
        _, captures = generator.captures(own, foe, kings, white, jumpers, ways)
        return tuple([self._capture(start, end, ways) for start, ends in captures for end in ends])

    def _capture(self, start: int, end: Chain, ways: dict[int, list[Level]]) -> Move:
        if end[1].bit_count() == 1:
            return self.generator.jump_move(start, end)
        return self.generator.capture_move(_trace(end, ways[start]))

    def moves(self) -> Sequence[Move]:
        """All legal moves; routes to the same result are one move."""
        return self._legal

    def routes(self, move: Move) -> Sequence[Move]:
        """The same move by every lawful route, each with its own path."""
        if not move.taken:
            return (move,)
        first, leads = self._leads(move)
        ways: list[list[Chain]] = [[first]]
        for _ in move.taken:
            ways = [[*way, step] for way in ways for step in leads[way[-1]]]
        return tuple(self.generator.capture_move(way) for way in ways)

    def landings(self, move: Move) -> frozenset[int]:
        """The cells between start and end on which the moving piece may be set down, by whatever route."""
        if len(move.taken) < 2:
            return frozenset()
        # A tracker asks at every reading while a long capture is on its way.
        known: dict[Move, frozenset[int]] = self.__dict__.setdefault("_landings", {})
        if move not in known:
            first, leads = self._leads(move)
            cells = self.generator.geometry.cell_of
            known[move] = frozenset(cells[chain[0]] for chain, steps in leads.items() if steps and chain != first)
        return known[move]

    def _leads(self, move: Move) -> tuple[Chain, dict[Chain, list[Chain]]]:
        """The chain at rest, and for each chain the next ones on a route that ends as `move` does."""
        generator = self.generator
        own, foe, kings, white = self.bare
        bits = generator.geometry.bit_of_cell
        start, end = bits[move.path[0]], bits[move.path[-1]]
        victims = sum(1 << bits[cell] for cell in move.taken)
        occupied = (own | foe) ^ (1 << start)
        # Where the best must be taken nothing else can be jumped on the way; where the choice is free, a jump that
        # could go on elsewhere limits where a king may land.
        targets = foe if generator.variant.choice is CaptureChoice.FREE else victims
        leads: dict[Chain, list[Chain]] = {}

        def ends_so(chain: Chain) -> bool:
            if chain[1] == victims:
                return chain[0] == end and not generator.steps(chain, white, occupied, targets)
            if chain not in leads:
                steps = generator.steps(chain, white, occupied, targets)
                leads[chain] = [step for step in steps if not step[1] & ~victims and ends_so(step)]
            return bool(leads[chain])

        first: Chain = (start, 0, bool(kings >> start & 1))
        ends_so(first)
        return first, leads

    def play(self, move: Move) -> DraughtsPosition:
        """The position after a move that `moves`, `routes` or `read` gave for this one."""
        own, foe, kings, white = self.bare
        bits = self.generator.geometry.bit_of_cell
        start, end = 1 << bits[move.path[0]], 1 << bits[move.path[-1]]
        own = own ^ start | end
        crown = self.generator.crown(white)
        if kings & start:
            kings = kings ^ start | end
        elif end & crown or (self.generator.passing and any(crown >> bits[cell] & 1 for cell in move.path[1:])):
            kings |= end
        for cell in move.taken:
            foe ^= 1 << bits[cell]
        kings &= own | foe
        if white:
            return DraughtsPosition(self.generator, Side.BLACK, own, foe, kings)
        return DraughtsPosition(self.generator, Side.WHITE, foe, own, kings)

    # -- text --------------------------------------------------------------------------------------------------------

    def read(self, text: str) -> Move:
        """The legal move that `text` means; raises a `GameError` that says why there is none."""
        short = parse_short(text) if self.generator.geometry.naming is Naming.LETTERS else None
        return self._read_short(text.strip(), *short) if short else self._read_full(text)

    def _read_short(self, text: str, column: str, rest: str) -> Move:
        """A move that names only the column it starts in: the one that is legal from any square of it."""
        generator = self.generator
        found: list[Move] = []
        refused = IllegalMove(PlayRule.OWN_PIECE, message("illegal.empty_column", column=column))
        for bit, name in generator.geometry.names.items():
            if name[0] == column and self.bare[0] >> bit & 1:
                try:
                    found.append(self._read_full(f"{name}{rest}"))
                except IllegalMove as error:
                    refused = error
        if len(found) > 1:
            raise AmbiguousMove(text, [move.text for move in found])
        if not found:
            raise refused
        return found[0]

    def _read_full(self, text: str) -> Move:
        written = parse_move(text, self.generator.geometry)
        cells = self.generator.geometry.cell_of
        start, end = cells[written.start], cells[written.end]
        fits = [move for move in self._legal if move.path[0] == start and move.path[-1] == end]
        if written.quiet is not None:
            fits = [move for move in fits if bool(move.taken) is not written.quiet]
        if written.middle:
            fits = [route for move in fits if (route := self._by_way_of(move, written))]
        # What is written in full names itself: c5:g1 is the capture of one piece, though c5:f8:h6:e3:g1 ends there too.
        fits = [move for move in fits if len(move.path) == len(written.squares)] or fits
        if not fits:
            raise refuse(self.generator, written, *self.bare)
        if len(fits) > 1:
            raise AmbiguousMove(written.text, [move.text for move in fits])
        return fits[0]

    def _by_way_of(self, move: Move, written: Written) -> Move | None:
        """A route of `move` that lands on the squares written, in their order."""
        generator = self.generator
        own, foe, _, white = self.bare
        bits = generator.geometry.bit_of_cell
        victims = sum(1 << bits[cell] for cell in move.taken)
        occupied = (own | foe) ^ (1 << written.start)
        middle = written.middle
        first: Chain = (written.start, 0, bool(self.kings >> written.start & 1))
        level: dict[tuple[Chain, int], list[Chain]] = {(first, 0): [first]}
        for length in range(1, len(move.taken) + 1):
            longer: dict[tuple[Chain, int], list[Chain]] = {}
            for (chain, matched), way in level.items():
                for step in generator.steps(chain, white, occupied, foe):
                    if step[1] & ~victims:
                        continue
                    last = length == len(move.taken)
                    hit = not last and matched < len(middle) and step[0] == middle[matched]
                    longer.setdefault((step, matched + hit), [*way, step])
            level = longer
        for (chain, matched), way in level.items():
            if chain[0] == written.end and matched == len(middle):
                return generator.capture_move(way)
        return None

    def write(self, move: Move) -> str:
        """The short form people write, made longer only where it would be ambiguous."""
        if not move.taken:
            return move.text
        # FMJD 8.2; squares on the way only where two captures share start and end, and then all of them, each next
        # to the piece jumped or where the piece turned, which is how the routes of `moves` go.
        rivals = [other for other in self._legal if (other.path[0], other.path[-1]) == (move.path[0], move.path[-1])]
        if len(rivals) > 1:
            return next((rival.text for rival in rivals if set(rival.taken) == set(move.taken)), move.text)
        geometry = self.generator.geometry
        first, last = (geometry.names[geometry.bit_of_cell[cell]] for cell in (move.path[0], move.path[-1]))
        return f"{first}{self.generator.variant.capture_sign}{last}"

    def board(self) -> str:
        """The letter of what stands on each cell."""
        known = self.__dict__.get("_cells")
        if known is None:
            # Bits read as decimal digits add up to one digit a square: tracking asks for thousands of boards a move.
            geometry = self.generator.geometry
            digits = int(f"{self.white:b}") + 2 * int(f"{self.black:b}") + 4 * int(f"{self.kings:b}")
            known = "".join(geometry.by_cell(str(digits).zfill(geometry.digits))).translate(_LETTERS)
            self.__dict__["_cells"] = known
        return known

    def fen(self) -> str:
        """The position as text."""
        return format_fen(self.generator.geometry, self.side, self.white, self.black, self.kings)

    def outcome(self) -> Outcome | None:
        """The result if this position ends the game by itself."""
        for side, held in ((self.side, self.bare[0]), (self.side.other, self.bare[1])):
            if not held:
                return Outcome(Result.win_for(side.other), Reason.NO_PIECES, PlayRule.NO_PIECES)
        if not self._legal:
            return Outcome(Result.win_for(self.side.other), Reason.BLOCKED, PlayRule.BLOCKED)
        return None

    def count_leaves(self, depth: int) -> int:
        """The number of move sequences of that length from here."""
        return self.generator.leaves(*self.bare, depth)


def _trace(end: Chain, levels: list[Level]) -> list[Chain]:
    """The chains from the piece at rest to `end`."""
    way = [end]
    for level in reversed(levels[: end[1].bit_count()]):
        way.append(level[way[-1]])
    way.reverse()
    return way
