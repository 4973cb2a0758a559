"""A bridge event: contestants, rounds, tables, boards and scores as a fold over its own record. No I/O, no clock.

Open `bridge_event.py` for what there is, `bridge_acts.py` for what may be done, `bridge_deciding.py` for what follows.
Matches and victory points are reckoned in `bridge_matches.py`, places in `bridge_standings.py` and `pairs_scores.py`.
"""
