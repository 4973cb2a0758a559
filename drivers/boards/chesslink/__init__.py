"""Millennium ChessLink (Exclusive, Performance, Supreme, eONE), by serial line or BLE, with equal bytes on both.

`messages` is what the characters mean, `codec` the talk.
"""
