"""How a table comes to its game: taken up from the record, or set up anew when the pieces stand at the start."""

from __future__ import annotations

import msgspec

from drivers.readings import EMPTY, Reading, Seat, SquareChanged
from gateway.clock.facts import ClockAnomalyKind
from gateway.games import registry
from gateway.games.game import Game
from gateway.model.instants import Instant
from gateway.record.fold import Folded
from gateway.referee.inputs import SetUp
from gateway.referee.rulings import AlertKind
from gateway.referee.state import Phase
from gateway.table import timekeeping
from gateway.tracking.opening_recognition import OpeningWatch
from gateway.tracking.sensor_health import SensorHealth
from gateway.tracking.tracker import Tracker
from gateway.tracking.waits import SETTLE_SCANS

from .devices import Devices
from .setup import TableSetup
from .state import Table

__all__ = ["assumed", "new_game", "resume", "sensor", "white_seat"]

_replace = msgspec.structs.replace


def resume(setup: TableSetup, record: Folded, at: Instant) -> Table:
    """The table as its record left it; with an empty record, a new one. The board is seen again when it next speaks."""
    play = record.state.play
    turned = play is not None and play.setup.turned
    white = white_seat(turned=turned is not (play is not None and play.swapped))
    battery_low = record.state.raised(AlertKind.CLOCK, ClockAnomalyKind.BATTERY_LOW.value)
    clock = timekeeping.resumed(setup, record.state.face, white, at, battery_low=battery_low)
    if record.state.phase is Phase.READY and clock.face(at).turn is not None:
        # The last face on record is that of the game before.
        clock = timekeeping.for_new_game(clock, setup, white, at)
    game = registry.find(setup.rules)
    tracker = Tracker.for_board(
        game,
        setup.scan_ms,
        vision=setup.vision,
        device=setup.device,
        turned=turned,
        orientation_known=play is not None and bool(play.texts),
    )
    stuck = frozenset(cell for cell in range(game.rows * game.cols) if sensor(game, cell) in record.broken)
    return Table(
        setup=setup,
        clock=clock,
        tracker=tracker.with_sensors(health=SensorHealth(stuck=stuck)),
        referee=record.state,
        devices=Devices.of(setup),
        last=record.last,
        first=record.first,
        game=play.setup.game if play else 0,
    )


def new_game(table: Table, at: Instant) -> tuple[Table, SetUp | None]:
    """The table with its next game, once the pieces are set up for it."""
    setup, game = table.setup, table.tracker.game
    start = game.start()
    found = table.tracker.at_start(at)
    if found is None:
        shown = table.tracker.shown
        left = shown is not None and game.seen_as(shown) != game.seen_as(start.board())
        return (_replace(table, left_start=True) if left else table), None
    if not table.left_start:
        return table, None  # the game ended before anything moved, and the pieces have not been touched since
    set_up = SetUp(
        game=table.game + 1,
        rules=setup.rules,
        rulebook=setup.rulebook,
        control=setup.control,
        players=setup.players,
        fen=start.fen(),
        board=start.board(),
        rows=game.rows,
        cols=game.cols,
        draws=setup.draws,
        options=setup.options,
        turned=found.layout.turned,
    )
    ready = _replace(
        table,
        tracker=found,
        clock=timekeeping.for_new_game(table.clock, setup, white_seat(turned=found.layout.turned), at),
        game=table.game + 1,
        first=table.last + 1,
        left_start=False,
        opening=OpeningWatch(),
    )
    return ready, set_up


def assumed(table: Table, reading: Reading, at: Instant) -> Table:
    """The table before a reading of its board. One that never shows itself whole is taken to stand as the game does.

    Only boards for stones are like that. People clear them unseen: a stone after the game begins the next one.
    """
    tracker, play = table.tracker, table.referee.play
    start = tracker.game.start().board()
    if not table.never_whole or start.strip(EMPTY):
        return table
    over = table.referee.phase in {Phase.WAITING, Phase.OVER}
    if tracker.sensors.raw is None:
        picture = start if over or play is None else play.line.last.board()
        return _replace(table, tracker=tracker.taken_for(picture, at), left_start=table.left_start or over)
    if over and isinstance(reading, SquareChanged) and reading.piece != EMPTY:
        before = Instant(at - tracker.sensors.scans(SETTLE_SCANS))
        return _replace(table, tracker=tracker.taken_for(start, before), left_start=True)
    return table


def sensor(game: Game, cell: int) -> str:
    """How the record names the sensor of a cell."""
    return f"sensor of {game.square(cell)}"


def white_seat(*, turned: bool) -> Seat:
    """Where White sits at the clock: it stays where it is when the board is turned."""
    return Seat.RIGHT if turned else Seat.LEFT
