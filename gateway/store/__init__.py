"""The append-only store: lines on disk before anyone is told. Open `port.py`; `sqlite.py` is a file, `postgresql.py` a
table of a database (imported only where one is named), `steady.py` a file that goes on without its disk."""

from .port import LineStore, StoredLine
from .sqlite import SqliteStore, read_file
from .steady import SteadyStore

__all__ = ["LineStore", "SqliteStore", "SteadyStore", "StoredLine", "read_file"]
