"""The files of a store, told apart from others that have taken their names.

A file that is removed while it is open goes on being written, and whatever is written is gone with the process.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from gateway.model.errors import JournalReplaced

__all__ = ["SameFile"]


class SameFile:
    """A file and the log beside it, as they were when they were opened."""

    def __init__(self, path: Path) -> None:
        """Raises `OSError`."""
        self._path = path
        self._were = {each: _identity(each) for each in (path, path.with_name(path.name + "-wal")) if each.exists()}

    def require(self) -> None:
        """Raise `JournalReplaced` if they are not what their names lead to any more, and `OSError`."""
        for path, was in self._were.items():
            try:
                now = _identity(path)
            except FileNotFoundError:
                now = None
            if now != was:
                raise JournalReplaced(
                    f"The journal {self._path} is not the file that it was: somebody has moved, removed or replaced "
                    f"{path.name}. Put it back, or start this process again: what others hold of it is fetched back."
                )


class _Identity(NamedTuple):
    device: int
    inode: int


def _identity(path: Path) -> _Identity:
    status = path.stat()
    return _Identity(status.st_dev, status.st_ino)
