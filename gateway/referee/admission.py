"""Admission: which acts this moment does not allow and why, and which requests each side may make now.

Pages offer by it, so that nobody is refused what he could have known. Who may do an act at all is in `powers`; what an
act holds (an amount, a move, an article) is judged when it comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, get_args

import msgspec

from gateway.clock.adjustments import Change
from gateway.model.errors import GameError
from gateway.model.instants import Instant, Millis
from gateway.model.messages import Message
from gateway.model.play_rules import PlayRule
from gateway.model.results import Result
from gateway.model.sides import BySide, Side

from . import acting, acts, clock_faults, openings, quickplay
from . import player_requests as requests
from .judgement import Judgement
from .material import gate_is_open, has_increment
from .options import Mode
from .player_requests import Ground, PlayerRequest
from .powers import tag_of
from .reading import read_move
from .rulings import CaseKind, Choice
from .state import Phase, Play, State

if TYPE_CHECKING:
    from gateway.games.renju.opening_protocols import Opening

__all__ = ["Admitted", "NotNow", "admitted_requests", "barred_acts"]


class NotNow(msgspec.Struct, frozen=True, omit_defaults=True):
    """An act that this moment does not allow, whoever asks."""

    act: str
    why: Message
    article: str = ""


class Admitted(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A request that a side may make now. Whether it is granted is another question: a claim may be wrong."""

    request: str
    grounds: tuple[Ground, ...] = ()
    """On which a draw may be claimed."""
    articles: tuple[str, ...] = ()
    """Under which a complaint is heard."""


_SAMPLES: dict[type[acts.Act], dict[str, Any]] = {
    acts.OpenEnvelope: {"move": "x"},
    acts.SetResult: {"result": Result.DRAW},
    acts.SetPosition: {"fen": ""},
    acts.EnterMove: {"move": ""},
    acts.AdjustTime: {"side": Side.WHITE, "change": Change.ADD, "ms": Millis(0)},
    acts.Arrive: {"side": Side.WHITE},
    acts.SetGrace: {"ms": Millis(0)},
    acts.ReplaceClock: {"times": BySide(Millis(0), Millis(0))},
    acts.RunClock: {"side": Side.WHITE},
}
"""What an act must hold to be an act at all. Nobody carries these out."""
_ASKED_ELSEWHERE = (acts.Decide, acts.EnterRequest, acts.Penalise, acts.Overturn, acts.Appeal)
"""Acts about one case, ruling or player: whether they can be done depends on which."""


def barred_acts(state: State, at: Instant) -> tuple[NotNow, ...]:
    """The acts that cannot be done now, each with why."""
    judgement = Judgement(state, at)
    found = []
    for kind in get_args(acts.Act):
        if kind not in _ASKED_ELSEWHERE:
            refusal = acting.why_not_now(judgement, kind(why="-", **_SAMPLES.get(kind, {})))
            if refusal is not None:
                found.append(NotNow(tag_of(kind), refusal.why, refusal.article))
    return tuple(found)


def admitted_requests(state: State, at: Instant, *, to_players: bool = False) -> BySide[tuple[Admitted, ...]]:
    """What each side may ask for now; nothing where no game is on.

    `to_players`: as the players themselves may be shown it. What they have to notice (a flag, an irregularity) makes no
    difference then, so that nothing on their page gives it away.
    """
    judgement = Judgement(state, at)
    if not judgement.is_open:
        return BySide((), ())
    return BySide(*(tuple(_admitted(judgement, side, to_players=to_players)) for side in Side))


def _admitted(judgement: Judgement, side: Side, *, to_players: bool) -> Iterator[Admitted]:
    play = judgement.play
    attendance = play.attendance
    yield from _if(attendance is not None and side in attendance.absent, requests.AnnounceArrival)
    if not play.is_sealed:
        yield from _on_the_board(judgement, side)
    yield from _draws(judgement, side)
    yield from _wins(judgement, side, to_players=to_players)
    yield from _choices(judgement, side, to_players=to_players)
    articles = _complaints(play)
    if articles:
        yield Admitted(request=_tag(requests.Complain), articles=articles)
    yield Admitted(request=_tag(requests.CallArbiter))
    yield Admitted(request=_tag(requests.Resign))


def _if(holds: bool, kind: type[PlayerRequest]) -> Iterator[Admitted]:
    if holds:
        yield Admitted(request=_tag(kind))


def _tag(kind: type[PlayerRequest]) -> str:
    return str(kind.__struct_config__.tag)


