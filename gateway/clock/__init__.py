"""Time controls, the agent's own game clock, and the mirror of a clock that keeps time itself.

Pure: instants come in as arguments, new values and facts go out. Sees `gateway.model` and `drivers.readings` only.
Open `control` for what a control is made of, then `game_clock`.
"""
