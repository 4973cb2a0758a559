"""Steps of an opening made on the board, as the requests of their players."""

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
    from gateway.games.renju.opening_protocols import OpeningAct

__all__ = ["as_request"]


def as_request(act: OpeningAct) -> PlayerRequest | str:
    """The request that an act amounts to, or the point on which a stone was laid."""
    from gateway.games.renju import opening_protocols
    from gateway.games.renju.points import format_point

    match act:
        case opening_protocols.Lay():
            return format_point(act.point)
        case opening_protocols.Swap():
            return SwapColours()
        case opening_protocols.Keep():
            return KeepColours()
        case opening_protocols.More():
            return LayTwoMore()
        case opening_protocols.Declare():
            return DeclareFifths(act.number)
        case opening_protocols.Offer():
            return OfferFifths(tuple(format_point(point) for point in act.points))
        case opening_protocols.Choose():
            return ChooseFifth(format_point(act.point))
