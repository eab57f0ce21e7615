"""Tuning of the weights by which the games judge positions; no part of the program."""
