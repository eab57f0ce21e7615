"""Strength of bots in LYNGK: games at random on a board of their own, a judgement that learns.

Rules, notation and view need none of it.
"""
