"""The doctor: what is wrong with a computer of the hall, and what to do about it."""
