"""A bracket: ties that wait for each other, and the results so far. Folding a result in gives the next bracket.

What follows from the results (who meets whom, who waits for what, who won without playing) is never stored: it is
worked out from the places, the ties and the results, so a corrected result cannot leave anything stale behind.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from functools import cached_property
from typing import NewType

import msgspec

from gateway.model.errors import TournamentError
from gateway.model.messages import message
from gateway.model.pairings import RoundNumber

from .crosstable import PairingNumber

__all__ = [
    "KnockoutBracket",
    "LoserOf",
    "Placing",
    "Slot",
    "Tie",
    "TieEnd",
    "TieId",
    "TieResult",
    "TieSeat",
    "TieSource",
    "TieState",
    "WinnerOf",
]

TieId = NewType("TieId", str)
"""A tie of a bracket: `2-1`, `W1-8`, `third`."""


class Slot(msgspec.Struct, frozen=True, tag="slot"):
    """A side that stands in the draw from the beginning."""

    number: int


class WinnerOf(msgspec.Struct, frozen=True, tag="winner"):
    """A side that comes up from a tie."""

    tie: TieId


class LoserOf(msgspec.Struct, frozen=True, tag="loser"):
    """A side that comes down from a tie."""

    tie: TieId


TieSource = Slot | WinnerOf | LoserOf


class Tie(msgspec.Struct, frozen=True, kw_only=True):
    """Two sides, of whom one goes on."""

    id: TieId
    round: RoundNumber
    first: TieSource
    second: TieSource
    winner_place: int | None = None
    """The place in the event that the winner has, where it is decided here."""
    loser_place: int | None = None
    """The best of the places that the losers of this round share; None: a loser plays on."""
    if_beaten: TieId | None = None
    """Played only if the first side lost that tie: the second match of a final."""


class TieEnd(enum.StrEnum):
    """The way in which a tie was decided."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    """One side did not appear."""
    BOTH_FORFEIT = "both_forfeit"
    """Neither appeared, or both were ruled lost: nobody goes on."""
    LOTS = "lots"
    WITHDRAWAL = "withdrawal"
    """Follows from a withdrawal."""
    BYE = "bye"
    """Follows from an empty place."""
    NOT_NEEDED = "not_needed"
    """A second match of a final, after the unbeaten side has won the first."""


_FOLLOWS = frozenset({TieEnd.WITHDRAWAL, TieEnd.BYE, TieEnd.NOT_NEEDED})


class TieResult(msgspec.Struct, frozen=True):
    """The result of a tie, as it was entered."""

    winner: PairingNumber | None
    end: TieEnd = TieEnd.PLAYED


class TieSeat(msgspec.Struct, frozen=True):
    """One side of a tie as far as it is known. Neither a number nor a tie: nobody will come."""

    number: PairingNumber | None = None
    waits_for: TieId | None = None

    @property
    def is_known(self) -> bool:
        """Whether it is settled who comes, if anybody."""
        return self.waits_for is None


class TieState(msgspec.Struct, frozen=True):
    """A tie as the results so far make it."""

    tie: Tie
    first: TieSeat
    second: TieSeat
    winner: PairingNumber | None = None
    end: TieEnd | None = None
    """None: not decided."""

    @property
    def numbers(self) -> tuple[PairingNumber, ...]:
        """Those of the two sides who are known."""
        return tuple(seat.number for seat in (self.first, self.second) if seat.number is not None)

    @property
    def is_ready(self) -> bool:
        """Whether it can be played."""
        return self.end is None and len(self.numbers) == 2

    @property
    def beaten(self) -> tuple[PairingNumber, ...]:
        """Those who lost it: one; two after both forfeited; none after a bye."""
        if self.end in {None, TieEnd.NOT_NEEDED}:
            return ()
        return tuple(number for number in self.numbers if number != self.winner)


class Placing(msgspec.Struct, frozen=True):
    """A place, or places that several share: 5 to 8."""

    first: int
    last: int
    numbers: tuple[PairingNumber, ...]


class KnockoutBracket(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """A whole knock-out. Ties come after those they wait for."""

    slots: tuple[PairingNumber | None, ...]
    """Who stands on place 1, 2, ...; None: an empty place."""
    ties: tuple[Tie, ...]
    results: dict[TieId, TieResult] = {}
    withdrawn: tuple[PairingNumber, ...] = ()
    """In the order in which they left."""

    @cached_property
    def states(self) -> Mapping[TieId, TieState]:
        """Every tie, as the results make it."""
        found: dict[TieId, TieState] = {}
        for tie in self.ties:
            found[tie.id] = self._state(tie, found)
        return found

    @property
    def ready(self) -> tuple[TieState, ...]:
        """The ties that can be played now."""
        return tuple(state for state in self.states.values() if state.is_ready)

    @property
    def waiting(self) -> tuple[tuple[PairingNumber, TieId], ...]:
        """Who waits, and for which tie to end."""
        return tuple(
            (here.number, there.waits_for)
            for state in self.states.values()
            for here, there in ((state.first, state.second), (state.second, state.first))
            if state.end is None and here.number is not None and there.waits_for is not None
        )

    @property
    def is_over(self) -> bool:
        """Whether every tie is decided."""
        return all(state.end is not None for state in self.states.values())

    def decide(self, tie: TieId, result: TieResult) -> KnockoutBracket:
        """The bracket with a result more, or with another one; whatever was decided further on must still fit."""
        return self.decide_all({tie: result})

    def decide_all(self, results: Mapping[TieId, TieResult]) -> KnockoutBracket:
        """The bracket with the results of ties that do not wait for one another: of a round, say."""
        for tie, result in results.items():
            state = self.states.get(tie)
            if state is None:
                raise TournamentError(message("tournament.no_such_tie", tie=tie))
            if state.end in _FOLLOWS or result.end in _FOLLOWS:
                raise TournamentError(message("tournament.tie_follows", tie=tie))
            if len(state.numbers) < 2:
                raise TournamentError(message("tournament.tie_waits", tie=tie))
            self._check(state, result)
        return self._with({**self.results, **results}, self.withdrawn)

    def undo(self, tie: TieId) -> KnockoutBracket:
        """The bracket without that result."""
        if tie not in self.results:
            raise TournamentError(message("tournament.tie_open", tie=tie))
        return self._with({key: result for key, result in self.results.items() if key != tie}, self.withdrawn)

    def withdraw(self, number: PairingNumber) -> KnockoutBracket:
        """The bracket after somebody has left: results stand, and opponents to come win without playing."""
        if number not in self.slots:
            raise TournamentError(message("tournament.nobody", number=number))
        return self._with(self.results, (*self.withdrawn, *(() if number in self.withdrawn else (number,))))

    def ranking(self) -> tuple[Placing, ...]:
        """The places that are decided, the best first; who was beaten in the same round shares places."""
        places: dict[int, list[PairingNumber]] = {}
        for state in self.states.values():
            if state.end is None or state.end is TieEnd.NOT_NEEDED or self._to_be_repeated(state):
                continue
            if state.tie.winner_place is not None and state.winner is not None:
                places.setdefault(state.tie.winner_place, []).append(state.winner)
            if state.tie.loser_place is not None or len(state.beaten) == 2:
                places.setdefault(self._place_when_out(state.tie), []).extend(state.beaten)
        return tuple(
            Placing(place, place + len(numbers) - 1, tuple(sorted(numbers)))
            for place, numbers in sorted(places.items())
            if numbers
        )

    def _to_be_repeated(self, state: TieState) -> bool:
        """Whether a second match of the final takes its place."""
        again = (self.states[tie.id] for tie in self.ties if tie.if_beaten == state.tie.id)
        return any(each.end is not TieEnd.NOT_NEEDED for each in again)

    def _place_when_out(self, tie: Tie) -> int:
        """The place of who is out by this tie, though a loser might have played on."""
        while tie.loser_place is None:
            tie = next(each for each in self.ties if LoserOf(tie.id) in (each.first, each.second))
        return tie.loser_place

    def _with(self, results: dict[TieId, TieResult], withdrawn: tuple[PairingNumber, ...]) -> KnockoutBracket:
        after = KnockoutBracket(slots=self.slots, ties=self.ties, results=results, withdrawn=withdrawn)
        for tie, result in results.items():
            after._check(after.states[tie], result)
        return after

    def _check(self, state: TieState, result: TieResult) -> None:
        """Raise unless the result is one that the tie can have."""
        numbers = state.numbers
        fits = result.winner in numbers if result.end is not TieEnd.BOTH_FORFEIT else result.winner is None
        if len(numbers) < 2 or not fits or state.end in {TieEnd.BYE, TieEnd.NOT_NEEDED}:
            raise TournamentError(message("tournament.tie_unfit", tie=state.tie.id))

    def _state(self, tie: Tie, earlier: Mapping[TieId, TieState]) -> TieState:
        first, second = (self._seat(source, earlier) for source in (tie.first, tie.second))
        if tie.if_beaten is not None:
            before = earlier[tie.if_beaten]
            if before.end is None:
                return TieState(tie, TieSeat(waits_for=before.tie.id), TieSeat(waits_for=before.tie.id))
            if before.winner is None or before.winner == before.first.number:
                return TieState(tie, first, second, None, TieEnd.NOT_NEEDED)
        if not (first.is_known and second.is_known):
            return TieState(tie, first, second)
        if tie.id in self.results:
            result = self.results[tie.id]
            return TieState(tie, first, second, result.winner, result.end)
        return self._without_playing(tie, first, second)

    def _without_playing(self, tie: Tie, first: TieSeat, second: TieSeat) -> TieState:
        """What follows from empty places and withdrawals."""
        there = [seat.number for seat in (first, second) if seat.number is not None]
        left = [number for number in self.withdrawn if number in there]
        if len(there) < 2:
            return TieState(tie, first, second, there[0] if there else None, TieEnd.BYE)
        if not left:
            return TieState(tie, first, second)
        # Of two who have left, the later one had won by then: what followed once follows for ever.
        winner = next(number for number in there if number != left[0])
        return TieState(tie, first, second, winner, TieEnd.WITHDRAWAL)

    def _seat(self, source: TieSource, earlier: Mapping[TieId, TieState]) -> TieSeat:
        match source:
            case Slot(number):
                return TieSeat(self.slots[number - 1])
            case WinnerOf(tie):
                state = earlier[tie]
                return TieSeat(state.winner) if state.end is not None else TieSeat(waits_for=tie)
            case LoserOf(tie):
                state = earlier[tie]
                if state.end is None:
                    return TieSeat(waits_for=tie)
                # Where both forfeited there is one place below for two: neither has it.
                return TieSeat(state.beaten[0] if len(state.beaten) == 1 else None)