def _on_the_board(judgement: Judgement, side: Side) -> Iterator[Admitted]:
    """What takes the place of a move, or of a part of one."""
    play = judgement.play
    if play.opening is not None and play.opens and openings.actor(play) is side:
        yield from _steps(play.opening)
    if (
        judgement.phase is not Phase.PLAYING
        or play.line.last.turn is not side
        or not openings.may_pass(judgement, side)
    ):
        return
    try:
        read_move(play, "pass")
    except GameError:
        return  # this game knows no pass, or not now
    yield Admitted(request=_tag(requests.Pass))


def _steps(opening: Opening) -> Iterator[Admitted]:
    from gateway.games.renju.opening_protocols import Choose, Declare, Keep, More, Offer, Swap

    steps = (
        (Swap, requests.SwapColours),
        (Keep, requests.KeepColours),
        (More, requests.LayTwoMore),
        (Declare, requests.DeclareFifths),
        (Offer, requests.OfferFifths),
        (Choose, requests.ChooseFifth),
    )
    now = opening.options()
    if Keep in now:  # who offers has not swapped
        now |= opening.act(Keep()).options() & {Offer}
    for step, kind in steps:
        yield from _if(step in now, kind)


def _draws(judgement: Judgement, side: Side) -> Iterator[Admitted]:
    play = judgement.play
    begun = judgement.phase is not Phase.READY
    yield from _if(begun and play.offer is None and gate_is_open(play), requests.OfferDraw)
    for kind in (requests.AcceptDraw, requests.DeclineDraw):
        yield from _if(play.offer is side.other, kind)
    grounds = tuple(_grounds(judgement, side)) if begun else ()
    if grounds:
        yield Admitted(request=_tag(requests.ClaimDraw), grounds=grounds)
    yield from _if(quickplay.why_not(judgement, side) is None, requests.AskIncrement)


def _grounds(judgement: Judgement, side: Side) -> Iterator[Ground]:
    play = judgement.play
    rules = play.book.draws
    if rules.claim and (not rules.claim_by_mover or play.line.last.turn is side):
        yield Ground.RULES
    if rules.rule_draw and not has_increment(play):
        yield Ground.MATERIAL
    if quickplay.why_not(judgement, side) is None:
        yield Ground.NORMAL_MEANS
    if rules.time_trouble and not has_increment(play):
        yield Ground.TIME_TROUBLE


def _wins(judgement: Judgement, side: Side, *, to_players: bool) -> Iterator[Admitted]:
    """Claims to a win, where the game leaves them to the players."""
    play, face = judgement.play, judgement.state.face
    by_claim = bool(play.book.win_claim) and play.wins is Mode.CLAIM and bool(play.texts)
    yield from _if(by_claim, requests.ClaimFive)
    yield from _if(by_claim and _has_fouls(play) and side is not play.game.first, requests.ClaimForbidden)
    flag_down = face is not None and bool(face.flags) and not to_players
    yield from _if(flag_down or (face is not None and play.flags is Mode.CLAIM), requests.ClaimFlag)
    charged = any(case.kind is CaseKind.OFFENCE and case.side is side.other for case in play.cases)
    yield from _if((charged and not to_players) or play.leaves_to_the_opponent, requests.ClaimIllegal)
    failed = bool(play.book.clock.failure) and clock_faults.has_failed(judgement)
    yield from _if(failed and not (play.trial is not None and play.trial.side is side), requests.ClaimWin)


def _has_fouls(play: Play) -> bool:
    """Whether some moves are forbidden to the side that moves first in this game."""
    return bool(play.book.article(PlayRule.FORBIDDEN_SHAPE))


def _choices(judgement: Judgement, side: Side, *, to_players: bool) -> Iterator[Admitted]:
    """FMJD 5.4, GN 17: the opponent of an irregularity chooses."""
    if to_players:
        for kind in (requests.DemandCorrection, requests.AcceptIrregularity):
            yield from _if(judgement.play.book.offences.correction and judgement.phase is not Phase.READY, kind)
        return
    about = [case for case in judgement.play.cases if case.side is side.other]
    correct = any(Choice.CORRECT in case.choices or case.kind is CaseKind.OFFENCE for case in about)
    yield from _if(correct, requests.DemandCorrection)
    yield from _if(any(Choice.ACCEPT in case.choices for case in about), requests.AcceptIrregularity)


def _complaints(play: Play) -> tuple[str, ...]:
    rules = play.book.complaints
    return tuple(sorted({*rules.handling, *rules.start, *play.book.offences.illegal}))
