"""A record that was judged with everything people do at a table, told again: list, position and result are the same.

Moves, passes, moves withdrawn, irregular turns that stand by word or by playing on, positions set, moves entered and
retracted, results set and overturned: the games out of the entries, and the files written of them, tell what the
referee has.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.readings import EMPTY
from gateway.feeds.export import PlayedAt, format_of, write_game
from gateway.feeds.played_game import PlayedGame, games_of
from gateway.games import registry
from gateway.games.game import Move, Position
from gateway.games.game_files import RecordedGame, read_games
from gateway.model.instants import Instant
from gateway.model.irregularities import Irregularity
from gateway.model.persons import named
from gateway.model.results import Result
from gateway.model.sides import Side
from gateway.record.entries import Entry
from gateway.record.visibility import visibility_of
from gateway.referee.acts import Act, EnterMove, Overturn, Resume, RetractMoves, SetPosition, SetResult
from gateway.referee.inputs import Acted, Input, Irregular, PlayerRequested, Retracted, SetUp
from gateway.referee.machine import step
from gateway.referee.player_requests import AcceptIrregularity, Pass
from gateway.referee.state import Phase, Play, State
from gateway.table.board_inputs import moves, what_stood
from gateway.tracking.observations import MovesSeen
from tests.examples import examples

BOOKS = {
    "chess": "chess-rapid",
    "draughts-international": "draughts-blitz",
    "draughts-russian": "draughts64-blitz",
    "renju": "gomoku-rapid",
    "gomoku": "gomoku-rapid",
}
DEEDS = ("move",) * 6 + (
    "pass",
    "withdraw",
    "play on",
    "play on from a changed turn",
    "answer irregularly",
    "accept",
    "set",
    "go back",
    "confirm",
    "enter",
    "retract",
    "end",
    "end, and go on",
)


class Desk:
    """A referee, and somebody who does anything at all by a seed."""

    def __init__(self, rules: str, seed: int) -> None:
        self.dice = random.Random(seed)
        self.game = registry.find(rules)
        self.state = State()
        self.entries: list[Entry] = []
        start = self.game.start()
        self.give(
            SetUp(
                1,
                rules,
                BOOKS[rules],
                "5m",
                named("Ada", "Bob"),
                start.fen(),
                start.board(),
                self.game.rows,
                self.game.cols,
                draws="claim",
            )
        )

    @property
    def play(self) -> Play:
        assert self.state.play is not None
        return self.state.play

    def give(self, given: Input) -> None:
        at = Instant(1_000_000 + len(self.entries))
        self.state, rulings = step(self.state, given, at)
        for what in (given, *rulings):
            self.entries.append(Entry(len(self.entries) + 1, at, visibility_of(what), what))

    def act(self, act: Act) -> None:
        self.give(Acted(f"c{len(self.entries)}", "Iris", "chief", act))

    def do(self, deed: str) -> None:
        """One thing that happens, where it can."""
        if self.state.phase in {Phase.READY, Phase.PLAYING} or deed == "end, and go on":
            getattr(self, "_" + deed.replace(", and ", "_").replace(" ", "_"))()

    # What is done -----------------------------------------------------------------------------------------------------

    def _legal(self, position: Position | None = None) -> Move | None:
        found = [move for move in (position or self.play.line.last).moves() if move.path]
        return self.dice.choice(found) if found else None

    def _move(self) -> None:
        if (move := self._legal()) is not None:
            for moved in moves(self.play, MovesSeen((move,))):
                self.give(moved)

    def _pass(self) -> None:
        self.give(PlayerRequested(self.play.line.last.turn, Pass()))

    def _withdraw(self) -> None:
        before = self.play.line.before
        if before is not None and self.play.line.moves[-1].path:
            self.give(Retracted(before.turn, self.play.texts[-1], before.board(), before.fen()))

    def _irregular(self) -> Position | None:
        """What no legal move leads to stands on the board, and is told."""
        position = self.play.line.last
        board = list(position.board())
        white = position.turn is Side.WHITE
        own = [n for n, piece in enumerate(board) if piece != EMPTY and piece.isupper() is white]
        free = [n for n, piece in enumerate(board) if piece == EMPTY and self.game.square(n)]
        if self.game.lays_stones:
            for cell in self.dice.sample(free, 2):
                board[cell] = "S" if white else "s"
        elif own and free:
            start, end = self.dice.choice(own), self.dice.choice(free)
            board[start], board[end] = board[end], board[start]
        shown = "".join(board)
        stands = self.game.standing(shown, position.turn.other, position)
        if stands is None or any(position.board_after(move) == shown for move in position.moves()):
            return None
        self.give(Irregular(Irregularity.ILLEGAL_MOVE, position.turn, (), shown))
        return stands

    def _play_on(self) -> None:
        stands = self._irregular()
        move = self._legal(stands) if stands is not None else None
        if move is not None:
            for moved in moves(self.play, MovesSeen((move,), base=stands)):
                self.give(moved)

    def _play_on_from_a_changed_turn(self) -> None:
        """A piece is gone besides the last move, and its side's opponent goes on from there."""
        last = self.play.line.last
        cells = [n for n, piece in enumerate(last.board()) if piece != EMPTY]
        if self.play.line.before is None or not cells:
            return
        cell = self.dice.choice(cells)
        shown = last.board()[:cell] + EMPTY + last.board()[cell + 1 :]
        stands = self.game.standing(shown, last.turn, last)
        move = self._legal(stands) if stands is not None else None
        if move is not None:
            self.give(Irregular(Irregularity.NOT_JUMPED, last.turn.other, (cell,), shown))
            for moved in moves(self.play, MovesSeen((move,), base=stands)):
                self.give(moved)

    def _answer_irregularly(self) -> None:
        """An irregular turn is answered by another one."""
        stands = self._irregular()
        if stands is not None and (told := what_stood(self.play, stands)):
            given = Irregular(Irregularity.ILLEGAL_MOVE, stands.turn, (), stands.board(), base=stands.fen(), stood=told)
            self.give(given)

    def _accept(self) -> None:
        stands = self._irregular()
        if stands is not None:
            self.give(PlayerRequested(stands.turn, AcceptIrregularity()))

    def _set(self) -> None:
        self._set_to(self._perturbed())

    def _go_back(self) -> None:
        self._set_to(self.dice.choice(self.play.line.positions))

    def _confirm(self) -> None:
        self._set_to(self.play.line.last)

    def _perturbed(self) -> Position:
        """The position with a piece of the side to move less, or of the other."""
        position = self.play.line.last
        board = position.board()
        taken = [n for n, piece in enumerate(board) if piece != EMPTY]
        if not taken:
            return position
        cell = self.dice.choice(taken)
        less = board[:cell] + EMPTY + board[cell + 1 :]
        return self.game.standing(less, self.dice.choice(list(Side)), position) or position

    def _set_to(self, position: Position) -> None:
        self.act(SetPosition(fen=position.fen(), why="so it stood"))

    def _enter(self) -> None:
        if (move := self._legal()) is not None:
            self.act(EnterMove(move=move.text))

    def _retract(self) -> None:
        self.act(RetractMoves(count=self.dice.randint(1, 3)))

    def _end(self) -> None:
        self.act(SetResult(result=self.dice.choice(list(Result))))

    def _end_go_on(self) -> None:
        self._end()
        if (ended := self.play.result) is not None:
            self.act(Overturn(ruling=ended.no))
            self.act(Resume())


