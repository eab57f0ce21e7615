"""Strength of bots in GIPF: games at random, and a judgement that learns the lines of the board.

Rules, notation and view need none of it.
"""
