"""Bots against each other: paired games on any number of processes, and what they prove."""
