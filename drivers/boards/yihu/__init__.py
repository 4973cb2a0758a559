"""The Yihuchess smart goban, 19x19: it tells where a stone was put, and no more."""
