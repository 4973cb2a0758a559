"""`flagfall demo`: a whole hall on one computer. Open `hall.py` for the parts, `people.py` for those who play."""

from .hall import run_demo

__all__ = ["run_demo"]
