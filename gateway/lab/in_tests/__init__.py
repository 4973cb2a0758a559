"""A board, a clock and a table for other people's tests, on time that passes when a test says so.

`fixtures.py` is the pytest plugin; nothing else is imported before a test asks for something.
"""
