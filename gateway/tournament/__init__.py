"""Tournaments: systems of pairing, standings and tie-breaks, as values in and values out. No I/O, no clock."""
