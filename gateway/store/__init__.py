"""The append-only store: lines on disk before anyone is told. Open `sqlite.py`."""

from .sqlite import Line, Store

__all__ = ["Line", "Store"]
