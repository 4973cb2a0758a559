"""Bridge: score, IMPs and victory points, matches, movements. BR, and Laws 77 and 78 of duplicate bridge."""
