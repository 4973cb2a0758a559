"""One input in the judging: the state so far and the rulings it has led to. Lives only as long as the step."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from gateway.clock.adjustments import Change
from gateway.games.game import Line
from gateway.model.instants import Instant, Millis
from gateway.model.messages import Message, message
from gateway.model.results import Reason, Result
from gateway.model.sides import BySide, Side

from . import case_messages, game_messages
from .roles import Role
from .rulings import (
    Alert,
    AlertKind,
    CaseDecided,
    CaseOpened,
    Ended,
    NewClock,
    Overturned,
    Paused,
    Penalised,
    PositionSet,
    Rejected,
    Ruling,
    Started,
    TimeChanged,
)
from .state import Made, Phase, Play, Raised, State, Stop

__all__ = ["Judgement"]

_replace = msgspec.structs.replace


class Judgement:
    """One input in the judging."""

    def __init__(self, state: State, at: Instant) -> None:
        self.state = state
        self.at = at
        self.rulings: list[Ruling] = []
        self.by = ""
        """Who acts, where a person does."""
        self.role: Role | None = None
        self.causes: tuple[int, ...] = ()
        """The rulings that the next ones follow from."""
        self.looked_at: Line | None = None
        """The line whose end has been looked at: whether it ends the game, and what may be claimed there."""

    # The state ------------------------------------------------------------------------------------------------------

    @property
    def play(self) -> Play:
        """The game; only asked for where there is one."""
        if self.state.play is None:
            raise LookupError("no game has been set up")
        return self.state.play

    @property
    def phase(self) -> Phase:
        """The status of a game."""
        return self.state.phase

    @property
    def is_open(self) -> bool:
        """There is a game and it is not over."""
        return self.state.play is not None and self.phase in {Phase.READY, Phase.PLAYING, Phase.PAUSED}

    def set(self, **changes: object) -> None:
        """Change the state."""
        self.state = _replace(self.state, **changes)

    def put(self, **changes: object) -> None:
        """Change the game."""
        self.state = _replace(self.state, play=_replace(self.play, **changes))

    # Rulings --------------------------------------------------------------------------------------------------------

    def rule(self, ruling: Ruling, before: Line | None = None) -> None:
        """Make a ruling; those that can be overturned are numbered."""
        if isinstance(ruling, Ended | Penalised | TimeChanged | NewClock | PositionSet | CaseDecided | Overturned):
            play = self.play
            ruling = _replace(ruling, no=len(play.made) + 1, by=ruling.by or self.by)
            self.put(
                made=(
                    *play.made,
                    Made(
                        ruling,
                        self.role,
                        self.at,
                        before,
                        play.texts if before is not None else (),
                        swapped=play.swapped,
                        causes=self.causes,
                    ),
                )
            )
        self.rulings.append(ruling)
        if isinstance(ruling, CaseOpened):
            self.put(opened_at=(*self.play.opened_at, self.at))
        if isinstance(ruling, Alert):
            kept = tuple(each for each in self.state.alerts if not each.is_about(ruling.kind, ruling.subject))
            self.set(alerts=(*kept, Raised(ruling, self.at)) if ruling.open else kept)

    @contextmanager
    def following(self, *causes: int) -> Iterator[None]:
        """What is ruled inside follows from these rulings; from the one made last if none is named."""
        before, self.causes = self.causes, causes or (len(self.play.made),)
        yield
        self.causes = before

    def mark(self, number: int, **changes: object) -> None:
        """Note something about a ruling that was made before."""
        made = self.play.made
        self.put(made=(*made[: number - 1], _replace(made[number - 1], **changes), *made[number:]))

    def alert(
        self, kind: AlertKind, text: Message, article: str = "", *, subject: str = "", announce: bool = True
    ) -> None:
        """Tell the arbiter something."""
        self.rule(Alert(kind=kind, subject=subject, article=article, text=text, announce=announce))

    def clear(self, kind: AlertKind, text: Message, subject: str | None = None) -> None:
        """What alerts said no longer holds: the one about this subject, or all of the kind."""
        for each in self.state.alerts:
            if each.is_about(kind, subject):
                self.rule(Alert(kind=kind, subject=each.alert.subject, open=False, text=text))

    def reject(self, side: Side, article: str, why: Message) -> None:
        """A player does not get what was asked for."""
        self.rule(Rejected(side=side, article=article, text=case_messages.rejected(side, why)))

    def begin(self) -> None:
        """A game that was ready is now being played."""
        if self.phase is Phase.READY:
            self.set(phase=Phase.PLAYING)
            self.put(started=self.at)
            self.rule(Started(text=game_messages.started(self.play.line.last.turn)))
            self.clear(AlertKind.LATE_START, message("alert.round_begun"), "start")

    def pause(self, by: str, article: str, text: Message) -> None:
        """Both clocks are to stand."""
        if self.phase is Phase.PLAYING:
            self.stop(text)
            self.rule(Paused(by=by, article=article, text=text))

    def stop(self, text: Message) -> None:
        """No time is to run from now on."""
        self.set(phase=Phase.PAUSED)
        self.put(stopped=Stop(self.at, text))

    def end(self, result: Result, reason: Reason, article: str, why: str = "", lost: Side | None = None) -> None:
        """The game is over. Cases wait on, and alerts stand, until somebody sees to them or another game is set up."""
        text = game_messages.ended(result, reason, why, lost)
        self.rule(Ended(result=result, reason=reason, lost=lost, article=article, text=text))
        ended = self.rulings[-1]
        self.put(result=ended, offer=None, pressed=None, trial=None)
        self.set(phase=Phase.OVER)

    def change_time(self, side: Side, change: Change, ms: Millis, article: str, why: str = "") -> None:
        """A side's time is to be changed."""
        envelope = self.play.envelope
        if envelope is not None and envelope.left_ms is not None:
            self.write_down(envelope.left_ms.replace(side, change.applied(envelope.left_ms[side], ms)))
        text = case_messages.time_changed(side, change, ms, why)
        self.rule(TimeChanged(side=side, change=change, ms=ms, article=article, text=text))

    def write_down(self, times: BySide[Millis] | None) -> None:
        """The times in the envelope of an adjourned game are others now; None: the clock will tell."""
        if self.play.envelope is not None:
            self.put(envelope=_replace(self.play.envelope, left_ms=times))

    def set_line(
        self, line: Line, texts: tuple[str, ...], article: str = "", why: str = "", text: Message | None = None
    ) -> None:
        """The position is another one."""
        self.tell_line(line, texts, article, text or case_messages.position_set(self.by, why))
        self.put(line=line, texts=texts, pressed=None, uncompleted=None)

    def tell_line(self, line: Line, texts: tuple[str, ...], article: str, text: Message) -> None:
        """Say what the position is, or is about to be."""
        ruling = PositionSet(
            board=line.last.board(),
            fen=line.last.fen(),
            turn=line.last.turn,
            moves=texts,
            article=article,
            text=text,
        )
        self.rule(ruling, self.play.line)
        before = self.play.line.last.board()
        if before != ruling.board and len(texts) != len(self.play.texts):
            self.put(stood=before)
