"""From what the sensors show to what was played. Open `tracker.py`."""
