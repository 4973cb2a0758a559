"""Setting a hall up from five answers: authority, relay, cards and sheets. Open `hall_plan.py` first."""
