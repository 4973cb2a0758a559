"""The relay: holds the present state of every table, and shows it by REST, WebSocket and pages.

Sees the record, the bus, the journal and value types; never hardware, never a table's inside. Open `hall/hall.py`
first, then `ingest.py` (from the bus) and `web/application.py` (to the browsers).
"""
