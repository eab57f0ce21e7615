"""Strength of bots in TZAAR: games at random, a judgement that learns, a board for searches.

Rules, notation and view need none of it.
"""
