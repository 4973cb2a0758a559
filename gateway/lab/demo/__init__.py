"""A whole hall on one computer. Open `hall.py` for the parts, `people.py` for those who play, `stones.py` for renju."""
