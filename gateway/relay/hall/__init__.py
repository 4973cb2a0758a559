"""The present state of every table, who watches it, and the road back to a table. Open `hall.py`."""
