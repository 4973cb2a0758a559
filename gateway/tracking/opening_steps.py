"""Steps of an opening protocol, read from stones and presses.

Every turn of an opening ends with a press, and a press gives the move to the other *person*. So of all that the
protocol allows, a press can only mean what makes the other person the next to act: who presses with nothing laid has
swapped where laying on would have been his own, and has kept his colour where a swap would have left him the move.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import msgspec

from drivers.readings import EMPTY
from gateway.games.renju.opening_protocols import (
    Choose,
    Declare,
    Keep,
    Lay,
    More,
    Offer,
    Opening,
    OpeningAct,
    OpeningPlayer,
    Swap,
)
from gateway.games.renju.points import format_point
from gateway.model.errors import GameError
from gateway.model.sides import Side

from .touch_evidence import TouchEvidence

__all__ = [
    "Besides",
    "after_bare_press",
    "at_press",
    "besides",
    "home",
    "is_stone",
    "is_to_be_said",
    "is_under_way",
    "side_of",
    "standing",
    "swaps",
]

_LETTERS = {Side.BLACK: "s", Side.WHITE: "S"}
_REORDERED = 3
"""The number of stones that may be laid in any order: the three of an opening."""


class Besides(msgspec.Struct, frozen=True):
    """The stones that the board shows besides the position."""

    stones: tuple[tuple[int, str], ...] = ()
    """Points and letters of stones that were put, in the order in which they were; `?` is a stone of either colour."""
    lifted: frozenset[int] = frozenset()
    """Offered stones that are off the board."""
    replaced: frozenset[int] = frozenset()
    """Offered stones that were lifted, and another stone may lie there now: the board does not tell colours."""

    @property
    def nothing(self) -> bool:
        """The board shows the position, and every stone that is offered."""
        return not self.stones and not self.lifted


def side_of(opening: Opening) -> Side:
    """The colour of whoever is to act."""
    return Side.BLACK if opening.actor is opening.black else Side.WHITE


def is_to_be_said(opening: Opening) -> bool:
    """Whether something must be said before the board can tell anything: how many fifths there will be."""
    return opening.options() == {Declare}


def is_stone(acts: Sequence[OpeningAct]) -> bool:
    """Whether this is one stone and nothing else."""
    return len(acts) == 1 and isinstance(acts[0], Lay)


def swaps(acts: Sequence[OpeningAct]) -> bool:
    """Whether the colours have changed hands."""
    return Swap() in acts


def home(opening: Opening) -> str:
    """What the board shows before the next step: the position, and the stones that are offered."""
    cells = list(opening.position.board())
    for point in opening.offers:
        cells[point] = _LETTERS[opening.position.turn]
    return "".join(cells)


def besides(opening: Opening, shown: str, blind: frozenset[int], touched: TouchEvidence) -> Besides | None:
    """What is on the board besides the position; None if a stone of the position is not where it was."""
    put: list[tuple[int, str]] = []
    lifted = set()
    unknown = [point for point in opening.offers if shown[point] == "?"]
    replaced = {point for point in unknown if 0 < touched.emptied.get(point, 0) < touched.filled.get(point, 0)}
    for point, (was, now) in enumerate(zip(home(opening), shown, strict=True)):
        if was == now or point in blind or (now == "?" and was != EMPTY):
            continue
        if was == EMPTY:
            put.append((point, now))
        elif point in opening.offers:
            lifted.add(point)
            if now != EMPTY:
                put.append((point, now))
        else:
            return None
    put.sort(key=lambda stone: touched.filled.get(stone[0], 0))
    return Besides(tuple(put), frozenset(lifted), frozenset(replaced - lifted))


# With a press -------------------------------------------------------------------------------------------------------


def after_bare_press(opening: Opening) -> OpeningAct | None:
    """What a press means when nothing was laid; None where it can mean nothing."""
    acts: list[OpeningAct] = [Swap(), Keep()]
    meant = [act for act in acts if type(act) in opening.options() and opening.act(act).actor is not opening.actor]
    return meant[0] if len(meant) == 1 else None


def at_press(opening: Opening, found: Besides) -> tuple[OpeningAct, ...]:
    """The turn that a press has ended; empty if what was put is not a whole turn."""
    if opening.offers:
        return _chosen(opening, found, pressed=True)
    if not found.stones:
        return ()
    for lawful in (True, False):  # a stone in the wrong place is the referee's to judge
        for said, then in _beginnings(opening):
            if _is_offer(then, found):
                return (*said, Offer(tuple(point for point, _ in found.stones)))
            laid = _laid(then, found.stones, opening.actor, lawful=lawful, whole=True)
            if laid:
                return (*_needed(said), *laid)
    return ()


# Without a press ----------------------------------------------------------------------------------------------------


def standing(opening: Opening, found: Besides, *, clocked: bool) -> tuple[OpeningAct, ...]:
    """What can be told from the board alone, while it stands.

    Where one more stone would make something else of it, or where it matters who laid it, only the press tells. On a
    table without a clock it is then what needs no announcement: a stone is the next stone.
    """
    if opening.offers:
        return _chosen(opening, found, pressed=False)
    if not found.stones:
        return ()
    if not clocked and (laid := _laid(opening, found.stones, None)):
        return laid
    if clocked and (More in opening.options() or any(Swap() in said for said, _ in _beginnings(opening))):
        return ()
    for said, then in _beginnings(opening):
        if _is_offer(then, found):
            return (*said, Offer(tuple(point for point, _ in found.stones)))
        if not then.wanted:
            laid = _laid(then, found.stones, opening.actor) or _laid(
                then, found.stones, opening.actor, lawful=False, whole=True
            )
            if laid:
                return (*_needed(said), *laid)
    return ()


def is_under_way(opening: Opening, found: Besides) -> bool:
    """Whether more stones, put or taken off, may make a turn of it."""
    letters = [letter for _, letter in found.stones]
    if opening.offers:
        return len(letters) <= 1 and all(letter in ("?", _LETTERS[opening.position.turn.other]) for letter in letters)
    if not letters:
        return True
    turns = [_LETTERS[then.position.turn] * then.wanted for _, then in _beginnings(opening)]
    turns += [_colours(then, opening.actor) for _, then in _beginnings(opening)]
    return any(
        len(letters) <= len(turn) and all(letters.count(letter) <= turn.count(letter) for letter in "sS")
        for turn in turns
    )


# Inside -------------------------------------------------------------------------------------------------------------


def _beginnings(opening: Opening) -> Iterator[tuple[tuple[OpeningAct, ...], Opening]]:
    """What may be said without a word before stones are laid, by who then lays them himself."""
    yield (), opening
    acts: list[OpeningAct] = [Keep(), Swap(), More()]
    for act in acts:
        if type(act) in opening.options() and (then := opening.act(act)).actor is opening.actor:
            yield (act,), then


def _needed(said: tuple[OpeningAct, ...]) -> tuple[OpeningAct, ...]:
    """Who lays on has kept his colour; that goes without saying."""
    return tuple(act for act in said if act != Keep())


def _is_offer(opening: Opening, found: Besides) -> bool:
    letter = _LETTERS[opening.position.turn]
    return 0 < opening.wanted == len(found.stones) and all(shown in ("?", letter) for _, shown in found.stones)


def _chosen(opening: Opening, found: Besides, *, pressed: bool) -> tuple[OpeningAct, ...]:
    """One offered stone is left. Choosing it and laying the next one is one turn (decision G1)."""
    left = [point for point in opening.offers if point not in found.lifted]
    if pressed and not found.stones and len(left) == 2 and len(found.replaced) == 1:
        # Only the touch tells that the next stone lies where one of the offered ones lay.
        (point,) = found.replaced
        found = Besides(((point, "?"),), found.lifted | found.replaced)
        left.remove(point)
    if len(left) != 1:
        return ()
    choice = Choose(left[0])
    if not found.stones:
        return (choice,) if pressed and found.lifted else ()
    laid = _laid(opening.act(choice), found.stones, opening.actor)
    return (choice, *laid) if laid else ()


def _laid(
    opening: Opening,
    stones: Sequence[tuple[int, str]],
    person: OpeningPlayer | None,
    *,
    lawful: bool = True,
    whole: bool = False,
) -> tuple[OpeningAct, ...]:
    """The stones as they were laid one after another, by this person if one is given; empty if they cannot have been.

    Who sets several may set them in any order: the first one that fits the colours and the protocol counts, the order
    that was seen before all others.
    """
    orders = itertools.permutations(stones) if len(stones) <= _REORDERED else iter([tuple(stones)])
    for order in orders:
        now: Opening | None = opening
        for point, letter in order:
            if now is None or (person is not None and now.actor is not person):
                break
            if letter not in ("?", _LETTERS[now.position.turn]):
                break
            now = _lay(now, point, lawful=lawful, alone=person is not None)
        else:
            if now is not None and not (whole and now.actor is person and not is_to_be_said(now)):
                return tuple(Lay(point) for point, _ in order)
    return ()


def _lay(opening: Opening, point: int, *, lawful: bool, alone: bool) -> Opening | None:
    """The opening after a stone; None if none may be laid."""
    if not alone and Keep in opening.options() and Lay not in opening.options():
        opening = opening.act(Keep())
    stage = None if opening.done else opening.protocol.stages[opening.stage].lay
    if stage is None and not opening.done:
        return None
    if lawful and not opening.done:
        try:
            return opening.act(Lay(point))
        except GameError:
            return None
    try:
        then = opening.position.play(opening.position.read(format_point(point)))
    except GameError:
        return None
    return msgspec.structs.replace(opening, stage=stage or "", position=then)


def _colours(opening: Opening, person: OpeningPlayer) -> str:
    """The letters of the stones that one person lays from here on, in order."""
    letters, stage, side, stages = "", opening.stage, opening.position.turn, opening.protocol.stages
    while stage in stages and stages[stage].actor is side_of(opening) and (then := stages[stage].lay) is not None:
        letters, stage, side = letters + _LETTERS[side], then, side.other
    return letters or (_LETTERS[side] if opening.done and opening.actor is person else "")
