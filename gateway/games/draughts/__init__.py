"""Draughts: one capture generator over a `Variant` value. Open `variant.py` first, then `captures.py`."""
