"""The audit of what somebody does over HTTP: done, or refused and why."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Any

from gateway.model.errors import GatewayError, JournalError
from gateway.relay.access.audit import Audit, AuditKind
from gateway.relay.access.sessions import BrowserSession

from .problems import Problem, not_stored

__all__ = ["audited"]


@contextlib.asynccontextmanager
async def audited(
    audit: Audit, kind: AuditKind, by: BrowserSession | None, who: str = "", **told: Any
) -> AsyncIterator[dict[str, Any]]:
    """Note what is done inside, which may add to what is told of it. A refusal is noted, too, and answered with 409."""
    try:
        yield told
    except JournalError as error:
        raise not_stored(error) from error
    except GatewayError as error:
        await audit.note(kind, by, who, **told, ok=False, why=error.message)
        raise Problem(HTTPStatus.CONFLICT, error.message) from error
    await audit.note(kind, by, who, **told)
