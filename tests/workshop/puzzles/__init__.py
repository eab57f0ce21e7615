"""Tests of what makes puzzles (gipf_meta/workshop/puzzles)."""
