"""The append-only store: lines on disk before anyone is told. Open `port.py`; `sqlite.py` is the one there is."""

from .port import LineStore, StoredLine
from .sqlite import SqliteStore, read_file

__all__ = ["LineStore", "SqliteStore", "StoredLine", "read_file"]
