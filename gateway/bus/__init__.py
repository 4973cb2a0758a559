"""MQTT: which topics there are, what travels on them, and the client. Open `topics.py` first."""
