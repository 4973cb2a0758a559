"""The work on what the board says: observations of tracking become inputs of the referee."""

from __future__ import annotations

import operator
from typing import assert_never

from drivers.requests import ClearSquares
from gateway.games.game import Line, Move
from gateway.model.instants import Instant
from gateway.referee.inputs import (
    BoardMatched,
    BoardMismatched,
    PlayerRequested,
    ResultShown,
    Retracted,
    Touched,
)
from gateway.referee.player_requests import PlayerRequest
from gateway.referee.state import Phase
from gateway.tracking import gap_recovery, opening_recognition, recognition, touching
from gateway.tracking.observations import (
    Anomaly,
    BoardMatches,
    BoardMismatch,
    Corrected,
    MovesSeen,
    Observation,
    ResultSignalled,
    SensorStuck,
    Withdrawn,
)
from gateway.tracking.opening_recognition import OpeningSeen
from gateway.tracking.tracker import Tracker

from . import board_inputs
from .game_start import new_game, sensor_changed
from .opening_requests import as_request
from .state import Table
from .table_work import TableWork

__all__ = ["BoardWork"]


def _is_clocked(table: Table, at: Instant) -> bool:
    """Whether turns end by presses that can be heard; while the clock is away a move ends by itself."""
    clock = table.devices.clock
    return (clock is None or clock.online) and table.clock.face(at).running is not None


