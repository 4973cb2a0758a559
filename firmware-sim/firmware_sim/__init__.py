"""The other end of the cable: simulated boards, clocks and the people who use them.

Every device here is written from its protocol alone and shares no encoder with `drivers`, so that a mistake on one
side is not hidden by an equal one on the other.
"""
