"""Opening protocols at the table: stones, swaps, offered fifths (GN 11, appendix 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from gateway.games.game import Move, Position
from gateway.model.errors import GameError
from gateway.model.messages import message
from gateway.model.sides import Side

from . import case_messages, punishing
from .case_opening import open_case
from .judgement import Judgement
from .player_requests import ChooseFifth, DeclareFifths, KeepColours, LayTwoMore, OfferFifths, SwapColours
from .rulings import CaseKind, Opened
from .state import Play

if TYPE_CHECKING:
    from gateway.games.renju import opening_protocols
    from gateway.games.renju.opening_protocols import Opening

__all__ = [
    "OpeningRequest",
    "actor",
    "begin",
    "handle_opening_request",
    "is_under_way",
    "lay",
    "leave",
    "may_pass",
    "step_back",
    "take_off",
    "withdraw",
]

_PATTERN = 3
"""The number of stones that make the pattern of an opening."""

OpeningRequest = SwapColours | KeepColours | LayTwoMore | DeclareFifths | OfferFifths | ChooseFifth


def begin(name: str, start: Position) -> Opening | None:
    """The protocol of that name at its start; None where nothing is prescribed, or where it cannot begin."""
    if not name:
        return None
    from gateway.games.renju import opening_protocols

    opening = opening_protocols.begin(name)
    # A game of another kind has no such openings, and a game that starts from a position has had its own.
    return None if opening.done or opening.position != start else opening


def is_under_way(judgement: Judgement) -> bool:
    """The opening protocol still says what comes next."""
    return judgement.play.opens


def may_pass(judgement: Judgement, side: Side) -> bool:
    """Whether the opening lets a side pass: it is over, or the event allows it and no stones wait to be chosen (J8)."""
    opening = judgement.play.opening
    if opening is None or opening.done:
        return True
    actor = opening.black if side is Side.BLACK else opening.black.other
    return judgement.play.options.pass_in_opening and opening.actor is actor and not opening.offers


def leave(judgement: Judgement) -> None:
    """Who passes has left the opening: the ordinary rules take over."""
    if is_under_way(judgement):
        judgement.put(opening=None, opening_before=None)


def lay(judgement: Judgement, move: Move) -> None:
    """Follow a stone. One that the protocol does not allow lies there until the opponent has chosen (GN 17.1)."""
    from gateway.games.renju.opening_protocols import Keep, Lay

    opening = judgement.play.opening
    if opening is None:
        return
    side = judgement.play.line.last.turn
    try:
        if Keep in opening.options() and Lay not in opening.options():
            opening = opening.act(Keep())  # who lays on has not swapped
            if opening.done:
                _to(judgement, opening, "keep", side)
                return
        then = opening.act(Lay(move.path[0] if move.path else -1))
    except GameError as error:
        open_case(
            judgement,
            CaseKind.OPENING,
            _breach(judgement.play, opening),
            side=side,
            what=error.message,
            penalty=punishing.usual(judgement.play, side, _breach(judgement.play, opening)),
            accepted_by_move=judgement.play.book.offences.accept,
            move=move.text,
        )
        stage = opening.protocol.stages[opening.stage].lay
        then = msgspec.structs.replace(
            opening, stage=opening.stage if stage is None else stage, position=judgement.play.line.last.play(move)
        )
    _to(judgement, then, "lay", side)


def _breach(play: Play, opening: Opening) -> str:
    """The article against which a stone is that the opening does not allow next."""
    rules = play.book.offences
    if rules.pattern and opening.position.stones < _PATTERN:
        return rules.pattern
    return rules.opening or play.book.openings[opening.protocol.rule]


def actor(play: Play) -> Side | None:
    """Who is to do the next step, by the colour held now; None once the opening is over."""
    opening = play.opening
    if opening is None or opening.done:
        return None
    return Side.BLACK if opening.actor is opening.black else Side.WHITE


def take_off(judgement: Judgement, move: str) -> None:
    """The stone that broke the protocol goes, and its stage comes again."""
    play = judgement.play
    if play.line.moves and play.line.moves[-1].text == move:
        line = play.line.back()
        article = _breach(play, play.opening_before) if play.opening_before is not None else ""
        judgement.put(opening=play.opening_before)
        judgement.set_line(line, play.texts[:-1], article, text=message("ruling.stone_off", point=play.texts[-1]))


def step_back(judgement: Judgement, why: str) -> bool:
    """Take back the last step, be it a stone, a swap or an offer; False if it cannot be, or if play has gone on."""
    from gateway.games.renju.opening_protocols import OpeningPlayer

    play = judgement.play
    now, before = play.opening, play.opening_before
    if now is None or before is None or not _is_latest(play):
        return False
    stones = now.position.stones - before.position.stones
    if not 0 <= stones <= play.line.played:  # an arbiter has set the position meanwhile
        return False
    if stones:
        judgement.set_line(play.line.back(stones), play.texts[:-stones], "", why)
    judgement.put(swapped=before.black is not OpeningPlayer.FIRST)
    _to(judgement, before, "taken back", Side.BLACK if before.actor is before.black else Side.WHITE)
    judgement.put(opening_before=None)
    return True


def withdraw(judgement: Judgement) -> None:
    """The last stone was withdrawn by its hand: if it was one of the opening, its stage comes again."""
    play = judgement.play
    if play.opening_before is not None and _is_latest(play):
        judgement.put(opening=play.opening_before, opening_before=None)


def _is_latest(play: Play) -> bool:
    """Whether nothing has been played since the last step of the opening."""
    return play.opening is not None and play.opening.position.board() == play.line.last.board()


def handle_opening_request(judgement: Judgement, side: Side, request: OpeningRequest) -> None:
    """A player swaps, keeps, declares, offers or chooses."""
    from gateway.games.renju import opening_protocols

    play = judgement.play
    opening, kept = play.opening, False
    if opening is None or opening.done:
        article = play.book.openings[opening.protocol.rule] if opening else ""
        judgement.reject(side, article, message("refusal.no_opening"))
        return
    actor = opening.black if side is Side.BLACK else opening.black.other
    article = play.book.openings[opening.protocol.rule]
    if opening.actor is not actor:
        judgement.reject(side, article, message("refusal.other_turn"))
        return
    try:
        act, did = _act(request)
        if isinstance(request, OfferFifths) and opening_protocols.Keep in opening.options():
            opening = opening.act(opening_protocols.Keep())  # who offers has not swapped
            kept = True
        then = opening.act(act)
        chosen = play.line.last.read(request.point) if isinstance(request, ChooseFifth) else None
    except GameError as error:
        judgement.reject(side, article, error.message)
        return
    if kept:
        _to(judgement, opening, "keep", side)
    if chosen is not None:
        judgement.put(line=play.line.play(chosen), texts=(*play.texts, chosen.text))
    if isinstance(request, SwapColours):
        judgement.put(swapped=not play.swapped)
    _to(judgement, then, did, side)


def _act(request: OpeningRequest) -> tuple[opening_protocols.OpeningAct, str]:
    from gateway.games.renju import opening_protocols
    from gateway.games.renju.points import parse_point

    match request:
        case SwapColours():
            return opening_protocols.Swap(), "swap"
        case KeepColours():
            return opening_protocols.Keep(), "keep"
        case LayTwoMore():
            return opening_protocols.More(), "more"
        case DeclareFifths():
            return opening_protocols.Declare(request.number), "declare"
        case OfferFifths():
            return opening_protocols.Offer(tuple(parse_point(point) for point in request.points)), "offer"
        case ChooseFifth():
            return opening_protocols.Choose(parse_point(request.point)), "choose"


def _to(judgement: Judgement, opening: Opening, did: str, side: Side) -> None:
    """The opening has come to another stage."""
    play = judgement.play
    judgement.put(opening_before=play.opening, opening=opening)
    position = opening.position
    judgement.rule(
        Opened(
            article=play.book.openings[opening.protocol.rule],
            text=case_messages.opened(side, did),
            stage=opening.stage,
            options=tuple(sorted(kind.__name__.lower() for kind in opening.options())),
            offers=opening.offers,
            swapped=judgement.play.swapped,
            players=judgement.play.players,
            board=position.board(),
            fen=position.fen(),
        )
    )
