"""The append-only store: lines on disk before anyone is told. Open `sqlite.py`."""

from .sqlite import Store, StoredLine

__all__ = ["Store", "StoredLine"]
