"""The tracker: what is known of one board and of the game on it, and how a reading or a press changes it.

A tracker is a value. It knows the rules only through positions, and decides nothing: what it means is `recognition`'s
to say.
"""

from __future__ import annotations

import msgspec

from drivers.readings import EMPTY, Past, PastTime, Reading, Seat, SquareChanged
from gateway.games.game import Game, Line, Move, Position
from gateway.model.instants import Instant, Millis
from gateway.model.results import Result
from gateway.model.sides import Side

from .cells import differing
from .expectation import Expectation, expect, owner
from .layout import Layout
from .sensor_board import SensorBoard
from .touch_evidence import TouchEvidence
from .touch_log import LoggedTouch, TouchLog
from .tracker_parts import Doubt, Gap, Progress, SearchMemo, Touches
from .vision import Vision
from .waits import BURST_MS

__all__ = ["Tracker"]

_TANGLED = 4
"""The most moves that are taken for one turn because touches and presses were heard in no order."""

_replace = msgspec.structs.replace


class Tracker(msgspec.Struct, frozen=True):
    """The knowledge of one board and the game on it."""

    sensors: SensorBoard
    touches: Touches = Touches()
    progress: Progress = Progress()
    gap: Gap = Gap()
    doubt: Doubt = Doubt()
    memo: SearchMemo = SearchMemo()
    expected: Expectation | None = None
    """What may be seen next, by the rules."""
    played_on: tuple[Expectation, ...] = ()
    """What may be seen next from what stands on the board, which is not the position by the rules."""
    signalled: Result | None = None
    """The result that the players have shown with their kings."""

    @classmethod
    def for_board(
        cls,
        game: Game,
        scan_ms: Millis,
        *,
        vision: Vision = Vision.PIECES,
        device: tuple[int, int] | None = None,
        turned: bool = False,
        orientation_known: bool = False,
    ) -> Tracker:
        """A tracker that has seen nothing; `device` is the board's rows and columns if they are not the game's."""
        rows, cols = device or (game.rows, game.cols)
        layout = Layout(game.rows, game.cols, rows, cols, turned)
        return cls(SensorBoard(game, scan_ms, layout, vision, orientation_known))

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.sensors.game

    @property
    def vision(self) -> Vision:
        """What the sensors distinguish."""
        return self.sensors.vision

    @property
    def layout(self) -> Layout:
        """How the board lies."""
        return self.sensors.layout

    @property
    def shown(self) -> str | None:
        """What the sensors show, as White sees it."""
        return self.sensors.shown

    @property
    def seen(self) -> str | None:
        """What the sensors show, reduced to what they distinguish."""
        return self.sensors.seen

    @property
    def due(self) -> Side:
        """Who is to press next."""
        turn = self.expected.position.turn if self.expected is not None else self.game.first
        return turn if (self.progress.pressed_ply - self.progress.ply) % 2 == 0 else turn.other

    @property
    def shows_a_turn(self) -> bool:
        """Whether the board shows the position, or what a legal move makes of it."""
        return self.expected is not None and (self.seen == self.expected.home or self.seen in self.expected.moves)

    @property
    def still_since(self) -> Instant:
        """Since when the sensors are known to have shown the same all the time."""
        return max(self.sensors.since, self.gap.looked_again)

    @property
    def withholds(self) -> bool:
        """The board still shows what was taken from the line."""
        return bool(self.memo.withheld) and self.seen == self.memo.withheld

    # One part changed -------------------------------------------------------------------------------------------------

    def with_sensors(self, **changes: object) -> Tracker:
        """The tracker with something else known of the sensors."""
        return _replace(self, sensors=_replace(self.sensors, **changes))

    def with_touches(self, **changes: object) -> Tracker:
        """The tracker with other touches."""
        return _replace(self, touches=_replace(self.touches, **changes))

    def with_progress(self, **changes: object) -> Tracker:
        """The tracker with another progress."""
        return _replace(self, progress=_replace(self.progress, **changes))

    def with_gap(self, **changes: object) -> Tracker:
        """The tracker with something else known of the time out of sight."""
        return _replace(self, gap=_replace(self.gap, **changes))

    def with_doubt(self, **changes: object) -> Tracker:
        """The tracker with another doubt."""
        return _replace(self, doubt=_replace(self.doubt, **changes))

    def with_memo(self, **changes: object) -> Tracker:
        """The tracker with another search remembered."""
        return _replace(self, memo=_replace(self.memo, **changes))

    # Readings ---------------------------------------------------------------------------------------------------------

    def take(self, reading: Reading, at: Instant) -> Tracker:
        """Follow one reading."""
        if isinstance(reading, Past):
            return self._recalling(reading, at)
        if self.gap.lacking and isinstance(reading, SquareChanged):
            return self.with_gap(kept=(*self.gap.kept, (at, reading)))
        before = self.sensors.raw
        raw = self.sensors.raw_after(reading)
        if raw == before:
            return self
        if raw is None:
            lost = self.with_sensors(raw=None, raw_when_lost=before, since=at).with_progress(confirmed=None)
            return lost.with_gap(open=True, pressed=False, pressed_ply_when_lost=self.progress.pressed_ply)
        if before is None:
            found = self.with_sensors(raw=raw, raw_when_lost=None, since=at).with_gap(open=True, ended=at)
            return _replace(found, touches=Touches())
        changed = (reading.cell,) if isinstance(reading, SquareChanged) else differing(before, raw)
        return self._blurred(at)._confirmed_by(changed, raw, at)._changed(changed, raw, at)

    def catch_up(self) -> Tracker:
        """Follow the next of the events that the board remembered."""
        (at, event), *rest = self.gap.missed
        tracker = self.with_gap(missed=tuple(rest))
        return tracker.press(tracker.due, at) if isinstance(event, PastTime) else tracker.take(event, at)

    def _recalling(self, past: Past, at: Instant) -> Tracker:
        """The board tells what it remembers of the time out of sight: begin again where it was lost."""
        events = [event for event in past.events if isinstance(event, SquareChanged | PastTime)]
        lost, since = self.sensors.raw_when_lost, self.sensors.since
        if self.sensors.raw is not None or lost is None or not events:
            return self
        apart = (at - since) / (len(events) + 1)
        missed = tuple((Instant(since + round(apart * n)), event) for n, event in enumerate(events, 1))
        # Presses that were heard although the board was not seen are in its memory as well.
        told = sum(isinstance(event, PastTime) for event in events)
        heard = max(0, self.progress.pressed_ply - self.gap.pressed_ply_when_lost)
        recalled = self.with_progress(pressed_ply=self.progress.pressed_ply - min(told, heard))
        recalled = recalled.with_sensors(raw=lost, raw_when_lost=None)
        return recalled.with_gap(open=False, missed=missed, unsure_from=self.progress.ply)

    def _changed(self, changed: tuple[int, ...], raw: str, at: Instant) -> Tracker:
        """The tracker after these cells of the device came to show what `raw` has there."""
        sensors, health = self.sensors, self.sensors.health
        evidence, log = self.touches.evidence, self.touches.log
        cells = [sensors.layout.from_device_cell(device_cell) for device_cell in changed]
        for device_cell, cell in zip(changed, cells, strict=True):
            if cell is not None:
                health = health.changed(cell, at)
                evidence = evidence.with_change(cell, raw[device_cell])
                log = log.touched(LoggedTouch(at, cell, raw[device_cell]))
        believable = not health.noisy or any(cell not in health.noisy for cell in cells)
        since = at if believable else sensors.since
        return _replace(
            self,
            sensors=_replace(sensors, raw=raw, since=since, health=health),
            touches=Touches(evidence, log),
        )

    def _confirmed_by(self, changed: tuple[int, ...], raw: str, at: Instant) -> Tracker:
        """The tracker with the move that stands on the board confirmed, if one of these changes replies to it."""
        tracker = self
        for cell in changed:
            tracker = tracker._confirmed_by_reply(cell, raw[cell])
        newly = tracker.progress.confirmed is not self.progress.confirmed
        if newly and at - self.sensors.since < self.sensors.scan_ms:
            tracker = tracker.with_doubt(ply=self.progress.ply + 1)  # it may have been something that was knocked over
        return tracker

    def _confirmed_by_reply(self, device_cell: int, piece: str) -> Tracker:
        """A legal move stood on the board, and now somebody begins to do something else: it was the move."""
        expected, sensors = self.expected, self.sensors
        if expected is None or self.progress.confirmed is not None or not sensors.orientation_known:
            return self
        cell, seen = sensors.layout.from_device_cell(device_cell), sensors.seen
        if cell is None or seen is None:
            return self
        choice = expected.choose(seen, self.touches.evidence)
        if choice is None or not choice.sure:
            return self
        if not _is_reply(expected, choice.move, seen, cell, piece, pressed=self.progress.presses > 0):
            return self
        # What is touched from here on belongs to the reply.
        return self.with_progress(confirmed=choice).with_touches(evidence=TouchEvidence())

    # Presses ----------------------------------------------------------------------------------------------------------

    def press(self, by: Side, at: Instant) -> Tracker:
        """A side has pressed its clock."""
        if self.expected is None:
            return self.with_progress(pressed_at=at)
        if self.gap.lacking and self.sensors.raw is not None:
            return self.with_gap(kept=(*self.gap.kept, (at, PastTime(Seat.LEFT, 0))))
        now, on_time, log = self.progress, by is self.due, self.touches.log
        if self.sensors.raw is None:  # the clock is heard although the board is not seen
            pressed_ply = now.pressed_ply + (1 if on_time else 2)
            return self.with_progress(pressed_ply=pressed_ply, pressed_at=at).with_gap(pressed=True)
        matches = self.seen == self.expected.home
        if self.gap.may_lack:
            known = self.with_gap(may_lack=False)
            unseen = on_time and matches and now.ply == now.pressed_ply
            return known.with_gap(lacking=True, lacking_to=now.ply + 1) if unseen else known.press(by, at)
        # A press that the opponent did not wait for will not come any more. One out of turn while the board shows the
        # position ends no move: it sets the clock going, or ends a move that was made out of sight.
        behind = now.ply > now.pressed_ply or (bool(log.touches) and not matches)
        amended = behind and self._is_amended(by)
        pressed_ply = now.pressed_ply + (1 if on_time else 2 if behind and not amended else 0)
        tangled = self._tangled(at)
        if pressed_ply > now.pressed_ply:
            if tangled >= 0 and pressed_ply - tangled <= _TANGLED:
                log = log.back_to(tangled)
            log = log.ended(pressed_ply, at, self.shown or "")
        complete = now.complete or matches or (pressed_ply >= now.ply and not amended)
        tracker = self.with_progress(pressed_ply=pressed_ply, pressed_at=at, pressed_by=by, complete=complete)
        tracker = tracker._blurred(at).with_gap(tangled=tangled if self._is_burst(at) else -1)
        unheard = self.gap.unheard or (self.gap.half_told and on_time and matches)
        gap = tracker.with_gap(pressed=True, unheard=unheard, half_told=False)
        return gap.with_touches(log=log).with_memo(glimpsed="")

    def _is_amended(self, by: Side) -> bool:
        """Whether whoever presses has changed his last move, which was taken for made while no press could be heard."""
        if self.progress.complete or self.expected is None or by is self.due:
            return False
        board = self.expected.position.board()
        return all(owner(board[touch.cell]) is not by.other for touch in self.touches.log.touches)

    def unwatched(self, at: Instant) -> Tracker:
        """Nobody has looked until now: how long the board has shown this is not known, and what was said meanwhile is
        about to be heard, with the instants and in the order in which it is read."""
        return self if self.sensors.raw is None else self.with_gap(looked_again=at)

    def _blurred(self, at: Instant) -> Tracker:
        """The tracker that has heard something; where it had waited, nobody knows in what order it happened."""
        if not self._is_burst(at):
            return self
        blurred = max(self.progress.ply, self.progress.pressed_ply)
        return self.with_gap(blurred=blurred, unmatched=True, tangled=self._tangled(at))

    def _is_burst(self, at: Instant) -> bool:
        """Whether what is heard now may have waited."""
        return at - self.gap.looked_again < BURST_MS

    def _tangled(self, at: Instant) -> int:
        """After which move touches and presses have no order, if they have none; -1 if they have one."""
        turns = self.touches.log.turns
        return turns[-1].done if self.gap.tangled < 0 and turns and self._is_burst(at) else self.gap.tangled

    # The start --------------------------------------------------------------------------------------------------------

    def at_start(self, at: Instant) -> Tracker | None:
        """The tracker turned the right way, if the board stands still in the start position."""
        sensors = self.sensors.at_start(at)
        if sensors is None:
            return None
        begun = _replace(self.matching(), sensors=sensors, doubt=Doubt(), touches=Touches())
        # A hand that clears the board may look like a reply to the last move of the game before.
        begun = begun.with_progress(ply=0, pressed_ply=0, complete=True, confirmed=None)
        return begun.with_gap(
            open=False,
            unheard=False,
            half_told=False,
            anchor=-1,
            unsure_from=-1,
            lacking=False,
            lacking_to=-1,
            may_lack=False,
            kept=(),
            blurred=-1,
            tangled=-1,
            unmatched=False,
        )

    def taken_for(self, board: str, at: Instant, *, heard: bool = True) -> Tracker:
        """The tracker of a board that cannot show itself: it is taken to show this. Only where all presses meanwhile
        were `heard` is it known how many moves it will never show."""
        taken = _replace(self, sensors=self.sensors.showing(board, at), touches=Touches())
        was, presses = self.gap, self.progress.presses
        known = heard and not was.lacking
        lacking, to = presses > 0 or not known, self.progress.pressed_ply if known else -1
        return taken.with_gap(open=False, lacking=lacking, lacking_to=to, may_lack=known, kept=())

    def entered(self, line: Line, at: Instant) -> Tracker:
        """The tracker of such a board after somebody has entered a move: once all are there, what was laid since is
        looked at. Where nobody knows how many they are, the first that the board has told is the one after them."""
        gap, last = self.gap, line.moves[-1].path if line.moves else ()
        told = [event.cell for _, event in gap.kept if isinstance(event, SquareChanged)]
        cells = [self.layout.from_device_cell(cell) for cell in told]
        if len(line.moves) < gap.lacking_to or (gap.lacking_to < 0 and cells and last and last[-1] != cells[0]):
            return self
        board = line.last.board()
        kept = [(when, event) for when, event in gap.kept if not self._stands(event, board)]
        if len(kept) < len(gap.kept) and kept and isinstance(kept[0][1], PastTime):
            del kept[0]  # it ended the move that was entered
        shows = self.sensors.showing(board, at)
        return _replace(self, sensors=shows, touches=Touches()).with_gap(
            lacking=False, lacking_to=-1, may_lack=False, kept=(), missed=tuple(kept)
        )

    def _stands(self, event: SquareChanged | PastTime, board: str) -> bool:
        """Whether a stone was laid that the game has already."""
        cell = self.layout.from_device_cell(event.cell) if isinstance(event, SquareChanged) else None
        return cell is not None and board[cell] != EMPTY

    # Following the line -----------------------------------------------------------------------------------------------

    def expecting(self, line: Line, at: Instant, only: Move | None = None) -> Tracker:
        """Know what may come next. If somebody else has changed the line, what was touched before means nothing."""
        tracker, ply = self, len(line.moves)
        if ply != self.progress.ply:
            tracker = self.with_progress(ply=ply, pressed_ply=ply, pressed_by=None)
            tracker = tracker.with_touches(log=TouchLog()).with_gap(anchor=-1)
            tracker = tracker.entered(line, at) if tracker.gap.lacking else tracker
        if not tracker.touches.log.turns and (shown := tracker.shown) is not None:
            tracker = tracker.with_touches(log=TouchLog().ended(tracker.progress.ply, at, shown))
        position, known, blind = line.last, self.expected, self.sensors.health.blind
        same = known is not None and known.position is position
        if known is not None and same and known.blind == blind and known.only == only:
            return tracker
        expected = expect(self.game, self.vision, position, blind, only)
        stands = known is not None and known.position.is_same(position)
        tracker = _replace(tracker, expected=expected, played_on=self.played_on if stands else ())
        return tracker.with_progress(unanswered=None).with_memo(searched="", refuted="")

    def moved(
        self, moves: tuple[Move, ...], at: Instant, *, complete: bool, clocked: bool, replied: int = 0
    ) -> Tracker:
        """After moves were seen: what was touched belongs to them, but for the last `replied` touches, with which the
        reply has begun."""
        ply = self.progress.ply + len(moves)
        log, pressed_ply = self.touches.log, self.progress.pressed_ply
        if self.gap.open or (not clocked and ply > pressed_ply):
            # What was touched before a press in a move made out of sight tells nothing of it.
            log = log.back_to(self.progress.ply)
            log = log.ended(ply, at, self.shown or "", keep=replied, out_of_sight=self.gap.open)
            pressed_ply = max(pressed_ply, ply)
        moved = self.matching(keep_evidence=replied > 0).with_gap(open=False, unheard=False, half_told=False)
        moved = moved.with_touches(log=log)
        return moved.with_progress(ply=ply, pressed_ply=pressed_ply, complete=complete, confirmed=None, unanswered=None)

    def standing_on(self, position: Position) -> Tracker:
        """After what stood on the board was taken for a turn, since the other side has made its own from there."""
        expected = expect(self.game, self.vision, position, self.sensors.health.blind)
        tracker = _replace(self, expected=expected).with_touches(log=TouchLog())
        return tracker.with_progress(ply=self.progress.ply + 1)

    def reinterpreted(self, instead_of: int, moves: tuple[Move, ...]) -> Tracker:
        """After the last moves were found to have been others."""
        ply = self.progress.ply - instead_of + len(moves)
        tracker = _replace(self.matching(), expected=None)
        return tracker.with_progress(ply=ply, confirmed=None, complete=ply <= self.progress.pressed_ply)

    def withdrawn(self) -> Tracker:
        """After the last move turned out not to be complete."""
        ply, pressed_ply, log = self.progress.ply - 1, self.progress.pressed_ply, self.touches.log
        if pressed_ply > ply:
            log, pressed_ply = log.back_to(ply), ply
        tracker = _replace(self.matching(keep_evidence=True), expected=None).with_touches(log=log)
        return tracker.with_progress(ply=ply, pressed_ply=pressed_ply, complete=True)

    def matching(self, *, keep_evidence: bool = False) -> Tracker:
        """Begin anew from a position that the board has shown."""
        tracker = _replace(self, memo=SearchMemo(), played_on=(), signalled=None)
        return tracker if keep_evidence else tracker.with_touches(evidence=TouchEvidence())


def _is_reply(expected: Expectation, move: Move, seen: str, cell: int, piece: str, *, pressed: bool) -> bool:
    """Whether a cell that comes to show this piece is the reply to a move that stands on the board."""
    mover = expected.position.turn
    if cell == move.path[-1]:
        return False
    if len(move.path) == 1:  # stones are not lifted: the next one is the reply
        return piece != EMPTY and (pressed or owner(piece) is mover.other)
    if piece != EMPTY:
        return False
    # The hand that moves may go on to take this piece: then it is no reply.
    victim = any(other.path[0] == move.path[0] and cell in other.taken for other in expected.legal)
    return pressed or (owner(expected.after[seen][cell]) is mover.other and not victim)
