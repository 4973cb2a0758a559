"""Renju and gomoku: five stones in a row. Open `forbidden.py` for forbidden moves, `five_in_a_row.py` for the games."""
