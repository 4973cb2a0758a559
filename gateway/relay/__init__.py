"""The relay: holds the present state of every table, and shows it by REST, WebSocket and pages.

Sees the record, the bus, the journal and value types; never hardware, never a table's inside. Open `hall/hall.py`
first, then `ingest.py` (from the bus) and `web/application.py` (to the browsers).
"""

from .access.arbiters import Arbiter, new_key
from .hall.halls import Halls
from .hall.present_hall import PresentHall
from .ingest.ingest import Ingest
from .web.application import create_app
from .web.server import make_server

__all__ = ["Arbiter", "Halls", "Ingest", "PresentHall", "create_app", "make_server", "new_key"]
