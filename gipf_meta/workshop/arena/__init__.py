"""Tournaments of bots: paired games on any number of processes, and what they prove."""
