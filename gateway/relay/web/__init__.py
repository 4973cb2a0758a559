"""REST, WebSocket and pages. Open `app.py`."""
