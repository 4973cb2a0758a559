"""Examples of every act and every player's request, as a command holds them: for the API's description and the docs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from gateway.clock.adjustments import Change
from gateway.model.instants import Millis
from gateway.model.results import Result
from gateway.model.sides import BySide, Side
from gateway.referee import player_requests as requests
from gateway.referee.acts import (
    Act,
    Adjourn,
    AdjustTime,
    Appeal,
    Arrive,
    CorrectColours,
    Decide,
    EnterMove,
    EnterRequest,
    Lodger,
    OpenEnvelope,
    Overturn,
    Pause,
    Penalise,
    PutClock,
    ReplaceClock,
    Resume,
    RetractMoves,
    RunClock,
    Seal,
    SetGrace,
    SetPosition,
    SetResult,
    StartRound,
    Void,
)
from gateway.referee.penalties import Penalty

__all__ = ["ActExample", "act_examples"]

_ACTS: tuple[Act, ...] = (
    Pause("fire alarm"),
    Resume("false alarm"),
    StartRound("the other hall has begun", absent=(Side.WHITE,)),
    Arrive("seen at the door", side=Side.WHITE, ago_ms=Millis(120_000)),
    SetGrace("the trains are late", ms=Millis(900_000)),
    Adjourn("the hall closes"),
    Seal(),
    OpenEnvelope(move="h9", times=BySide(Millis(1_800_000), Millis(1_795_000))),
    SetResult("Black has left", result=Result.WHITE),
    Void("wrong opponents"),
    CorrectColours("seated wrongly"),
    SetPosition("both agree", fen="W:W31-50:B1-20"),
    EnterMove("the sensors were blind", move="32-28"),
    RetractMoves("agreed", count=1),
    AdjustTime("noise", side=Side.BLACK, change=Change.ADD, ms=Millis(60_000)),
    PutClock("slow play"),
    ReplaceClock("its display went dark", times=BySide(Millis(1_800_000), Millis(1_765_000))),
    RunClock("the lever jumped back", side=Side.WHITE),
    Penalise("spoke to a spectator", side=Side.WHITE, penalty=Penalty.WARNING, article="GN 17.11"),
    Decide("seen by both arbiters", case=1, choice="impose", charge="GN 17.8"),
    Overturn("it was the other player", ruling=3),
    Appeal("not what the rules say", ruling=3, lodger=Lodger.LEADER),
)
_REQUESTS: tuple[requests.PlayerRequest, ...] = (
    requests.AnnounceArrival(),
    requests.OfferDraw(),
    requests.AcceptDraw(),
    requests.DeclineDraw(),
    requests.Resign(),
    requests.ClaimDraw(move="Ng8"),
    requests.AskIncrement(),
    requests.ClaimFive(point="h8"),
    requests.ClaimForbidden(point="h8"),
    requests.ClaimFlag(),
    requests.ClaimIllegal(),
    requests.ClaimWin(),
    requests.Complain(article="FIDE 4.3", move="Nf3"),
    requests.CallArbiter("noise"),
    requests.DemandCorrection(),
    requests.AcceptIrregularity(),
    requests.Pass(),
    requests.SwapColours(),
    requests.KeepColours(),
    requests.LayTwoMore(),
    requests.DeclareFifths(number=3),
    requests.OfferFifths(points=("g7", "i9")),
    requests.ChooseFifth(point="g7"),
)


class ActExample(NamedTuple):
    """An act, or a player's request in one, with its name and what it is."""

    name: str
    meaning: str
    act: Act


def act_examples() -> Iterator[ActExample]:
    """One example of each act, then one of each player's request."""
    for act in _ACTS:
        yield ActExample(*_described(act), act)
    for request in _REQUESTS:
        yield ActExample(*_described(request), EnterRequest(side=Side.WHITE, request=request))


def _described(value: msgspec.Struct) -> tuple[str, str]:
    return str(value.__struct_config__.tag), str(type(value).__doc__).partition("\n\n")[0].replace("\n    ", " ")
