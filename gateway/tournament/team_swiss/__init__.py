"""Swiss of teams by FIDE: C.04.6 of 2026. The bye, upfloaters, brackets, colours, beside their articles."""
