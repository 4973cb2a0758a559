"""Bytes that no device would send, for every codec; boards that nobody plays, for tracking.

`python -m fuzz [DRIVER...] [--seconds N]` is guided by coverage, with atheris: each codec is fed bytes in any split,
requests, reconnects and wake-ups at any time; it must never raise and never hold more than the longest message. Inputs
that were interesting are kept in build/fuzz and taken up again the next time; one that breaks a codec is written there
too, and its path printed.

`python -m fuzz soak [DRIVER...] [--megabytes N]` needs no tool: see `soak`.

`python -m fuzz boards [GAME...] [--hours N]` shows tracking hours of nonsense: see `boards`.
"""
