"""The present state of every table, who watches it, and the way back to a table. Open `hall.py`."""
