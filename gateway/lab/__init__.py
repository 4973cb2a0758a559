"""What needs the simulator: the demo, the virtual table, rehearsals, captured boards."""
