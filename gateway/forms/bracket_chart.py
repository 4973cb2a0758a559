"""The chart of a knock-out (淘汰赛对阵表): drawn for any bracket, on several sheets where it is large."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from gateway.model.messages import message
from gateway.tournament.crosstable import PairingNumber
from gateway.tournament.knockout_bracket import (
    KnockoutBracket,
    LoserOf,
    Slot,
    TieId,
    TieSeat,
    TieSource,
    WinnerOf,
)
from gateway.tournament.seeding import draw_size
from gateway.tournament.single_elimination import single_elimination

from .form_event import FormEvent
from .form_request import FormRefused, FormRequest, chief_arbiter, head_fields
from .printed_form import DrawnLine, DrawnText, FormDrawing, FormSheet, PrintedForm, Words

__all__ = ["knock_out_chart"]

_BLANK = 16
"""Places of the handbook's chart."""
_MOST_LYING, _MOST_UPRIGHT = 16, 32
"""Lines at the left that fit on a lying and on an upright page; a larger chart has several."""
_LYING, _UPRIGHT = (270.0, 138.0), (184.0, 222.0)
"""Width and height of the drawing, in millimetres."""
_PITCH = 9.0
"""The distance of two lines where there is room for all."""
_CAPTION = 12.0
"""Room for the caption of a further tree."""
_LETTERS = 3.4


def knock_out_chart(event: FormEvent, request: FormRequest) -> PrintedForm:
    """The chart with who has gone on so far; blank, with the numbers of the places."""
    charts = [(section.group, section.bracket) for section in event.sections if section.bracket is not None]
    if request.blank:
        size = draw_size(request.rows or _BLANK)
        charts = [("", single_elimination([PairingNumber(at) for at in range(1, size + 1)]))]
        event = event.blank()
    if not charts:
        raise FormRefused(message("form.no_bracket"))
    trees = [(group, bracket, [_branch(bracket, tie) for tie in _roots(bracket)]) for group, bracket in charts]
    landscape = max(root.lines for _, _, roots in trees for root in roots) <= _MOST_LYING
    title = message("form_name.knock_out")
    sheets = tuple(
        FormSheet(
            title=title,
            fields=head_fields(event, request, group),
            parts=_drawings(event, bracket, branches, landscape=landscape),
            signers=(chief_arbiter(event),),
        )
        for group, bracket, roots in trees
        for branches in _sheets(bracket, roots)
    )
    return PrintedForm(name="knock-out", title=title, sheets=sheets, landscape=landscape)


class _Branch(NamedTuple):
    """A tie, and the ties to its left whose winners meet in it."""

    tie: TieId
    sides: tuple[_Branch | None, _Branch | None]
    """None: the line begins here."""

    @property
    def lines(self) -> int:
        """Lines at the left."""
        return sum(1 if side is None else side.lines for side in self.sides)

    @property
    def level(self) -> int:
        """Ties in a row from the left to here."""
        return 1 + max(0 if side is None else side.level for side in self.sides)


def _roots(bracket: KnockoutBracket) -> Iterator[TieId]:
    """Ties from which nobody goes on to another."""
    sources = {source.tie for tie in bracket.ties for source in (tie.first, tie.second) if isinstance(source, WinnerOf)}
    return (tie.id for tie in bracket.ties if tie.id not in sources)


def _branch(bracket: KnockoutBracket, tie: TieId, elsewhere: frozenset[TieId] = frozenset()) -> _Branch:
    """The tree of a tie, without those that are drawn elsewhere."""
    found = bracket.states[tie].tie

    def side(source: TieSource) -> _Branch | None:
        if isinstance(source, WinnerOf) and source.tie not in elsewhere:
            return _branch(bracket, source.tie, elsewhere)
        return None

    return _Branch(tie, (side(found.first), side(found.second)))


