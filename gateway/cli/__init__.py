"""The `flagfall` command, one module for each subcommand. Open `app.py` for the list."""

from .app import main

__all__ = ["main"]
