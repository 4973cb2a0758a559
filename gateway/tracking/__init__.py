"""From what the sensors show to what was played.

    readings ──> layout ──> picture ──> vision ──> view ──┐
    position ──> expectation: the views that legal moves lead to ──> tracker ──> moves, or what is not a move

Open `tracker.py` for how a move is settled, `explain.py` for rows of moves, `irregular.py` for what is not a move.
"""
