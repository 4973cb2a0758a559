"""The relay: holds the present picture of every table, and shows it by REST, WebSocket and pages.

Sees the record, the bus, the journal and value types; never hardware, never a table's inside. Open `hall.py` first,
then `ingest.py` (from the bus) and `app.py` (to the browsers).
"""

from .app import create_app
from .arbiters import Arbiter, new_key
from .hall import Hall
from .ingest import Ingest
from .server import make_server

__all__ = ["Arbiter", "Hall", "Ingest", "create_app", "make_server", "new_key"]
