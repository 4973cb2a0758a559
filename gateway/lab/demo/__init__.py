"""A whole hall on one computer: `demo_hall.py` runs its processes, `players.py` play, `incident_plan.py` disturbs."""
