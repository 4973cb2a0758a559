"""A captured board told as games. Open `track.py`; `spectator.py` for how a capture is understood."""
