"""Tournaments of bots: paired games on any number of processes, and tests of their results."""
