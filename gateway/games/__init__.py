"""The rules of the games, without time and without referees. Open `game.py` first, then one game's folder."""
