"""DGT electronic boards (USB, RS232, Bluetooth serial): chess 8x8, draughts 10x10, with the clock plugged into them.

`messages` is what the bytes mean, `fields` which cell a field number means, `clockline` the talk with the clock,
`faces` which clocks there are, `history` what the board remembers, `codec` the whole.
"""
