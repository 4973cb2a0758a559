"""The Dutch engine against caissify-pairings, and bbpPairings where `FLAGFALL_PAIRING_PROGRAM` names it.

Then the shape: the dearest round of nine at 100, 200 and 400 players. Time is that of the processor.
"""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable, Iterator
from typing import Any

from gateway.runtime.pairing_program import PairingProgram
from gateway.tournament.dutch.engine import DutchEngine
from gateway.tournament.pairing_engine import RoundRequest
from tests.tournament.caissify import caissify_pairs
from tests.tournament.random_swiss import play_tournament

ROUNDS = 9


def rows() -> Iterator[tuple[Any, ...]]:
    requests = [request for request, _ in play_tournament(DutchEngine(), 41, 41, ROUNDS)]
    ours = [_seconds(DutchEngine().pair, each) for each in requests]
    theirs = [_seconds(caissify_pairs, each) for each in requests]
    yield (
        "pairing, 41 players, 9 rounds",
        f"{sum(ours) * 1000:.0f} ms",
        f"caissify-pairings {sum(theirs) * 1000:.0f} ms",
        f"{sum(ours) / sum(theirs):.2f}",
    )
    program = os.environ.get("FLAGFALL_PAIRING_PROGRAM")
    for players in (100, 200, 400):
        requests = [request for request, _ in play_tournament(DutchEngine(), players, players, ROUNDS)]
        ours = [_seconds(DutchEngine().pair, each) for each in requests]
        at = ours.index(max(ours))
        measured = (f"pairing, {players} players, dearest round (R{at + 1})", f"{ours[at] * 1000:.0f} ms")
        if program is None:
            yield (*measured, "-", "-")
        else:
            baseline = _seconds(PairingProgram(program).pair, requests[at])
            yield (*measured, f"{program} {baseline * 1000:.0f} ms", f"{ours[at] / baseline:.2f}")


def _seconds(pair: Callable[[RoundRequest], object], request: RoundRequest) -> float:
    began, children = time.process_time(), resource.getrusage(resource.RUSAGE_CHILDREN)
    pair(request)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() - began + after.ru_utime - children.ru_utime + after.ru_stime - children.ru_stime
