"""The time that an audience is shown: as far behind the present as its delay, and never going back. No I/O.

Whatever is done to the delay, the time shown only goes on: after a longer delay was set it stands until the present is
that far ahead, after a shorter one it leaps to where it would have been.
"""

from __future__ import annotations

import re
from typing import Final

import msgspec

from gateway.model.errors import SettingsError

__all__ = ["DELAY_MAX", "LateTime", "parse_delay"]

DELAY_MAX: Final = 6 * 3_600_000
"""The longest delay, in milliseconds: what is not shown yet has to be kept on disk."""
_DELAY = re.compile(r"(?:(\d{1,3})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?|0", re.ASCII)


class LateTime(msgspec.Struct, frozen=True):
    """The time by which an audience is behind. Instants are the relay's, in milliseconds."""

    delay: int = 0
    floor: int = 0
    """The instant that was shown when the delay was set."""

    def shown(self, now: int) -> int:
        """The instant that is shown now: what happened up to it may be seen."""
        return max(self.floor, now - self.delay)

    def behind(self, now: int) -> int:
        """How far that is behind the present."""
        return max(0, now - self.shown(now))

    def stands(self, now: int) -> bool:
        """Whether it stands, until the present is as far ahead as the delay wants."""
        return now - self.delay < self.floor

    def reaches(self, at: int) -> int:
        """When an instant is shown that is not yet."""
        return at + self.delay

    def with_delay(self, delay: int, now: int) -> LateTime:
        """The same with another delay from now on."""
        return LateTime(delay, self.shown(now))


def parse_delay(text: str) -> int:
    """The milliseconds of `15m`, `90s`, `1h30m` or `0`; raises `SettingsError`."""
    match = _DELAY.fullmatch(text.strip())
    if match is None or not text.strip():
        raise SettingsError(f"{text!r} is not a length of time; write 15m, 90s, 1h30m, or 0 for none.")
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    delay = ((hours * 60 + minutes) * 60 + seconds) * 1000
    if delay > DELAY_MAX:
        raise SettingsError(f"A delay of {text} is longer than {DELAY_MAX // 3_600_000} hours, which is the most.")
    return delay
