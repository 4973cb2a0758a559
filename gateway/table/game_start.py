"""The start of a game: taken up from the record, or set up anew when the pieces stand at the start."""

from __future__ import annotations

import msgspec

from drivers.readings import EMPTY, Reading, Seat, SquareChanged
from gateway.clock.facts import ClockAnomalyKind
from gateway.clock.game_clock import ONE_MINUTE
from gateway.games import registry
from gateway.games.game import Game
from gateway.model.instants import Instant
from gateway.model.messages import message
from gateway.model.persons import Person
from gateway.model.sides import BySide
from gateway.record.fold import Folded
from gateway.referee import rulebooks
from gateway.referee.assignment import Assignment
from gateway.referee.inputs import DeviceChanged, SetUp
from gateway.referee.options import Mode, Options
from gateway.referee.rulebooks import Rulebook
from gateway.referee.rulings import AlertKind
from gateway.referee.state import Phase, State
from gateway.table import timekeeping
from gateway.tracking.opening_recognition import OpeningWatch
from gateway.tracking.sensor_health import SensorHealth
from gateway.tracking.tracker import Tracker
from gateway.tracking.vision import see
from gateway.tracking.waits import SETTLE_SCANS

from .known_devices import Devices
from .setup import TableSetup
from .state import Table
from .timekeeping import Terms

__all__ = ["after_end", "assumed", "new_game", "resume", "sensor_changed", "tracker_for", "white_seat"]

_replace = msgspec.structs.replace


_NO_CONTROL = "10m"
"""The control that a clock is taken to count while nothing is assigned: it is only looked at."""


def resume(setup: TableSetup, record: Folded, at: Instant) -> Table:
    """The table as its record left it; with an empty record, a new one. The board is seen again when it next speaks."""
    play = record.state.play
    turned = play is not None and play.setup.turned
    white = white_seat(turned=turned is not (play is not None and play.swapped))
    terms = _terms(setup, record.state)
    battery_low = record.state.raised(AlertKind.CLOCK, ClockAnomalyKind.BATTERY_LOW.value)
    clock = timekeeping.resumed(terms, record.state.face, white, at, battery_low=battery_low)
    if record.state.phase is Phase.READY and timekeeping.has_counted(clock, terms, at):
        # The last face on record is that of the game before.
        clock = timekeeping.for_new_game(clock, terms, white, at)
    if play is not None:
        clock = timekeeping.in_turn(clock, play.on_move)
    tracker = tracker_for(setup, record.state)
    game = tracker.game
    if play is not None:
        tracker = tracker.expecting(play.line, at)  # a press may be the first thing that is heard
    if play is not None and play.stood:
        tracker = tracker.with_memo(withheld=see(game, tracker.vision, play.stood))
    stuck = frozenset(
        cell
        for cell in range(game.rows * game.cols)
        if sensor_changed(game, cell, online=False).subject in record.broken
    )
    return Table(
        setup=setup,
        clock=clock,
        tracker=tracker.with_sensors(health=SensorHealth(stuck=stuck)),
        referee=record.state,
        devices=Devices.of(setup),
        last=record.last,
        first=record.first,
        game=record.games,
        acted=record.acted,
        looked=at,
        unproven=clock.face(at).running is not None,
    )


def tracker_for(setup: TableSetup, referee: State) -> Tracker:
    """Fresh eyes for the game under way, or else for the next one."""
    rules, play = setup.rules(referee), referee.play
    known = play if play is not None and play.setup.rules == rules else None
    return Tracker.for_board(
        registry.find(rules),
        setup.scan_ms,
        vision=setup.vision,
        device=setup.device(rules),
        turned=known is not None and known.setup.turned,
        orientation_known=known is not None and bool(known.texts),
    )


def _terms(setup: TableSetup, referee: State) -> Terms:
    """What the clock counts by: the game on the table, also when it is over."""
    if referee.play is not None:
        play = referee.play
        return _terms_by(play.book, play.options, Terms(setup.clock, play.setup.rules, play.control))
    assigned = setup.next(referee)
    return Terms(setup.clock, setup.rules(referee), assigned.control if assigned is not None else _NO_CONTROL)


def _terms_by(book: Rulebook, options: Options, terms: Terms) -> Terms:
    """The terms with what a rulebook wants to be told of the time, and whether a flag stops the clock."""
    rules = book.clock
    marks = (ONE_MINUTE, rules.low_ms) if rules.low_ms else (ONE_MINUTE,)
    return terms._replace(marks=marks, flags_claimed=rules.flag_mode(options) is Mode.CLAIM)


