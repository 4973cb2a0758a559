"""Random Swiss tournaments, from a seed: forfeits, byes asked for, retirements, late entries, odd numbers."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from gateway.event.acceleration import baku_points
from gateway.model.pairings import RoundNumber
from gateway.model.sides import Side
from gateway.tournament.crosstable import (
    Crosstable,
    PairingNumber,
    Participant,
    PointScale,
    RoundResult,
    RoundScore,
)
from gateway.tournament.pairing_engine import PairingEngine, RoundPairing, RoundRequest, Unpairable

__all__ = ["Habits", "RandomSwiss", "play_tournament"]


class Habits(msgspec.Struct, frozen=True, kw_only=True):
    """How often things happen that make pairing hard."""

    forfeit: float = 0.03
    half_bye: float = 0.03
    zero_bye: float = 0.02
    full_bye: float = 0.0
    retires: float = 0.01
    late: float = 0.03
    draw: float = 0.3
    shortest: float = 0.0
    """Games shorter than a move."""
    strength: float = 8.0
    """How much a better number is worth: 0 makes every game even."""
    forbidden: int = 0
    """Pairs that must not meet."""
    accelerated: bool = False
    """The upper half has virtual points in the first rounds (C.04.7)."""


class RandomSwiss:
    """A tournament that is played round by round; the same seed plays it again."""

    def __init__(
        self,
        engine: PairingEngine,
        seed: int,
        players: int,
        rounds: int,
        habits: Habits | None = None,
        scale: PointScale | None = None,
    ) -> None:
        self._engine = engine
        self._habits = habits or Habits()
        self._chance = chance = random.Random(seed)
        self._rounds = rounds
        self._scale = scale or PointScale()
        self._rows: dict[PairingNumber, list[RoundResult]] = {PairingNumber(n): [] for n in range(1, players + 1)}
        late = self._habits.late
        self._comes = {n: chance.randint(2, max(2, rounds // 2)) if chance.random() < late else 1 for n in self._rows}
        self._gone: set[PairingNumber] = set()
        self.initial = chance.choice((Side.WHITE, Side.BLACK))
        numbers = sorted(self._rows)
        self.forbidden = tuple(frozenset(chance.sample(numbers, 2)) for _ in range(self._habits.forbidden))

    @property
    def table(self) -> Crosstable:
        """What was played so far."""
        return Crosstable(
            participants=tuple(Participant(number=n, rounds=tuple(row)) for n, row in sorted(self._rows.items())),
            round_count=self._rounds,
            scale=self._scale,
        )

    def play(self) -> Iterator[tuple[RoundRequest, RoundPairing | Unpairable]]:
        """Round after round what was asked of the engine and what it answered; ends where one cannot be paired."""
        for number in range(1, self._rounds + 1):
            byes = _byes(self._chance, self._habits, self._rows, self._comes, self._gone, number)
            request = RoundRequest(
                crosstable=self.table,
                round=RoundNumber(number),
                absent=frozenset(byes),
                initial_side=self.initial,
                forbidden=self.forbidden,
                virtual_points=self._virtual_points(RoundNumber(number)),
            )
            answer = self._engine.pair(request)
            yield request, answer
            if isinstance(answer, Unpairable):
                return
            self._write(byes, answer)

    def _virtual_points(self, number: RoundNumber) -> dict[PairingNumber, tuple[Fraction, ...]]:
        if not self._habits.accelerated:
            return {}
        return baku_points(self._rows, len(self._rows), self._rounds, number, self._scale.win)

    def _write(self, byes: dict[PairingNumber, RoundScore], answer: RoundPairing) -> None:
        rows = self._rows
        for n, score in byes.items():
            rows[n].append(RoundResult(score))
        for pair in answer.pairs:
            one, other = _played(self._chance, self._habits, pair.white, pair.black)
            rows[pair.white].append(RoundResult(one, pair.black, Side.WHITE))
            rows[pair.black].append(RoundResult(other, pair.white, Side.BLACK))
        if answer.bye is not None:
            rows[answer.bye].append(RoundResult(RoundScore.PAIRING_BYE))


def play_tournament(
    engine: PairingEngine,
    seed: int,
    players: int,
    rounds: int,
    habits: Habits | None = None,
    scale: PointScale | None = None,
) -> Iterator[tuple[RoundRequest, RoundPairing | Unpairable]]:
    """Round after round of a random tournament what was asked of the engine, and what it answered."""
    return RandomSwiss(engine, seed, players, rounds, habits, scale).play()


def _byes(
    chance: random.Random,
    habits: Habits,
    rows: dict[PairingNumber, list[RoundResult]],
    comes: dict[PairingNumber, int],
    gone: set[PairingNumber],
    number: int,
) -> dict[PairingNumber, RoundScore]:
    byes: dict[PairingNumber, RoundScore] = {}
    for n in rows:
        if n not in gone and number > 1 and chance.random() < habits.retires:
            gone.add(n)
        drawn = chance.random()
        if n in gone or comes[n] > number:
            byes[n] = RoundScore.ZERO_BYE
        elif drawn < habits.half_bye:
            byes[n] = RoundScore.HALF_BYE
        elif drawn < habits.half_bye + habits.zero_bye:
            byes[n] = RoundScore.ZERO_BYE
        elif drawn < habits.half_bye + habits.zero_bye + habits.full_bye:
            byes[n] = RoundScore.FULL_BYE
    return byes


def _played(
    chance: random.Random, habits: Habits, white: PairingNumber, black: PairingNumber
) -> tuple[RoundScore, RoundScore]:
    if chance.random() < habits.forfeit:
        return chance.choice(
            [
                (RoundScore.FORFEIT_WIN, RoundScore.FORFEIT_LOSS),
                (RoundScore.FORFEIT_LOSS, RoundScore.FORFEIT_WIN),
                (RoundScore.FORFEIT_LOSS, RoundScore.FORFEIT_LOSS),
            ]
        )
    short = chance.random() < habits.shortest
    if chance.random() < habits.draw:
        return (RoundScore.UNRATED_DRAW,) * 2 if short else (RoundScore.DRAW,) * 2
    win, loss = (RoundScore.UNRATED_WIN, RoundScore.UNRATED_LOSS) if short else (RoundScore.WIN, RoundScore.LOSS)
    white_wins = 1 / (1 + 10 ** ((white - black) * habits.strength / 400)) > chance.random()
    return (win, loss) if white_wins else (loss, win)
