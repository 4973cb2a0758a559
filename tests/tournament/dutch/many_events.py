"""Random events by the hundred, each round paired again by FIDE's checker, and by caissify-pairings if asked for.

    make pairings ARGS="--events 1000"
    make pairings ARGS="--events 3 --players 400 --rounds 9"

Habits and points change from event to event; the same seeds play the same events. Ends with 1 if a round differs.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import NamedTuple

from gateway.tournament.crosstable import PointScale
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.pairing_engine import RoundPairing, RoundRequest, Unpairable
from tests.tournament.caissify import as_caissify_would, caissify_pairs, is_known_to_caissify
from tests.tournament.fide_checker import checked_rounds, coming_pairs, report_text
from tests.tournament.random_swiss import Habits, RandomSwiss

__all__ = ["HABITS", "SCALES", "Difference", "Plan", "differences", "plan_of"]

HABITS = {
    "ordinary": Habits(),
    "wild": Habits(forfeit=0.1, half_bye=0.08, zero_bye=0.05, full_bye=0.02, retires=0.03, late=0.1),
    "calm": Habits(forfeit=0, half_bye=0, zero_bye=0, retires=0, late=0),
    "even": Habits(strength=0, draw=0.5),
    "decisive": Habits(strength=40, draw=0),
    "forbidden pairs": Habits(forbidden=4),
    "short games": Habits(shortest=0.1),
    "accelerated": Habits(accelerated=True),
    "accelerated, wild": Habits(accelerated=True, forfeit=0.1, half_bye=0.08, retires=0.03, late=0.1, forbidden=2),
}
SCALES = {
    "1, 1/2, 0": PointScale(),
    "3, 1, 0": PointScale(Fraction(3), Fraction(1), Fraction(0)),
    "bye 1/2": PointScale(pairing_bye=Fraction(1, 2)),
    "2, 1, 0": PointScale(Fraction(2), Fraction(1), Fraction(0)),
    "bye 0": PointScale(pairing_bye=Fraction(0)),
    "3, 2, 1, absent 0": PointScale(Fraction(3), Fraction(2), Fraction(1), Fraction(0)),
}
_MOST_ROUNDS = 11

Pair = tuple[int, int]
"""White and black; 0 beside the bye."""


class Plan(NamedTuple):
    """An event that a seed stands for."""

    seed: int
    players: int
    rounds: int
    habits: str
    scale: str


class Difference(NamedTuple):
    """A round that another program pairs otherwise."""

    program: str
    plan: Plan
    round: int
    ours: tuple[Pair, ...]
    theirs: tuple[Pair, ...]


def plan_of(seed: int, fewest: int, most: int, rounds: int | None = None) -> Plan:
    """The event of a seed: every habit, and the usual points in every other event."""
    chance = random.Random(f"plan {seed}")
    players = chance.randint(fewest, most)
    names = list(SCALES)
    return Plan(
        seed,
        players,
        rounds or chance.randint(4, max(4, min(_MOST_ROUNDS, players - 2))),
        chance.choice(list(HABITS)),
        names[0] if chance.random() < 1 / 2 else chance.choice(names[1:]),
    )


def differences(plan: Plan, counts: Counter[str], *, with_caissify: bool = False) -> Iterator[Difference]:
    """The rounds of an event that another program pairs otherwise."""
    event = RandomSwiss(DutchEngine(), plan.seed, plan.players, plan.rounds, HABITS[plan.habits], SCALES[plan.scale])
    for request, answer in event.play():
        if isinstance(answer, Unpairable):
            counts["rounds that cannot be paired"] += 1
            theirs = coming_pairs(request)
            if theirs is not None:
                yield _difference("FIDE's checker", plan, request.round, (), theirs)
        elif with_caissify and not request.virtual_points and is_known_to_caissify(request):
            counts["rounds by caissify-pairings"] += 1
            yield from _beside_caissify(plan, request, answer)
    for each in checked_rounds(report_text(request, event.table)):
        counts["rounds"] += 1
        if each.paired != each.reported:
            yield _difference("FIDE's checker", plan, each.number, each.reported, each.paired or ())


def _beside_caissify(plan: Plan, request: RoundRequest, answer: RoundPairing) -> Iterator[Difference]:
    ours, theirs = (
        {(white, black or 0) for white, black in pairs}
        for pairs in (as_caissify_would(request, answer), caissify_pairs(request))
    )
    if ours != theirs:
        yield _difference("caissify-pairings", plan, request.round, ours, theirs)


def _difference(program: str, plan: Plan, number: int, ours: Collection[Pair], theirs: Collection[Pair]) -> Difference:
    return Difference(
        program, plan, number, tuple(sorted(set(ours) - set(theirs))), tuple(sorted(set(theirs) - set(ours)))
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--events", type=int, default=100, help="how many events")
    parser.add_argument("--seed", type=int, default=0, help="of the first event; the others follow it")
    parser.add_argument("--players", default="10-60", help="fewest and most players")
    parser.add_argument("--rounds", type=int, help="of each event; by default 4 to 11")
    parser.add_argument("--caissify", action="store_true", help="ask caissify-pairings too, ten times as slow")
    asked = parser.parse_args()
    fewest, _, most = asked.players.partition("-")
    counts: Counter[str] = Counter()
    began = time.process_time()
    for seed in range(asked.seed, asked.seed + asked.events):
        plan = plan_of(seed, int(fewest), int(most or fewest), asked.rounds)
        counts["events"] += 1
        for found in differences(plan, counts, with_caissify=asked.caissify):
            counts[f"rounds unlike {found.program}"] += 1
            print(f"{found.program}: {found.plan}, round {found.round}", flush=True)
            print(f"  ours {found.ours}\n  theirs {found.theirs}", flush=True)
    print(", ".join(f"{count} {what}" for what, count in counts.items()), end="; ")
    print(f"{time.process_time() - began:.0f} s of the processor")
    sys.exit(any(what.startswith("rounds unlike") for what in counts))


if __name__ == "__main__":
    main()
