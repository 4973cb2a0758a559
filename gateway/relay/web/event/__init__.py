"""The event as a visitor is shown it: its rounds and players, its tournament, its bridge event."""
