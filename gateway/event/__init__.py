"""The event: persons, rounds, pairings and results as a fold over its own record, as a table is. No I/O, no clock.

Open `event.py` for what there is, `event_acts.py` for what may be done, `deciding.py` for what follows from it.
"""
