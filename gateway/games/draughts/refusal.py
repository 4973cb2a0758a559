"""Refusals of moves as written: the rule that each breaks."""

from __future__ import annotations

from gateway.model.errors import IllegalMove
from gateway.model.messages import message
from gateway.model.play_rules import PlayRule

from .captures import Chain
from .generator import Generator
from .move_notation import Written
from .variant import CaptureChoice

__all__ = ["refuse"]


def refuse(generator: Generator, written: Written, own: int, foe: int, kings: int, white: bool) -> IllegalMove:
    """The error for a move that is well written and not legal here."""
    names = generator.geometry.names
    start = written.start
    if not own >> start & 1:
        if foe >> start & 1:
            return IllegalMove(PlayRule.OWN_PIECE, message("illegal.other_side", square=names[start]))
        return IllegalMove(PlayRule.OWN_PIECE, message("illegal.empty", square=names[start]))
    king = bool(kings >> start & 1)
    most, captures = generator.captures(own, foe, kings, white, generator.jumpers(own, foe, kings, white), {})
    if written.quiet or (written.quiet is None and len(written.squares) == 2 and not captures):
        if captures:
            first, ends = captures[0]
            rule = PlayRule.KING_TAKES if kings >> first & 1 else PlayRule.MAN_TAKES
            sample = f"{names[first]}{generator.variant.capture_sign}{names[ends[0][0]]}"
            return IllegalMove(rule, message("illegal.must_capture", sample=sample))
        if king:
            return IllegalMove(PlayRule.KING_MOVES, message("illegal.king_moves"))
        return IllegalMove(PlayRule.MAN_MOVES, message("illegal.man_moves"))
    short = _longest_fit(generator, written, own, foe, kings, white)
    if short is not None:
        taken = short[1].bit_count()
        if generator.variant.choice is CaptureChoice.MOST:
            return IllegalMove(PlayRule.MOST, message("illegal.most", most=most, taken=taken))
        if generator.variant.choice is CaptureChoice.WORTH:
            return IllegalMove(PlayRule.MOST, message("illegal.worth", taken=taken))
        return IllegalMove(PlayRule.CAPTURE_GOES_ON, message("illegal.goes_on", taken=taken))
    return _broken_jump(generator, written, own, foe, king)


def _longest_fit(generator: Generator, written: Written, own: int, foe: int, kings: int, white: bool) -> Chain | None:
    """The capture that the text describes if nothing but its length is wrong."""
    occupied = (own | foe) ^ (1 << written.start)
    level: set[tuple[Chain, int]] = {((written.start, 0, bool(kings >> written.start & 1)), 0)}
    best: Chain | None = None
    crown = generator.crown(white)
    while level:
        longer: set[tuple[Chain, int]] = set()
        for (at, taken, king), matched in level:
            if taken and at == written.end and matched == len(written.middle):
                best = (at, taken, king)
            for victim, lands in generator.jumps(at, king, white, occupied, foe & ~taken):
                for land in lands:
                    hit = matched < len(written.middle) and land == written.middle[matched]
                    now_king = king or (generator.passing and bool(crown >> land & 1))
                    longer.add(((land, taken | victim, now_king), matched + hit))
        level = longer
    return best


def _broken_jump(generator: Generator, written: Written, own: int, foe: int, king: bool) -> IllegalMove:
    """The first step of the text that cannot be a jump, and what it breaks."""
    geometry = generator.geometry
    takes = PlayRule.KING_TAKES if king else PlayRule.MAN_TAKES
    own &= ~(1 << written.start)
    taken = 0
    for at, to in zip(written.squares, written.squares[1:], strict=False):
        step = f"{geometry.names[at]}{generator.variant.capture_sign}{geometry.names[to]}"
        lines = (*geometry.rays[at], *geometry.straights[at])
        line = next((ray for ray, _ in lines if ray >> to & 1), 0)
        between = line & ~(-1 << max(at, to)) & (-1 << min(at, to))
        if between & own or own >> to & 1:
            return IllegalMove(PlayRule.OWN_JUMPED, message("illegal.own_jumped", step=step))
        if between & taken:
            return IllegalMove(PlayRule.JUMPED_TWICE, message("illegal.twice", step=step))
        passed = between & foe
        if line and not passed and not foe >> to & 1:
            return IllegalMove(takes, message("illegal.takes_nothing", step=step))
        taken |= passed
    return IllegalMove(takes, message("illegal.no_capture", move=written.text))
