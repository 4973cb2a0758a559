"""The habits of people who handle pieces, from calm to bullet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["BLITZ", "BULLET", "CALM", "CLUB", "PROFILES", "Habits"]

MillisRange = tuple[int, int]
"""Shortest and longest, in milliseconds."""


@dataclass(frozen=True, slots=True)
class Habits:
    """The habits of somebody who handles pieces; chances from 0 to 1, each per move."""

    slides: float = 0.1
    """Pushes the piece over the board instead of lifting it: it shows on every cell on the way."""
    flies: float = 0.0
    """In a capture over several cells, goes straight to the last one."""
    hovers: float = 0.0
    """Puts the piece down on another cell for a moment and picks it up again."""
    bounces: float = 0.0
    """Lifts the right piece and puts it back before moving it."""
    ponders: float = 0.0
    """Thinks with the piece in the hand."""
    changes_mind: float = 0.0
    """Lets go of the piece elsewhere, then moves it on, before pressing; only where the stroke names such cells."""
    adjusts: float = 0.0
    """Lifts a piece that stands askew and puts it back where it stood."""
    knocks: float = 0.0
    """Knocks over a neighbouring piece and puts it back."""
    takes_on_the_way: float = 0.15
    """Takes captured pieces off before the move has ended."""
    takes_first: float = 0.5
    """Takes a piece off before putting its own in its place; others push it away."""
    two_hands: float = 0.0
    """Takes the captured piece with one hand while the other still carries its own."""
    takes_late: float = 0.0
    """Takes captured pieces off after pressing."""
    sets_aside: float = 0.0
    """Lets a captured piece touch another cell for a moment on its way off the board."""
    crowns_at_once: float = 0.0
    """Brings the new piece directly, so that the old one never shows on its last cell."""
    stacks: float = 0.0
    """Crowns a man by putting another on top; others lift it and bring a king."""
    presses_first: float = 0.0
    """Presses while the piece is still in the other hand."""

    think_ms: MillisRange = (0, 0)
    lift_ms: MillisRange = (120, 300)
    travel_ms: MillisRange = (250, 700)
    take_ms: MillisRange = (300, 650)
    press_ms: MillisRange = (200, 500)
    slide_ms: MillisRange = (30, 120)
    """The time for each cell on the way."""
    hover_ms: MillisRange = (80, 300)
    ponder_ms: MillisRange = (800, 4000)
    mind_ms: MillisRange = (300, 1500)
    """How long the piece stands where it does not stay."""
    mend_ms: MillisRange = (400, 1500)
    """The time until a piece that was knocked over stands again."""
    late_ms: MillisRange = (200, 1500)
    """The time from the press to the first piece taken off late."""
    release_ms: MillisRange = (80, 300)
    """The time from a press that came first to letting go of the piece."""


CALM = Habits(
    slides=0.05, hovers=0.02, bounces=0.03, ponders=0.1, changes_mind=0.01, adjusts=0.05, knocks=0.005,
    takes_on_the_way=0.05, two_hands=0.02, sets_aside=0.02, crowns_at_once=0.3, stacks=0.5,
    think_ms=(1500, 4000), lift_ms=(250, 600), travel_ms=(600, 1400), take_ms=(500, 1000), press_ms=(400, 1000),
)  # fmt: skip
"""Calm hands: about five seconds a move."""

CLUB = Habits(
    slides=0.12, flies=0.05, hovers=0.04, bounces=0.04, ponders=0.05, changes_mind=0.02, adjusts=0.04, knocks=0.01,
    takes_on_the_way=0.15, two_hands=0.08, takes_late=0.02, sets_aside=0.03, crowns_at_once=0.3, stacks=0.5,
    presses_first=0.005,
    think_ms=(400, 4000),
)  # fmt: skip
"""Hands of a club evening: about three seconds a move."""

BLITZ = Habits(
    slides=0.2, flies=0.1, hovers=0.04, bounces=0.03, ponders=0.03, changes_mind=0.02, adjusts=0.03, knocks=0.02,
    takes_on_the_way=0.2, two_hands=0.2, takes_late=0.08, sets_aside=0.04, crowns_at_once=0.4, stacks=0.5,
    presses_first=0.03,
    think_ms=(50, 1800), lift_ms=(80, 200), travel_ms=(200, 500), take_ms=(150, 400), press_ms=(150, 400),
    slide_ms=(20, 80), hover_ms=(60, 250), ponder_ms=(500, 1500), mind_ms=(200, 900), mend_ms=(300, 1000),
)  # fmt: skip
"""Hands on the board for about a second a move."""

BULLET = Habits(
    slides=0.3, flies=0.15, hovers=0.03, bounces=0.02, ponders=0.02, changes_mind=0.01, adjusts=0.01, knocks=0.03,
    takes_on_the_way=0.2, two_hands=0.3, takes_late=0.15, sets_aside=0.05, crowns_at_once=0.6, stacks=0.5,
    presses_first=0.06,
    think_ms=(0, 400), lift_ms=(40, 120), travel_ms=(100, 250), take_ms=(80, 220), press_ms=(60, 180),
    slide_ms=(10, 40), hover_ms=(40, 150), ponder_ms=(200, 700), mind_ms=(100, 500), mend_ms=(200, 600),
    release_ms=(40, 150),
)  # fmt: skip
"""The fastest hands: some 400 ms a move, so a board that scans in 200 ms sees two moves at once, or half of one."""

PROFILES: Mapping[str, Habits] = {"calm": CALM, "club": CLUB, "blitz": BLITZ, "bullet": BULLET}
