"""The reasons of a Swiss pairing, each with its article.

GN app.6 (n) is item n of the split-half method, which GO app.4 and DH (四) have too; the other methods refer to it.
 Where the books are silent, the article is that of the principle we follow.
"""

from __future__ import annotations

from collections.abc import Mapping

from gateway.model.messages import Argument, message

from .swiss_rules import PairingReason, SwissMethod

__all__ = ["BYE_LOWEST", "CAME_DOWN", "PLAIN", "REASON_OF_FAULT", "REASON_OF_FIRST", "reason"]

BYE_LOWEST = "bye_lowest"
CAME_DOWN = "came_down"
PLAIN: Mapping[SwissMethod, str] = {
    SwissMethod.SPLIT_HALF: "plain_split_half",
    SwissMethod.ADJACENT: "plain_adjacent",
    SwissMethod.FIRST_LAST: "plain_first_last",
}
REASON_OF_FAULT = ("passed_limit", "passed_balance", "passed_float")
REASON_OF_FIRST: Mapping[str, str] = {
    "fewer": "first_fewer",
    "turned": "first_turned",
    "alternates": "first_alternates",
    "drawn": "first_drawn",
}

ARTICLES: Mapping[str, str] = {
    "plain_split_half": "GN app.6 (4)",
    "plain_adjacent": "GN app.6 adjacent",
    "plain_first_last": "GN app.6 first-last",
    "came_down": "GN app.6 (5)",
    "passed_met": "GN app.6 absolute",
    "passed_forbidden": "GN 24.3.2 A",
    "passed_limit": "GN app.6 relative 2",
    "passed_balance": "GN app.6 (7), (9)",
    "passed_float": "GN app.6 (6)",
    "passed_rest": "GN app.6 absolute",
    "dropped_odd": "GN app.6 (3)",
    "dropped_alone": "GN app.6 (5)",
    "dropped_needed": "GN app.6 absolute",
    "dropped_spared": "GN app.6 (6)",
    "dropped_unfit": "GN app.6 absolute",
    "first_fewer": "GN app.6 (8)",
    "first_turned": "GN app.6 relative 2",
    "first_alternates": "GN app.6 relative 2",
    "first_drawn": "GN 10.1.1",
    "bye_lowest": "GN app.6 (3)",
    "bye_had": "GN app.6 relative 1",
    "bye_needed": "GN app.6 absolute",
}
"""The article of each reason, by the last part of its key."""


def reason(name: str, **args: Argument) -> PairingReason:
    """The reason of that name."""
    return PairingReason(ARTICLES[name], message(f"swiss.{name}", **args))
