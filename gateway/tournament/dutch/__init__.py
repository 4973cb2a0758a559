"""Swiss by FIDE: the Dutch system, C.04.3 of 2026. Brackets, criteria, colours, floats, byes, beside their articles."""
