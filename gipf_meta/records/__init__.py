"""Saved games: records, the way from a match to a record and back, and files."""
