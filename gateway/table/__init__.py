"""One table: readings, commands and moments in; entries, effects and replies out. Open `table.py`."""