def _sheets(bracket: KnockoutBracket, roots: list[_Branch]) -> Iterator[tuple[_Branch, ...]]:
    """What is drawn on each sheet: of a large tree its parts, then what they lead to with all small trees."""
    last: list[_Branch] = []
    for root in roots:
        parts = list(_parts(root))
        yield from ((part,) for part in parts if part is not root)
        elsewhere = frozenset(part.tie for part in parts if part is not root)
        last.append(_branch(bracket, root.tie, elsewhere))
    yield tuple(last)


def _parts(branch: _Branch) -> Iterator[_Branch]:
    """The largest trees that fit on a page each, from the top down."""
    if branch.lines <= _MOST_UPRIGHT:
        yield branch
    else:
        for side in branch.sides:
            if side is not None:
                yield from _parts(side)


def _drawings(
    event: FormEvent, bracket: KnockoutBracket, branches: tuple[_Branch, ...], *, landscape: bool
) -> tuple[FormDrawing, ...]:
    """The trees of a sheet, below each other."""
    width, height = _LYING if landscape else _UPRIGHT
    room = height - _CAPTION * (len(branches) - 1)
    pitch = min(room / sum(branch.lines for branch in branches), _PITCH)
    return tuple(_drawing(event, bracket, branch, width, pitch) for branch in branches)


def _drawing(event: FormEvent, bracket: KnockoutBracket, branch: _Branch, width: float, pitch: float) -> FormDrawing:
    pen = _Pen(event, bracket, width / (branch.level + 1), pitch)
    y = pen.draw(branch, 0.0)
    x = branch.level * pen.step
    winner = bracket.states[branch.tie].winner
    pen.line(x, x + pen.step, y, "" if winner is None else pen.name(winner), strong=True)
    return FormDrawing(
        box=(0.0, -4.0, width, branch.lines * pen.pitch + 4.0),
        millimetres=width,
        shapes=tuple(pen.shapes),
        name="bracket",
        caption=message("form.third_place") if branch.tie == "third" else "",
    )


class _Pen:
    """A pen that draws a tree."""

    def __init__(self, event: FormEvent, bracket: KnockoutBracket, step: float, pitch: float) -> None:
        self.event = event
        self.bracket = bracket
        self.step = step
        self.pitch = pitch
        self.size = min(pitch * 0.52, _LETTERS)
        self.shapes: list[DrawnLine | DrawnText] = []

    def draw(self, branch: _Branch, top: float) -> float:
        """Draw a tree from `top` down; the height at which its winner goes on."""
        state = self.bracket.states[branch.tie]
        x = branch.level * self.step
        heights = []
        seats = ((state.tie.first, state.first), (state.tie.second, state.second))
        for side, (source, seat) in zip(branch.sides, seats, strict=True):
            y = top + self.pitch / 2 if side is None else self.draw(side, top)
            left = 0.0 if side is None else side.level * self.step
            strong = state.winner is not None and seat.number == state.winner
            self.line(left, x, y, self._seat(source, seat, begins=side is None), strong=strong)
            heights.append(y)
            top += self.pitch * (1 if side is None else side.lines)
        self.shapes.append(DrawnLine(x, heights[0], x, heights[1]))
        middle = sum(heights) / 2
        self.shapes.append(DrawnText(x - 0.8, middle + self.size * 0.3, branch.tie, self.size * 0.75, "end", grey=True))
        return middle

    def line(self, left: float, right: float, y: float, words: Words, *, strong: bool) -> None:
        """A line with a name on it."""
        self.shapes.append(DrawnLine(left, y, right, y))
        self.shapes.append(DrawnText(left + 1, y - 0.9, words, self.size, strong=strong, room=right - left - 2))

    def _seat(self, source: TieSource, seat: TieSeat, *, begins: bool) -> Words:
        if seat.number is not None:
            return self.name(seat.number)
        match source:
            case LoserOf(tie) if seat.waits_for is not None:
                return message("form.loser_of", tie=tie)
            case WinnerOf(tie) if begins:
                return message("form.winner_of", tie=tie)
            case Slot():
                return message("form.bye")
            case _:
                return ""

    def name(self, number: PairingNumber) -> str:
        """`3  Ann Able`."""
        if not self.event.table.participants:
            return str(number)
        return f"{number}  {self.event.row(number).name}"
