"""The record of a table and its one wire form. Open `entries.py` first, then `wire.py`."""
