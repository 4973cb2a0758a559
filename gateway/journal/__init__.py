"""The append-only store: lines on disk before anyone is told. Open `store.py`."""

from .store import Line, Store

__all__ = ["Line", "Store"]
