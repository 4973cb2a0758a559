"""Wiring: settings, logs, the clock's face on the wall, and the two processes. Open `agent.py` for a table."""
