"""Boards, one package per maker: bytes to readings without I/O, strangers to each other.

Start with `dgt/messages.py`, then `dgt/codec.py`.
"""
