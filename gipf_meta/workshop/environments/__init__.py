"""Matches for programs that learn: decisions are numbers, what is seen is zeros and ones."""
