"""Chaos: a hall of real processes that everything happens to, and whether its promises hold afterwards."""
