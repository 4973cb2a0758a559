"""Recorded games on simulated boards, to see what tracking makes of them. Open `rehearse.py`."""
