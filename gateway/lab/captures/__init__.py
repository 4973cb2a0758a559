"""Captures of boards, read as games. Open `spectator.py` for how a capture is understood."""
