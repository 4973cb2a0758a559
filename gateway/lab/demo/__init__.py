"""A whole hall on one computer: `demo_hall.py` runs its processes, `players.py` and `stone_strategy.py` play."""
