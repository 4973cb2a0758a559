"""Calibration: counts of how often each cost of tracking is charged to the moves that were really played. Open
`counting.py`."""
