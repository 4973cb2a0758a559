"""The referee: inputs in, rulings out, each with the article it rests on. Open `machine.py` first."""
