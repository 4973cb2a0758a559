"""Two buttons or a lever and nothing else: the agent keeps the time.

`codec` reads lines of text from a serial port, and key events of Linux from a keyboard or from GPIO pins.
"""
