"""Pushes, which the relay sends to others: games to lichess, events to webhooks, boards to clients of LiveChess's API.

All of it is for the public: it is taken from the public's hall, with its delay.
"""
