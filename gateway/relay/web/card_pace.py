"""The pace of whoever asks by a card or a slip: one request too many is answered with how long to wait."""

from __future__ import annotations

import math
from http import HTTPStatus

from gateway.model.messages import message
from gateway.relay.access.rate_limit import RateLimit

from .problems import Problem

__all__ = ["count_request"]


def count_request(who: str, now: int, *limits: RateLimit) -> None:
    """Count a request against each of these limits; raises `Problem`, and counts nothing, if it is one too many."""
    if wait := max(limit.wait_ms(who, now) for limit in limits):
        why = message("problem.card_too_often", s=math.ceil(wait / 1000))
        raise Problem(HTTPStatus.TOO_MANY_REQUESTS, why)
    for limit in limits:
        limit.failed(who, now)
