"""Options that a driver learned from its device, kept beside the game so that a restart knows them."""

from __future__ import annotations

import msgspec

from .wire import Form

__all__ = ["LEARNED", "Learned"]


class Learned(msgspec.Struct, frozen=True):
    """An option of a driver, as its device taught it: the radio tags of a set of pieces, say."""

    driver: str
    option: str
    value: str


LEARNED = Form(Learned)
