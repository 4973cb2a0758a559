"""DGT electronic boards (USB, RS232, Bluetooth serial): chess 8x8, draughts 10x10, with the clock plugged into them.

`messages` is what the bytes mean, `fields` which cell a field number means, `attached_clock` the clock, `clockline` the
talk with it, `clock_models` which clocks there are, `memory` what the board remembers, `recovery` and `catchup` what of
that was missed, `codec` the whole.
"""
