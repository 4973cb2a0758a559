"""The authorities that a client of a relay trusts: the system's, and the hall's own where it is named."""

from __future__ import annotations

import ssl
from pathlib import Path

from gateway.model.errors import SettingsError

__all__ = ["trust"]


def trust(ca: Path | None) -> ssl.SSLContext:
    """What encrypted connections are checked against; `ca` is the certificate of the hall's authority."""
    context = ssl.create_default_context()
    if ca is not None:
        try:
            context.load_verify_locations(ca)
        except (OSError, ssl.SSLError) as error:
            raise SettingsError(f"{ca} holds no certificate of an authority that can be read.") from error
    return context
