"""Saved games: what a record holds, from a match to a record and back, files."""
