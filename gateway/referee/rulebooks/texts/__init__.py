"""The written texts, article by article, each with what the referee does about it."""
