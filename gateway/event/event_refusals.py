"""Refusals: acts that are not carried out, and why."""

from __future__ import annotations

from gateway.model.errors import GatewayError
from gateway.model.messages import message

__all__ = ["EventRefused", "demand"]


class EventRefused(GatewayError):
    """An act that is not carried out, and why."""


def demand(fulfilled: bool, key: str, /, **args: str | int) -> None:
    """Refuse the act with this message unless that holds."""
    if not fulfilled:
        raise EventRefused(message(key, **args))
