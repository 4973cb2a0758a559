"""A clock so simple that it can only be right: it goes one millisecond at a time."""

from __future__ import annotations

from gateway.clock.control import (
    Bronstein,
    ByoYomi,
    Canadian,
    CountUp,
    Delay,
    Fischer,
    Hourglass,
    Period,
    Shared,
    Stage,
    TimeControl,
)
from gateway.model.sides import Side


class Oracle:
    """Both sides' times, found by counting."""

    def __init__(self, control: TimeControl, *, paid_ahead: bool, freezes: bool) -> None:
        self.control, self.paid_ahead, self.freezes = control, paid_ahead, freezes
        self.now = 0
        self.number = dict.fromkeys(Side, 0)
        self.left = dict.fromkeys(Side, 0)
        self.made = dict.fromkeys(Side, 0)
        self.periods = dict.fromkeys(Side, 0)
        self.flag: dict[Side, int | None] = dict.fromkeys(Side)
        self.turn: Side | None = None
        self.runs = False
        self.halved = False
        self.thought = 0
        for side in Side:
            self.enter(side, 0, 0)

    def stage(self, side: Side) -> Stage:
        return self.control.stages(side)[self.number[side]]

    @property
    def shared(self) -> bool:
        return isinstance(self.stage(Side.WHITE), Shared) and not self.halved

    @property
    def over(self) -> bool:
        frozen = self.freezes or isinstance(self.stage(Side.WHITE), Hourglass)
        return frozen and any(at is not None for at in self.flag.values())

    def enter(self, side: Side, number: int, carried: int) -> None:
        self.number[side] = number
        self.made[side] = 0
        match self.stage(side):
            case Period(time_ms=time, bonus=bonus):
                self.left[side] = carried + time
                if isinstance(bonus, Fischer) and self.paid_ahead:
                    self.left[side] += bonus.ms
            case ByoYomi(periods=periods, period_ms=time):
                self.periods[side], self.left[side] = periods, time
            case Canadian(time_ms=time) | Hourglass(time_ms=time) | Shared(time_ms=time):
                self.left[side] = time
            case CountUp():
                self.left[side] = 0

    def go_to(self, at: int) -> None:
        self.look()
        while self.now < at:
            self.now += 1
            if self.runs:
                self.count()
                self.look()

    def count(self) -> None:
        """One millisecond of a running clock."""
        assert self.turn is not None
        if self.shared:
            for side in Side:
                self.left[side] -= 1
            return
        self.thought += 1
        stage = self.stage(self.turn)
        if isinstance(stage, CountUp):
            self.left[self.turn] += 1
        elif isinstance(stage, Hourglass):
            self.left[self.turn] -= 1
            self.left[self.turn.other] += 1
        elif isinstance(stage, Period) and isinstance(stage.bonus, Delay) and self.thought <= stage.bonus.ms:
            pass
        elif self.flag[self.turn] is None:
            self.left[self.turn] -= 1

    def waits(self, side: Side) -> bool:
        stage = self.stage(side)
        return isinstance(stage, Period) and isinstance(stage.bonus, Delay) and self.thought < stage.bonus.ms

    def look(self) -> None:
        """Whatever a time at zero means."""
        while self.runs and self.turn is not None and self.left[self.turn] == 0 and self.flag[self.turn] is None:
            side, stage = self.turn, self.stage(self.turn)
            more = self.number[side] + 1 < len(self.control.stages(side))
            if self.halved and isinstance(stage, Shared) and isinstance(self.control.white[-1], Hourglass | CountUp):
                more = False
            if isinstance(stage, CountUp) or (self.waits(side) and not self.shared):
                return
            if self.shared:
                if not more:
                    self.runs = False
                    return
                for each in Side:
                    self.enter(each, 1, 0)
            elif isinstance(stage, ByoYomi) and self.periods[side] > 1:
                self.periods[side] -= 1
                self.left[side] = stage.period_ms
            elif more and (isinstance(stage, Shared) or (isinstance(stage, Period) and stage.moves == 0)):
                self.enter(side, self.number[side] + 1, 0)
            else:
                self.flag[side] = self.now
                self.runs = not self.over
                return
            self.thought = 0

    def press(self, side: Side) -> None:
        if not self.runs or side is not self.turn:
            return
        self.turn = side.other
        if self.shared:
            return
        thought, self.thought = self.thought, 0
        if self.flag[side] is not None:
            return
        stage = self.stage(side)
        self.made[side] += 1
        if isinstance(stage, Period):
            self.end_move_in_period(side, stage, thought)
        elif isinstance(stage, ByoYomi):
            self.left[side] = stage.period_ms
        elif isinstance(stage, Canadian) and self.made[side] == stage.moves:
            self.left[side], self.made[side] = stage.time_ms, 0

    def end_move_in_period(self, side: Side, stage: Period, thought: int) -> None:
        bonus = stage.bonus
        if isinstance(bonus, Bronstein):
            self.left[side] += min(bonus.ms, thought)
        done = self.made[side] == stage.moves
        more = self.number[side] + 1 < len(self.control.stages(side))
        if isinstance(bonus, Fischer) and not (self.paid_ahead and done and more):
            self.left[side] += bonus.ms
        if done and more:
            self.enter(side, self.number[side] + 1, self.left[side])
        elif done:
            self.left[side] += stage.time_ms
            self.made[side] = 0

    def move(self) -> None:
        """Whoever's turn it is presses; White's first press starts the clock of Black."""
        if self.turn is None:
            self.start(Side.BLACK)
        else:
            self.press(self.turn)

    def resume(self) -> None:
        if self.turn is not None:
            self.start(self.turn)

    def start(self, side: Side) -> None:
        if self.runs or self.over:
            return
        if side is not self.turn:
            self.thought = 0
        self.turn, self.runs = side, True

    def pause(self) -> None:
        self.runs = False

    def give(self, side: Side, ms: int) -> None:
        was_over = self.over
        for each in Side if self.shared else (side,):
            self.left[each] = ms
            if ms > 0:
                self.flag[each] = None
        if was_over and not self.over:
            self.runs = False

    def halve(self) -> None:
        if not self.shared:
            return
        whole = self.left[Side.WHITE]
        self.left = dict.fromkeys(Side, whole // 2)
        self.left[self.turn or Side.WHITE] = whole - whole // 2
        self.halved = True
        self.thought = 0
