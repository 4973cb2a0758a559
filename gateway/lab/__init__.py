"""The lab: the demo, the virtual table, rehearsals, captured boards, and all else that needs the simulator."""
