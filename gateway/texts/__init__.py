"""Catalogues: one file a language, and how a message becomes a sentence of it. Open `library.py` first."""
