"""Puzzles and one's own mistakes: what was tried, how strong one is, what comes back and when."""
