"""Millennium ChessLink (Exclusive, Performance, Supreme, eONE), by serial line or BLE: the same bytes on both.

`messages` is what the characters mean, `codec` the talk.
"""
