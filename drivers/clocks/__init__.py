"""Clocks that are read on their own, not through a board. Same shape and rules as `boards`."""
