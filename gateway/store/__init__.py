"""The append-only store: lines on disk before anyone is told. Open `port.py`; `sqlite.py` is the one there is,
`steady.py` goes on without its disk."""

from .port import LineStore, StoredLine
from .sqlite import SqliteStore, read_file
from .steady import SteadyStore

__all__ = ["LineStore", "SqliteStore", "SteadyStore", "StoredLine", "read_file"]
