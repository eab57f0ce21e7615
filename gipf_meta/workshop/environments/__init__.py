"""Matches for programs that learn: decisions are numbers, observations are zeros and ones."""
