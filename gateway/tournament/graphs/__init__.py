"""Matchings of graphs, for every engine that pairs by criteria: whether all can be paired, and the cheapest way."""
