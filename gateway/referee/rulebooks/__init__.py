"""The rulebooks, one for each game and pace. Open `rulebook.py` for what one says, then `draughts.py`."""

from .book import Article, Treatment
from .registry import NAMES, find, fitting, for_game, load
from .rulebook import Rulebook

__all__ = ["NAMES", "Article", "Rulebook", "Treatment", "find", "fitting", "for_game", "load"]
