"""Tournaments, checks and training of bots and engines. No interface for players imports it."""
