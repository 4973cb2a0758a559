"""A deal as people read it: four hands around a table, with dealer and vulnerability."""

from __future__ import annotations

from gateway.relay.web.html_tags import Html, tag
from gateway.tournament.bridge.compass import CompassSeat, dealer, vulnerable
from gateway.tournament.bridge.deal import SUITS, Deal

from .bridge_writer import BridgeWriter, suit_sign

__all__ = ["hand_diagram"]


def hand_diagram(page: BridgeWriter, board: int, deal: Deal) -> Html:
    """The four hands of a board; North above, West on the left."""
    sides = vulnerable(board)
    exposed = "all" if len(sides) > 1 else next((side.value.lower() for side in sides), "none")
    first = page.text(f"bridge_table.seat_{dealer(board).value.lower()}")
    about = tag("p", page.text("bridge_table.deal", dealer=first, vulnerable=exposed), class_="hand-board muted")
    hands = [_hand(page, deal, seat) for seat in CompassSeat]
    label = page.text("bridge_page.deal_of", board=board)
    return tag("section", about, *hands, class_="hands", aria_label=label)


def _hand(page: BridgeWriter, deal: Deal, seat: CompassSeat) -> Html:
    name = page.text(f"bridge_table.seat_{seat.value.lower()}")
    rows = [
        tag("li", suit_sign(suit), " ", tag("span", deal.suit(seat, suit).replace("T", "10") or "–")) for suit in SUITS
    ]
    return tag("div", tag("h2", name), tag("ul", *rows), class_=f"hand hand-{seat.value.lower()}")
