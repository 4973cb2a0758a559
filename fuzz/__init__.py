"""Coverage-guided fuzzing of every codec with atheris: `python -m fuzz [DRIVER...] [--seconds N]`.

Each codec is fed bytes in any split, requests and wake-ups at any time; it must never raise, never hold more than the
longest message, and never ask to be woken in the past twice. Inputs that were interesting are kept in build/fuzz and
taken up again the next time; one that breaks a codec is written there too, and its path printed.
"""
