"""Ingest: from the bus to stored lines, in order, without gaps and repeats. Open `ingest.py`."""
