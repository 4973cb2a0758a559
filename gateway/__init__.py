"""Flagfall: the gateway between a playing table and everyone who follows the game."""

__version__ = "0.1.0.dev0"
