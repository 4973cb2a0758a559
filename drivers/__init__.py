"""Readers of sensor boards and game clocks.

Usable without the gateway: open a device by URL with `drivers.link`, get `drivers.readings` back. The codecs under
`boards/` and `clocks/` do no I/O; open `codec.py` first to see their shape.
"""
