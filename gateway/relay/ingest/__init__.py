"""From the bus to stored lines: order, gaps, repeats. Open `ingest.py`."""
