"""What is known of one board, and how a reading or a press changes it. What it means is `judging`'s to say.

A tracker is a value. It knows the rules only through positions, and decides nothing: it says what was seen.
"""

from __future__ import annotations

import msgspec

from drivers.readings import EMPTY, Past, PastTime, Reading, SquareChanged
from gateway.games.game import Game, Line, Move
from gateway.model.instants import Instant, Millis
from gateway.model.results import Result
from gateway.model.sides import Side

from .cells import differing, masked, update
from .expectation import Expectation, MoveChoice, TouchEvidence, expect, owner
from .hypothesis import Beam
from .layout import Layout
from .sensor_health import SensorHealth
from .touch_log import LoggedTouch, TouchLog
from .vision import Vision, see

__all__ = ["SETTLE_SCANS", "UNREAD_MS", "Tracker"]

UNREAD_MS = Millis(20_000)
"""When all pieces but one have stood in the start position for so long, nobody is still setting them up."""
SETTLE_SCANS = 4
"""Without a clock a move counts after this many scans: a slid piece shows on each cell for one or two."""

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
    evidence: TouchEvidence = TouchEvidence()
    sensors: SensorHealth = SensorHealth()
    ply: int = 0
    """How many moves of the line have been taken notice of."""
    done: int = 0
    """How many moves the presses have completed: more than `ply` if some were not yet seen, less if the last was seen
    before its press."""
    pressed_at: Instant = Instant(0)
    touch_log: TouchLog = TouchLog()
    gap: bool = True
    """The board was out of sight since the last move."""
    heard: bool = False
    """Somebody has pressed since the board was lost from sight."""
    anchor: int = -1
    """The last move before those that were worked out after the board was out of sight; -1 if there were none."""
    lost: str | None = None
    """The cells when the board was last lost from sight, at `since`."""
    missed: tuple[tuple[Instant, SquareChanged | PastTime], ...] = ()
    """What the board remembers of the time out of sight, not yet looked at. The instants are made up."""
    doubted: int = -1
    """How many moves there were with the last one that may have been another; -1 if there is no doubt."""
    beam: Beam | None = None
    """How the turns long past may be told while there is a doubt."""
    complete: bool = True
    """The last move can no longer be changed by its hand."""
    certain: MoveChoice | None = None
    """A move that the reply has confirmed, to be told at the next look."""
    strange: str = ""
    """The view that was last reported as no move."""
    searched: str = ""
    """A view that no row of moves was found to explain."""
    glimpsed: str = ""
    """A view that was found not to be as many moves as there were presses."""
    fruitless: int = 0
    """How often the last turns were told anew in vain since the board last made sense."""
    expected: Expectation | None = None
    signed: Result | None = None
    """The result that the players have shown with their kings."""
    played_on: tuple[Expectation, ...] = ()
    """What may be done from the position on the board, which is not the one by the rules."""

    @classmethod
    def for_board(
        cls,
        game: Game,
        scan_ms: Millis,
        *,
        vision: Vision = Vision.PIECES,
        device: tuple[int, int] | None = None,
        turned: bool = False,
        way_known: bool = False,
    ) -> Tracker:
        """A tracker that has seen nothing; `device` is the board's rows and columns if they are not the game's."""
        rows, cols = device or (game.rows, game.cols)
        return cls(game, scan_ms, Layout(game.rows, game.cols, rows, cols, turned), vision, way_known)

    @property
    def presses(self) -> int:
        """How many presses tell of moves not yet seen."""
        return max(0, self.done - self.ply)

    @property
    def picture(self) -> str | None:
        """What the sensors show, as White sees it."""
        return None if self.cells is None else self.layout.picture(self.cells)

    @property
    def view(self) -> str | None:
        """The picture as far as the board can tell it from another one."""
        picture = self.picture
        return None if picture is None else masked(see(self.game, self.vision, picture), self.sensors.blind)

    @property
    def due(self) -> Side:
        """Who is to press next."""
        turn = self.expected.position.turn if self.expected is not None else self.game.first
        return turn if (self.done - self.ply) % 2 == 0 else turn.other

    def scans(self, count: int) -> Millis:
        """How long the board takes to read all its cells so often."""
        return Millis(count * self.scan_ms)

    # What happens -----------------------------------------------------------------------------------------------------

    def take(self, reading: Reading, at: Instant) -> Tracker:
        """Follow one reading."""
        if isinstance(reading, Past):
            return self._recalling(reading, at)
        starts_empty = self.cells is None and set(self.game.start().board()) == {EMPTY}
        cells = update(self.cells, reading, self.layout.size, starts_empty=starts_empty)
        if cells == self.cells:
            return self
        if cells is None:
            return _replace(self, cells=None, lost=self.cells, since=at, gap=True, certain=None, heard=False)
        if self.cells is None:
            return _replace(
                self, cells=cells, lost=None, since=at, gap=True, evidence=TouchEvidence(), touch_log=TouchLog()
            )
        tracker = self
        changed = (reading.cell,) if isinstance(reading, SquareChanged) else differing(self.cells, cells)
        for cell in changed:
            tracker = tracker._confirmed_by_reply(cell, cells[cell])
        if tracker.certain is not self.certain and at - self.since < self.scan_ms:
            tracker = _replace(tracker, doubted=self.ply + 1)  # it may have been something that was knocked over
        return tracker._changed(changed, cells, at)

    def press(self, by: Side, at: Instant) -> Tracker:
        """A side has pressed its clock."""
        if self.expected is None:
            return _replace(self, pressed_at=at)
        due = self.due
        if self.cells is None:  # the clock is heard although the board is not seen
            return _replace(self, done=self.done + (1 if by is due else 2), pressed_at=at, heard=True)
        at_home = self.view == self.expected.home
        # A press that the opponent did not wait for will not come any more. One out of turn while the board shows the
        # position ends no move: it sets the clock going, or ends a move that was made out of sight.
        behind = self.ply > self.done or (bool(self.touch_log.touches) and not at_home)
        done = self.done + (1 if by is due else 2 if behind else 0)
        touch_log = self.touch_log.ended(done, at, self.picture or "") if done > self.done else self.touch_log
        return _replace(
            self,
            done=done,
            pressed_at=at,
            heard=True,
            touch_log=touch_log,
            glimpsed="",
            complete=self.complete or at_home or done >= self.ply,
        )

    def at_start(self, at: Instant) -> Tracker | None:
        """The tracker turned the right way, if the board stands still in the start position.

        If all but one of the pieces have stood there for long, the last one stands on a cell that cannot be read.
        """
        if self.cells is None or at - self.since < self.scans(SETTLE_SCANS):
            return None
        start = see(self.game, self.vision, self.game.start().board())
        wrong = {
            way: differing(see(self.game, self.vision, way.picture(self.cells)), start)
            for way in (self.layout, self.layout.other_way())
        }
        most = 1 if at - self.since >= UNREAD_MS else 0
        fitting = [
            way
            for way, cells in wrong.items()
            if len(cells) <= most and all(way.picture(self.cells)[cell] == EMPTY for cell in cells)
        ]
        if not fitting:
            return None
        unread = frozenset(wrong[fitting[0]])
        # A board that cannot tell colours looks the same from both sides: the first move will tell.
        return self.agreed(
            layout=fitting[0],
            way_known=len(fitting) == 1,
            sensors=_replace(self.sensors, stuck=self.sensors.stuck | unread),
            gap=False,
            ply=0,
            done=0,
            doubted=-1,
            beam=None,
            anchor=-1,
            touch_log=TouchLog(),
            complete=True,
        )

    def taken_for(self, picture: str, at: Instant) -> Tracker:
        """The tracker of a board that cannot show itself: it is taken to show this."""
        cells = [EMPTY] * self.layout.size
        for cell, piece in enumerate(see(self.game, self.vision, picture)):
            cells[self.layout.device_cell(cell)] = piece
        return _replace(
            self, cells="".join(cells), lost=None, since=at, gap=False, evidence=TouchEvidence(), touch_log=TouchLog()
        )

    # Following the line -----------------------------------------------------------------------------------------------

    def expecting(self, line: Line, at: Instant) -> Tracker:
        """Know what may come next. If somebody else has changed the line, what was touched before means nothing."""
        tracker = self
        if len(line.moves) != self.ply:
            tracker = _replace(self, ply=len(line.moves), done=len(line.moves), touch_log=TouchLog(), anchor=-1)
        if not tracker.touch_log.turns and (picture := tracker.picture) is not None:
            tracker = _replace(tracker, touch_log=TouchLog().ended(tracker.ply, at, picture))
        position, known = line.last, self.expected
        if known is not None and known.position is position and known.blind == self.sensors.blind:
            return tracker
        expected = expect(self.game, self.vision, position, self.sensors.blind)
        same = known is not None and known.position is position
        return _replace(tracker, expected=expected, searched="", played_on=self.played_on if same else ())

    def moved(
        self, moves: tuple[Move, ...], at: Instant, *, complete: bool, clocked: bool, replied: bool = False
    ) -> Tracker:
        """After moves were seen: what was touched belongs to them, unless the reply has already begun."""
        ply = self.ply + len(moves)
        touch_log, done = self.touch_log, self.done
        if self.gap or (not clocked and ply > done):
            # What was touched before a press in a move made out of sight tells nothing of it.
            touch_log = touch_log.back_to(self.ply).ended(
                ply, at, self.picture or "", keep=1 if replied else 0, unseen=self.gap
            )
            done = max(done, ply)
        return self.agreed(
            ply=ply, done=done, touch_log=touch_log, gap=False, complete=complete, certain=None, keep=replied
        )

    def retold(self, instead_of: int, moves: tuple[Move, ...]) -> Tracker:
        """After the last moves were told anew."""
        ply = self.ply - instead_of + len(moves)
        return self.agreed(expected=None, ply=ply, certain=None, complete=ply <= self.done)

    def withdrawn(self) -> Tracker:
        """After the last move turned out not to be complete."""
        ply = self.ply - 1
        touch_log, done = (self.touch_log.back_to(ply), ply) if self.done > ply else (self.touch_log, self.done)
        return self.agreed(expected=None, ply=ply, done=done, touch_log=touch_log, complete=True, keep=True)

    def agreed(self, *, keep: bool = False, **changes: object) -> Tracker:
        """Begin anew from a position that the board has shown."""
        evidence = self.evidence if keep else TouchEvidence()
        fresh: dict[str, object] = {"strange": "", "searched": "", "glimpsed": "", "played_on": (), "signed": None}
        fresh["fruitless"] = 0
        return _replace(self, evidence=evidence, **(fresh | changes))

    def catch_up(self) -> Tracker:
        """Follow the next of the missed events."""
        (at, event), *rest = self.missed
        tracker = _replace(self, missed=tuple(rest))
        return tracker.press(tracker.due, at) if isinstance(event, PastTime) else tracker.take(event, at)

    # Inside -----------------------------------------------------------------------------------------------------------

    def _recalling(self, past: Past, at: Instant) -> Tracker:
        """The board tells what it remembers of the time out of sight: begin again where it was lost."""
        events = [event for event in past.events if isinstance(event, SquareChanged | PastTime)]
        if self.cells is not None or self.lost is None or not events:
            return self
        apart = (at - self.since) / (len(events) + 1)
        missed = tuple((Instant(self.since + round(apart * n)), event) for n, event in enumerate(events, 1))
        return _replace(self, cells=self.lost, lost=None, gap=False, missed=missed)

    def _changed(self, changed: tuple[int, ...], cells: str, at: Instant) -> Tracker:
        sensors, evidence, touch_log = self.sensors, self.evidence, self.touch_log
        for cell in changed:
            here = self.layout.cell(cell)
            if here is not None:
                sensors = sensors.changed(here, at)
                evidence = evidence.with_change(here, cells[cell])
                touch_log = touch_log.touched(LoggedTouch(at, here, cells[cell]))
        believable = not sensors.noisy or any(self.layout.cell(cell) not in sensors.noisy for cell in changed)
        since = at if believable else self.since
        return _replace(self, cells=cells, since=since, sensors=sensors, evidence=evidence, touch_log=touch_log)

    def _confirmed_by_reply(self, device_cell: int, piece: str) -> Tracker:
        """A legal move stood on the board, and now somebody begins to do something else: it was the move."""
        cell, view = self.layout.cell(device_cell), self.view
        if cell is None or view is None or self.expected is None or self.certain is not None or not self.way_known:
            return self
        choice = self.expected.choose(view, self.evidence)
        if choice is None or not choice.sure:
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
            return _replace(self, certain=choice, evidence=TouchEvidence())
        return self
