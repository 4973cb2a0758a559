"""Feeds: the games of a record as others read them, in PGN, PDN and SGF. Open `export.py`."""
