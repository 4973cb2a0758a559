"""REST, WebSocket and pages. Open `application.py`."""