class BoardWork(TableWork):
    """The work on one event, as far as the board has something to say to it."""

    _nothing_new: tuple[Tracker, Line, bool, Move | None] | None = None
    """What was last looked at and told nothing; to look at the same again would tell the same."""

    def _look(self, *, at_once: bool = False) -> None:
        """Take in what the board says."""
        self._look_for_start()
        self._look_for_touch()
        while self._table.referee.follows_the_board and (observation := self._observation(at_once=at_once)) is not None:
            self._take_in(observation)

    def _tell_lacking(self) -> None:
        """Tell that moves are missing that were pressed for out of sight: once a game is over, none is looked for."""
        tracker = self._table.tracker
        if tracker.gap.open and tracker.progress.presses and self._table.referee.follows_the_board:
            tracker, lacking = gap_recovery.lacking(tracker)
            self._set(tracker=tracker)
            if lacking is not None:
                self._take_in(lacking)

    def _take_standing(self, since: Instant) -> None:
        """Take in the legal move that has stood on the board since an instant, though it has not settled."""
        table, play = self._table, self._table.referee.play
        if play is None or not table.referee.follows_the_board or play.opens:
            return
        clocked = _is_clocked(table, self._at)
        tracker, observation = recognition.recognise_standing(
            table.tracker, play.line, self._at, since=since, clocked=clocked, only=play.bound_move
        )
        self._set(tracker=tracker)
        if observation is not None:
            self._take_in(observation)

    def _look_for_touch(self) -> None:
        """Tell of a piece that is lifted where that answers something, and nowhere else."""
        play = self._table.referee.play
        if play is None or self._table.referee.phase is not Phase.PLAYING or (side := play.touch_answers) is None:
            return
        cell = touching.lifted_by(self._table.tracker, play.line, side, play.offered_at, self._at)
        if cell is not None:
            self._input(Touched(side, cell))

    def _observation(self, *, at_once: bool) -> Observation | OpeningSeen | None:
        table, play = self._table, self._table.referee.play
        if play is None:
            return None
        clocked = _is_clocked(table, self._at)
        if play.opening is not None and not play.opening.done:
            watch, tracker, seen = opening_recognition.recognise(
                table.opening,
                table.tracker,
                play.line,
                play.opening,
                play.opening_before,
                self._at,
                clocked=clocked,
                at_once=at_once,
            )
            self._set(opening=watch, tracker=tracker)
            return seen
        looked_at = (table.tracker, play.line, clocked, play.bound_move)
        if self._nothing_new is not None and all(map(operator.is_, looked_at, self._nothing_new)):
            return None
        tracker, observation = recognition.recognise(
            table.tracker, play.line, self._at, clocked=clocked, only=play.bound_move
        )
        if tracker is not table.tracker:
            self._set(tracker=tracker)
        elif observation is None:
            self._nothing_new = looked_at
        return observation

    def _take_in(self, observation: Observation | OpeningSeen) -> None:
        """Make an input of what was seen."""
        if self._table.referee.play is None:
            return
        match observation:
            case MovesSeen():
                self._move_all(observation)
            case OpeningSeen():
                for act in observation.acts:
                    self._open(as_request(act), by_press=observation.by_press)
            case Withdrawn() | Corrected() if self._lies(observation):
                self._lift(observation)
            case Withdrawn():
                self._withdraw()
            case Corrected():
                for _ in range(observation.instead_of):
                    self._withdraw()
                self._take_in(MovesSeen(observation.moves, inferred=True))
            case Anomaly():
                self._report(observation)
            case _:
                self._take_in_board(observation)

    def _lies(self, change: Withdrawn | Corrected) -> bool:
        """Whether a change is that of one stone which the rules do not let anybody touch any more."""
        play = self._table.referee.play
        if play is None or play.opens or not play.book.offences.stays:
            return False
        return isinstance(change, Withdrawn) or (change.instead_of == len(change.moves) == 1)

    def _lift(self, change: Withdrawn | Corrected) -> None:
        """The stone stays where it was laid. What stands there instead is told now, or once it has stood for long."""
        table, play = self._table, self._table.referee.play
        if play is None or isinstance(change, Withdrawn):
            return
        clocked = _is_clocked(table, self._at)
        tracker, anomaly = recognition.recognise_changed(table.tracker, play.line, self._at, clocked=clocked)
        self._set(tracker=tracker)
        if isinstance(anomaly, Anomaly):
            self._report(anomaly)

    def _take_in_board(self, observation: BoardMismatch | ResultSignalled | SensorStuck | BoardMatches) -> None:
        """Make an input of what the whole board shows."""
        match observation:
            case BoardMismatch():
                self._input(BoardMismatched(observation.cells, observation.shown))
            case ResultSignalled():
                self._input(ResultShown(observation.result))
            case SensorStuck():
                self._input(sensor_changed(self._table.tracker.game, observation.cell, online=False))
            case BoardMatches():
                self._input(BoardMatched(observation.unseen))
                self._effects.append(ClearSquares())
            case _:
                assert_never(observation)

    def _move_all(self, seen: MovesSeen) -> None:
        """The moves that were seen, one input each, as long as the game goes on."""
        play = self._table.referee.play
        if play is None:
            return
        for moved in board_inputs.moves(play, seen, unproven=self._table.unproven):
            if self._table.referee.follows_the_board:
                self._set(left_start=True)
                self._input(moved)
                if (uncrowned := board_inputs.uncrowned(self._table, moved)) is not None:
                    self._input(uncrowned)

    def _report(self, anomaly: Anomaly) -> None:
        """What is irregular, to the referee; and to the players, whose board shows where it is."""
        if self._table.unproven:  # moves may be missing, and nobody is charged with those
            self._set(tracker=gap_recovery.doubted(self._table.tracker))
            self._input(BoardMismatched(anomaly.finding.cells, anomaly.shown))
            return
        self._input(board_inputs.irregular(self._table, anomaly, self._at))
        play = self._table.referee.play
        if play is None or not play.leaves_to_the_opponent:
            self._effects.append(board_inputs.differing_squares(self._table, anomaly))

    def _open(self, done: PlayerRequest | str, *, by_press: bool) -> None:
        """One step of an opening: a stone is a move, all else is a player's request."""
        play = self._table.referee.play
        if play is None:
            return
        if isinstance(done, str):
            self._take_in(MovesSeen((play.line.last.read(done),), by_press=by_press))
        elif play.opening is not None:
            self._input(PlayerRequested(play.on_move, done))

    def _withdraw(self) -> None:
        play = self._table.referee.play
        if play is not None and (before := play.line.before) is not None:
            self._input(Retracted(before.turn, play.texts[-1], before.board(), before.fen()))

    def _look_for_start(self) -> None:
        """Wait for the pieces to be set up for the next game."""
        if self._table.referee.phase not in {Phase.WAITING, Phase.OVER}:
            return
        known = self._table.tracker.sensors.health.stuck
        self._table, set_up = new_game(self._table, self._at)
        if set_up is not None:
            self._input(set_up)
            for cell in sorted(self._table.tracker.sensors.health.stuck - known):
                self._take_in(SensorStuck(cell))
