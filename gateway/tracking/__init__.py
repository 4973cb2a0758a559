"""From what the sensors show to what was played.

    readings ──> layout ──> picture ──> vision ──> view ──┐
    position ──> expectation: the views that legal moves lead to ──> tracker ──> moves, or what is not a move

Open `judging.py` for how a move is settled, `absence.py` for moves out of sight, `irregular.py` for what is not a move.
"""
