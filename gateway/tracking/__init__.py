"""Tracking: from what the sensors show to what was played.

    readings ──> sensor_board ──> shown ──> vision ──> seen ──┐
    position ──> expectation: what legal moves would let be seen ──> recognition ──> observations

A `Tracker` holds what is known of one board; `recognition` looks at it and goes through its steps:
`one_move`, `several_moves`, `gap_recovery`, `king_signals`, `sensor_faults`, `anomalies`. Where one move does not
explain what is seen, `reinterpretation` is a beam search over hypotheses about the last turns, with costs in bits.
"""
