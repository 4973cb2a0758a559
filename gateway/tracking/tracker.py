"""Turning pictures into moves.

The legal moves predict views; the view that settles names the move. A view settles when

* the clock was pressed, early or late, and the view has stood for one scan;
* the opponent has begun to reply: a piece of the other side left the board, or anything else than the moved piece moved
  after the press;
* it has stood for several scans, more of them while a clock runs, since a press is then to be expected.

A move that settled without a press or a reply may still be changed by the hand that made it; it is then withdrawn. A
view that no legal move leads to may be a move under way (wait), a row of moves (`explain`), a legal move around a
sensor that is stuck (`sensors`), or something else (`irregular`). After something irregular the position by the rules
stays what it is, but if the opponent plays on from what stands on the board, the tracker follows.

A tracker is a value. It knows the rules only through positions, and decides nothing: it says what was seen.
"""

from __future__ import annotations

import msgspec

from drivers.readings import EMPTY, Reading, SquareChanged
from gateway.games.game import Game, Line, Move, Position
from gateway.model.instants import Instant, Millis
from gateway.model.sides import BySide, Side

from .doubts import Doubt, Trace, remember, retold, traced
from .expectation import Choice, Evidence, Expectation, expect, owner
from .explain import explain
from .irregular import judge
from .layout import Layout
from .picture import differing, masked, update
from .sensors import Sensors
from .sights import Agreed, Corrected, MovesSeen, SensorStuck, Sight, Strange, Withdrawn
from .vision import Vision, see

__all__ = ["Tracker"]

_SETTLE_SCANS = 4
"""Without a clock a move counts after this many scans: a slid piece shows on each cell for one or two."""
_SETTLE_CLOCKED_SCANS = 12
"""While a clock runs a press is expected; only a player who forgets it is waited for so long."""
_UNSURE_SCANS = 3
_INFER_SCANS = 2
_AROUND_SCANS = 12
"""A sensor is only called stuck when everybody has waited for it."""
_HOME_SCANS = 8
"""When the board has shown the position for so long, what was touched before means nothing any more."""
_STRANGE_PRESSED_SCANS = 14
_STRANGE_MS = Millis(10_000)
"""How long a picture may be unexplained before it is reported; players take their time over captured pieces."""
_BACK = 3
"""So many of the last moves may be told anew."""
_LOST_PRESSES = 2
_ROW_AFTER_GAP = 6
"""How many moves in a row may be worked out."""

_replace = msgspec.structs.replace