def new_game(table: Table, at: Instant) -> tuple[Table, SetUp | None]:
    """The table with its next game, once the pieces are set up for it."""
    setup, game = table.setup, table.tracker.game
    start = game.start()
    found = table.tracker.at_start(at)
    if found is None:
        shown = table.tracker.shown
        left = shown is not None and game.seen_as(shown) != game.seen_as(start.board())
        return (_replace(table, left_start=True) if left else table), None
    assigned = setup.next(table.referee)
    if not table.left_start or assigned is None or _is_played(assigned, table.referee):
        # The last game ended before anything moved, or somebody has only tidied the pieces.
        return table, None
    set_up = SetUp(
        game=table.game + 1,
        rules=assigned.rules,
        rulebook=assigned.rulebook,
        control=assigned.control,
        start=assigned.start if assigned.start is not None and assigned.start >= at else None,
        players=_exchanged(assigned.players) if table.referee.exchanged else assigned.players,
        fen=start.fen(),
        board=start.board(),
        rows=game.rows,
        cols=game.cols,
        draws=assigned.draws,
        turned=found.layout.turned,
        options=assigned.options,
        set_clock=assigned.set_clock,
        assignment=assigned.n,
        pairing=assigned.pairing,
        round=assigned.round,
    )
    terms = Terms(setup.clock, assigned.rules, assigned.control)
    if assigned.rulebook in rulebooks.NAMES:  # the referee refuses any other
        terms = _terms_by(rulebooks.load(assigned.rulebook), assigned.options, terms)
    ready = _replace(
        table,
        tracker=found,
        clock=timekeeping.for_new_game(table.clock, terms, white_seat(turned=found.layout.turned), at),
        game=table.game + 1,
        first=table.last + 1,
        left_start=False,
        unproven=False,
        opening=OpeningWatch(),
    )
    return ready, set_up


def _exchanged(players: BySide[Person]) -> BySide[Person]:
    """The players with their colours corrected."""
    return BySide(players.black, players.white)


def after_end(table: Table) -> Table:
    """The table at the end of a game. Where the pieces have come back to where they began, the result stays in sight
    until they have left it again: nobody has set up another game yet."""
    game, play, shown = table.tracker.game, table.referee.play, table.tracker.shown
    if play is None or not play.texts or shown is None:
        return table
    stands = game.seen_as(shown) == game.seen_as(game.start().board())
    return _replace(table, left_start=False) if stands else table


def _is_played(assigned: Assignment, referee: State) -> bool:
    """A pairing has been played here to its end: what comes next is the event's to say."""
    play = referee.play
    over = play is not None and referee.phase is Phase.OVER
    return over and bool(assigned.pairing) and play is not None and play.setup.assignment == assigned.n


def assumed(table: Table, reading: Reading, at: Instant) -> Table:
    """The table before a reading of its board. One that never shows itself whole is taken to stand as the game does.

    Only boards for stones are like that. People clear them unseen: a stone after the game begins the next one.
    """
    if not table.never_whole:
        return table
    tracker, play = table.tracker, table.referee.play
    start = tracker.game.start().board()
    if start.strip(EMPTY):
        return table
    over = table.referee.phase in {Phase.WAITING, Phase.OVER}
    if tracker.sensors.raw is None:
        board = start if over or play is None else play.line.last.board()
        heard = table.referee.phase is not Phase.PLAYING or _heard_all_presses(table)
        return _replace(table, tracker=tracker.taken_for(board, at, heard=heard), left_start=table.left_start or over)
    if over and isinstance(reading, SquareChanged) and reading.piece != EMPTY:
        before = Instant(at - tracker.sensors.scans(SETTLE_SCANS))
        return _replace(table, tracker=tracker.taken_for(start, before), left_start=True)
    return table


def _heard_all_presses(table: Table) -> bool:
    """Whether every press would have been heard since the last one."""
    clock = table.devices.clock
    return table.setup.apart and clock is not None and clock.online and not table.gap


def sensor_changed(game: Game, cell: int, *, online: bool) -> DeviceChanged:
    """The sensor of a cell no longer follows the moves, or does again."""
    detail = None if online else message("device_detail.stuck")
    return DeviceChanged("sensor", online, detail, game.square(cell))


def white_seat(*, turned: bool) -> Seat:
    """Where White sits at the clock: it stays where it is when the board is turned."""
    return Seat.RIGHT if turned else Seat.LEFT
