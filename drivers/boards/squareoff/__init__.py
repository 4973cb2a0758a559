"""Square Off boards: Pro (lamps) and Neo (a motor, which is left alone). Both see occupancy only.

`squares` is how they name and order squares; `pro` and `neo` are the two codecs.
"""