def last_of(read: RecordedGame, start: Position) -> Position:
    """Where a game that was read has led to."""
    position = read.start or start
    for number, text in enumerate(read.moves):
        position = read.setups.get(number, position)
        position = position.play(position.read(text))
    return read.setups.get(len(read.moves), position)


def legal_texts(game: PlayedGame) -> list[str]:
    """The legal moves of a game, in full."""
    found = []
    for stretch in game.stretches:
        position = stretch.start
        for move in stretch.moves:
            found.append(position.read(move.text).text)
            position = move.after
    return found


@pytest.mark.parametrize("rules", sorted(BOOKS))
@given(seed=st.integers(0, 10**6), length=st.integers(1, 40))
@examples(60)
def test_what_the_referee_has_is_what_is_told_and_read(rules: str, seed: int, length: int) -> None:
    desk = Desk(rules, seed)
    for _ in range(length):
        desk.do(desk.dice.choice(DEEDS))
    play = desk.play
    (game,) = games_of(desk.entries)
    assert tuple(game.texts) == play.texts
    assert game.last.last.fen() == play.line.last.fen()
    assert (game.ended.no if game.ended else None) == (play.result.no if play.result else None)
    form = format_of(game)
    if form == "pgn":
        return  # it begins at the last set-up
    written = write_game(game, form, PlayedAt("spring-open", "t3"))
    if len(game.stretches) == 1 and not game.last.moves:
        return  # a file without a move holds no game
    (read,) = read_games(written, f"game.{form}")
    assert read.problems == ()
    assert list(read.moves) == legal_texts(game)
    assert last_of(read, desk.game.start()).board() == play.line.last.board()
    marks = [text for text in play.texts if text.startswith("[")]
    assert all(mark in written.replace("\\]", "]") for mark in marks)
