"""The open Chess Peripheral Protocol, over BLE, USB or TCP: chess and all kinds of draughts, as `docs/cpp.md` reads it.

`fen` is how positions are written, `moves` how moves are, `features` what the board was asked and said, `codec` the
whole.
"""
