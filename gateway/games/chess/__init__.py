"""Chess, over the `chess` library. Open `position.py` first."""
