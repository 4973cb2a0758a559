"""The talk with two buttons: none. They are only listened to.

A line of text is a press: `left` or `right`, `l` or `r`, `1` or `2`, as a small microcontroller writes them. A clock
whose lever closes one contact tells by it which side is down: the option `lever` names that key, which is down while
the left side is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from drivers.codec import channel_of, refused
from drivers.framing import Dropped, PatternFramer
from drivers.readings import LeverPressed, Noise, Reading, Seat
from drivers.requests import Request

from .keys import CHANNEL, LEFT_KEYS, RIGHT_KEYS, KeyEvent, KeyFramer, parse_keys

__all__ = ["BOUNCE_MS", "OPTIONS", "ButtonsCodec", "configure"]

OPTIONS = {
    "left": "codes of the keys that are the left button, such as 105,42",
    "right": "codes of the keys that are the right button",
    "lever": "code of a contact that is closed while the left side of a lever is down; then there are no buttons",
}

BOUNCE_MS = 40
"""How soon a contact may close again without having been pressed twice."""

_LINE = rb"(?i:left|right|l|r|1|2)\s*?\r?\n"
_LONGEST = 32
_WORDS = {
    b"left": Seat.LEFT,
    b"l": Seat.LEFT,
    b"1": Seat.LEFT,
    b"right": Seat.RIGHT,
    b"r": Seat.RIGHT,
    b"2": Seat.RIGHT,
}


class ButtonsCodec:
    """Presses, as they come."""

    def __init__(
        self,
        left: Collection[int] = LEFT_KEYS,
        right: Collection[int] = RIGHT_KEYS,
        lever: Collection[int] = (),
    ) -> None:
        self._seats = dict.fromkeys(left, Seat.LEFT) | dict.fromkeys(right, Seat.RIGHT)
        self._lever = lever
        self._keys = KeyFramer()
        self._lines = PatternFramer(_LINE, _LONGEST)
        self._last: tuple[Seat, int] | None = None

    def connected(self, at: int) -> None:
        """Nothing to ask."""

    def receive(self, data: bytes, at: int) -> Sequence[Reading]:
        """Take bytes in any split; return the presses."""
        if channel_of(data) == CHANNEL:
            return [press for event in self._keys.feed(data) for press in self._key(event)]
        readings: list[Reading] = []
        for item in self._lines.feed(data):
            if isinstance(item, Dropped):
                readings.append(Noise(item.count))
            else:
                readings += self._press(_WORDS[item.strip().lower()], at)
        return readings

    def request(self, request: Request, at: int) -> Sequence[Reading]:  # noqa: ARG002 - for others
        """Buttons can do nothing."""
        return [refused(request, "buttons show nothing")]

    def wake(self, at: int) -> Sequence[Reading]:  # noqa: ARG002 - for others
        """There is nothing to do."""
        return []

    def data_to_send(self) -> Sequence[bytes]:
        """There is nothing to say."""
        return []

    def next_deadline(self) -> int | None:
        """Never."""
        return None

    def _key(self, event: KeyEvent) -> list[Reading]:
        if self._lever:
            if event.code not in self._lever:
                return []
            return self._turn(Seat.LEFT if event.down else Seat.RIGHT, event.at_ms)
        seat = self._seats.get(event.code)
        return self._press(seat, event.at_ms) if seat is not None and event.down else []

    def _press(self, seat: Seat, at: int) -> list[Reading]:
        """A button. One that closes again at once has bounced, unless the other was pressed between."""
        bounced = self._last is not None and self._last[0] is seat and at - self._last[1] < BOUNCE_MS
        self._last = seat, at
        return [] if bounced else [LeverPressed(seat)]

    def _turn(self, seat: Seat, at: int) -> list[Reading]:
        """A lever. Its one contact opens and closes while it bounces; no hand turns it back that soon."""
        if self._last is not None and (self._last[0] is seat or at - self._last[1] < BOUNCE_MS):
            return []
        self._last = seat, at
        return [LeverPressed(seat)]


def configure(options: Mapping[str, str]) -> ButtonsCodec:
    """A codec for these keys; raises `ValueError`."""
    keys = {name: parse_keys(value) for name, value in options.items()}
    return ButtonsCodec(keys.get("left", LEFT_KEYS), keys.get("right", RIGHT_KEYS), keys.get("lever", ()))