class Tracker(msgspec.Struct, frozen=True):
    """What is known of one board."""

    game: Game
    scan_ms: Millis
    layout: Layout
    vision: Vision = Vision.PIECES
    way_known: bool = False
    """Which way round the board lies has been seen."""
    cells: str | None = None
    """As the device counts; None while unknown."""
    since: Instant = Instant(0)
    """When a believable cell last changed."""
    evidence: Evidence = Evidence()
    sensors: Sensors = Sensors()
    pressed: BySide[int] = BySide(0, 0)
    """How often each side has pressed beyond the moves seen of it; -1 if its last move was seen before the press."""
    pressed_at: Instant = Instant(0)
    gap: bool = True
    """The board was out of sight since the last move."""
    complete: bool = True
    """The last move can no longer be changed by its hand."""
    certain: Choice | None = None
    """A move that the reply has confirmed, to be told at the next look."""
    strange: str = ""
    """The view that was last reported as no move."""
    searched: str = ""
    """A view that no row of moves was found to explain."""
    glimpsed: str = ""
    """A view that was found not to be as many moves as there were presses."""
    expected: Expectation | None = None
    doubts: tuple[Doubt, ...] = ()
    """Where the moves of this game could be others."""
    traces: tuple[Trace, ...] = ()
    """What was touched in the last moves."""
    played_on: Expectation | None = None
    """What the opponent may do from the irregular position on the board."""

    @classmethod
    def for_board(
        cls,
        game: Game,
        scan_ms: Millis,
        *,
        vision: Vision = Vision.PIECES,
        device: tuple[int, int] | None = None,
        turned: bool = False,
    ) -> Tracker:
        """A tracker that has seen nothing; `device` is the board's rows and columns if they are not the game's."""
        rows, cols = device or (game.rows, game.cols)
        return cls(game, scan_ms, Layout(game.rows, game.cols, rows, cols, turned), vision)

    @property
    def presses(self) -> int:
        """How many presses tell of moves not yet seen."""
        return max(0, self.pressed.white) + max(0, self.pressed.black)

    @property
    def picture(self) -> str | None:
        """What the sensors show, as White sees it."""
        return None if self.cells is None else self.layout.picture(self.cells)

    # What happens -----------------------------------------------------------------------------------------------------

    def take(self, reading: Reading, at: Instant) -> Tracker:
        """Follow one reading."""
        starts_empty = set(self.game.start().picture()) == {EMPTY}
        cells = update(self.cells, reading, self.layout.size, starts_empty=starts_empty)
        if cells == self.cells:
            return self
        if cells is None or self.cells is None:
            return _replace(self, cells=cells, since=at, gap=True, certain=None)
        tracker = self
        changed = differing(self.cells, cells)
        if isinstance(reading, SquareChanged) and len(changed) == 1:
            tracker = tracker._confirmed_by_reply(changed[0], reading.piece)
        return tracker._changed(changed, cells, at)

    def press(self, by: Side, at: Instant) -> Tracker:
        """A side has pressed its clock."""
        at_home = self.expected is not None and self._view() == self.expected.home
        pressed = self.pressed.replace(by, self.pressed[by] + 1)
        # A press that the opponent did not wait for will not come any more.
        pressed = pressed.replace(by.other, max(0, pressed[by.other]))
        return _replace(self, pressed=pressed, pressed_at=at, glimpsed="", complete=self.complete or at_home)

    def at_start(self, at: Instant) -> Tracker | None:
        """The tracker turned the right way, if the board stands still in the start position."""
        if self.cells is None or at - self.since < self._scans(_SETTLE_SCANS):
            return None
        start = see(self.game, self.vision, self.game.start().picture())
        ways = [self.layout, self.layout.other_way()]
        fitting = [way for way in ways if see(self.game, self.vision, way.picture(self.cells)) == start]
        if not fitting:
            return None
        # A board that cannot tell colours looks the same from both sides: the first move will tell.
        return self._agreed(
            layout=fitting[0], way_known=len(fitting) == 1, gap=False, pressed=BySide(0, 0), complete=True
        )

    # What it means ----------------------------------------------------------------------------------------------------

    def look(self, line: Line, at: Instant, *, clocked: bool = False) -> tuple[Tracker, Sight | None]:
        """What the picture says about the game, if it says anything yet. Ask again after each sight."""
        tracker = _replace(self, sensors=self.sensors.calmed(at))._expecting(line.last)
        if tracker.certain is not None:
            seen = _seen(tracker.certain, by_press=self.presses > 0)
            return tracker._moved(seen.moves, complete=True, keep=True), seen
        if tracker.cells is None or tracker.expected is None:
            return tracker, None
        tracker = tracker._find_way()
        return tracker._judge(line, at, clocked=clocked)

    def next_deadline(self, at: Instant) -> Instant | None:
        """When to look again though no reading came."""
        if self.cells is None:
            return None
        settle = (1, _INFER_SCANS, _UNSURE_SCANS, _SETTLE_SCANS, _AROUND_SCANS, _HOME_SCANS, _SETTLE_CLOCKED_SCANS)
        moments = [Instant(self.since + self._scans(count)) for count in (*settle, _STRANGE_PRESSED_SCANS)]
        moments += [Instant(self.pressed_at + self._scans(count)) for count in (1, _UNSURE_SCANS)]
        moments.append(Instant(self.since + _STRANGE_MS))
        if (calm := self.sensors.next_deadline()) is not None:
            moments.append(calm)
        return min((moment for moment in moments if moment > at), default=None)

    # Inside: following ------------------------------------------------------------------------------------------------

    def _changed(self, changed: tuple[int, ...], cells: str, at: Instant) -> Tracker:
        sensors, evidence = self.sensors, self.evidence
        for cell in changed:
            here = self.layout.cell(cell)
            if here is not None:
                sensors = sensors.changed(here, at)
                evidence = evidence.with_change(here, cells[cell])
        believable = any(self.layout.cell(cell) not in sensors.noisy for cell in changed)
        return _replace(self, cells=cells, since=at if believable else self.since, sensors=sensors, evidence=evidence)

    def _confirmed_by_reply(self, device_cell: int, piece: str) -> Tracker:
        """A legal move stood on the board, and now somebody begins to do something else: it was the move."""
        cell = self.layout.cell(device_cell)
        if cell is None or self.expected is None or self.certain is not None or not self.way_known:
            return self
        view = self._view()
        choice = self.expected.choose(view, self.evidence) if view is not None else None
        if choice is None or view is None or not choice.sure:
            return self
        mover, moved_on = self.expected.position.turn, cell == choice.move.path[-1]
        if len(choice.move.path) == 1:  # stones are not lifted: the next one is the reply
            replying = piece != EMPTY and not moved_on and (self.presses > 0 or owner(piece) is mover.other)
        else:
            theirs = owner(self.expected.after[view][cell]) is mover.other
            # The hand that moves may go on to take this piece: then it is no reply.
            victim = any(move.path[0] == choice.move.path[0] and cell in move.taken for move in self.expected.legal)
            replying = piece == EMPTY and not moved_on and ((theirs and not victim) or self.presses > 0)
        if replying:
            # What is touched from here on belongs to the reply.
            return _replace(self, certain=choice, evidence=Evidence())
        return self

    def _expecting(self, position: Position) -> Tracker:
        known = self.expected
        if known is not None and known.position is position and known.blind == self.sensors.blind:
            return self
        expected = expect(self.game, self.vision, position, self.sensors.blind)
        same = known is not None and known.position is position
        return _replace(self, expected=expected, searched="", played_on=self.played_on if same else None)

    def _find_way(self) -> Tracker:
        """On a board that looks alike from both sides, the first move shows who sits where."""
        view = self._view()
        if self.way_known or self.cells is None or self.expected is None or view == self.expected.home:
            return self
        other = self.layout.other_way()
        turned = masked(see(self.game, self.vision, other.picture(self.cells)), self.sensors.blind)
        if view in self.expected.moves:
            return _replace(self, way_known=True)
        if turned in self.expected.moves:
            return _replace(self, layout=other, way_known=True, evidence=Evidence())
        return self

    def _view(self) -> str | None:
        picture = self.picture
        return None if picture is None else masked(see(self.game, self.vision, picture), self.sensors.blind)

    # Inside: judging --------------------------------------------------------------------------------------------------

    def _judge(self, line: Line, at: Instant, *, clocked: bool) -> tuple[Tracker, Sight | None]:
        view, expected = self._view(), self.expected
        if view is None or expected is None:
            return self, None
        still = at - self.since
        if view == expected.home:
            return self._at_home(still)
        settle = self._scans(_SETTLE_CLOCKED_SCANS if clocked else _SETTLE_SCANS)
        hot = line.moves[-1].path[-1] if line.moves and line.moves[-1].path else None
        choice = expected.choose(view, self.evidence, hot)
        if choice is not None:
            if self.presses:
                # The sensors may be a scan behind the hand that pressed.
                still = min(still, at - self.pressed_at)
                wait = self.scan_ms if choice.sure else self._scans(_UNSURE_SCANS)
            else:
                wait = settle
            if still < wait or not (choice.sure or self.presses):  # unsure: it may be a piece in the hand
                return self, None
            seen = _seen(choice, by_press=self.presses > 0, inferred=self.gap)
            doubts = remember(self.doubts, len(line.moves), choice.alternatives)
            return _replace(self._moved((choice.move,), complete=self.presses > 0), doubts=doubts), seen
        if self.played_on is not None and (choice := self.played_on.choose(view, self.evidence)) is not None:
            if still < (self.scan_ms if self.presses else settle):
                return self, None
            base = self.played_on.position
            return self._moved((choice.move,), complete=self.presses > 0), _replace(_seen(choice), base=base)
        if self.presses >= 2 and view != self.glimpsed:
            # So many presses, so many moves: no need to wait for a quiet board, which fast players never leave.
            row = self._pressed_row(view, expected.position)
            if row:
                return self._moved(row, complete=True), MovesSeen(row, by_press=True, inferred=True)
            if self.presses > _LOST_PRESSES:
                corrected = self._told_anew(line, view)
                if corrected is not None:
                    return self._recovered(line, corrected), corrected
                row = self._pressed_row(view, expected.position, lost=True)
                if row:
                    return self._moved(row, complete=True), MovesSeen(row, by_press=True, inferred=True)
            return _replace(self, glimpsed=view), None
        settled = still >= (self._scans(_INFER_SCANS) if self.presses else settle)
        if not self.complete and settled and self._is_change_of_mind(line, view):
            by = line.positions[-2].turn
            pressed = self.pressed.replace(by, self.pressed[by] + 1)
            return self._agreed(expected=None, complete=True, pressed=pressed, keep=True), Withdrawn()
        return self._unexplained(line, view, at, settle)

    def _at_home(self, still: int) -> tuple[Tracker, Sight | None]:
        """The board shows the position."""
        if self.strange:
            return self._agreed(), Agreed()
        if still >= self._scans(_HOME_SCANS) and (self.evidence != Evidence() or self.presses):
            return self._agreed(pressed=BySide(0, 0)), None
        return (_replace(self, gap=False) if self.gap else self), None

    def _unexplained(self, line: Line, view: str, at: Instant, settle: Millis) -> tuple[Tracker, Sight | None]:
        expected, picture, still = self.expected, self.picture, at - self.since
        if expected is None or picture is None or still < self._scans(_INFER_SCANS):
            return self, None
        if view != self.searched:
            row = self._row(view, expected.position, picture)
            if not row and not expected.position.underway(picture):
                corrected = self._corrected(line, view) or self._told_anew(line, view)
                if corrected is not None:
                    return self._recovered(line, corrected), corrected
            if not row:
                return _replace(self, searched=view), None
            if not self.gap and still < settle:
                row = row[: self.presses]  # the last one may still be in the hand
            if row:
                sight = MovesSeen(row, by_press=self.presses > 0, inferred=True)
                return self._moved(row, complete=len(row) <= self.presses, keep=not self.gap), sight
            return self, None
        waited = min(still, at - self.pressed_at) >= self._scans(_AROUND_SCANS)
        if self.presses and waited and (cell := self._stuck_cell(view)) is not None:
            sensors = _replace(self.sensors, stuck=self.sensors.stuck | {cell})
            return _replace(self, sensors=sensors, searched=""), SensorStuck(cell)
        if view != self.strange and self._is_strange(view, picture, still):
            return self._report(line, view, picture)
        return self, None

    def _row(self, view: str, position: Position, picture: str) -> tuple[Move, ...]:
        """The moves that explain a picture together."""
        if self.gap:
            return explain(self.game, self.vision, position, view, at_most=_ROW_AFTER_GAP, blind=self.sensors.blind)
        if self.presses < 2 and position.underway(picture):
            return ()  # the simplest explanation is that somebody is in the middle of a move
        return explain(
            self.game,
            self.vision,
            position,
            view,
            at_most=min(max(2, self.presses + 1), _ROW_AFTER_GAP),
            blind=self.sensors.blind,
            touched=self.evidence,
        )

    def _corrected(self, line: Line, view: str) -> Corrected | None:
        """Another telling of the game so far from which this view can be explained."""
        for ply, moves, position in retold(line, self.doubts):
            other = expect(self.game, self.vision, position, self.sensors.blind)
            if view == other.home or view in other.moves or self._row(view, position, self.picture or ""):
                return Corrected(len(line.moves) - ply, moves)
        return None

    def _told_anew(self, line: Line, view: str) -> Corrected | None:
        """The last moves and those since told in another way, if that explains the view."""
        for back in range(1, min(_BACK, len(line.moves)) + 1):
            row = explain(
                self.game,
                self.vision,
                line.positions[-1 - back],
                view,
                at_least=max(1, back + self.presses - 1),
                at_most=min(back + max(1, self.presses), _ROW_AFTER_GAP + 1),
                blind=self.sensors.blind,
                touched=traced(self.traces, back, self.evidence),
            )
            if row:
                return Corrected(back, row)
        return None

    def _recovered(self, line: Line, corrected: Corrected) -> Tracker:
        """Go on from another telling of the last moves."""
        pressed = self.pressed
        mover = line.last.turn
        for _ in range(corrected.instead_of):
            mover = mover.other
            pressed = pressed.replace(mover, pressed[mover] + 1)
        for _ in corrected.moves:
            pressed = pressed.replace(mover, pressed[mover] - 1)
            mover = mover.other
        pressed = BySide(max(-1, pressed.white), max(-1, pressed.black))
        return self._agreed(expected=None, doubts=(), traces=(), pressed=pressed, certain=None)

    def _pressed_row(self, view: str, position: Position, *, lost: bool = False) -> tuple[Move, ...]:
        """As many moves as there were presses, if they lead to this view."""
        count = min(self.presses, _ROW_AFTER_GAP)
        return explain(
            self.game,
            self.vision,
            position,
            view,
            at_least=count,
            at_most=count,
            blind=self.sensors.blind,
            touched=self.evidence,
            lost=lost,
        )

    def _is_strange(self, view: str, picture: str, still: int) -> bool:
        """Whether this has gone on for too long to be a move under way."""
        expected = self.expected
        if expected is None:
            return False
        if self.presses:
            return still >= self._scans(_STRANGE_PRESSED_SCANS)
        changed = differing(view, expected.home)
        in_hand = len(changed) == 1 and view[changed[0]] == EMPTY
        return still >= _STRANGE_MS and not in_hand and not expected.position.underway(picture)

    def _report(self, line: Line, view: str, picture: str) -> tuple[Tracker, Sight | None]:
        before = line.positions[-2] if len(line.positions) > 1 else None
        finding = judge(self.game, self.vision, line.last, before, picture)
        played_on = None
        if finding.kind.may_be_played_on:
            standing = self.game.standing(self._letters(line.last.picture(), picture), line.last.turn.other)
            if standing is not None:
                played_on = expect(self.game, self.vision, standing, self.sensors.blind)
        return _replace(self, strange=view, played_on=played_on, evidence=Evidence()), Strange(finding, picture)

    def _letters(self, home: str, picture: str) -> str:
        """The picture with what has not moved written as the position has it: kings may lack their crowns."""
        same = zip(home, picture, see(self.game, self.vision, home), see(self.game, self.vision, picture), strict=True)
        return "".join(known if was == now else shown for known, shown, was, now in same)

    def _is_change_of_mind(self, line: Line, view: str) -> bool:
        """Whether the view is where the last move came from, or another legal move from there."""
        if len(line.positions) < 2:
            return False
        before = expect(self.game, self.vision, line.positions[-2], self.sensors.blind)
        return view == before.home or view in before.moves

    def _stuck_cell(self, view: str) -> int | None:
        """The one cell that keeps the view from being a legal move, if it never stirred and is no captured piece's."""
        if self.expected is None:
            return None
        found = {
            (cells[0], move.text)
            for after, moves in self.expected.moves.items()
            if len(cells := differing(view, after)) == 1
            for move in moves
            if cells[0] in (move.path[0], move.path[-1]) and cells[0] not in self.sensors.changes
        }
        return found.pop()[0] if len(found) == 1 else None

    # Inside: moving on ------------------------------------------------------------------------------------------------

    def _moved(self, moves: tuple[Move, ...], *, complete: bool, keep: bool = False) -> Tracker:
        """After moves were seen: what was touched belongs to them, unless the reply has already begun (`keep`)."""
        pressed = self.pressed
        mover = self.expected.position.turn if self.expected is not None else Side.WHITE
        for _ in moves:
            pressed = pressed.replace(mover, pressed[mover] - 1)
            mover = mover.other
            pressed = pressed.replace(mover, max(0, pressed[mover]))
        traces = (*self.traces, Trace(len(moves), self.evidence))[-_BACK:]
        return self._agreed(pressed=pressed, gap=False, complete=complete, certain=None, traces=traces, keep=keep)

    def _agreed(self, *, keep: bool = False, **changes: object) -> Tracker:
        """Begin anew from a position that the board has shown."""
        evidence = self.evidence if keep else Evidence()
        return _replace(self, evidence=evidence, strange="", searched="", glimpsed="", played_on=None, **changes)

    def _scans(self, count: int) -> Millis:
        return Millis(count * self.scan_ms)


def _seen(choice: Choice, *, by_press: bool = False, inferred: bool = False) -> MovesSeen:
    return MovesSeen((choice.move,), by_press=by_press, inferred=inferred, alternatives=choice.alternatives)
