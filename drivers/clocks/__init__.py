"""Clocks that are read on their own, not through a board. They have the shape and the rules of `boards`."""
