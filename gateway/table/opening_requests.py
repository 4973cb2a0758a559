"""What is done on the board in an opening, as its player would say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gateway.referee.player_requests import (
    ChooseFifth,
    DeclareFifths,
    KeepColours,
    LayTwoMore,
    OfferFifths,
    PlayerRequest,
    SwapColours,
)

if TYPE_CHECKING:
    from gateway.games.renju.protocols import Act

__all__ = ["as_said"]


def as_said(act: Act) -> PlayerRequest | str:
    """The words for an act, or the point on which a stone was laid."""
    from gateway.games.renju import protocols
    from gateway.games.renju.points import format_point

    match act:
        case protocols.Lay():
            return format_point(act.point)
        case protocols.Swap():
            return SwapColours()
        case protocols.Keep():
            return KeepColours()
        case protocols.More():
            return LayTwoMore()
        case protocols.Declare():
            return DeclareFifths(act.number)
        case protocols.Offer():
            return OfferFifths(tuple(format_point(point) for point in act.points))
        case protocols.Choose():
            return ChooseFifth(format_point(act.point))
