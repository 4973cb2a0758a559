"""Certabo and Tabutronic boards: lines of decimal numbers, sent all the time.

`frames` cuts and reads the lines, `radio_tags` knows which radio tag is which piece, `codec` is the whole.
"""
