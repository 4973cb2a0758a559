"""Consequences: what is counted in a game, and what follows next, with the article that says so. For arbiters only.

Nothing is decided here: each line is read off the rules that decide it when it comes to that.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from gateway.games.game import Counter
from gateway.model.messages import Message, message, name_of
from gateway.model.play_rules import PlayRule
from gateway.model.sides import Side

from .claims import draws_by_claim
from .material import cannot_win
from .penalties import Penalty
from .punishing import count, illegal_moves
from .state import Phase, Play, State

__all__ = ["Consequence", "consequences"]

_REPETITIONS = {PlayRule.REPETITION, PlayRule.REPETITION_ENDS}
_ENDS_BY_ITSELF = {PlayRule.REPETITION_ENDS, PlayRule.QUIET_MOVES_END}
"""What ends a game of chess by itself, long after it could be claimed."""
_CLAIMED_FIRST = {PlayRule.REPETITION, PlayRule.QUIET_MOVES}


class Consequence(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is counted, and what it leads to next."""

    text: Message
    article: str = ""
    side: Side | None = None
    """Whom it is about, where it is about one side."""
    count: int = 0
    limit: int = 0
    """The count that it leads to; 0 where nothing is counted."""


def consequences(state: State) -> tuple[Consequence, ...]:
    """What is counted in the game that is played, draws first; nothing once it is over."""
    play = state.play
    if play is None or state.phase not in {Phase.READY, Phase.PLAYING, Phase.PAUSED}:
        return ()
    draws = tuple(_of_counter(play, counter) for counter in play.game.counters(play.line))
    return (*draws, *(each for side in Side for each in _of_side(play, side)))


def _of_counter(play: Play, counter: Counter) -> Consequence:
    text = message(
        "consequence.counter",
        rule="repetition" if counter.rule in _REPETITIONS else "moves",
        count=counter.count,
        limit=counter.limit,
        then=_then(play, counter),
    )
    return Consequence(text, play.book.article(counter.rule), count=counter.count, limit=counter.limit)


def _then(play: Play, counter: Counter) -> str:
    """What happens when the count is full."""
    claimed = draws_by_claim(play) or (play.book.draws.claim_by_mover and counter.rule in _CLAIMED_FIRST)
    if claimed:
        return "claim_now" if counter.count >= counter.limit else "claim"
    return "drawn_later" if counter.rule in _ENDS_BY_ITSELF else "drawn"


def _of_side(play: Play, side: Side) -> Iterator[Consequence]:
    """What the player who holds a colour now has against him, and what he can no longer do."""
    offences = play.book.offences
    illegal = len(illegal_moves(play, side))
    if illegal and offences.illegal_limit and offences.other is not None:
        text = message(
            "consequence.illegal", side=name_of(side), count=illegal, left=max(1, offences.illegal_limit - illegal)
        )
        yield Consequence(text, offences.other.article, side, illegal, offences.illegal_limit)
    violations = count(play, side, Penalty.VIOLATION)
    if violations and offences.two_violations:
        yield Consequence(message("consequence.violation", side=name_of(side)), offences.two_violations, side, 1, 2)
    warnings = count(play, side, Penalty.WARNING)
    if warnings and offences.two_violations:
        text = message("consequence.warning", side=name_of(side), count=warnings, limit=max(0, play.options.warnings))
        yield Consequence(text, offences.two_violations, side, warnings)
    wrong = play.wrong_claims[side.other if play.swapped else side]
    if wrong and play.book.wrong_claims and play.options.wrong_claims > 0:
        text = message("consequence.wrong_claims", side=name_of(side), count=wrong, limit=play.options.wrong_claims)
        yield Consequence(text, play.book.wrong_claims, side, wrong, play.options.wrong_claims)
    if play.book.clock.no_mate and cannot_win(play, side):
        text = message("consequence.cannot_win", side=name_of(side), other=name_of(side.other))
        yield Consequence(text, play.book.clock.no_mate, side)
