"""Files that hold one secret: a token, a key to sign with, the password of a database."""

from __future__ import annotations

from pathlib import Path

from gateway.model.errors import SettingsError

__all__ = ["read_secret"]


def read_secret(path: Path) -> str:
    """The secret that a file holds; raises `SettingsError`."""
    try:
        secret = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not text"
        raise SettingsError(f"{path} cannot be read: {why}.") from error
    if not secret or not secret.isprintable() or " " in secret:
        raise SettingsError(f"{path} has to hold one secret and nothing else.")
    return secret
